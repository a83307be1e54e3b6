import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

@Suite struct DeveloperActivityTests {
    /// 898 commits in the year, 493 of them in the last 12 weeks, after 7 empty weeks before the first commit.
    static let young: [Double] =
        Array(repeating: 41, count: 11) + [42] + Array(repeating: 12, count: 21) + Array(repeating: 13, count: 11) + [
            10
        ]
        + Array(repeating: 0, count: 7)

    func rank(_ parts: SectionBuilder.CoinParts..., plain52: Bool = false) throws -> Table {
        var options = RankingOptions()
        options.plain52 = plain52
        return try ranking(of: SectionBuilder(coins: parts).section(), preset: .activity, options: options)
    }

    /// One coin with these repositories: weekly commits, and how many weeks ago each was born.
    func coin(_ repositories: [(commits: [Double], bornAgo: Int?)], uncounted: Int = 0) throws -> CrossSection {
        let names = try (0..<repositories.count + uncounted).map { try #require(RepositoryName("o/r\($0)")) }
        let asOf = AsOf.day(Day(index: 19_807))
        var section = CrossSection(
            asOf: asOf,
            quote: "usd",
            coins: [Coin(id: "a", symbol: "A", name: "A", repositories: names)],
            repositories: names.enumerated().map { index, name in
                RepositoryHistory(
                    name: name,
                    firstActiveWeek: index < repositories.count
                        ? repositories[index].bornAgo.map { asOf.lastCompleteWeek.advanced(by: -$0) } : nil,
                    source: index < repositories.count ? "log" : nil
                )
            }
        )
        for (row, repository) in repositories.enumerated() {
            for (weeksBack, value) in repository.commits.enumerated() { section.commits[row, weeksBack] = value }
        }
        section.seeds = [SeededRandom.seed(of: "a")]
        return section
    }

    @Test("The worked example of the method gives its percent changes") func methodExample() throws {
        #expect(Self.young.reduce(0, +) == 898)
        #expect(Self.young.prefix(12).reduce(0, +) == 493)
        #expect(Self.young.count == 52)
        let parts = SectionBuilder.CoinParts(id: "a", commits: Self.young)
        #expect(abs(try rank(parts).number("dev_change_pct", "a") - 105.87) < 0.005)
        #expect(abs(try rank(parts, plain52: true).number("dev_change_pct", "a") - 137.90) < 0.005)
    }

    @Test("A missing week shortens the window and is never zero") func missingWeek() throws {
        var commits = Array(repeating: 4.0, count: 40) + Array(repeating: 0, count: 13)
        commits[20] = .nan
        #expect(try rank(.init(id: "a", commits: commits)).number("dev52", "a") == 4)
        // Before birth 12 weeks of Y count as 0, the week that was not observed does not.
        #expect(try rank(.init(id: "a", commits: commits), plain52: true).number("dev52", "a") == 4 * 39.0 / 51)
        commits[3] = .nan
        let gap = try rank(.init(id: "a", commits: commits))
        #expect(try gap.reason("dev_change_pct", "a") == "few-weeks")
        #expect(try gap.number("dev12", "a") == 4)
        #expect(try gap.column("reason")["a"] == .text("11 of 12 weeks observed; no search interest"))
    }

    @Test("A week is observed if it is for every repository that existed then") func observedWeeks() throws {
        var first = Array(repeating: 3.0, count: 53)
        first[5] = .nan
        var second = Array(repeating: 2.0, count: 53)
        second[7] = .nan
        second[30] = .nan
        let section = try coin([(first, 200), (second, 20), (Array(repeating: 0, count: 53), nil)], uncounted: 1)
        let weeks = DeveloperWeeks(0, section)
        #expect(weeks.commits.values[4] == 5)
        #expect(weeks.commits.values[5].isNaN)
        #expect(weeks.commits.values[7].isNaN)
        #expect(weeks.commits.values[20] == 5)
        // The second was not born yet: it adds 0, and what is not known of it does not matter.
        #expect(weeks.commits.values[21] == 3)
        #expect(weeks.commits.values[30] == 3)
        #expect((weeks.counted, weeks.listed) == (3, 4))
        let table = try ranking(of: section, preset: .activity)
        #expect(try table.column("repositories")["a"] == .text("3 of 4"))
        #expect(
            try table.column("reason")["a"]
                == .text(
                    "10 of 12 weeks observed; 3 of 4 repositories counted; no market data; "
                        + "no search interest"
                )
        )
    }

