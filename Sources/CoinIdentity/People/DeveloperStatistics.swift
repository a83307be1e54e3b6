public import CoinModel

/// The developers of a coin.
///
/// This is the only place where developers are united over a coin's repositories; they are never summed.
public struct DeveloperStatistics {
    /// One repository's commits, those that are another's marked.
    public struct Part {
        let commits: [CommitRecord]
        let automatedAuthors: Set<Int32>
        let wasRewritten: Bool

        /// A repository's commits, with developers by numbers that hold for all parts, its automated authors, and whether
        /// its branch was ever rewritten.
        public init(commits: [CommitRecord], automatedAuthors: Set<Int32>, wasRewritten: Bool) {
            self.commits = commits
            self.automatedAuthors = automatedAuthors
            self.wasRewritten = wasRewritten
        }
    }

    /// A commit that counts, of a developer only where that is a person, and its part, week and day of landing.
    private typealias Counted = (commit: CommitRecord, part: Int, weeksBack: Int, day: Int32)

    /// What one developer did in each week, the newest first: the commits, and the days with any as bits; and the days of the
    /// last 28 on which they wrote what counts.
    private struct Developer {
        var weeks = Array(repeating: (commits: 0, days: UInt8(0)), count: DeveloperStatistics.weeks)
        var authoredDays: UInt32 = 0

        mutating func add(_ counted: Counted, upTo last: Int32) {
            weeks[counted.weeksBack].commits += 1
            weeks[counted.weeksBack].days |= 1 << ((last - counted.day) % 7)
            let written = counted.commit.authoredDay
            if (last - 27...last).contains(written) { authoredDays |= 1 << (last - written) }
        }

        func days(in range: Range<Int>) -> Int { weeks[range].reduce(0) { $0 + $1.days.nonzeroBitCount } }
    }

    private let newest: Week
    private var counted: [Counted] = []
    private var inherited = 0
    private var wasRewritten = false

    private static let recent = 0..<12
    private static let base = 12..<52
    private static let year = 0..<52
    private static let weeks = 53

    /// Unites repositories over the weeks that end with one.
    public init(_ parts: [Part], newest: Week) {
        self.newest = newest
        for (number, part) in parts.enumerated() {
            wasRewritten = wasRewritten || part.wasRewritten
            for commit in part.commits {
                let day = Instant(seconds: commit.landed).day
                let weeksBack = Week(containing: day).distance(to: newest)
                guard (0..<DeveloperStatistics.weeks).contains(weeksBack) else { continue }
                if commit.flags.contains(.inherited) {
                    if DeveloperStatistics.year.contains(weeksBack) { inherited += 1 }
                    continue
                }
                let isPerson =
                    commit.flags.isDisjoint(with: [.bot, .agent, .merge, .twin])
                    && !part.automatedAuthors.contains(commit.developer)
                var commit = commit
                if !isPerson { commit.developer = -1 }
                counted.append((commit, number, weeksBack, day.index))
            }
        }
    }

