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

/// What `assay` asks of its git worker: the commits of the default branch of one repository of the batch.
public struct HistoryRequest: Codable, Hashable, Sendable {
    /// The repository, as the batch names it.
    public var path: String
    /// How much is reported.
    public var detail: Detail
    /// When the repository was taken from its origin, in seconds since 1970: commits dated more than a day later are
    /// not believed.
    public var observedAt: Int64
    /// The commit to read from, 40 hexadecimal digits; empty for the newest one of the default branch.
    public var tip = ""
    /// The moment, in seconds since 1970, after which commits that landed are left out: the branch ends at the newest one
    /// of its first-parent chain that is not later; nil where it ends at its newest commit.
    public var upTo: Int64?
    /// The commits that are stored already: where the branch goes on from there, only new ones are reported.
    public var known: StoredHistory?

    /// How much is reported.
    public enum Detail: UInt8, Codable, Hashable, Sendable {
        /// No commit: only the tip and the origin.
        case tip
        /// Every commit: id, times, developer, and what it is.
        case commits
    }

    /// A request.
    public init(path: String, detail: Detail, observedAt: Int64) {
        self.path = path
        self.detail = detail
        self.observedAt = observedAt
    }
}
