import CoinModel
import CoinRanking
import Testing

@Suite struct ActivityTests {
    /// 898 commits in the year, 493 of them in the last 12 weeks, after 7 empty weeks before the first commit.
    static let young: [Double] =
        [41, 41, 41, 41, 41, 41, 41, 41, 41, 41, 41, 42]
        + Array(repeating: 12, count: 21) + Array(repeating: 13, count: 11) + [10] + Array(repeating: 0, count: 7)

    func rank(_ parts: SectionBuilder.CoinParts..., plain52: Bool = false, preset: Preset = .activity) throws -> Table {
        var options = RankingOptions()
        options.plain52 = plain52
        return try ranking(of: SectionBuilder(coins: parts).section(), preset: preset, options: options).table
    }

    @Test func theWorkedSeriesOfTheMethod() throws {
        #expect(Self.young.reduce(0, +) == 898)
        #expect(Self.young.count == 52)
        let parts = SectionBuilder.CoinParts(id: "a", commits: Self.young)
        #expect(abs(try rank(parts).number("dev_change_pct", "a") - 105.87) < 0.005)
        #expect(abs(try rank(parts, plain52: true).number("dev_change_pct", "a") - 137.90) < 0.005)
    }

    @Test func aMissingWeekShortensTheWindowAndIsNeverZero() throws {
        var commits = Array(repeating: 4.0, count: 52)
        commits[20] = .nan
        let table = try rank(.init(id: "a", commits: commits))
        #expect(try table.number("dev52", "a") == 4)
        commits[3] = .nan
        let gap = try rank(.init(id: "a", commits: commits))
        #expect(try gap.reason("dev_change_pct", "a") == "few-weeks")
        #expect(try gap.number("dev12", "a") == 4)
    }

    @Test func whatCannotBeMeasuredIsListedLastWithItsReason() throws {
        let table = try rank(
            .init(id: "b", commits: Array(repeating: 1, count: 52)),
            .init(id: "a"),
            .init(id: "c", commits: Array(repeating: 0, count: 52))
        )
        #expect(try table.reason("dev_change_pct", "a") == "no-repository")
        #expect(try table.reason("dev_change_pct", "c") == "no-activity")
        #expect(try table.number("rank", "b") == 1)
        #expect(try table.reason("rank", "a") == "not-ranked")
        #expect(try table.column("reason")["a"] == .text("no repository, no search interest"))
    }

    @Test func statesFollowTheMethodsOrder() throws {
        let steady = Array(repeating: 3.0, count: 53)
        var dormant = steady
        for ago in 0..<12 { dormant[ago] = 0 }
        var revived = Array(repeating: 0.0, count: 53)
        for ago in 0..<12 { revived[ago] = 9 }
        let rising = Array(repeating: 30.0, count: 12) + Array(repeating: 3, count: 41)
        let table = try rank(
            .init(id: "none"),
            .init(id: "steady", commits: steady),
            .init(id: "dormant", commits: dormant),
            .init(id: "rising", commits: rising),
            .init(id: "falling", commits: Array(repeating: 3, count: 12) + Array(repeating: 30, count: 41)),
            .init(id: "revived", commits: revived, firstActiveAgo: 80),
            .init(id: "young", commits: Array(repeating: 5, count: 20)),
            .init(id: "thin", commits: Array(repeating: 0.25, count: 53)),
            .init(id: "alone", commits: steady, developers: 1),
            .init(id: "stale", commits: Array(repeating: .nan, count: 3) + steady.dropLast(3)),
            preset: .discovery
        )
        for (coin, cell) in try table.column("state") {
            guard coin != "alone" else {
                #expect(cell == .text("thin"))
                continue
            }
            #expect(cell == .text(coin), "\(coin)")
        }
    }

    @Test func discoveryRanksTheEligibleByTheLowerQuartile() throws {
        let many = Array(repeating: 12.0, count: 12) + Array(repeating: 6, count: 40)
        let few = Array(repeating: 0.0, count: 11) + [1] + Array(repeating: 0, count: 40)
        let table = try rank(
            .init(id: "many", commits: many),
            .init(id: "few", commits: few, firstActiveAgo: 60),
            .init(id: "stable", tags: ["stablecoin"], commits: many),
            preset: .discovery
        )
        #expect(try table.number("rank", "many") == 1)
        #expect(try table.reason("rank", "few") == "not-ranked")
        #expect(try table.column("reason")["stable"] == .text("is a stablecoin"))
        #expect(try table.number("theta", "many") == 2)
    }

    @Test func developerDaysAreTheUnitWhereAllRepositoriesHaveThem() throws {
        let commits = Array(repeating: 9.0, count: 53)
        let days = Array(repeating: 4.0, count: 53)
        let table = try rank(
            .init(id: "a", commits: commits, developerDays: days),
            .init(id: "b", commits: commits),
            preset: .discovery
        )
        #expect(try table.number("units_recent", "a") == 48)
        #expect(try table.column("unit")["a"] == .text("developer-days"))
        #expect(try table.number("units_recent", "b") == 108)
        #expect(try table.column("unit")["b"] == .text("commits"))
    }
}