    @Test("Weeks before the first commit are not observed") func beforeFirstCommit() throws {
        let weeks = DeveloperWeeks(0, try coin([(Array(repeating: 1, count: 53), 9), ([], 30)]))
        #expect(weeks.commits.values.allSatisfy { $0.isNaN })
        let early = DeveloperWeeks(0, try coin([(Array(repeating: 1, count: 53), 9)]))
        #expect(early.commits.observed(0..<53).count == 10)
        // A first commit in the running week leaves no complete one.
        let unborn = DeveloperWeeks(0, try coin([(Array(repeating: 0, count: 53), -1)]))
        #expect(unborn.commits.isEmpty)
        #expect(unborn.newestObserved == 0)
    }

    @Test("A repository not updated for three weeks makes its coin stale") func staleRepository() throws {
        let steady = Array(repeating: 3.0, count: 53)
        let ended = Array(repeating: Double.nan, count: 3) + steady.dropLast(3)
        #expect(DeveloperWeeks(0, try coin([(steady, 90), (ended, 90)])).newestObserved == 3)
        let table = try ranking(of: try coin([(steady, 90), (ended, 90)]), preset: .discovery)
        #expect(try table.column("state")["a"] == .text("stale"))
        // Two missing weeks are 15 days at most.
        let late = try coin([(steady, 90), (Array(repeating: Double.nan, count: 2) + steady.dropLast(2), 90)])
        #expect(try ranking(of: late, preset: .discovery).column("state")["a"] != .text("stale"))
    }

    @Test("Merges and bot commits are subtracted where known") func mergesAndBots() throws {
        var section = try coin([(Array(repeating: 9, count: 53), 90)])
        for weeksBack in 0..<53 { section.merges[0, weeksBack] = 2 }
        section.botCommits[0, 1] = 3
        section.botCommits[0, 2] = 20
        #expect(Array(DeveloperWeeks(0, section).units.values.prefix(3)) == [7, 6, 0])
        section.botMerges[0, 1] = 0
        let weeks = DeveloperWeeks(0, section)
        #expect(Array(weeks.units.values.prefix(3)) == [7, 4, 0])
        #expect(weeks.commits.values[1] == 4)
        section.commits[0, 4] = .nan
        #expect(DeveloperWeeks(0, section).units.values[4].isNaN)
        #expect(weeks.unitName == "commits")
    }

    @Test("Developer-days are the unit only if every repository has them") func developerDays() throws {
        var section = try coin([(Array(repeating: 9, count: 53), 90), (Array(repeating: 1, count: 53), 90)])
        for weeksBack in 0..<53 { section.developerDays[0, weeksBack] = 4 }
        #expect(DeveloperWeeks(0, section).unitName == "commits")
        #expect(DeveloperWeeks(0, section).units.values[0] == 10)
        for weeksBack in 0..<53 { section.developerDays[1, weeksBack] = 1 }
        #expect(DeveloperWeeks(0, section).unitName == "developer-days")
        #expect(DeveloperWeeks(0, section).units.values[0] == 5)
        section.developerDays[1, 40] = .nan
        #expect(DeveloperWeeks(0, section).unitName == "commits")
    }

    @Test("The ratio needs eight recent and four base weeks") func ratioWeeks() throws {
        func theta(recent: Int, base: Int) throws -> Table {
            let commits = (0..<53).map { $0 < recent || (12..<12 + base).contains($0) ? 2 : Double.nan }
            return try rank(.init(id: "a", commits: commits, firstActiveAgo: 60))
        }
        #expect(try theta(recent: 8, base: 4).number("theta", "a") == 1)
        #expect(try theta(recent: 7, base: 4).reason("theta", "a") == "few-weeks")
        #expect(try theta(recent: 8, base: 3).reason("theta_median", "a") == "few-weeks")
    }

    @Test("Scores that differ only beyond nine decimals are equal") func nearlyEqual() throws {
        func commits(_ recent: Double) -> [Double] { (0..<53).map { $0 < 12 ? recent : 2 } }
        let table = try rank(
            .init(id: "b", commits: commits(4 + 1e-13)),
            .init(id: "a", commits: commits(4)),
            .init(id: "c", commits: commits(4 + 1e-9))
        )
        #expect(try table.number("score", "b") > table.number("score", "a"))
        #expect(try table.ids() == ["c", "a", "b"])
    }

