/// Facts of some commits, a column each.
public struct CommitBatch: Codable, Hashable, Sendable {
    /// What a commit is.
    public struct Flags: OptionSet, Codable, Hashable, Sendable {
        /// The flags as bits.
        public let rawValue: UInt8

        /// Flags of these bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// It has two parents or more.
        public static let merge = Flags(rawValue: 1)
        /// Its author is a bot by its name or address.
        public static let bot = Flags(rawValue: 2)
        /// Its landing time stands in for one that is not believed.
        public static let replacedTime = Flags(rawValue: 4)
        /// It has one parent and that one's files, or none and no file.
        public static let empty = Flags(rawValue: 8)
        /// Its author is an AI agent by its name or address.
        public static let agent = Flags(rawValue: 16)
        /// Its author is a person whom an AI agent helped, by a co-author trailer or the name.
        public static let assisted = Flags(rawValue: 32)
    }

    /// What every commit is.
    public var flags: [Flags] = []
    /// Committer times in seconds since 1970, as they stand in the commits.
    public var committed: [Int64] = []
    /// Landing times: the committer time of the first-parent commit that brought each onto the default branch.
    public var landed: [Int64] = []
    /// The first eight bytes of the ids of those first-parent commits.
    public var landingIDs: [UInt64] = []
    /// Author times, as they stand in the commits.
    public var authored: [Int64] = []
    /// Who authored each: a place in the list of developers that was sent before.
    public var developers: [UInt32] = []
    /// The digests of author, author instant and subject, 0 for none.
    public var works: [UInt64] = []
    /// The first eight bytes of the ids.
    public var ids: [UInt64] = []
    /// The people whom co-author trailers name, as digests of their identities, one commit's after another's.
    public var coauthors: [UInt64] = []
    /// The commit of each of them: a place in this batch.
    public var coauthored: [UInt32] = []

    /// No commits yet.
    public init() {}

    /// The number of commits.
    public var count: Int { flags.count }

    /// How many commits a batch holds at most.
    public static let capacity = 8192
    /// In the place of a developer: the commit names none.
    public static let noDeveloper = UInt32.max
}

extension CommitBatch.Flags: WireNumber {}

extension CommitBatch {
    /// Whether all columns are of one length, and it is no longer than a batch may be.
    var isConsistent: Bool {
        let counts = [committed.count, landed.count, landingIDs.count, authored.count, developers.count, works.count]
        return count <= CommitBatch.capacity && counts.allSatisfy { $0 == count } && ids.count == count
            && coauthors.count == coauthored.count && coauthored.allSatisfy { $0 < count }
    }
}

/// A part of the answer to a request for a history.
public enum HistoryMessage: Codable, Hashable, Sendable {
    /// Developers in the order in which batches number them: each an address as `DeveloperAddress` has it, or, where there
    /// is none, a name in lower case with `<>` behind it.
    case developers([[UInt8]])
    /// Facts of some commits.
    case commits(CommitBatch)
}
