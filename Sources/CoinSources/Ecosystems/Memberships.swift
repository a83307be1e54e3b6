/// Which repositories are in which ecosystems, by their numbers.
///
/// Adding, removing and asking cost a look-up. Merging two repositories moves the shorter list of the two, so any
/// sequence of n changes costs O(n log n), whoever wrote it.
struct Memberships {
    /// A repository that is, or was, in an ecosystem.
    private struct Node {
        let ecosystem: Int32
        let repository: Int32
        /// The next of the same repository, or −1.
        let next: Int32
        var isThere: Bool
    }

    private var nodes: [Node] = []
    /// The newest node of each repository, or −1, and the length of its list.
    private var lists: [(first: Int32, count: Int32)] = []
    /// Nodes at the places that their hashes give; at most half are taken.
    private var slots = [Int32](repeating: -1, count: 1024)
    private let secret = UInt64.random(in: .min ... .max) | 1

    /// Puts a repository into an ecosystem.
    mutating func insert(_ repository: Int32, into ecosystem: Int32) {
        if nodes.count * 2 >= slots.count { spread() }
        let slot = slot(repository, ecosystem)
        if slots[slot] >= 0 {
            nodes[Int(slots[slot])].isThere = true
            return
        }
        while lists.count <= Int(repository) { lists.append((-1, 0)) }
        slots[slot] = Int32(nodes.count)
        let list = lists[Int(repository)]
        nodes.append(Node(ecosystem: ecosystem, repository: repository, next: list.first, isThere: true))
        lists[Int(repository)] = (Int32(nodes.count - 1), list.count + 1)
    }

    /// Takes a repository out of an ecosystem, if it is there.
    mutating func remove(_ repository: Int32, from ecosystem: Int32) {
        let slot = slot(repository, ecosystem)
        if slots[slot] >= 0 { nodes[Int(slots[slot])].isThere = false }
    }

    /// Makes two repositories one that is in all ecosystems of both.
    ///
    /// - Returns: the number of the two that stands for it from now on.
    mutating func merge(_ one: Int32, _ other: Int32) -> Int32 {
        let isLonger = length(one) > length(other)
        let (kept, given) = isLonger ? (one, other) : (other, one)
        var next = Int(given) < lists.count ? lists[Int(given)].first : -1
        while next >= 0 {
            let node = nodes[Int(next)]
            if node.isThere {
                nodes[Int(next)].isThere = false
                insert(kept, into: node.ecosystem)
            }
            next = node.next
        }
        return kept
    }

    /// Calls the body with each ecosystem and repository that are together.
    func visit(_ body: (_ ecosystem: Int32, _ repository: Int32) -> Void) {
        for node in nodes where node.isThere { body(node.ecosystem, node.repository) }
    }

    private func length(_ repository: Int32) -> Int32 {
        Int(repository) < lists.count ? lists[Int(repository)].count : 0
    }

    /// Where a pair stands, or would.
    private func slot(_ repository: Int32, _ ecosystem: Int32) -> Int {
        var slot = place(repository, ecosystem)
        while slots[slot] >= 0 {
            let node = nodes[Int(slots[slot])]
            if node.repository == repository, node.ecosystem == ecosystem { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func place(_ repository: Int32, _ ecosystem: Int32) -> Int {
        let pair = UInt64(UInt32(bitPattern: repository)) << 32 | UInt64(UInt32(bitPattern: ecosystem))
        let product = (pair ^ secret).multipliedFullWidth(by: secret)
        return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
    }

    private mutating func spread() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (number, node) in nodes.enumerated() {
            var slot = place(node.repository, node.ecosystem)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }
}
