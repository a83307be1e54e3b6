public import WorkerProtocol

/// What can be begun with a repository before it is known what is asked about it: its commit-graph is being checked.
public struct EarlyReading {
    let path: String
    let folder: RepositoryFolder
    let graph: CheckedGraph?

    /// Begins with a repository.
    ///
    /// - Throws: `WorkerFault` when it cannot be read.
    public init(_ path: String) throws(WorkerFault) {
        self.path = path
        folder = try RepositoryFolder(path)
        graph = try CheckedGraph.open(folder)
    }
}
