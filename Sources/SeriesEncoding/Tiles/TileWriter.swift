extension Tile {
    /// The bytes of the tile, as `TileFormat` describes them.
    ///
    /// Equal tiles give equal bytes. Runs without any value are left out. About 25 ns a value.
    ///
    /// - Precondition: Steps ascend strictly and are at most 2²⁰, slots ascend strictly and are below 256, each run has a
    ///   value for each step, and steps × runs is at most 2²⁶.
    public func encoded() -> [UInt8] {
        precondition(zip(runs, runs.dropFirst()).allSatisfy { $0.slot < $1.slot }, "slots ascend strictly")
        precondition(runs.last.map { $0.slot < TileFormat.runLimit } ?? true, "slots are below 256")
        var writer = TileWriter(steps: steps)
        for run in runs { writer.append(slot: run.slot, run.values.span) }
        return writer.finish()
    }
}

struct TileWriter {
    private let steps: [Int64]
    private var directory = ByteWriter()
    private var payload = ByteWriter()
    private var runCount = 0
    private var draft = RunDraft()
    private(set) var valueCount = 0

    init(steps: [Int64]) {
        precondition(steps.count <= TileFormat.stepLimit, "a tile has at most 2^20 steps")
        precondition(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 }, "steps ascend strictly")
        self.steps = steps
    }

    /// Adds the run of a slot behind those of smaller slots; a run without values is left out.
    mutating func append(slot: UInt16, _ row: Span<Double>) {
        precondition(row.count == steps.count, "a run has a value for each step")
        draft.load(row)
        guard !draft.values.isEmpty else { return }
        runCount += 1
        precondition(runCount * steps.count <= TileFormat.cellLimit, "a tile has at most 2^26 cells")
        valueCount += draft.values.count
        let presence = Presence.smallest(for: draft.positions, of: steps.count)
        let values = Encoding.smallest(for: draft)
        directory.append(UInt8(slot))
        directory.append(values.encoding.rawValue | presence.kind.rawValue << 4)
        directory.append(number: presence.byteCount + values.byteCount)
        presence.kind.write(draft.positions, of: steps.count, to: &payload)
        values.encoding.codec.write(draft, to: &payload)
    }

    consuming func finish() -> [UInt8] {
        var writer = ByteWriter()
        writer.append(TileFormat.magic + [TileFormat.version, 0, 0, 0, 0])
        StepTimes.write(steps, to: &writer)
        writer.append(number: runCount)
        writer.append(number: valueCount)
        writer.append(directory.bytes)
        writer.append(payload.bytes)
        writer.append([UInt8](repeating: 0, count: TileFormat.roomLength))
        writer.overwrite(UInt32(writer.bytes.count + TileFormat.checksumLength), at: TileFormat.headLength - 4)
        writer.appendChecksum()
        return writer.bytes
    }
}
