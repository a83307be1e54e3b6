/// A message between `assay` and the worker that reads the histories of repositories.
///
/// `assay` first names a batch of repositories, then asks about one of them after the other. The worker answers each
/// question with the developers, then the commits in batches, then the summary; a fault voids what came before it.
public enum HistoryMessage: Codable, Hashable, Sendable {
    /// The repositories that may be asked about.
    case batch(RepositoryBatch)
    /// What is asked about one of them.
    case request(HistoryRequest)
    /// Developers in the order in which batches number them: each an address as `DeveloperAddress` has it, or, where there
    /// is none, a name in lower case with `<>` behind it.
    case developers([[UInt8]])
    /// Facts of some commits.
    case commits(CommitBatch)
    /// The end of a complete history.
    case summary(HistorySummary)
}

/// The repositories that one worker may read, and what it may use for each.
public struct RepositoryBatch: Codable, Hashable, Sendable {
    /// The repositories: git directories, or folders with one.
    public var paths: [String]
    /// What the worker may use.
    public var limits: WorkerLimits

    /// A batch.
    public init(_ paths: [String], limits: WorkerLimits) {
        self.paths = paths
        self.limits = limits
    }
}
