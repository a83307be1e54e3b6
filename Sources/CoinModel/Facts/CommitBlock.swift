/// What a source can tell of who authored commits.
public enum DeveloperScope: Int, Sendable {
    /// Not enough to count people: authors, or when they wrote, are left out.
    case nobody = 0
    /// Authors by a name or number that means nobody outside of the repository.
    case repository = 1
    /// Authors by their addresses, which mean the same person everywhere.
    case everywhere = 2
}

/// What a reading of one repository brought: its new commits, all of them anew, or some of them.
public struct CommitBlock: Sendable {
    /// The repository.
    public var repository: RepositoryName
    /// Whose series its weeks are.
    public var source: String
    /// The newest commit of its default branch, 40 hexadecimal digits.
    public var tip: String
    /// The newest commit when it was last read, on top of whose history the commits come; nil when they stand in place of
    /// all that is known, or beside it.
    public var previousTip: String?
    /// Whether the commits come on top of those that are known.
    public var isContinued: Bool { previousTip != nil }
    /// Whether they are those of a log: what it is silent about stays known, its weeks are told beside it, and when its
    /// commits landed is not known, so that the committer's time stands in.
    public var isLog: Bool
    /// What is told of their authors.
    public var scope: DeveloperScope
    /// Whether the branch was written anew, so that commits that were known are gone from it.
    public var isRewritten: Bool
    /// The repository that it says to come from, whose commits are never its own.
    public var upstream: RepositoryName?
    /// What stands for the rules by which addresses became developers.
    public var mailmap: UInt64
    /// The first eight bytes of the ids of commits without a parent: repositories share commits only where they share
    /// one of these.
    public var roots: [UInt64]
    /// The last week that was over when the repository was taken.
    public var covered: Week
    /// The commits; developers are places in `developers`.
    public var commits: CommitColumns
    /// Who they are.
    public var developers: [DeveloperID]

    /// A block.
    public init(
        repository: RepositoryName,
        source: String,
        tip: String,
        previousTip: String?,
        isRewritten: Bool,
        upstream: RepositoryName?,
        mailmap: UInt64,
        roots: [UInt64],
        covered: Week,
        commits: CommitColumns,
        developers: [DeveloperID],
        isLog: Bool = false,
        scope: DeveloperScope = .everywhere
    ) {
        self.repository = repository
        self.source = source
        self.tip = tip
        self.previousTip = previousTip
        self.isRewritten = isRewritten
        self.upstream = upstream
        self.mailmap = mailmap
        self.roots = roots
        self.covered = covered
        self.commits = commits
        self.developers = developers
        self.isLog = isLog
        self.scope = scope
    }
}

/// What is known of a repository's commits as a whole by one source.
public struct CommitHistory: Hashable, Sendable {
    /// Its number in the store.
    public var entity: Int32
    /// The source that told them.
    public var source: String
    /// Its key: `owner/name` in lower case.
    public var repository: String
    /// The newest commit of its default branch when it was last read, 40 hexadecimal digits.
    public var tip: String
    /// What stood for the rules by which addresses became developers.
    public var mailmap: UInt64
    /// The key of the repository that it says to come from; nil where it says none.
    public var upstream: String?
    /// The last week that was over when it was taken.
    public var covered: Week
    /// The newest landing, in seconds since 1970.
    public var newest: Int64
    /// The number of its commits.
    public var count: Int
    /// Whether it was ever seen with a branch written anew.
    public var wasRewritten: Bool
    /// How often it was read.
    public var readings: Int
    /// Whether it comes from logs, which do not tell when a commit landed.
    public var isLog: Bool
    /// What is told of the authors: the least of all readings.
    public var scope: DeveloperScope
    /// The developers, by number, who land commits at a rate no person does.
    public var automatedAuthors: Set<Int32>

    /// A history.
    public init(
        entity: Int32,
        source: String,
        repository: String,
        tip: String,
        mailmap: UInt64,
        upstream: String?,
        covered: Week,
        newest: Int64,
        count: Int,
        wasRewritten: Bool,
        readings: Int,
        isLog: Bool,
        scope: DeveloperScope,
        automatedAuthors: Set<Int32>
    ) {
        self.entity = entity
        self.source = source
        self.repository = repository
        self.tip = tip
        self.mailmap = mailmap
        self.upstream = upstream
        self.covered = covered
        self.newest = newest
        self.count = count
        self.wasRewritten = wasRewritten
        self.readings = readings
        self.isLog = isLog
        self.scope = scope
        self.automatedAuthors = automatedAuthors
    }
}
