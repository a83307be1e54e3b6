/// What a commit is, in bits.
public struct CommitMarks: OptionSet, Hashable, Sendable {
    /// The marks as bits.
    public let rawValue: UInt8

    /// Marks of these bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It has two parents or more.
    public static let merge = CommitMarks(rawValue: 1)
    /// Its author is a program by its name or address.
    public static let bot = CommitMarks(rawValue: 2)
    /// Its landing time stands in for one that is not believed.
    public static let replacedTime = CommitMarks(rawValue: 4)
    /// It changes no file, and is no merge.
    public static let empty = CommitMarks(rawValue: 8)
}

/// Commits of one repository's default branch, in columns of one length.
public struct CommitColumns: Hashable, Sendable {
    /// The first eight bytes of each id as a number.
    ///
    /// Among a million commits two agree in them with a probability of 3 · 10⁻⁸.
    public var ids: [UInt64] = []
    /// When each landed on the default branch, in seconds since 1970.
    public var landed: [Int64] = []
    /// The UTC day of each committer time; days beyond 32 bits are the outermost ones.
    public var committedDays: [Int32] = []
    /// The UTC day of each author time; days beyond 32 bits are the outermost ones.
    public var authoredDays: [Int32] = []
    /// Who authored each, as a number whose meaning the owner of the columns knows; −1 for nobody.
    public var developers: [Int32] = []
    /// What each is.
    public var marks: [CommitMarks] = []

    /// No commits.
    public init() {}

    /// The number of commits.
    public var count: Int { ids.count }

    /// Adds a commit of other columns.
    public mutating func append(_ other: CommitColumns, _ place: Int) {
        ids.append(other.ids[place])
        landed.append(other.landed[place])
        committedDays.append(other.committedDays[place])
        authoredDays.append(other.authoredDays[place])
        developers.append(other.developers[place])
        marks.append(other.marks[place])
    }

    /// Adds all commits of other columns.
    public mutating func append(_ other: CommitColumns) {
        ids += other.ids
        landed += other.landed
        committedDays += other.committedDays
        authoredDays += other.authoredDays
        developers += other.developers
        marks += other.marks
    }

    /// The commits that had landed by a moment.
    public func landed(by limit: Instant) -> CommitColumns {
        let last = limit.milliseconds / 1000
        guard landed.contains(where: { $0 > last }) else { return self }
        var some = CommitColumns()
        for place in ids.indices where landed[place] <= last { some.append(self, place) }
        return some
    }

    /// The week in which a commit landed.
    public func week(of place: Int) -> Week { Instant(seconds: landed[place]).week }
}

/// A developer, by a digest of the address: addresses themselves are kept nowhere.
public struct DeveloperID: Hashable, Sendable {
    /// The first eight bytes of the digest.
    public let high: UInt64
    /// The next eight.
    public let low: UInt64

    /// A developer of a digest.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// What a reading of one repository brought: its new commits, or all of them anew.
public struct CommitBlock: Sendable {
    /// The repository.
    public var repository: RepositoryName
    /// Whose series its weeks are.
    public var source: String
    /// The newest commit of its default branch, 40 hexadecimal digits.
    public var tip: String
    /// The newest commit when it was last read, on top of whose history the commits come; nil when they stand in place of
    /// all that is known.
    public var previousTip: String?
    /// Whether the commits come on top of those that are known.
    public var isContinued: Bool { previousTip != nil }
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
        developers: [DeveloperID]
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
    }
}

/// What is known of a repository's commits as a whole.
public struct CommitHistory: Hashable, Sendable {
    /// Its number in the store.
    public var entity: Int32
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
    /// The developers, by number, who land commits at a rate no person does.
    public var programs: Set<Int32>

    /// A history.
    public init(
        entity: Int32,
        repository: String,
        tip: String,
        mailmap: UInt64,
        upstream: String?,
        covered: Week,
        newest: Int64,
        count: Int,
        wasRewritten: Bool,
        readings: Int,
        programs: Set<Int32>
    ) {
        self.entity = entity
        self.repository = repository
        self.tip = tip
        self.mailmap = mailmap
        self.upstream = upstream
        self.covered = covered
        self.newest = newest
        self.count = count
        self.wasRewritten = wasRewritten
        self.readings = readings
        self.programs = programs
    }
}
