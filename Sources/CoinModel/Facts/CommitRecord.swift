/// What a commit is, in bits.
public struct CommitFlags: OptionSet, Hashable, Sendable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Flags of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It has two parents or more.
    public static let merge = CommitFlags(rawValue: 1)
    /// Its author is a bot by its name or address.
    public static let bot = CommitFlags(rawValue: 2)
    /// Its landing time stands in for one that is not believed.
    public static let replacedTime = CommitFlags(rawValue: 4)
    /// It changes no file, and is not a merge.
    public static let empty = CommitFlags(rawValue: 8)
    /// Its author is an AI agent by its name or address, and so no bot.
    public static let agent = CommitFlags(rawValue: 16)
    /// Its author is a person whom an AI agent helped, by a co-author trailer or the name.
    public static let assisted = CommitFlags(rawValue: 32)
    /// It repeats work that landed before in its repository; see `markTwins`.
    public static let twin = CommitFlags(rawValue: 64)
    /// It is another repository's, as `CommitOwnership` finds it; never stored.
    public static let inherited = CommitFlags(rawValue: 128)
}

extension CommitFlags {
    /// What authors that are not people's commits have one of.
    public static let programs: CommitFlags = [.bot, .agent]
}

/// A commit of one repository's default branch.
public struct CommitRecord: Hashable, Sendable {
    /// The first eight bytes of its id as a number.
    ///
    /// Among a million commits two agree in them with a probability of 3 · 10⁻⁸.
    public var id: UInt64
    /// When it landed on the default branch, in seconds since 1970; the committer time where a log leaves it open.
    public var landed: Int64
    /// The id, as in `id`, of the first-parent commit that brought it onto the default branch: its own for a commit of that
    /// chain; 0 where unknown, as in a log.
    public var landingID: UInt64
    /// The UTC day of its committer time; days beyond 32 bits are the outermost ones.
    public var committedDay: Int32
    /// The UTC day of its author time; days beyond 32 bits are the outermost ones.
    public var authoredDay: Int32
    /// Who authored it, as a number whose meaning the owner of the commits has; −1 for none.
    public var developer: Int32
    /// What it is.
    public var flags: CommitFlags
    /// The digest of its author, author instant and subject, by which commits of different ids are one piece of work; 0 for
    /// none.
    public var work: UInt64

    /// A commit of these facts.
    public init(
        id: UInt64,
        landed: Int64,
        landingID: UInt64,
        committedDay: Int32,
        authoredDay: Int32,
        developer: Int32,
        flags: CommitFlags,
        work: UInt64
    ) {
        self.id = id
        self.landed = landed
        self.landingID = landingID
        self.committedDay = committedDay
        self.authoredDay = authoredDay
        self.developer = developer
        self.flags = flags
        self.work = work
    }

    /// The week in which it landed.
    public var week: Week { Instant(seconds: landed).week }
}

extension [CommitRecord] {
    /// The commits that had landed by a moment.
    public func landed(by limit: Instant) -> [CommitRecord] { filter { $0.landed <= limit.milliseconds / 1000 } }

    /// Marks the commits that repeat work that landed before, as cherry-picks, rebases and backports do; of commits that landed
    /// at one time the one with the smallest id comes first.
    ///
    /// This is the only place where commits of one repository are found to be one piece of work. Linear in the commits.
    ///
    /// - Parameter earlier: commits of the repository that landed before all of these.
    public mutating func markTwins(after earlier: [CommitRecord] = []) {
        let known = Set(earlier.lazy.map(\.work))
        var first: [UInt64: Int] = [:]
        first.reserveCapacity(count)
        for place in indices {
            let commit = self[place]
            self[place].flags.remove(.twin)
            guard commit.work != 0 else { continue }
            guard !known.contains(commit.work) else {
                self[place].flags.insert(.twin)
                continue
            }
            guard let other = first.updateValue(place, forKey: commit.work) else { continue }
            let isLater = (self[other].landed, self[other].id) < (commit.landed, commit.id)
            self[isLater ? place : other].flags.insert(.twin)
            if isLater { first[commit.work] = other }
        }
    }
}

/// A developer, by a digest of the address: addresses themselves are stored nowhere.
public struct DeveloperID: Hashable, Sendable {
    /// The first eight bytes of the digest.
    public let high: UInt64
    /// The next eight.
    public let low: UInt64

    /// A developer of a digest.
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}
