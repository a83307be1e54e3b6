public import WorkerProtocol

/// A repository as far as it was opened: each part when it is first needed, and once.
public final class OpenRepository {
    let path: String
    let folder: RepositoryFolder
    private var knownFormat: RepositoryFormat?
    private var knownStore: ObjectStore?
    private var knownGraph: CheckedGraph??

    /// Opens the folder of a repository.
    ///
    /// - Throws: `WorkerFault` when there is none that may be read.
    public init(_ path: String) throws(WorkerFault) {
        self.path = path
        folder = try RepositoryFolder(path)
    }

    /// Begins to check the commit-graph, and opens what else any question needs.
    ///
    /// - Throws: `WorkerFault` when a part cannot be read; whoever asks for that part is told so again.
    public func begin() throws(WorkerFault) {
        _ = try graph()
        _ = try store()
    }

    func format() throws(WorkerFault) -> RepositoryFormat {
        if let knownFormat { return knownFormat }
        let format = try RepositoryFormat(folder)
        knownFormat = format
        return format
    }

    func store() throws(WorkerFault) -> ObjectStore {
        if let knownStore { return knownStore }
        let store = try ObjectStore(folder, isPartial: format().isPartial)
        knownStore = store
        return store
    }

    /// The commit-graph, if there is one that can be used.
    func graph() throws(WorkerFault) -> CheckedGraph? {
        if let knownGraph { return knownGraph }
        let graph = try CheckedGraph.open(folder)
        knownGraph = .some(graph)
        return graph
    }
}
