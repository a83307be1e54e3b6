import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

@Suite struct DiscoveryTests {
    static let steady = Array(repeating: 3.0, count: 53)

    func rank(_ parts: [SectionBuilder.CoinParts], _ options: RankingOptions = RankingOptions()) throws -> Table {
        try ranking(of: SectionBuilder(coins: parts).section(), preset: .discovery, options: options)
    }

    func state(_ parts: SectionBuilder.CoinParts) throws -> String {
        guard case .text(let state) = try rank([parts]).column("state")[parts.id] else { return "" }
        return state
    }

    @Test("States follow the order of the method") func states() throws {
        let steady = Self.steady
        var revived = Array(repeating: 0.0, count: 53)
        for weeksBack in 0..<12 { revived[weeksBack] = 9 }
        let rising = Array(repeating: 30.0, count: 12) + Array(repeating: 3, count: 41)
        #expect(try state(.init(id: "none")) == "none")
        #expect(try state(.init(id: "a", commits: steady)) == "steady")
        #expect(try state(.init(id: "a", commits: rising)) == "rising")
        #expect(
            try state(.init(id: "a", commits: Array(repeating: 3, count: 12) + Array(repeating: 30, count: 41)))
                == "falling"
        )
        #expect(try state(.init(id: "a", commits: revived, firstActiveAgo: 80)) == "revived")
        // Without earlier activity the 26 weeks are not observed, so it is young.
        #expect(try state(.init(id: "a", commits: revived, firstActiveAgo: 11)) == "young")
        #expect(try state(.init(id: "a", commits: Array(repeating: .nan, count: 3) + steady.dropLast(3))) == "stale")
        #expect(try state(.init(id: "a", commits: Array(repeating: .nan, count: 53), firstActiveAgo: 60)) == "stale")
        #expect(try state(.init(id: "a", commits: steady, developers: 1)) == "thin")
        #expect(try state(.init(id: "a", commits: steady, developers: .nan)) == "steady")
    }

    @Test("States change exactly at their limits") func stateLimits() throws {
        let steady = Self.steady
        #expect(try state(.init(id: "a", commits: Array(steady.prefix(24)))) == "young")
        #expect(try state(.init(id: "a", commits: Array(steady.prefix(25)))) == "steady")
        let quiet = Array(repeating: 0.0, count: 12) + steady.dropLast(12)
        #expect(try state(.init(id: "a", commits: quiet)) == "dormant")
        var seven = quiet
        for weeksBack in 2..<7 { seven[weeksBack] = .nan }
        // Seven empty weeks are too few to call it dormant, and too few for a ratio.
        let table = try rank([.init(id: "a", commits: seven)])
        #expect(try table.column("state")["a"] == .text("steady"))
        #expect(try table.reason("theta", "a") == "few-weeks")
        #expect(
            try table.column("reason")["a"]
                == .text(
                    "fewer than five coins to compare with; 7 of 12 weeks observed; no search interest; "
                        + "suspect volume (flat)"
                )
        )
        func spread(_ units: Int) -> [Double] { (0..<53).map { $0 % 2 == 0 && $0 / 2 < units ? 1 : 0 } }
        #expect(try state(.init(id: "a", commits: spread(23), firstActiveAgo: 52)) == "thin")
        #expect(try state(.init(id: "a", commits: spread(24), firstActiveAgo: 52)) == "steady")
        // 26 empty weeks before the first active one of R revive it, 25 do not.
        func back(afterEmpty empty: Int) -> [Double] {
            (0..<53).map { $0 < 12 ? 9 : $0 < 12 + empty ? 0 : 1 }
        }
        #expect(try state(.init(id: "a", commits: back(afterEmpty: 26))) == "revived")
        #expect(try state(.init(id: "a", commits: back(afterEmpty: 25))) == "rising")
    }

    @Test("Eligible coins are ranked and the others have their reason") func eligibleCoins() throws {
        let many = Array(repeating: 12.0, count: 12) + Array(repeating: 6, count: 40)
        let few = Array(repeating: 0.0, count: 11) + [1] + Array(repeating: 0, count: 40)
        // The volumes stand still, so the score rests on development and developers.
        let table = try rank(
            [
                .init(id: "many", commits: many), .init(id: "few", commits: few, firstActiveAgo: 60),
                .init(id: "stable", tags: ["stablecoin"], commits: many),
                .init(id: "dead", commits: many, close: Array(repeating: .nan, count: 4) + [1, 1]),
                .init(id: "unpriced", commits: many, close: []),
            ] + (1...4).map { .init(id: "flat\($0)", commits: Self.steady) }
        )
        let ids = try table.ids()
        #expect(ids[0] == "many")
        #expect(Set(ids[1..<5]) == ["flat1", "flat2", "flat3", "flat4"])
        #expect(ids.suffix(4) == ["dead", "few", "stable", "unpriced"])
        #expect(try table.number("rank", "many") == 1)
        #expect(try table.number("theta", "many") == 2)
        #expect(abs(try table.number("coverage", "many") - 0.8) < 1e-12)
        #expect(try table.number("theta_median", "stable") == table.number("theta_median", "many"))
        #expect(try table.reason("z_development", "stable") == "not-ranked")
        let said = try table.column("reason")
        #expect(said["many"] == .text("no search interest; suspect volume (flat); development only"))
        #expect(said["stable"] == .text("a stablecoin; no search interest"))
        #expect(said["few"] == .text("fewer than 24 commits in the year; no search interest"))
        #expect(said["dead"] == .text("no price in the last four weeks; no search interest"))
        #expect(said["unpriced"] == .text("no market data; no search interest"))
    }

    /// The series of the method's worked dispersion: 48 units in R, 80 in B, a coin by itself.
    @Test("The worked series of the method gives its units, weeks and ratio") func workedSeries() throws {
        let recent: [Double] = Array(repeating: [3.0, 7, 1, 5], count: 3).flatMap(\.self)
        let base: [Double] = Array(repeating: [2.0, 0, 5, 1], count: 10).flatMap(\.self)
        let table = try rank([.init(id: "a", commits: recent + base, firstActiveAgo: 60)])
        for (name, expected) in [
            ("units_recent", 48), ("units_base", 80), ("weeks_recent", 12), ("weeks_base", 40), ("phi", 4.5),
            ("theta", 2),
        ] { #expect(abs(try table.number(name, "a") - expected) < 5.1e-5, "\(name)") }
    }

    @Test("Derivatives are ranked on request") func derivatives() throws {
        var options = RankingOptions()
        options.includeDerivatives = true
        let others = (1...4).map { SectionBuilder.CoinParts(id: "z\($0)", commits: Self.steady) }
        let table = try rank([.init(id: "dai", tags: ["stablecoin"], commits: Self.steady)] + others, options)
        #expect(try table.number("rank", "dai") == 1)
    }

    @Test("A coin with little activity is drawn towards the usual ratio") func usualRatio() throws {
        let fell = Array(repeating: 4.0, count: 12) + Array(repeating: 8, count: 41)
        let coins = (0..<12).map { SectionBuilder.CoinParts(id: "c\($0)", commits: fell) }
        let little = SectionBuilder.CoinParts(id: "little", commits: (0..<53).map { $0 % 2 == 0 ? 1 : 0 })
        let among = try rank(coins + [little])
        #expect(among.notes.contains { $0.contains("usual ratio of development 0.5") })
        #expect(try among.number("theta_median", "little") < rank([little]).number("theta_median", "little"))
    }
}
