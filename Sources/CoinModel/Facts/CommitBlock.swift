/// How far a source identifies who authored commits.
public enum DeveloperScope: Int, Sendable {
    /// Not enough to count people: authors, or when they wrote, are left out.
    case unnamed = 0
    /// Authors by a name or number that has a meaning in the repository only.
    case repository = 1
    /// Authors by their addresses, which mean the same person everywhere.
    case everywhere = 2
}

/// What a reading of one repository brought: its new commits, or all of them.
public struct CommitBlock: Sendable {
    /// The repository.
    public var repository: RepositoryName
    /// The source whose series its weeks are.
    public var source: String
    /// The newest commit of its default branch, 40 hexadecimal digits; empty for a log.
    public var tip = ""
    /// The newest commit when it was last read, on top of whose history the commits come; nil when they stand in place of
    /// all that is stored, or beside it.
    public var previousTip: String?
    /// What a log adds to its commits; nil for a clone.
    public var log: Log?
    /// What else is said of a clone whose commits were counted without the store; nil where the store was at hand.
    public var elsewhere: Elsewhere?
    /// How far their authors are identified.
    public var scope = DeveloperScope.everywhere
    /// Whether the branch was rewritten, so that stored commits are gone from it.
    public var isRewritten = false
    /// The repository that it says to come from, whose commits are never its own.
    public var upstream: RepositoryName?
    /// What stands for the rules by which addresses became developers.
    public var mailmap: UInt64 = 0
    /// The first eight bytes of the ids of commits without a parent: repositories share commits only where they share
    /// one of these.
    public var roots: [UInt64] = []
    /// The tags that name releases, by the first eight bytes of the commit's id and the moment of tagging in seconds since
    /// 1970, nil where the tag does not say so; nil where tags were not read.
    public var releases: [(commit: UInt64, tagged: Int64?)]?
    /// The last week that was over when the repository was taken.
    public var covered: Week
    /// The commits; developers are places in `developers`.
    public var commits: [CommitRecord]
    /// Who they are.
    public var developers: [DeveloperID]

    /// What is reported by a log: stored commits that it does not name stay, and the committer's time stands in for the
    /// landing, which it does not know.
    public struct Log: Hashable, Sendable {
        /// What can be counted with its columns.
        public var metrics: [Metric]
        /// Whether its ids identify commits; the ids are 0 otherwise, and only weeks can be stored.
        public var namesCommits: Bool
        /// The last line of its file that is about the repository.
        public var line: Int
        /// The week when the repository was looked at first, if it says so: its weeks without commits are 0 from then on.
        public var since: Week?

        /// A log with these columns.
        public init(metrics: [Metric], namesCommits: Bool, line: Int) {
            (self.metrics, self.namesCommits, self.line) = (metrics, namesCommits, line)
        }
    }

    /// What is said of a clone that was counted without the store, to be compared with what is stored.
    public struct Elsewhere: Hashable, Sendable {
        /// The name that its folder had, where its origin has another one; nil for one name.
        public var formerName: RepositoryName?
        /// Whether commits that landed after it was observed are left out.
        public var isCut: Bool

        /// A clone counted elsewhere.
        public init(formerName: RepositoryName?, isCut: Bool) {
            self.formerName = formerName
            self.isCut = isCut
        }
    }

    /// Commits of a repository, as those of a log or of a clone read for the first time.
    public init(
        repository: RepositoryName,
        source: String,
        covered: Week,
        commits: [CommitRecord],
        developers: [DeveloperID]
    ) {
        (self.repository, self.source, self.covered) = (repository, source, covered)
        (self.commits, self.developers) = (commits, developers)
    }

    /// The block as it would have been had its repository been read at the end of a day: commits that landed by then.
    public func observed(by day: Day) -> CommitBlock {
        var block = self
        block.commits = commits.landed(by: Instant(lastSecondOf: day))
        block.covered = min(covered, AsOf.day(day).lastCompleteWeek)
        return block
    }

    /// Whether the commits come on top of those that are stored.
    public var isContinued: Bool { previousTip != nil }
    /// Whether they are those of a log.
    public var isLog: Bool { log != nil }
}
