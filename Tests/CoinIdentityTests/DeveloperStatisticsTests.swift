import CoinModel
import Testing

@testable import CoinIdentity

/// People of several repositories, counted by hand.
@Suite struct DeveloperStatisticsTests {
    /// The week of 2024-03-17.
    private static let newest = Week(containing: Day(index: 19_799))

    /// A landing so many weeks before the newest, on a day of its week.
    private func landing(_ weeksBack: Int, day: Int = 0) -> Int64 {
        Int64(Self.newest.advanced(by: -weeksBack).start.index + Int32(day)) * 86_400 + 3_600
    }

    private func part(_ commits: [CommitRecord], inherited: [Bool]? = nil) -> DeveloperStatistics.Part {
        var commits = commits
        for (place, isInherited) in (inherited ?? []).enumerated() where isInherited {
            commits[place].flags.insert(.inherited)
        }
        return DeveloperStatistics.Part(
            commits: commits,
            automatedAuthors: [9],
            wasRewritten: false
        )
    }

    @Test("A developer in two repositories counts once") func sharedDeveloper() {
        let here = part([
            sample(1, landed: landing(0), developer: 1), sample(2, landed: landing(0, day: 2), developer: 2),
        ])
        let there = part([sample(3, landed: landing(0), developer: 1), sample(4, landed: landing(20), developer: 1)])
        let facts = DeveloperStatistics([here, there], newest: Self.newest).facts
        #expect(facts.developers[0] == 2)
        #expect(facts.developerDays[0] == 2)
        #expect((facts.recentDevelopers, facts.yearDevelopers) == (2, 2))
        #expect((facts.newcomers, facts.leavers) == (1, 0))
        #expect(facts.topShare == 2.0 / 3)
        #expect(facts.halfContributors == 1)
    }

    @Test("Newcomers, leavers, who stayed and how many have half follow from days of developers by week")
    func whoComesGoesAndStays() {
        // The worked check of the method: week, developer, days of landing in it.
        let days: [(weeksBack: Int, developer: Int32, days: Int)] = [
            (0, 1, 3), (0, 2, 1), (5, 1, 2), (5, 3, 4), (11, 4, 1), (13, 1, 5), (13, 5, 2), (20, 2, 1), (20, 6, 3),
            (30, 1, 6), (30, 7, 1), (40, 1, 7), (41, 1, 2),
        ]
        let commits = days.flatMap { weeksBack, developer, days in
            (0..<days).map {
                let id = UInt64(weeksBack * 100 + Int(developer) * 10 + $0)
                return sample(id, landed: landing(weeksBack, day: $0), developer: developer)
            }
        }
        let facts = DeveloperStatistics([part(commits)], newest: Self.newest).facts
        #expect((facts.newcomers, facts.leavers) == (2, 3))
        #expect((facts.retained, facts.earlierDevelopers) == (2, 4))
        #expect(facts.halfOfSpans == [2, 2, 1, 1])
    }

    @Test("Bots, merges, automated authors and inherited commits count no developers") func notDevelopers() {
        let commits = [
            sample(1, landed: landing(1), developer: 1, .bot), sample(2, landed: landing(1), developer: 2, .merge),
            sample(3, landed: landing(1), developer: 9), sample(4, landed: landing(1), developer: 4),
            sample(5, landed: landing(1), developer: -1),
        ]
        let facts = DeveloperStatistics(
            [part(commits, inherited: [false, false, false, true, false])],
            newest: Self.newest
        )
        .facts
        #expect(facts.yearDevelopers == 0)
        #expect(facts.inheritedCommits == 1)
        #expect(facts.topShare == nil)
    }