    @Test("Coins that cannot be measured are last, with their reason") func unmeasurable() throws {
        let table = try rank(
            .init(id: "b", commits: Array(repeating: 1, count: 52)),
            .init(id: "a"),
            .init(id: "c", commits: Array(repeating: 0, count: 52)),
            .init(id: "d", commits: Array(repeating: 0, count: 53), firstActiveAgo: 90),
            .init(id: "e", tags: ["Stablecoin"], commits: Array(repeating: 1, count: 52))
        )
        #expect(try table.ids() == ["b", "a", "c", "d", "e"])
        #expect(try table.number("rank", "b") == 1)
        #expect(try table.reason("dev_change_pct", "a") == "no-repository")
        #expect(try table.reason("dev_change_pct", "c") == "no-activity")
        #expect(try table.reason("dev_change_pct", "d") == "zero-base")
        #expect(try table.number("dev_change_pct", "e") == 0)
        #expect(try table.reason("score", "e") == "not-ranked")
        let said = try table.column("reason")
        #expect(said["a"] == .text("no repository; no search interest"))
        #expect(said["c"] == .text("no commit known; no search interest"))
        #expect(said["d"] == .text("no commit in the year; no search interest"))
        #expect(said["e"] == .text("a stablecoin; no search interest"))
    }

    @Test("Developer flags double the dispersion and widen the interval") func flags() throws {
        let days = Array(repeating: 6.0, count: 12) + Array(repeating: 3.0, count: 41)
        var section = try coin([(commits: days, bornAgo: 90)])
        var facts = DeveloperFacts(weeks: CrossSection.weeks)
        (facts.developerDays, facts.yearDevelopers) = (days, 4)
        section.developerFacts[0] = facts
        let sure = try #require(DeveloperActivity(0, section, RankingOptions()).rate)
        section.developerFacts[0]?.flags = [.imported]
        let doubtful = try #require(DeveloperActivity(0, section, RankingOptions()).rate)
        #expect((sure.dispersion, doubtful.dispersion) == (1, 2))
        let (narrow, wide) = (sure.posterior(), doubtful.posterior())
        #expect(wide.quantile(0.05) < narrow.quantile(0.05))
        #expect(wide.quantile(0.95) > narrow.quantile(0.95))
    }

    @Test("Retention has its band and breadth three spans; too few observed weeks of one leave them unknown")
    func retentionAndBreadth() throws {
        let weeks = Array(repeating: 3.0, count: 53)
        var section = try coin([(commits: weeks, bornAgo: 90)])
        func value(_ column: String) throws -> Double {
            try ranking(of: section, preset: .activity).number(column, section.coins[0].id)
        }
        func reason(_ column: String) throws -> String? {
            try ranking(of: section, preset: .activity).reason(column, section.coins[0].id)
        }
        #expect(try reason("retention") == "not-cloned")
        var facts = DeveloperFacts(weeks: CrossSection.weeks)
        (facts.retained, facts.earlierDevelopers, facts.halfOfSpans) = (2, 4, [2, 2, 1, 1])
        facts.developerDays = weeks
        section.developerFacts[0] = facts
        #expect(try value("retention") == 0.5)
        #expect(abs(try value("retention_low") - 0.224569) < 5e-7)
        #expect(abs(try value("retention_high") - 0.775431) < 5e-7)
        #expect(abs(try value("breadth") - 0.310155) < 5e-7)
        section.developerFacts[0]?.earlierDevelopers = 0
        section.developerFacts[0]?.halfOfSpans = [0, 0, 0, 0]
        #expect(try ["retention", "breadth"].map(reason) == ["no-activity", "no-activity"])
        section.developerFacts[0] = facts
        for weeksBack in 36..<41 { section.commits[0, weeksBack] = .nan }
        #expect(try value("retention") == 0.5)
        #expect(try reason("breadth") == "few-weeks")
    }

    @Test("Releases are days of tags; without tags, or where too few weeks were observed, they are unknown")
    func releases() throws {
        var section = try coin([(commits: Array(repeating: 3.0, count: 53), bornAgo: 90)])
        let id = section.coins[0].id
        func cells() throws -> [Double] {
            let table = try ranking(of: section, preset: .activity)
            return [try table.number("releases12", id), try table.number("releases52", id)]
        }
        let table = try ranking(of: section, preset: .activity)
        #expect(try table.reason("releases12", id) == "no-tags")
        let end = section.asOf.lastCompleteWeek.lastDay
        // The last day of w0, the first of w11 and the one before, the first of w51 and the one before, and the running week.
        section.repositories[0].releaseDays = [0, -83, -84, -363, -364, 1].map { end.advanced(by: $0) }
        #expect(try cells() == [2, 4])
        section.repositories[0].releaseDays = []
        #expect(try cells() == [0, 0])
        for weeksBack in 0..<5 { section.commits[0, weeksBack] = .nan }
        #expect(try ranking(of: section, preset: .activity).reason("releases12", id) == "few-weeks")
    }
}
