import CoinModel
import CoinPanel
import Testing

/// The weeks of a coin of two repositories, of which the second is two weeks old.
@Suite struct CoinWeeksTests {
    private let asOf = AsOf.day(Day(index: 19_807))

    private func section(sources: [String?] = ["file", "file"]) throws -> CrossSection {
        let names = try ["one/a", "one/b"].map { try #require(RepositoryName($0)) }
        let newest = asOf.lastCompleteWeek
        let histories = zip(names, [40, 1]).enumerated().map { place, part in
            RepositoryHistory(name: part.0, firstActiveWeek: newest.advanced(by: -part.1), source: sources[place])
        }
        let coin = Coin(id: "one", symbol: "ONE", name: "One", repositories: names)
        var section = CrossSection(asOf: asOf, quote: "usd", coins: [coin], repositories: histories)
        section.repositoriesOfCoin = [[0, 1]]
        for (weeksBack, counts) in [[10.0, 4, 3, 5], [8, 2, 2, 2], [6, .nan, .nan, .nan]].enumerated() {
            section.commits[0, weeksBack] = counts[0]
            section.commits[1, weeksBack] = counts[1]
            section.developers[0, weeksBack] = weeksBack == 1 ? 0 : 3
            section.developers[1, weeksBack] = counts[2]
            section.developerDays[0, weeksBack] = 5
            section.developerDays[1, weeksBack] = counts[3]
        }
        (section.merges[0, 0], section.botCommits[0, 0]) = (2, 3)
        return section
    }

    @Test("A week counts all repositories that existed then")
    func commits() throws {
        let weeks = CoinWeeks(try section())
        #expect(weeks.values(.commits, of: 0).prefix(3) == [14, 10, 6])
        #expect(weeks.values(.people, of: 0).prefix(2) == [11, 10])
        #expect(weeks.values(.merges, of: 0)[0].isNaN)
        #expect(weeks.values(.commits, of: 0)[3].isNaN)
        #expect(weeks.arePeopleAtMost(of: 0) && !weeks.arePeopleAtMost(of: 0, in: 1..<52))
    }

    @Test("A week not observed for one repository is missing")
    func unobserved() throws {
        var section = try section()
        section.commits[1, 0] = .nan
        #expect(CoinWeeks(section).values(.commits, of: 0)[0].isNaN)
        #expect(CoinWeeks(section).values(.covered, of: 0)[0] == 10)
    }

    @Test("Developers of two repositories without names are not summed")
    func summed() throws {
        let weeks = CoinWeeks(try section())
        #expect(weeks.values(.developers, of: 0)[0].isNaN)
        #expect(weeks.values(.developers, of: 0)[1...2] == [2, 3])
        #expect(weeks.values(.mostDevelopers, of: 0).prefix(3) == [6, 2, 3])
        #expect(weeks.values(.developerDays, of: 0).prefix(3) == [10, 7, 5])
        #expect(weeks.areDevelopersSummed(of: 0))
    }

    @Test("Developers with names count once over all repositories")
    func united() throws {
        var section = try section()
        var facts = DeveloperFacts(weeks: CrossSection.weeks)
        (facts.developers[0], facts.developerDays[0]) = (3, 8)
        section.developerFacts[0] = facts
        let weeks = CoinWeeks(section)
        #expect(weeks.values(.developers, of: 0).prefix(2) == [3, 0])
        #expect(weeks.values(.developers, of: 0)[3].isNaN)
        #expect(weeks.values(.developerDays, of: 0)[0] == 8)
        #expect(!weeks.areDevelopersSummed(of: 0))
    }

    @Test("Years go back to the one that contains a week")
    func years() {
        let newest = asOf.lastCompleteWeek
        #expect(asOf.years(backTo: newest) == [asOf])
        #expect(asOf.years(backTo: newest.advanced(by: -51)) == [asOf])
        #expect(asOf.years(backTo: newest.advanced(by: -52)) == [asOf, asOf.yearBefore])
        #expect(asOf.yearBefore.lastCompleteWeek == newest.advanced(by: -52))
    }
}
