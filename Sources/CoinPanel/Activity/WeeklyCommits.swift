public import CoinModel

/// Commits counted by the week of their landing.
///
/// Merges and bots are within `commits`; developers and developer-days are those of people, so that neither bots nor
/// developers that the burst rule takes for programs are among them. Who merges a branch is no developer of it: a branch
/// that is merged, rebased or squashed brings the same people.
public struct WeeklyCommits {
    /// What a week comes to.
    public struct Counts: Hashable, Sendable {
        /// Commits, merges and bots among them.
        public var commits = 0
        /// Commits of two parents or more.
        public var merges = 0
        /// Commits of programs.
        public var bots = 0
        /// Distinct people.
        public var developers = 0
        /// Distinct pairs of a person and a UTC day of landing.
        public var developerDays = 0

        /// A week without commits.
        public init() {}
    }

    /// The weeks that have commits.
    public private(set) var weeks: [Week: Counts] = [:]

    /// Counts commits.
    ///
    /// - Parameters:
    ///   - commits: commits of a repository; developers by number, −1 for nobody.
    ///   - automatedAuthors: the developers that the burst rule takes for programs.
    ///   - isCounted: whether a commit, by its place, is to be counted.
    /// - Complexity: O(n log n).
    public init(_ commits: CommitColumns, automatedAuthors: Set<Int32>, where isCounted: (Int) -> Bool = { _ in true })
    {
        let days = commits.landed.map { Instant(seconds: $0).day }
        var presences: [UInt64] = []
        var last: (week: Week, counts: Counts)?
        for place in commits.ids.indices where isCounted(place) {
            let week = Week(containing: days[place])
            if last?.week != week {
                if let last { weeks[last.week] = last.counts }
                last = (week, weeks[week] ?? Counts())
            }
            let developer = commits.developers[place]
            let marks = commits.marks[place]
            last?.counts.commits += 1
            if marks.contains(.merge) { last?.counts.merges += 1 }
            if marks.contains(.bot) || automatedAuthors.contains(developer) {
                last?.counts.bots += 1
            } else if developer >= 0, !marks.contains(.merge) {
                presences.append(UInt64(UInt32(bitPattern: days[place].index)) << 32 | UInt64(UInt32(developer)))
            }
        }
        if let last { weeks[last.week] = last.counts }
        add(presences)
    }

    /// Adds pairs of a day, in the higher half, and a person.
    private mutating func add(_ presences: [UInt64]) {
        let days = Set(presences)
        var people = Set<UInt64>(minimumCapacity: days.count)
        for presence in days {
            let week = Week(containing: Day(index: Int32(bitPattern: UInt32(presence >> 32))))
            weeks[week]?.developerDays += 1
            let person = UInt64(UInt32(bitPattern: week.index)) << 32 | presence & 0xffff_ffff
            if people.insert(person).inserted { weeks[week]?.developers += 1 }
        }
    }
}
