/// Reads single runs of a tile; the whole of its bytes is verified once, when it is made.
public struct TileReader: Sendable {
    /// The times of the columns, strictly ascending.
    public let steps: [Int64]

    private let bytes: [UInt8]
    private let directory: TileDirectory

    /// Verifies magic, version, length, checksum and directory of what `Tile.encoded` wrote; what a fitting checksum
    /// cannot vouch for, the sense of each run, is checked when the run is decoded.
    public init(_ bytes: [UInt8]) throws(TileError) {
        let body = try TileFormat.verifiedBody(of: bytes)
        var reader = ByteReader(bytes, body)
        self.bytes = bytes
        steps = try StepTimes.read(&reader)
        directory = try TileDirectory(&reader, steps: steps.count)
    }

    /// The slots that have a run, strictly ascending.
    public var slots: [UInt16] { directory.entries.map(\.slot) }

    /// The values that are there, in all runs.
    public var valueCount: Int { directory.valueCount }

    /// How each run is written, ascending by slot, and the bytes that it takes without its directory entry.
    public var encodings: [(slot: UInt16, encoding: Encoding, byteCount: Int)] {
        directory.entries.map { ($0.slot, $0.encoding, $0.range.count) }
    }

    /// The same for a row of its own.
    public func decode(slot: UInt16, into row: inout [Double], at offset: Int = 0) throws(TileError) {
        var span = row.mutableSpan
        try decode(slot: slot, into: &span, at: offset)
    }

    /// Decodes a run into a row from an offset on, behind which it has a place for each step: NaN where a value is
    /// missing, and everywhere when the slot has no run; after an error the row holds anything.
    public func decode(slot: UInt16, into row: inout MutableSpan<Double>, at offset: Int = 0) throws(TileError) {
        precondition(offset >= 0 && steps.count <= row.count - offset, "a row has a place for each step")
        guard let entry = directory.entry(of: slot) else {
            for index in offset..<offset + steps.count { row[index] = .nan }
            return
        }
        let end = offset + steps.count
        do throws(TileError) {
            var reader = ByteReader(bytes, entry.range)
            let present = try PresentSteps(entry.presence, of: steps.count, &reader)
            try entry.encoding.read(&reader, into: &row, at: end - present.count..<end)
            try present.spread(&row, at: offset)
        } catch {
            throw error.inRun(of: slot)
        }
    }

    /// The times and values that a slot has, without what is missing; nil when it has no run.
    public func series(slot: UInt16) throws(TileError) -> (times: [Int64], values: [Double])? {
        guard directory.entry(of: slot) != nil else { return nil }
        var row = [Double](repeating: .nan, count: steps.count)
        try decode(slot: slot, into: &row)
        let present = row.indices.filter { !row[$0].isNaN }
        return (present.map { steps[$0] }, present.map { row[$0] })
    }
}

/// What stands between the steps of a tile and its end: how many values there are, which runs, and where.
struct TileDirectory {
    struct Entry: Sendable {
        let slot: UInt16
        let encoding: Encoding
        let presence: Presence
        let range: Range<Int>
    }

    let entries: [Entry]
    let valueCount: Int

    /// Reads the directory, finds the runs behind it, and leaves nothing over.
    init(_ reader: inout ByteReader, steps: Int) throws(TileError) {
        let runCount = try reader.count("run count", in: 0...TileFormat.runLimit)
        let cells = runCount * steps
        guard cells <= TileFormat.cellLimit, cells >= runCount else {
            throw TileError(.corrupt, "\(runCount) runs of \(steps) steps are none, or too many values")
        }
        valueCount = try reader.count("value count", in: runCount...cells)
        var heads: [(slot: UInt16, encoding: Encoding, presence: Presence, length: Int)] = []
        for _ in 0..<runCount {
            let slot = UInt16(try reader.byte())
            let form = try reader.byte()
            guard let encoding = Encoding(rawValue: form & 0xf), let presence = Presence(rawValue: form >> 4) else {
                throw TileError(.corrupt, "form \(form) of the run of slot \(slot) is unknown")
            }
            guard heads.last.map({ $0.slot < slot }) ?? true else { throw TileError(.corrupt, "slots do not ascend") }
            heads.append((slot, encoding, presence, try reader.count("run length", in: 0...reader.remaining)))
        }
        var entries: [Entry] = []
        entries.reserveCapacity(runCount)
        for (slot, encoding, presence, length) in heads {
            let start = try reader.take(length, "the run of slot \(slot)")
            let range = start..<reader.position
            entries.append(Entry(slot: slot, encoding: encoding, presence: presence, range: range))
        }
        self.entries = entries
        guard reader.remaining == 0 else { throw TileError(.corrupt, "\(reader.remaining) bytes belong to no run") }
    }

    /// The entry of a slot, or nil: at once where no slot before it lacks a run, else by binary search.
    func entry(of slot: UInt16) -> Entry? {
        // Slots ascend strictly, so an entry never stands behind the place of its slot.
        var (low, high) = (0, min(Int(slot), entries.count - 1))
        var middle = high
        while low <= high {
            let entry = entries[middle]
            if entry.slot == slot { return entry }
            if entry.slot < slot { low = middle + 1 } else { high = middle - 1 }
            middle = (low + high) / 2
        }
        return nil
    }
}
