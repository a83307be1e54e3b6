internal import WorkerProtocol

/// The parents of all commits of a commit-graph side by side, for questions about the whole history.
///
/// A graph is in the order of ids, so whoever follows its parents jumps about in it: here they stand in a fifth of the
/// room.
struct GraphColumns {
    /// Parents.
    let parents: [GraphParents]

    /// The commits that can be reached from one of them.
    ///
    /// Where it is the only one without a child it is all of them, since no commit is its own ancestor. Else they are
    /// followed in the order in which they are met, in which neighbours are of different branches: what is fetched from
    /// memory for one does not wait for the other.
    ///
    /// - Parameters:
    ///   - tip: the commit.
    ///   - graph: the commit-graph.
    /// - Returns: their numbers in ascending order.
    /// - Throws: `WorkerFault` when a commit names a parent that is not there.
    /// - Complexity: linear in the commits and their parents.
    func reachable(from tip: UInt32, _ graph: CommitGraph) throws(WorkerFault) -> [UInt32] {
        let haveChild = try withChildren(and: tip, graph)
        if haveChild.allSatisfy({ $0 }) { return Array(0..<UInt32(parents.count)) }
        // Whether a commit is reached, or was before, cannot be foreseen, so nothing is decided by it: each number is put
        // down, and the next one over it if it does not count; for the last one there is a place more.
        var numbers = [UInt32](repeating: 0, count: parents.count + 1)
        let areReached = try follow(from: tip, graph, by: &numbers)
        var count = 0
        for number in parents.indices {
            numbers[count] = UInt32(number)
            count += areReached[number] ? 1 : 0
        }
        return Array(numbers[..<count])
    }

    /// Whether each commit is a parent, or a certain one.
    private func withChildren(and one: UInt32, _ graph: CommitGraph) throws(WorkerFault) -> [Bool] {
        var array = [Bool](repeating: false, count: parents.count)
        var haveChild = array.mutableSpan
        haveChild[Int(one)] = true
        for number in parents.indices {
            var rest = parents[number]
            while let parent = try graph.next(&rest, of: UInt32(number)) { haveChild[Int(parent)] = true }
        }
        return array
    }

    /// Whether each commit is reached by following parents; the way is put down in `numbers`.
    private func follow(
        from tip: UInt32,
        _ graph: CommitGraph,
        by numbers: inout [UInt32]
    ) throws(WorkerFault) -> [Bool] {
        var array = [Bool](repeating: false, count: parents.count)
        var areReached = array.mutableSpan
        var way = numbers.mutableSpan
        areReached[Int(tip)] = true
        way[0] = tip
        var (next, end) = (0, 1)
        while next < end {
            let number = way[next]
            next += 1
            var rest = parents[Int(number)]
            while let parent = try graph.next(&rest, of: number) {
                way[end] = parent
                end += areReached[Int(parent)] ? 0 : 1
                areReached[Int(parent)] = true
            }
        }
        return array
    }
}
