import CoinModel
import Testing

@testable import CoinIdentity

/// Commits by week, counted by hand.
@Suite struct WeeklyCommitCounterTests {
    typealias Counter = WeeklyCommitCounter

    /// The week of 2024-03-17.
    private static let newest = Week(containing: Day(index: 19_799))

    /// Commits as their day counted from the newest week's first, their developer and what they are.
    private func records(_ commits: [(day: Int32, developer: Int32, flags: CommitFlags)]) -> [CommitRecord] {
        commits.enumerated().map { place, commit in
            let day = Self.newest.start.index + commit.day
            return CommitRecord(
                id: UInt64(place + 1),
                landed: Int64(day) * 86_400 + 3_600,
                landingID: UInt64(place + 1),
                committedDay: day,
                authoredDay: day,
                developer: commit.developer,
                flags: commit.flags,
                work: 0
            )
        }
    }

    private func counts(
        _ commits: Int,
        merges: Int = 0,
        bots: Int = 0,
        agents: Int = 0,
        both: Int = 0,
        twins: Int = 0,
        people: Int = 0,
        days: Int = 0
    ) -> Counter.Counts {
        var counts = Counter.Counts()
        (counts.commits, counts.merges, counts.bots, counts.botMerges) = (commits, merges, bots, both)
        counts.agents = agents
        counts.people = commits - merges - bots - agents + both - twins
        (counts.developers, counts.developerDays) = (people, days)
        return counts
    }

    @Test("Weeks count each commit once and developers by day") func weeklyCounts() {
        let commits = records([
            (0, 1, []), (0, 1, []), (6, 1, []), (0, 2, .merge), (0, 3, .bot), (-7, 9, []), (-7, 9, .merge), (1, -1, []),
        ])
        let weeks = Counter(commits).weeks(without: [9])
        #expect(weeks[Self.newest] == counts(6, merges: 1, bots: 1, people: 1, days: 2))
        #expect(weeks[Self.newest.advanced(by: -1)] == counts(2, merges: 1, bots: 2, both: 1))
        #expect(weeks.count == 2)
        #expect(Counter([commits[5]]).weeks(without: []).count == 1)
    }

    @Test("Commits of agents count for neither bots nor people, and their merges are bot merges")
    func agents() throws {
        let commits = records([(0, 1, .agent), (0, 1, [.agent, .merge]), (0, 2, .bot), (0, 3, []), (-7, 3, .merge)])
        let weeks = Counter(commits).weeks(without: [])
        #expect(
            weeks[Self.newest] == counts(4, merges: 1, bots: 1, agents: 2, both: 1, people: 1, days: 1)
        )
        let series = try #require(Counter(commits).series(of: block(commits, covered: 0), since: nil))
        #expect(
            series.metrics
                == [.commits, .merges, .botCommits, .agentCommits, .botMerges, .developers, .developerDays]
        )
        let busy = (0..<10).flatMap { day in Array(repeating: (Int32(day), Int32(4), CommitFlags.agent), count: 51) }
        #expect(Counter(records(busy)).automatedAuthors.isEmpty)
        #expect(BurstRule.automatedAuthors(of: records(busy)).isEmpty)
    }

    @Test("Work that landed earlier counts as a commit but not as one by people")
    func twins() throws {
        let commits = records([(0, 1, []), (0, 2, .twin), (-7, 2, []), (1, 3, .assisted)])
        let weeks = Counter(commits).weeks(without: [])
        var newest = counts(3, twins: 1, people: 2, days: 2)
        newest.assisted = 1
        #expect(weeks[Self.newest] == newest)
        let series = try #require(Counter(commits).series(of: block(commits, covered: 0), since: nil))
        #expect(series.metrics == [.commits, .merges, .botCommits, .commitsByPeople, .developers, .developerDays])
        #expect(read(series) == [1: [1, 0, 0, 1, 1, 1], 0: [3, 0, 0, 2, 2, 2]])
    }

    @Test("Many commits landing at once are not automated if they were authored on many days")
    func pace() {
        var counter = Counter()
        for day in Int32(0)..<370 {
            for _ in 0..<2 { counter.add(Self.newest, day: day / 31, written: day, developer: 1, []) }
        }
        #expect(counter.automatedAuthors.isEmpty)
        for day in Int32(0)..<11 {
            for _ in 0..<(day < 6 ? 51 : 1) { counter.add(Self.newest, day: 0, written: day, developer: 2, []) }
        }
        #expect(counter.automatedAuthors == [2])
    }

    @Test("Automated authors are found among all commits and count as bots") func automatedCommits() {
        let busy = (0..<10).flatMap { day in Array(repeating: (Int32(day), Int32(4), CommitFlags.merge), count: 51) }
        let counter = Counter(records(busy + [(0, 5, [])]))
        #expect(counter.automatedAuthors == [4])
        #expect(
            counter.weeks(without: [4])[Self.newest]
                == counts(7 * 51 + 1, merges: 7 * 51, bots: 7 * 51, both: 7 * 51, people: 1, days: 1)
        )
    }

    private func block(_ commits: [CommitRecord], covered: Int) throws -> CommitBlock {
        CommitBlock(
            repository: try #require(RepositoryName("o/n")),
            source: "s",
            covered: Self.newest.advanced(by: covered),
            commits: commits,
            developers: []
        )
    }

    /// The weeks of a series as the weeks before the newest, and its columns.
    private func read(_ series: ObservationBlock?) -> [Int: [Double]] {
        guard let series else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: series.times.enumerated().map { row, time in
                (Week(index: Int32(time)).distance(to: Self.newest), series.values.map { $0[row] })
            }
        )
    }

    @Test("Covered weeks without commits are zero, later ones missing") func coveredWeeks() throws {
        let commits = records([(-21, 1, []), (-7, 1, .merge), (0, 1, [])])
        let series = try Counter(commits).series(of: block(commits, covered: -1), since: nil)
        #expect(read(series) == [3: [1, 0, 0, 1, 1], 2: [0, 0, 0, 0, 0], 1: [1, 1, 0, 0, 0]])
        let earlier = try Counter(commits).series(of: block(commits, covered: -3), since: Self.newest.advanced(by: -4))
        #expect(read(earlier) == [4: [0, 0, 0, 0, 0], 3: [1, 0, 0, 1, 1]])
        #expect(try Counter(commits).series(of: block(commits, covered: -4), since: nil) == nil)
    }

    @Test("Bot merges are a series if a week has both merges and bot commits")
    func botMerges() throws {
        let commits = records([(-7, 1, [.merge, .bot]), (-7, 2, .merge), (0, 1, [])])
        let series = try #require(Counter(commits).series(of: block(commits, covered: 0), since: nil))
        #expect(series.metrics == [.commits, .merges, .botCommits, .botMerges, .developers, .developerDays])
        #expect(read(series) == [1: [2, 2, 1, 1, 0, 0], 0: [1, 0, 0, 0, 1, 1]])
    }

    @Test("A log gives only the metrics of its columns") func logMetrics() throws {
        let commits = records([(0, 1, []), (0, -1, .merge)])
        var log = try block(commits, covered: 0)
        log.log = CommitBlock.Log(metrics: [.commits, .merges], namesCommits: false, line: 7)
        let series = try #require(Counter(commits).series(of: log, since: nil))
        #expect(series.metrics == [.commits, .merges])
        #expect(series.lines == [7])
        #expect(read(series) == [0: [2, 1]])
    }
}
