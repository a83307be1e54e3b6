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
    /// It changes no file, and is no merge.
    public static let empty = CommitFlags(rawValue: 8)
    /// Its author is an AI agent by its name or address, and so no bot.
    public static let agent = CommitFlags(rawValue: 16)
    /// Its author is a person whom an AI agent helped, by a co-author trailer or the name.
    public static let assisted = CommitFlags(rawValue: 32)
    /// It repeats work that landed before in its repository; see `markTwins`.
    public static let twin = CommitFlags(rawValue: 64)
}

extension CommitFlags {
    /// What authors that are no people's commits have one of.
    public static let programs: CommitFlags = [.bot, .agent]
}

/// Commits of one repository's default branch, in columns of one length.
public struct CommitColumns: Hashable, Sendable {
    /// The first eight bytes of each id as a number.
    ///
    /// Among a million commits two agree in them with a probability of 3 · 10⁻⁸.
    public var ids: [UInt64] = []
    /// When each landed on the default branch, in seconds since 1970; the committer time where a log leaves it open.
    public var landed: [Int64] = []
    /// The id, as in `ids`, of the first-parent commit that brought each onto the default branch: its own for a commit of
    /// that chain; 0 where unknown, as in a log.
    public var landingIDs: [UInt64] = []
    /// The UTC day of each committer time; days beyond 32 bits are the outermost ones.
    public var committedDays: [Int32] = []
    /// The UTC day of each author time; days beyond 32 bits are the outermost ones.
    public var authoredDays: [Int32] = []
    /// Who authored each, as a number whose meaning the owner of the columns knows; −1 for nobody.
    public var developers: [Int32] = []
    /// What each is.
    public var marks: [CommitFlags] = []
    /// The digest of each one's author, author instant and subject, by which commits of different ids are one piece of work;
    /// 0 for none.
    public var works: [UInt64] = []

    /// No commits.
    public init() {}

    /// The number of commits.
    public var count: Int { ids.count }

    /// Adds a commit of other columns.
    public mutating func append(_ other: CommitColumns, _ place: Int) {
        ids.append(other.ids[place])
        landed.append(other.landed[place])
        landingIDs.append(other.landingIDs[place])
        committedDays.append(other.committedDays[place])
        authoredDays.append(other.authoredDays[place])
        developers.append(other.developers[place])
        marks.append(other.marks[place])
        works.append(other.works[place])
    }

    /// Whether a commit has the same facts as one of other columns, but for the time of its landing.
    public func isDuplicate(_ place: Int, as other: CommitColumns, _ otherPlace: Int) -> Bool {
        ids[place] == other.ids[otherPlace] && landingIDs[place] == other.landingIDs[otherPlace]
            && committedDays[place] == other.committedDays[otherPlace]
            && authoredDays[place] == other.authoredDays[otherPlace]
            && developers[place] == other.developers[otherPlace]
            && marks[place] == other.marks[otherPlace] && works[place] == other.works[otherPlace]
    }

    /// Adds all commits of other columns.
    public mutating func append(_ other: CommitColumns) {
        ids += other.ids
        landed += other.landed
        landingIDs += other.landingIDs
        committedDays += other.committedDays
        authoredDays += other.authoredDays
        developers += other.developers
        marks += other.marks
        works += other.works
    }

    /// The commits that had landed by a moment.
    public func landed(by limit: Instant) -> CommitColumns { landed(in: .min...limit.milliseconds / 1000) }

    /// The commits that landed in some weeks.
    public func landed(in weeks: ClosedRange<Week>) -> CommitColumns {
        let end = Instant(startOf: weeks.upperBound.advanced(by: 1).start)
        return landed(in: Instant(startOf: weeks.lowerBound.start).milliseconds / 1000...end.milliseconds / 1000 - 1)
    }

    private func landed(in seconds: ClosedRange<Int64>) -> CommitColumns {
        guard !landed.allSatisfy(seconds.contains) else { return self }
        var some = CommitColumns()
        for place in ids.indices where seconds.contains(landed[place]) { some.append(self, place) }
        return some
    }

    /// The week in which a commit landed.
    public func week(of place: Int) -> Week { Instant(seconds: landed[place]).week }
}

extension CommitColumns {
    /// Marks the commits that repeat work that landed before, as cherry-picks, rebases and backports do; of commits that landed
    /// at one time the one with the smallest id comes first.
    ///
    /// This is the only place where commits of one repository are found to be one piece of work. Linear in the commits.
    ///
    /// - Parameter earlier: commits of the repository that landed before all of these.
    public mutating func markTwins(after earlier: CommitColumns = CommitColumns()) {
        let known = Set(earlier.works)
        var first: [UInt64: Int] = [:]
        for (place, work) in works.enumerated() {
            marks[place].remove(.twin)
            guard work != 0 else { continue }
            guard !known.contains(work) else {
                marks[place].insert(.twin)
                continue
            }
            guard let other = first.updateValue(place, forKey: work) else { continue }
            let isLater = (landed[other], ids[other]) < (landed[place], ids[place])
            marks[isLater ? place : other].insert(.twin)
            if isLater { first[work] = other }
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
