/// Reads single runs of a tile; the whole of its bytes is verified once, when it is made.
public struct TileReader: Sendable {
    /// The times of the columns.
    public let steps: [Int64]

    private let bytes: [UInt8]
    private var entries: [Entry] = []

    private struct Entry: Sendable {
        let slot: UInt16
        let encoding: Encoding
        let presence: Presence
        let range: Range<Int>
    }

    /// Verifies magic, version, checksum and directory.
    ///
    /// - Throws: `TileError` when the bytes are no tile, or not what was written.
    public init(_ bytes: [UInt8]) throws(TileError) {
        guard bytes.count >= 7 else { throw TileError(.truncated, "\(bytes.count) bytes are no tile") }
        guard bytes[0] == Tile.magic[0], bytes[1] == Tile.magic[1] else {
            throw TileError(.badMagic, "the bytes begin otherwise than a tile's")
        }
        guard bytes[2] == Tile.version else {
            throw TileError(.unsupportedVersion, "version \(bytes[2]); this program reads \(Tile.version)")
        }
        let end = bytes.count - 4
        let written = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[end + $1]) << (8 * UInt32($1)) }
        guard crc32c(bytes[..<end]) == written else {
            throw TileError(.checksum, "the bytes are not what was written")
        }
        self.bytes = bytes
        var cursor = ByteCursor(bytes, 3..<end)
        steps = try TileReader.steps(&cursor)
        let count = try cursor.count(upTo: Tile.runLimit, "run count")
        var lengths: [Int] = []
        var heads: [(slot: UInt16, encoding: Encoding, presence: Presence)] = []
        for _ in 0..<count {
            let slot = UInt16(try cursor.byte())
            let kinds = try cursor.byte()
            guard let encoding = Encoding(rawValue: kinds & 0xf), let presence = Presence(rawValue: kinds >> 4) else {
                throw TileError(.corrupt, "unknown encoding \(kinds)")
            }
            if let before = heads.last, before.slot >= slot { throw TileError(.corrupt, "slots do not ascend") }
            heads.append((slot, encoding, presence))
            lengths.append(try cursor.count(upTo: end, "run length"))
        }
        var start = cursor.position
        for (head, length) in zip(heads, lengths) {
            guard length <= end - start else { throw TileError(.truncated, "a run ends behind the bytes") }
            entries.append(
                Entry(
                    slot: head.slot,
                    encoding: head.encoding,
                    presence: head.presence,
                    range: start..<start + length
                )
            )
            start += length
        }
        guard start == end else { throw TileError(.corrupt, "\(end - start) bytes belong to no run") }
    }

    private static func steps(_ cursor: inout ByteCursor) throws(TileError) -> [Int64] {
        let count = try cursor.count(upTo: Tile.stepLimit, "step count")
        guard count > 0 else { return [] }
        guard count <= cursor.remaining else { throw TileError(.truncated, "steps end behind the bytes") }
        var steps = [try cursor.signed()]
        steps.reserveCapacity(count)
        for _ in 1..<count {
            let distance = try cursor.number()
            let next = steps[steps.count - 1].addingReportingOverflow(Int64(bitPattern: distance))
            guard distance > 0, distance <= UInt64(Int64.max), !next.overflow else {
                throw TileError(.corrupt, "steps do not ascend")
            }
            steps.append(next.partialValue)
        }
        return steps
    }

    /// The slots that have a run, ascending.
    public var slots: [UInt16] { entries.map(\.slot) }

    /// Writes a run's values into a row of as many elements as there are steps: NaN where they are missing, and
    /// everywhere when the slot has no run.
    ///
    /// - Throws: `TileError` when the run is not what was written.
    public func decode(slot: UInt16, into row: inout [Double]) throws(TileError) {
        for index in row.indices { row[index] = .nan }
        guard let entry = entry(slot) else { return }
        let (present, values) = try run(entry)
        for (step, value) in zip(present, values) where step < row.count { row[step] = value }
    }

    /// The times and values that a slot has; nil when it has no run.
    ///
    /// - Throws: `TileError` when the run is not what was written.
    public func series(slot: UInt16) throws(TileError) -> (times: [Int64], values: [Double])? {
        guard let entry = entry(slot) else { return nil }
        let (present, values) = try run(entry)
        return (present.map { steps[$0] }, values)
    }

    /// How a slot's values are written.
    ///
    /// - Throws: `TileError` when the slot has no run.
    public func encoding(slot: UInt16) throws(TileError) -> Encoding {
        guard let entry = entry(slot) else { throw TileError(.corrupt, "slot \(slot) has no run") }
        return entry.encoding
    }

    private func entry(_ slot: UInt16) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].slot < slot { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].slot == slot ? entries[low] : nil
    }

    private func run(_ entry: Entry) throws(TileError) -> (present: [Int], values: [Double]) {
        var cursor = ByteCursor(bytes, entry.range)
        let present = try entry.presence.decode(&cursor, steps: steps.count)
        guard !present.isEmpty else { throw TileError(.corrupt, "a run without values") }
        let values = try entry.encoding.decode(&cursor, count: present.count)
        guard cursor.remaining == 0 else { throw TileError(.corrupt, "\(cursor.remaining) bytes behind a run") }
        guard !values.contains(where: \.isNaN) else { throw TileError(.corrupt, "a value that is no number") }
        return (present, values)
    }
}
