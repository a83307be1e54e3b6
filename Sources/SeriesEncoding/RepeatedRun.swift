/// Values of which many equal the one before, as a supply that changes once a day: only the changes are written.
///
/// A bit for each value but the first, set where it differs from the one before; then a byte for the encoding of the
/// values that remain, and these.
struct RepeatedRun {
    private let changes: [Bool]
    private let rest: EncodedRun

    /// Nil when fewer than half of the values repeat.
    init?(_ values: [Double]) {
        var changes: [Bool] = []
        var kept = [values[0]]
        changes.reserveCapacity(values.count - 1)
        for index in values.indices.dropFirst() {
            let isNew = values[index].bitPattern != values[index - 1].bitPattern
            changes.append(isNew)
            if isNew {
                kept.append(values[index])
                guard kept.count * 2 <= values.count else { return nil }
            }
        }
        guard kept.count > 1 else { return nil }
        self.changes = changes
        rest = EncodedRun(kept, isNested: true)
    }

    /// The bytes of `write`.
    var size: Int { (changes.count + 7) / 8 + 1 + (rest.size(rest.best) ?? 0) }

    /// Writes the changes and the values that remain.
    func write(to bytes: inout [UInt8]) {
        var bits = BitWriter()
        for isNew in changes { bits.append(isNew ? 1 : 0, width: 1, to: &bytes) }
        bits.finish(&bytes)
        let encoding = rest.best
        bytes.append(encoding.rawValue)
        rest.write(encoding, to: &bytes)
    }

    /// Reads what `write` wrote; `count` is 1 at least.
    static func decode(_ cursor: inout ByteCursor, count: Int) throws(TileError) -> [Double] {
        var bits = try cursor.bits(byteCount: (count - 1 + 7) / 8)
        var changes: [Bool] = []
        changes.reserveCapacity(count - 1)
        for _ in 1..<max(count, 1) { changes.append(bits.read(width: 1) == 1) }
        guard let encoding = Encoding(rawValue: try cursor.byte()), encoding != .repeated else {
            throw TileError(.corrupt, "repeated values of an unknown encoding")
        }
        let rest = try encoding.decode(&cursor, count: 1 + changes.count { $0 })
        var values = [rest[0]]
        values.reserveCapacity(count)
        var next = 0
        for isNew in changes {
            if isNew { next += 1 }
            values.append(rest[next])
        }
        return values
    }
}
