internal import WorkerProtocol

/// A commit-graph that is read twice at the same time, to walk it and to check its sum.
struct CheckedGraph {
    /// The graph; nothing that is found in it counts before `finish`.
    let graph: CommitGraph
    private let check: Companion<Void>

    /// Opens the commit-graph of a repository and begins to check it.
    ///
    /// - Returns: nil when there is none that can be used.
    /// - Throws: `WorkerFault` when it is damaged in a way that shows at once.
    static func open(_ folder: RepositoryFolder) throws(WorkerFault) -> CheckedGraph? {
        guard let graph = try CommitGraph.open(folder) else { return nil }
        return CheckedGraph(graph: graph, check: try Companion { () throws(WorkerFault) in try graph.check() })
    }

    /// Waits for the check; to be asked for once.
    ///
    /// - Throws: `WorkerFault` when its bytes are not those that were written.
    func finish() throws(WorkerFault) {
        try check.value()
    }
}
