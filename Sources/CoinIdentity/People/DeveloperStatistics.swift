public import CoinModel

/// The developers of a coin.
///
/// This is the only place where developers are united over a coin's repositories; they are never summed.
public struct DeveloperStatistics {
    /// One repository's commits, and which of them are another repository's.
    public struct Part {
        let commits: CommitColumns
        let areInherited: [Bool]?
        let automatedAuthors: Set<Int32>
        let wasRewritten: Bool

        /// A repository's commits, with developers by numbers that hold for all parts, which of them are another's, nil
        /// for none, its automated authors, and whether its branch was ever rewritten.
        public init(commits: CommitColumns, areInherited: [Bool]?, automatedAuthors: Set<Int32>, wasRewritten: Bool) {
            (self.commits, self.areInherited) = (commits, areInherited)
            (self.automatedAuthors, self.wasRewritten) = (automatedAuthors, wasRewritten)
        }
    }

    /// A commit that counts.
    private struct Commit {
        let part: Int
        let id: UInt64
        let work: UInt64
        let ago: Int
        let day: Int32
        let developer: Int32
        let authoredDay: Int32
        let marks: CommitFlags
    }

    private let newest: Week
    private var commits: [Commit] = []
    private var inherited = 0
    private var wasRewritten = false
    /// The commits of each developer in each week, as developer · 53 + weeks ago.
    private var weekly: [Int64: Int] = [:]

    private static let recent = 0..<12
    private static let base = 12..<52
    private static let weeks = 53

    /// Unites repositories over the weeks that end with one.
    public init(_ parts: [Part], newest: Week) {
        self.newest = newest
        for (number, part) in parts.enumerated() {
            wasRewritten = wasRewritten || part.wasRewritten
            for place in part.commits.ids.indices {
                let day = Instant(seconds: part.commits.landed[place]).day
                let ago = Week(containing: day).distance(to: newest)
                guard (0..<DeveloperStatistics.weeks).contains(ago) else { continue }
                if part.areInherited?[place] == true {
                    if ago < DeveloperStatistics.base.upperBound { inherited += 1 }
                    continue
                }
                let marks = part.commits.marks[place]
                let developer = part.commits.developers[place]
                let isPerson =
                    developer >= 0 && marks.isDisjoint(with: [.bot, .agent, .merge, .twin])
                    && !part.automatedAuthors.contains(developer)
                let (who, authored) = (isPerson ? developer : -1, part.commits.authoredDays[place])
                commits.append(
                    Commit(
                        part: number,
                        id: part.commits.ids[place],
                        work: part.commits.works[place],
                        ago: ago,
                        day: day.index,
                        developer: who,
                        authoredDay: authored,
                        marks: marks
                    )
                )
                if isPerson { weekly[Int64(who) * Int64(DeveloperStatistics.weeks) + Int64(ago), default: 0] += 1 }
            }
        }
    }

