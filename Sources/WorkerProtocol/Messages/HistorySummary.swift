/// What closes a history: only with it are the commits told before it complete.
public struct HistorySummary: Hashable, Sendable {
    /// How many commits were told.
    public var commits: Int
    /// How many developers were told.
    public var developers: Int
    /// The landing time of the newest commit in seconds since 1970; nil for a repository without commits.
    public var newest: Int64?
    /// Whether the repository has a `.mailmap` that its partial clone does not hold.
    public var lacksMailmap: Bool
    /// The id of the newest commit of the default branch, on which all that is told depends; empty without commits.
    public var tip = ""
    /// Where the clone says that it came from; empty where it does not.
    public var origin = ""
    /// Where it says that its project comes from, its remote `upstream`; empty where it does not.
    public var upstream = ""
    /// What stands for its `.mailmap`: the first eight bytes of the file's id, 0 without one.
    public var mailmap: UInt64 = 0
    /// The first eight bytes of the ids of those told commits that have no parent.
    public var roots: [UInt64] = []
    /// Whether only what is new was told, because the branch goes on from what was known.
    public var isContinued = false

    /// A summary.
    public init(commits: Int, developers: Int = 0, newest: Int64?, lacksMailmap: Bool = false) {
        self.commits = commits
        self.developers = developers
        self.newest = newest
        self.lacksMailmap = lacksMailmap
    }
}

extension HistorySummary: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(commits, developers, newest, lacksMailmap, tip, origin, upstream, mailmap, roots, isContinued)
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        (commits, developers, newest, lacksMailmap, tip, origin, upstream, mailmap, roots, isContinued) =
            try wire.values()
    }
}
