import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

/// Repositories of several coins, repositories beside the core, and weeks that were not observed.
@Suite struct SharedAndSideTests {
    private static let steady = Array(repeating: 20.0, count: 53)

    private func coins(_ count: Int = 12) throws -> CrossSection {
        let parts = (0..<count).map { number in
            SectionBuilder.CoinParts(id: "c\(number + 10)", commits: Self.steady, firstActiveAgo: 60)
        }
        return try SectionBuilder(coins: parts).section()
    }

    private func facts(days: Int, shared: Int) -> DeveloperFacts {
        var facts = DeveloperFacts(weeks: CrossSection.weeks)
        for week in facts.developerDays.indices {
            facts.developerDays[week] = Double(week < 12 ? (days + 11 - week) / 12 : 8)
        }
        facts.yearDevelopers = 5
        facts.sharedDays = shared
        facts.settlement = "`k/k<o/o` into `upstreams` of k"
        return facts
    }

    @Test(
        "A coin is shared if over half of its recent units count elsewhere, too",
        arguments: [(224, 209, true), (230, 0, false), (80, 41, true), (80, 40, false)]
    ) func shared(days: Int, shared: Int, isShared: Bool) throws {
        var section = try coins()
        section.developerFacts[0] = facts(days: days, shared: shared)
        let table = try ranking(of: section, preset: .discovery)
        #expect((try table.column("state")["c10"] == .text("shared")) == isShared)
        #expect(try table.number("rank", "c10").isNaN == isShared)
        let remark = try table.column("because")["c10"].map { "\($0)" } ?? ""
        let share = "\(shared) of \(days) developer-days of 12 weeks count for another coin too"
        #expect(remark.contains(share) == isShared)
        #expect(remark.contains("write `k/k<o/o` into `upstreams` of k in the coin list") == isShared)
    }

    @Test("Two coins with one repository are both shared, unless weights are written")
    func oneRepository() throws {
        var section = try coins()
        section.repositories[0].coins = 2
        section.repositories[0].holders = ["c10", "c11"]
        section.repositoriesOfCoin[1] = [0]
        var table = try ranking(of: section, preset: .discovery)
        for coin in ["c10", "c11"] { #expect(try table.column("state")[coin] == .text("shared")) }
        let remark = try table.column("because")["c10"].map { "\($0)" } ?? ""
        #expect(remark.contains("240 of 240 commits"))
        #expect(remark.contains("write `o/r0:0.5` into `repos` of c10, c11"))
        section.repositories[0].weights = ["c10": 0.6]
        table = try ranking(of: section, preset: .discovery)
        for coin in ["c10", "c11"] { #expect(try table.column("state")[coin] == .text("steady")) }
    }

    @Test("Activity in side repositories only is flagged and halves the coverage of development")
    func side() throws {
        var section = try coins()
        let whole = try ranking(of: section, preset: .discovery).number("coverage", "c10")
        section.rolesOfCoin[0] = [try #require(ListedRepository("o/n:side")).role]
        var table = try ranking(of: section, preset: .discovery)
        #expect(try table.column("flags")["c10"] == .text("side"))
        let half = try table.number("coverage", "c10")
        // Of 0.7 and 0.1 of the weight that it has data for, half.
        #expect(abs(whole - half - 0.4) < 1e-9)
        // A core repository with units makes it an ordinary coin; one without does not.
        section.repositoriesOfCoin[0] = [0, 1]
        section.rolesOfCoin[0].append(.core)
        table = try ranking(of: section, preset: .discovery)
        #expect(try table.number("coverage", "c10") == whole)
        for weeksBack in 0..<52 { section.commits[1, weeksBack] = 0 }
        table = try ranking(of: section, preset: .discovery)
        #expect(try table.number("coverage", "c10") == half)
    }

    @Test("A missing recent week makes a coin late and doubles its spread")
    func late() throws {
        var section = try coins()
        let before = try ranking(of: section, preset: .discovery)
        section.commits[0, 0] = .nan
        let table = try ranking(of: section, preset: .discovery)
        #expect(try table.column("flags")["c10"] == .text("late"))
        #expect(try table.number("weeks_recent", "c10") == 11)
        #expect(try table.number("phi", "c10") == 2 * before.number("phi", "c10"))
        #expect(try table.column("reason")["c10"].map { "\($0)".contains("11 of 12 weeks observed") } == true)
    }
}
