/// The end of a history: only with it the commits reported before are complete.
public struct HistorySummary: Codable, Hashable, Sendable {
    /// How many commits were reported.
    public var commits: Int
    /// How many developers were reported.
    public var developers: Int
    /// The landing time of the newest commit in seconds since 1970; nil for a repository without commits.
    public var newest: Int64?
    /// Whether the repository has a `.mailmap` that its partial clone does not hold.
    public var lacksMailmap: Bool
    /// The id of the newest commit of the default branch, on which all that is reported depends; empty without commits.
    public var tip = ""
    /// How many commits of the first-parent chain landed after the moment that was asked for.
    public var later = 0
    /// The address of the clone's remote `origin`; empty without one.
    public var origin = ""
    /// The address of its remote `upstream`, the project that it was forked from; empty without one.
    public var upstream = ""
    /// What stands for its `.mailmap`: the first eight bytes of the file's id, 0 without one.
    public var mailmap: UInt64 = 0
    /// The first eight bytes of the ids of the reported commits without a parent.
    public var roots: [UInt64] = []
    /// Whether the repository has grafts or replacements of commits, which are not read.
    public var hasReplacements = false
    /// Whether only new commits were reported, because the branch goes on from the known ones.
    public var isContinued = false

    /// The tags that name releases of the branch.
    public var releases: [ReleaseTag] = []
    /// Why tags could not be read; empty where they were.
    public var tagFault = ""

    /// A summary.
    public init(commits: Int, developers: Int = 0, newest: Int64?, lacksMailmap: Bool = false) {
        self.commits = commits
        self.developers = developers
        self.newest = newest
        self.lacksMailmap = lacksMailmap
    }
}

/// A tag that names a release.
public struct ReleaseTag: Codable, Hashable, Sendable {
    /// The first eight bytes of its commit's id.
    public var commit: UInt64
    /// When it was tagged, in seconds since 1970; nil where the tag does not say so.
    public var tagged: Int64?

    /// A tag of a commit.
    public init(commit: UInt64, tagged: Int64?) {
        self.commit = commit
        self.tagged = tagged
    }

    /// Whether a tag's name, in UTF-8, says that it is a release.
    ///
    /// This is the only place that says which do: a name of at most 250 bytes that has a digit, and in which none of the words
    /// alpha, beta, rc, pre and dev begins.
    public static func namesRelease(_ name: some Collection<UInt8>) -> Bool {
        let name = name.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        guard name.count <= longestName, name.contains(where: { (48...57).contains($0) }) else { return false }
        return !beforehand.contains { word in
            name.indices.contains { start in
                let isBegin = start == 0 || !(97...122).contains(name[start - 1])
                return isBegin && name[start...].starts(with: word)
            }
        }
    }

    private static let longestName = 250
    private static let beforehand = ["alpha", "beta", "rc", "pre", "dev"].map { Array($0.utf8) }
}
