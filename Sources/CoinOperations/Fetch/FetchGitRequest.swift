public import CoinModel

/// What a person asks to be mirrored.
public struct MirrorsRequest: Sendable {
    /// The repositories, `owner/name` or `owner/name=address`; none for all of the coin list.
    public var repositories: [String]
    /// The folder of mirrors.
    public var folder: String
    /// What `owner/name` lies below.
    public var base: String
    /// The folders in which the git program is looked for, as PATH lists them.
    public var searchPath: String
    /// The most bytes that all mirrors together may take.
    public var budget = 50 << 30
    /// The most bytes that one mirror may take.
    public var budgetEach = 2 << 30
    /// How many are fetched at once.
    public var jobs = 4
    /// The most seconds for one mirror.
    public var deadlineEach = 1800
    /// When the fetching ends, done or not; nil for when it is done.
    public var end: ContinuousClock.Instant?
    /// The most bytes of memory for each program at work.
    public var memory = 1 << 30

    /// How hosts are reached.
    public var route = FetchRoute()
    /// Whether the mirrors are loaded into the store, as observed when the first was fetched.
    public var isLoaded = false
    /// Whether a loaded history may replace a stored one that it has no commit in common with.
    public var acceptsUnrelated = false
    /// The clock.
    public var now: Instant

    /// Where `owner/name` lies by default.
    public static let publicBase = "https://github.com"

    /// A request.
    public init(repositories: [String], folder: String, base: String = publicBase, searchPath: String, now: Instant) {
        (self.repositories, self.folder, self.base) = (repositories, folder, base)
        (self.searchPath, self.now) = (searchPath, now)
    }
}
