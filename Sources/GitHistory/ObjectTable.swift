/// Ids in the order in which they were met, and the place of each.
///
/// Looking up and adding are constant on average; 32 bytes an id at least.
struct ObjectTable {
    private(set) var ids: [ObjectID] = []
    private var slots: [UInt32]

    private static let free = UInt32.max

    init() {
        slots = Array(repeating: ObjectTable.free, count: 1 << 12)
    }

    /// The place of an id, which is added where it was not met before.
    mutating func place(of id: ObjectID) -> UInt32 {
        var slot = slot(of: id)
        if slots[slot] != ObjectTable.free { return slots[slot] }
        if ids.count * 2 >= slots.count {
            grow()
            slot = self.slot(of: id)
        }
        slots[slot] = UInt32(ids.count)
        ids.append(id)
        return slots[slot]
    }

    /// Where an id stands, or the free slot where it would.
    private func slot(of id: ObjectID) -> Int {
        // An id is a digest: its bits are as good as any hash of them.
        var slot = Int(truncatingIfNeeded: id.high) & (slots.count - 1)
        while slots[slot] != ObjectTable.free, ids[Int(slots[slot])] != id { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func grow() {
        slots = Array(repeating: ObjectTable.free, count: slots.count * 2)
        for (place, id) in ids.enumerated() { slots[slot(of: id)] = UInt32(place) }
    }
}