    /// What is known; in time linear in the commits on average.
    public var facts: DeveloperFacts {
        var facts = DeveloperFacts(weeks: DeveloperStatistics.weeks)
        let developers = developers
        for developer in developers {
            for (weeksBack, week) in developer.weeks.enumerated() where week.commits > 0 {
                let days = week.days.nonzeroBitCount
                facts.developers[weeksBack] += 1
                facts.developerDays[weeksBack] += Double(days)
                guard DeveloperStatistics.recent.contains(weeksBack) else { continue }
                facts.largestWeek = max(facts.largestWeek, week.commits)
                facts.largestWeekDays = max(facts.largestWeekDays, days)
            }
        }
        let isRecent = developers.map { $0.days(in: DeveloperStatistics.recent) > 0 }
        let isBase = developers.map { $0.days(in: DeveloperStatistics.base) > 0 }
        facts.recentDevelopers = isRecent.count { $0 }
        facts.yearDevelopers = zip(isRecent, isBase).count { $0 || $1 }
        facts.newcomers = zip(isRecent, isBase).count { $0 && !$1 }
        facts.leavers = zip(isRecent, isBase).count { !$0 && $1 }
        facts.fullTime = developers.count { $0.authoredDays.nonzeroBitCount >= 10 }
        facts.partTime = developers.count { (1..<10).contains($0.authoredDays.nonzeroBitCount) }
        let days = developers.map { $0.days(in: DeveloperStatistics.year) }.filter { $0 > 0 }
        facts.topShare = days.max().map { Double($0) / Double(days.reduce(0, +)) }
        facts.halfContributors = fewest(withHalfOf: days)
        let spans = facts.halfOfSpans.indices.map { span in
            let weeks = DeveloperStatistics.recent.count * span..<DeveloperStatistics.recent.count * (span + 1)
            return developers.map { $0.days(in: weeks) }
        }
        facts.halfOfSpans = spans.map(fewest)
        facts.earlierDevelopers = spans[1].count { $0 > 0 }
        facts.retained = zip(spans[0], spans[1]).count { $0 > 0 && $1 > 0 }
        facts.inheritedCommits = inherited
        let year = counted.filter { DeveloperStatistics.year.contains($0.weeksBack) }
        facts.flags = ActivityFlag.allCases.filter { holds($0, in: year, developers) }
        return facts
    }

    /// What each developer did.
    private var developers: [Developer] {
        var developers: [Developer] = []
        var places: [Int32: Int] = [:]
        for counted in counted where counted.commit.developer >= 0 {
            let place = places[counted.commit.developer] ?? developers.count
            if place == developers.count {
                places[counted.commit.developer] = place
                developers.append(Developer())
            }
            developers[place].add(counted, upTo: newest.lastDay.index)
        }
        return developers
    }

    /// The fewest developers who have half of some days.
    private func fewest(withHalfOf days: [Int]) -> Int {
        let total = days.reduce(0, +)
        var (sum, count) = (0, 0)
        for days in days.sorted(by: >) where 2 * sum < total {
            sum += days
            count += 1
        }
        return count
    }

    /// The commits by people of the last 12 weeks in some of the parts, which have repositories of these numbers.
    public func recentWork(in repositories: [Int: Int]) -> [SharedWork.Commit] {
        counted.compactMap { commit, part, weeksBack, _ in
            guard commit.developer >= 0, DeveloperStatistics.recent.contains(weeksBack) else { return nil }
            return repositories[part].map { (commit, $0) }
        }
    }

    private func holds(_ flag: ActivityFlag, in year: [Counted], _ developers: [Developer]) -> Bool {
        switch flag {
        case .rewritten: return wasRewritten
        case .clock: return year.contains { $0.commit.flags.contains(.replacedTime) }
        case .imported: return 4 * year.count { Int64($0.day) - Int64($0.commit.authoredDay) > 365 } > year.count
        case .spam:
            return developers.contains { developer in
                let own = developer.weeks[DeveloperStatistics.year].reduce(0) { $0 + $1.commits }
                return 2 * own > year.count && own > 20 * developer.days(in: DeveloperStatistics.year)
            }
        case .burst:
            return developers.contains { developer in
                developer.weeks[DeveloperStatistics.year].contains { $0.commits > ActivityFlag.mostWeeklyCommits }
            }
        // What was not observed is seen in the weeks of the coin alone.
        case .late: return false
        case .policy:
            let (recent, base) = (merges(DeveloperStatistics.recent), merges(DeveloperStatistics.base))
            guard min(recent.all, base.all) >= 30 else { return false }
            // Over a fifth apart, in whole numbers: 0.9 − 0.7 is none of it, whatever their doubles are.
            return 5 * abs(recent.merges * base.all - base.merges * recent.all) > recent.all * base.all
        }
    }

    /// The commits of some weeks, and how many of them are merges.
    private func merges(_ weeks: Range<Int>) -> (merges: Int, all: Int) {
        let some = counted.filter { weeks.contains($0.weeksBack) }
        return (some.count { $0.commit.flags.contains(.merge) }, some.count)
    }
}