    /// What is known, in time linear in the commits on average.
    public var facts: DeveloperFacts {
        var facts = DeveloperFacts(weeks: DeveloperStatistics.weeks)
        var days: Set<Int64> = []
        var seen: Set<Int64> = []
        var daysOfYear: [Int32: Int] = [:]
        var daysOfWeek: [Int64: Int] = [:]
        var daysOfSpans: [[Int32: Int]] = facts.halfOfSpans.map { _ in [:] }
        var (recent, base): (Set<Int32>, Set<Int32>) = ([], [])
        for commit in commits where commit.developer >= 0 {
            let who = Int64(commit.developer) << 32
            if days.insert(who | Int64(UInt32(bitPattern: commit.day))).inserted {
                facts.developerDays[commit.ago] += 1
                if commit.ago < DeveloperStatistics.base.upperBound { daysOfYear[commit.developer, default: 0] += 1 }
                let span = commit.ago / DeveloperStatistics.recent.count
                if daysOfSpans.indices.contains(span) { daysOfSpans[span][commit.developer, default: 0] += 1 }
                if DeveloperStatistics.recent.contains(commit.ago) {
                    daysOfWeek[who | Int64(commit.ago), default: 0] += 1
                }
            }
            if seen.insert(who | Int64(commit.ago)).inserted { facts.developers[commit.ago] += 1 }
            if DeveloperStatistics.recent.contains(commit.ago) { recent.insert(commit.developer) }
            if DeveloperStatistics.base.contains(commit.ago) { base.insert(commit.developer) }
        }
        facts.recentDevelopers = recent.count
        facts.yearDevelopers = recent.union(base).count
        facts.newcomers = recent.subtracting(base).count
        facts.leavers = base.subtracting(recent).count
        let active = activeAuthorDays.values
        facts.fullTime = active.count { $0 >= 10 }
        facts.partTime = active.count { $0 < 10 }
        let total = daysOfYear.values.reduce(0, +)
        facts.topShare = daysOfYear.values.max().map { Double($0) / Double(total) }
        facts.halfContributors = fewest(withHalfOf: daysOfYear)
        facts.halfOfSpans = daysOfSpans.map(fewest)
        facts.earlierDevelopers = daysOfSpans[1].count
        facts.retained = daysOfSpans[1].keys.count { daysOfSpans[0][$0] != nil }
        facts.inheritedCommits = inherited
        facts.largestWeek = largestWeek(of: DeveloperStatistics.recent)
        facts.largestWeekDays = daysOfWeek.values.max() ?? 0
        let year = commits.filter { $0.ago < DeveloperStatistics.base.upperBound }
        facts.flags = ActivityFlag.allCases.filter { holds($0, in: year) }
        return facts
    }

    /// The fewest developers who have half of some days.
    private func fewest(withHalfOf days: [Int32: Int]) -> Int {
        let total = days.values.reduce(0, +)
        var (sum, count) = (0, 0)
        for days in days.values.sorted(by: >) where 2 * sum < total {
            sum += days
            count += 1
        }
        return count
    }

    /// The commits by people of the last 12 weeks in some of the parts, which have repositories of these numbers.
    public func recentWork(in repositories: [Int: Int]) -> [SharedWork.Commit] {
        commits.compactMap { commit in
            guard commit.developer >= 0, DeveloperStatistics.recent.contains(commit.ago),
                let repository = repositories[commit.part]
            else { return nil }
            return SharedWork.Commit(
                id: commit.id,
                work: commit.work,
                developer: commit.developer,
                day: commit.day,
                repository: repository
            )
        }
    }

    /// The most commits of one developer in one of some weeks.
    private func largestWeek(of weeks: Range<Int>) -> Int {
        weekly.filter { weeks.contains(Int($0.key % Int64(DeveloperStatistics.weeks))) }.values.max() ?? 0
    }

    /// The author days of each developer in the 28 days that end with the newest week.
    private var activeAuthorDays: [Int32: Int] {
        let end = newest.lastDay.index
        var days: Set<Int64> = []
        var counts: [Int32: Int] = [:]
        for commit in commits where commit.developer >= 0 && (end - 27...end).contains(commit.authoredDay) {
            if days.insert(Int64(commit.developer) << 32 | Int64(UInt32(bitPattern: commit.authoredDay))).inserted {
                counts[commit.developer, default: 0] += 1
            }
        }
        return counts
    }

    private func holds(_ flag: ActivityFlag, in year: [Commit]) -> Bool {
        switch flag {
        case .rewritten: return wasRewritten
        case .clock: return year.contains { $0.marks.contains(.replacedTime) }
        case .imported: return 4 * year.count { Int64($0.day) - Int64($0.authoredDay) > 365 } > year.count
        case .spam:
            return Dictionary(grouping: year.filter { $0.developer >= 0 }, by: \.developer).values.contains { own in
                2 * own.count > year.count && own.count > 20 * Set(own.map(\.day)).count
            }
        case .burst:
            return largestWeek(of: 0..<DeveloperStatistics.base.upperBound) > ActivityFlag.mostWeeklyCommits
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
        let some = commits.filter { weeks.contains($0.ago) }
        return (some.count { $0.marks.contains(.merge) }, some.count)
    }
}
