internal import WorkerProtocol

/// All commits of a commit-graph side by side: for questions about the whole history, in the order of memory.
struct GraphColumns {
    /// Committer times in seconds since 1970.
    var committed: [Int64] = []
    /// Corrected commit dates.
    var corrected: [Int64] = []
    /// First parents.
    var first: [UInt32] = []
    /// Second parents; with the highest bit, where a list of further parents begins.
    var second: [UInt32] = []

    /// The commits that can be reached from one of them.
    ///
    /// Where it is the only one without a child it is all of them, since no commit is its own ancestor; no walk is
    /// needed then.
    ///
    /// - Returns: whether each commit is one, or nil where the graph contradicts itself: a corrected date is not what
    ///   it is defined to be.
    /// - Throws: `WorkerFault` when a commit names a parent that is not there.
    func reachable(from tip: UInt32, _ graph: CommitGraph) throws(WorkerFault) -> [Bool]? {
        var hasChild = [Bool](repeating: false, count: committed.count)
        for number in committed.indices {
            var newest: Int64 = 0
            try parents(of: number, graph) { (parent) throws(WorkerFault) in
                hasChild[Int(parent)] = true
                newest = max(newest, corrected[Int(parent)])
            }
            guard corrected[number] == max(committed[number], newest + 1) else { return nil }
        }
        hasChild[Int(tip)] = true
        if hasChild.allSatisfy({ $0 }) { return hasChild }
        var isReached = [Bool](repeating: false, count: committed.count)
        isReached[Int(tip)] = true
        var pending = [tip]
        while let number = pending.popLast() {
            try parents(of: Int(number), graph) { (parent) throws(WorkerFault) in
                guard !isReached[Int(parent)] else { return }
                isReached[Int(parent)] = true
                pending.append(parent)
            }
        }
        return isReached
    }

    /// Whether a commit has two parents or more.
    func isMerge(_ number: Int) -> Bool {
        second[number] != GraphLayer.noParent
    }

    @inline(__always)
    private func parents(
        of number: Int,
        _ graph: CommitGraph,
        _ take: (UInt32) throws(WorkerFault) -> Void
    ) throws(WorkerFault) {
        guard first[number] != GraphLayer.noParent else { return }
        try take(graph.checked(first[number]))
        guard second[number] != GraphLayer.noParent else { return }
        guard second[number] >> 31 == 1 else { return try take(graph.checked(second[number])) }
        try graph.furtherParents(of: UInt32(number), from: Int(second[number] & 0x7fff_ffff), take)
    }
}
