/// Commits in the order in which they were met: the place of each, and its parents once it was read.
///
/// Looking up and adding are constant on average; 44 bytes a commit at least.
struct CommitTable {
    /// Where the parents of a commit stand in `parents`.
    struct Links {
        var first: UInt32 = 0
        var count: UInt32 = 0
    }

    private(set) var ids: [ObjectID] = []
    private(set) var links: [Links] = []
    private(set) var parents: [UInt32] = []
    private var slots: [UInt32]

    private static let free = UInt32.max

    init() {
        slots = Array(repeating: CommitTable.free, count: 1 << 12)
    }

    /// The place of an id, and whether it was added because it was not met before.
    mutating func place(of id: ObjectID) -> (place: UInt32, isNew: Bool) {
        var slot = slot(of: id)
        if slots[slot] != CommitTable.free { return (slots[slot], false) }
        if ids.count * 2 >= slots.count {
            grow()
            slot = self.slot(of: id)
        }
        slots[slot] = UInt32(ids.count)
        ids.append(id)
        links.append(Links())
        return (slots[slot], true)
    }

    /// Notes that the parents of a commit are those that `append(parent:)` took since there were so many.
    mutating func link(_ place: UInt32, from first: Int) {
        links[Int(place)] = Links(first: UInt32(first), count: UInt32(parents.count - first))
    }

    /// Adds a parent of the commit that is linked next.
    mutating func append(parent place: UInt32) {
        parents.append(place)
    }

    /// The parents of a commit, the first one first.
    func parents(of place: UInt32) -> ArraySlice<UInt32> {
        let links = links[Int(place)]
        return parents[Int(links.first)..<Int(links.first + links.count)]
    }

    /// Where an id stands, or the free slot where it would.
    private func slot(of id: ObjectID) -> Int {
        // An id is a digest: its bits are as good as any hash of them.
        var slot = Int(truncatingIfNeeded: id.high) & (slots.count - 1)
        while slots[slot] != CommitTable.free, ids[Int(slots[slot])] != id { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func grow() {
        slots = Array(repeating: CommitTable.free, count: slots.count * 2)
        for (place, id) in ids.enumerated() { slots[slot(of: id)] = UInt32(place) }
    }
}
