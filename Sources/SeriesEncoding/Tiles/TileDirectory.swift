/// What stands between the steps of a tile and its zone: how many values there are, which runs, and where.
struct TileDirectory {
    /// Where a run lies, and how it is written.
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
        heads.reserveCapacity(runCount)
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
        for head in heads {
            let start = try reader.take(head.length, "the run of slot \(head.slot)")
            entries.append(
                Entry(slot: head.slot, encoding: head.encoding, presence: head.presence, range: start..<reader.position)
            )
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
