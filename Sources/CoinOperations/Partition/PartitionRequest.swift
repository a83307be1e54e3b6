public import CoinModel

/// What a person or an engine asks of a part of a list of clones.
public struct PartitionRequest: Sendable {
    /// What a worker may use for each repository.
    public var limits = ReadingLimits()
    /// The folder below which addresses are mirrored, each as long as it is counted; nil for that of temporary files.
    public var mirrors: String?
    /// The folders in which the git program is looked for, as PATH lists them.
    public var searchPath: String
    /// The most bytes of disk for one mirror.
    public var budgetEach = 2 << 30
    /// The most seconds for fetching one mirror.
    public var deadlineEach = 1800
    /// How hosts are reached.
    public var route: FetchRoute
    /// The clock, where the part does not say when its clones were observed.
    public var now: Instant

    /// A request within the usual limits.
    public init(searchPath: String, route: FetchRoute, now: Instant) {
        self.searchPath = searchPath
        self.route = route
        self.now = now
    }
}
