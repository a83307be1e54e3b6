public import CoinModel

/// Counts the commits of one repository by week: those of clones, of logs, and of `assay commits`.
///
/// Merges, bots and agents are within `commits`; developers and developer-days are those of people, so that neither bots
/// nor agents nor automated authors (`BurstRule`) are among them. Who merges a branch is not a developer of it: a branch that is merged,
/// rebased or squashed brings the same people. Memory: 20 bytes a commit.
public struct WeeklyCommitCounter {
    /// What a week comes to.
    public struct Counts: Hashable, Sendable {
        /// Commits, merges, bots and agents among them.
        public var commits = 0
        /// Commits of two parents or more.
        public var merges = 0
        /// Commits of bots and automated authors.
        public var bots = 0
        /// Commits of AI agents.
        public var agents = 0
        /// Those of bots and agents that are merges.
        public var botMerges = 0
        /// Commits by people: neither merges nor bots' or agents', each piece of work once.
        public var people = 0
        /// Those of them that an AI agent helped with.
        public var assisted = 0
        /// Distinct people.
        public var developers = 0
        /// Distinct people whom co-author trailers name, where those were read; they are not developers by that.
        public var coauthors = 0
        /// Distinct pairs of a person and a UTC day of landing.
        public var developerDays = 0

        /// Merges, and commits of bots and agents.
        fileprivate var others: Int { merges + bots + agents - botMerges }

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
            Series(metric: .agentCommits, count: \.agents, matrix: \.agentCommits),
            Series(metric: .botMerges, count: \.botMerges, matrix: \.botMerges),
            Series(metric: .commitsByPeople, count: \.people, matrix: \.commitsByPeople),
            Series(metric: .developers, count: \.developers, matrix: \.developers),
            Series(metric: .developerDays, count: \.developerDays, matrix: \.developerDays),
        ]
    }

    private var counted: [(week: Week, counts: Counts)] = []
    private var places: [Week: Int] = [:]
    private var last: (week: Week, place: Int)?
    /// The commits with a known author: the place of the week, who, the days of landing and of writing, and what the author
    /// is.
    private var authored: [(place: Int32, developer: Int32, day: Int32, written: Int32, role: Role)] = []

    private enum Role: UInt8 {
        case bot, agent, merger, repeater, developer
    }

    /// A counter of no commits yet.
    public init() {}

    /// Counts a commit by the week it counts in, the UTC days of its landing and of its author, and the author's number (−1
    /// for none).
    public mutating func add(_ week: Week, day: Int32, written: Int32, developer: Int32, _ flags: CommitFlags) {
        let place = place(of: week)
        counted[place].counts.commits += 1
        if flags.contains(.merge) { counted[place].counts.merges += 1 }
        if flags.contains(.bot) { counted[place].counts.bots += 1 }
        if flags.contains(.agent) { counted[place].counts.agents += 1 }
        let isProgram = !flags.isDisjoint(with: .programs)
        if isProgram, flags.contains(.merge) { counted[place].counts.botMerges += 1 }
        let isWork = !isProgram && flags.isDisjoint(with: [.merge, .twin])
        if isWork { counted[place].counts.people += 1 }
        if isWork, flags.contains(.assisted) { counted[place].counts.assisted += 1 }
        guard developer >= 0 else { return }
        var role: Role = flags.contains(.merge) ? .merger : flags.contains(.twin) ? .repeater : .developer
        if isProgram { role = flags.contains(.agent) ? .agent : .bot }
        authored.append((Int32(place), developer, day, written, role))
    }

    /// Counts commits by the week of their landing.
    public init(_ commits: [CommitRecord]) {
        self.init()
        for commit in commits {
            let day = Instant(seconds: commit.landed).day
            let (written, developer) = (commit.authoredDay, commit.developer)
            add(Week(containing: day), day: day.index, written: written, developer: developer, commit.flags)
        }
    }

    /// The automated authors among all commits that were added.
    public var automatedAuthors: Set<Int32> {
        BurstRule.automatedAuthors(authored.lazy.filter { $0.role != .agent }.map { ($0.developer, $0.written) })
    }

    /// The weeks that have commits, given the automated authors of the repository's whole history; linear in the commits.
    public func weeks(without automated: Set<Int32>) -> [Week: Counts] {
        var weeks = counted.map(\.counts)
        var days: Set<UInt64> = []
        var people: Set<UInt64> = []
        days.reserveCapacity(authored.count)
        for (week, developer, day, _, role) in authored where role != .bot && role != .agent {
            let place = Int(week)
            if automated.contains(developer) {
                weeks[place].bots += 1
                if role == .merger { weeks[place].botMerges += 1 }
                if role == .developer { weeks[place].people -= 1 }
            } else if role == .developer {
                let who = UInt64(developer)
                let landed = UInt64(UInt32(bitPattern: day))
                if people.insert(UInt64(place) << 32 | who).inserted { weeks[place].developers += 1 }
                if days.insert(landed << 32 | who).inserted { weeks[place].developerDays += 1 }
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
        // Where no week has both merges and bots' or agents' commits, none is both.
        var left: Set<Metric> = []
        if !weeks.values.contains(where: { $0.merges > 0 && $0.bots + $0.agents > 0 }) { left.insert(.botMerges) }
        if !weeks.values.contains(where: { $0.agents > 0 }) { left.insert(.agentCommits) }
        // Where the other counts give them, commits by people need none of their own.
        if weeks.values.allSatisfy({ $0.others + $0.people == $0.commits }) { left.insert(.commitsByPeople) }
        let series = Series.all.filter { series in
            (block.log?.metrics.contains(series.metric) ?? true) && !left.contains(series.metric)
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
