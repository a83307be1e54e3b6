public import CoinModel

/// Counts the commits of one repository by week: those of clones, of logs, and of `assay commits`.
///
/// Merges and bots are within `commits`; developers and developer-days are those of people, so that neither bots nor
/// automated authors (`BurstRule`) are among them. Who merges a branch is no developer of it: a branch that is merged,
/// rebased or squashed brings the same people. Memory: 13 bytes a commit.
public struct WeeklyCommitCounter {
    /// What a week comes to.
    public struct Counts: Hashable, Sendable {
        /// Commits, merges and bots among them.
        public var commits = 0
        /// Commits of two parents or more.
        public var merges = 0
        /// Commits of bots and automated authors.
        public var bots = 0
        /// Those of them that are merges.
        public var botMerges = 0
        /// Distinct people.
        public var developers = 0
        /// Distinct pairs of a person and a UTC day of landing.
        public var developerDays = 0

        /// A week without commits.
        public init() {}
    }

    /// A weekly series of repositories: its metric, its count in a week, and its place in a cross-section.
    public struct Series: Sendable {
        /// Its metric in the store.
        public let metric: Metric
        /// Its count in a week.
        public let count: any KeyPath<Counts, Int> & Sendable
        /// Its place in a cross-section.
        public let matrix: any WritableKeyPath<CrossSection, WeeklyMatrix> & Sendable

        /// The part of a cross-section that it belongs to.
        public var part: SectionParts { metric == .commits ? .commits : .commitKinds }

        /// All of them.
        public static let all = [
            Series(metric: .commits, count: \.commits, matrix: \.commits),
            Series(metric: .merges, count: \.merges, matrix: \.merges),
            Series(metric: .botCommits, count: \.bots, matrix: \.botCommits),
            Series(metric: .botMerges, count: \.botMerges, matrix: \.botMerges),
            Series(metric: .developers, count: \.developers, matrix: \.developers),
            Series(metric: .developerDays, count: \.developerDays, matrix: \.developerDays),
        ]
    }

    private var counted: [(week: Week, counts: Counts)] = []
    private var places: [Week: Int] = [:]
    private var last: (week: Week, place: Int)?
    /// The commits with a known author: the place of the week, who, the days of landing and of writing, and what the author
    /// is.
    private var authored: (places: [Int32], developers: [Int32], days: [Int32], written: [Int32], roles: [Role]) =
        ([], [], [], [], [])

    private enum Role: UInt8 {
        case bot, merger, developer
    }

    /// A counter of no commits yet.
    public init() {}

    /// Counts a commit by the week it counts in, the UTC days of its landing and of its author, and the author's number (−1
    /// for nobody).
    public mutating func add(_ week: Week, day: Int32, written: Int32, developer: Int32, _ flags: CommitFlags) {
        let place = place(of: week)
        counted[place].counts.commits += 1
        if flags.contains(.merge) { counted[place].counts.merges += 1 }
        if flags.contains(.bot) { counted[place].counts.bots += 1 }
        if flags.isSuperset(of: [.bot, .merge]) { counted[place].counts.botMerges += 1 }
        guard developer >= 0 else { return }
        authored.places.append(Int32(place))
        authored.developers.append(developer)
        authored.days.append(day)
        authored.written.append(written)
        authored.roles.append(flags.contains(.bot) ? .bot : flags.contains(.merge) ? .merger : .developer)
    }

    /// Counts commits by the week of their landing.
    public init(_ commits: CommitColumns, where isCounted: (Int) -> Bool = { _ in true }) {
        self.init()
        for place in commits.ids.indices where isCounted(place) {
            let day = Instant(seconds: commits.landed[place]).day
            let (written, developer) = (commits.authoredDays[place], commits.developers[place])
            add(Week(containing: day), day: day.index, written: written, developer: developer, commits.marks[place])
        }
    }

    /// The automated authors among all commits that were added.
    public var automatedAuthors: Set<Int32> { BurstRule.automatedAuthors(authored.developers, authored.written) }

    /// The weeks that have commits, given the automated authors of the repository's whole history; linear in the commits.
    public func weeks(without automated: Set<Int32>) -> [Week: Counts] {
        var weeks = counted.map(\.counts)
        var days: Set<UInt64> = []
        var people: Set<UInt64> = []
        for (index, role) in authored.roles.enumerated() where role != .bot {
            let place = Int(authored.places[index])
            let developer = authored.developers[index]
            if automated.contains(developer) {
                weeks[place].bots += 1
                if role != .developer { weeks[place].botMerges += 1 }
            } else if role == .developer {
                let who = UInt64(developer)
                let day = UInt64(UInt32(bitPattern: authored.days[index]))
                if people.insert(UInt64(place) << 32 | who).inserted { weeks[place].developers += 1 }
                if days.insert(day << 32 | who).inserted { weeks[place].developerDays += 1 }
            }
        }
        return Dictionary(firstOf: zip(counted.map(\.week), weeks))
    }

    private mutating func place(of week: Week) -> Int {
        if let last, last.week == week { return last.place }
        let place = places[week] ?? counted.count
        if place == counted.count {
            places[week] = place
            counted.append((week, Counts()))
        }
        last = (week, place)
        return place
    }
}

extension WeeklyCommitCounter {
    /// The weekly series of a repository, of a log only what its columns allow to count; nil where no week is over.
    public func series(of block: CommitBlock, since first: Week?) -> ObservationBlock? {
        let weeks = weeks(without: automatedAuthors)
        // From the first week that ever had commits; an observed week without any is all zeros, also where a rewritten
        // branch lost those that it had.
        guard let first = [weeks.keys.min(), first].compactMap({ $0 }).min(), first <= block.covered else { return nil }
        // Where no week has both merges and bots' commits, none is both.
        let mayOverlap = weeks.values.contains { $0.merges > 0 && $0.bots > 0 }
        let series = Series.all.filter { series in
            (block.log?.metrics.contains(series.metric) ?? true) && (mayOverlap || series.metric != .botMerges)
        }
        var observations = ObservationBlock(source: block.source, resolution: .week, metrics: series.map(\.metric))
        observations.subjects = [.repository(block.repository)]
        for step in 0...first.distance(to: block.covered) {
            let week = first.advanced(by: step)
            let counts = weeks[week] ?? Counts()
            observations.subjectIndex.append(0)
            observations.times.append(Int64(week.index))
            observations.lines.append(Int32(block.log?.line ?? 0))
            for (column, series) in series.enumerated() {
                observations.values[column].append(Double(counts[keyPath: series.count]))
            }
        }
        return observations
    }
}