    @Test("Full-time means ten author-days in 28") func fullTime() {
        let last = Self.newest.lastDay.index
        let full = (0..<10).map { sample(UInt64($0), landed: landing(0), developer: 1, authoredDay: last - Int32($0)) }
        let part9 = (0..<9).map {
            sample(UInt64(20 + $0), landed: landing(0), developer: 2, authoredDay: last - 27 + Int32($0))
        }
        let old = [sample(90, landed: landing(0), developer: 3, authoredDay: last - 28)]
        let facts = DeveloperStatistics([part(full + part9 + old)], newest: Self.newest).facts
        #expect((facts.fullTime, facts.partTime) == (1, 1))
    }

    @Test("Each flag marks what makes the counts uncertain") func activityFlags() {
        let day = Int32(landing(3) / 86_400)
        func flags(_ commits: [CommitRecord]) -> [ActivityFlag] {
            DeveloperStatistics([part(commits)], newest: Self.newest).facts.flags
        }
        let calm = (0..<40).map {
            sample(UInt64($0), landed: landing($0), developer: Int32($0 % 3), authoredDay: day - Int32($0 * 7))
        }
        #expect(flags(calm) == [])
        let old = (0..<20).map {
            sample(UInt64(50 + $0), landed: landing(2), developer: Int32($0 % 4), authoredDay: 9_000)
        }
        #expect(flags(calm + old) == [.imported])
        let flood = (0..<90).map { sample(UInt64(200 + $0), landed: landing(2), developer: 5, authoredDay: day) }
        #expect(flags(calm + flood) == [.spam])
        let merges = (0..<40).map {
            sample(
                UInt64(400 + $0),
                landed: landing(1, day: $0 % 7),
                developer: Int32($0 % 9),
                authoredDay: day,
                .merge
            )
        }
        let base = (0..<40).map {
            sample(UInt64(500 + $0), landed: landing(20), developer: Int32($0 % 9), authoredDay: day)
        }
        #expect(flags(merges + base) == [.policy])
        // 27 of 30 against 21 of 30 is a fifth and not over it; 28 is.
        func shares(_ recent: Int, _ earlier: Int) -> [CommitRecord] {
            (0..<60).map { place in
                let (isRecent, number) = (place < 30, place % 30)
                let landed = landing(isRecent ? 1 : 20, day: number % 7)
                let isMerge = number < (isRecent ? recent : earlier)
                return sample(
                    UInt64(600 + place),
                    landed: landed,
                    developer: Int32(number % 9),
                    authoredDay: day,
                    isMerge ? .merge : []
                )
            }
        }
        #expect(flags(shares(27, 21)) == [] && flags(shares(28, 21)) == [.policy])
        #expect(flags(calm + [sample(900, landed: landing(1), authoredDay: day, .replacedTime)]) == [.clock])
    }

    @Test(
        "An author with over 50 commits on most of at least ten days is automated",
        arguments: [
            ([(51, 6), (1, 5)], true), ([(51, 5), (1, 5)], false), ([(600, 9)], false), ([(2, 370)], false),
            ([(50, 20)], false), ([(51, 10)], true),
        ]
    ) func pace(days: [(each: Int, count: Int)], isBot: Bool) {
        let written = days.flatMap { Array(repeating: $0.each, count: $0.count) }.enumerated()
            .flatMap { Array(repeating: Int32($0.offset), count: $0.element) }
        let found = BurstRule.automatedAuthors(written.map { (7, $0) })
        #expect(found == (isBot ? [7] : []))
    }

    @Test("An author with more than 50 commits on each of ten days is automated") func automatedAuthor() {
        func landings(_ developer: Int32, days: Range<Int32>, each: Int) -> [(Int32, Int32)] {
            days.flatMap { day in Array(repeating: (developer, day), count: each) }
        }
        let all =
            landings(1, days: 0..<10, each: 51) + landings(2, days: 0..<9, each: 99)
            + landings(3, days: 0..<10, each: 50) + landings(4, days: 0..<6, each: 51)
            + landings(4, days: 6..<12, each: 1)
            + landings(-1, days: 0..<10, each: 60)
        #expect(BurstRule.automatedAuthors(all.map { ($0.0, $0.1) }) == [1])
    }
}
