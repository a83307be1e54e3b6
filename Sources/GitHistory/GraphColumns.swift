internal import WorkerProtocol

/// The times and parents of all commits of a commit-graph side by side, for questions about the whole history.
///
/// A graph is in the order of ids, so whoever follows its parents jumps about in it: here they stand in a fifth of the
/// room.
struct GraphColumns {
    /// Committer times in seconds since 1970.
    var committed: [Int64]
    /// Parents.
    var parents: [GraphParents]

    /// The commits that can be reached from one of them.
    ///
    /// Where it is the only one without a child it is all of them, since no commit is its own ancestor. Else they are
    /// followed in the order in which they are met, in which neighbours are of different branches: what is fetched from
    /// memory for one does not wait for the other.
    ///
    /// - Parameters:
    ///   - tip: the commit.
    ///   - graph: the commit-graph.
    /// - Returns: whether each commit is one.
    /// - Throws: `WorkerFault` when a commit names a parent that is not there.
    /// - Complexity: linear in the commits and their parents.
    func reachable(from tip: UInt32, _ graph: CommitGraph) throws(WorkerFault) -> [Bool] {
        var hasChild = [Bool](repeating: false, count: parents.count)
        hasChild[Int(tip)] = true
        for number in parents.indices {
            var rest = parents[number]
            while let parent = try graph.next(&rest, of: UInt32(number)) { hasChild[Int(parent)] = true }
        }
        if hasChild.allSatisfy({ $0 }) { return hasChild }
        var isReached = [Bool](repeating: false, count: parents.count)
        isReached[Int(tip)] = true
        var reached = [tip]
        var next = 0
        while next < reached.count {
            let number = reached[next]
            next += 1
            var rest = parents[Int(number)]
            while let parent = try graph.next(&rest, of: number) {
                guard !isReached[Int(parent)] else { continue }
                isReached[Int(parent)] = true
                reached.append(parent)
            }
        }
        return isReached
    }
}
