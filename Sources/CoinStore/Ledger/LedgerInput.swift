/// An input as the ledger knows it.
public struct LedgerInput: Hashable, Sendable {
    /// What a load of it holds: `coins`, `market`, `commits` or `trends`.
    public let kind: String
    /// The format that it was read as, or empty when none recognised it.
    public let format: String
    /// The file, as given.
    public let path: String
    /// Its size on disk in bytes.
    public let size: Int
    /// When the file was last changed, in nanoseconds since 1970.
    public let modified: Int
    /// What tells the file, unchanged, from all others; nil where nothing but its bytes does.
    public let identity: Int64?
    /// The digest of its bytes on disk.
    public let digest: String
    /// What else its meaning depends on, such as the name of a repository that it does not tell.
    public let context: String
    /// Its name without folder and endings: a search-interest file may be named for its coin.
    public let stem: String

    /// An input.
    public init(
        kind: String,
        format: String,
        path: String,
        size: Int,
        modified: Int,
        identity: Int64? = nil,
        digest: String,
        context: String,
        stem: String
    ) {
        self.kind = kind
        self.format = format
        self.path = path
        self.size = size
        self.modified = modified
        self.identity = identity
        self.digest = digest
        self.context = context
        self.stem = stem
    }
}

/// What became of an input's rows.
public struct InputOutcome: Hashable, Sendable {
    /// Rows that are in the store now, those that brought nothing new among them.
    public var accepted = 0
    /// Those of the accepted that were there already.
    public var unchanged = 0
    /// Rows that were not taken.
    public var rejected = 0

    /// Nothing yet.
    public init() {}

    /// Adds what became of further rows.
    mutating func add(_ other: InputOutcome) {
        accepted += other.accepted
        unchanged += other.unchanged
        rejected += other.rejected
    }
}
