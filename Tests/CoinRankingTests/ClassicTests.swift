import CoinModel
import CoinTables
import Foundation
import Testing

@testable import CoinRanking

@Suite struct ClassicTests {
    func rank(_ coins: [SectionBuilder.CoinParts], _ options: RankingOptions = RankingOptions()) throws -> Table {
        try ranking(of: SectionBuilder(coins: coins).section(), preset: .classic, options: options)
    }

    /// Five coins with every kind of gap, whose figures were made with pandas from the written definitions.
    @Test("Classic scores equal an independent implementation in pandas") func pandas() throws {
        func series(_ gap: (Int) -> Bool = { _ in false }, _ value: (Int) -> Int) -> [Double] {
            (0..<53).map { gap($0) ? .nan : Double(value($0)) }
        }
        let coins = ["delta", "alpha", "echo", "bravo", "charlie"].enumerated().map { c, id in
            SectionBuilder.CoinParts(
                id: id,
                commits: c == 2 || c == 4
                    ? nil : series({ c == 1 && $0 >= 30 }) { ($0 * $0 + 3 * c * $0 + c) % 17 },
                close: series({ c == 2 && $0 % 7 == 4 }) { 50 + ($0 * (c + 2) + c * c) % 23 },
                volume: c == 4 ? [] : series({ c == 0 && $0 % 5 == 3 }) { 1000 + (7 * $0 + 11 * c * $0 + 5 * c) % 97 },
                interest: c == 3 || c == 4 ? nil : series { 1 + (5 * $0 + c * 13) % 40 }
            )
        }
        let expected: [(String, [String: Double])] = [
            (
                "bravo",
                [
                    "dev12": 6.833333333333333, "dev52": 5.9423076923076925, "dev_ratio": 1.1499460625674216,
                    "vol12": 1049.0833333333333, "vol52": 1048.2115384615386, "vol_ratio": 1.0008316974578186,
                    "momentum12": 0.16551443847757333, "volatility52": 1.1326674631943965,
                    "z_dev": 0.9246515994137774, "z_vol": 1.001981700742005, "z_momentum": 1.422989811582351,
                    "z_volatility": 0.7232641106725076, "score": 0.8625792140271922,
                ]
            ),
            (
                "echo",
                [
                    "vol12": 1040.1666666666667, "vol52": 1048.1153846153845, "vol_ratio": 0.9924161804459777,
                    "trend12": 21.166666666666668, "trend52": 19.884615384615383, "trend_ratio": 1.064474532559639,
                    "momentum12": -0.03636764417087483, "volatility52": 1.0191890921474815,
                    "z_vol": -1.0444485222124438, "z_momentum": -0.03381906147976843,
                    "z_volatility": 0.0887123163322318, "z_trend": 0.8516387948598729, "score": -0.07742427057098719,
                ]
            ),
            (
                "delta",
                [
                    "dev12": 8.166666666666666, "dev52": 7.846153846153846, "dev_ratio": 1.0408496732026145,
                    "vol12": 1038.5, "vol52": 1044.547619047619, "vol_ratio": 0.9942102983747806,
                    "trend12": 15.166666666666666, "trend52": 17.73076923076923, "trend_ratio": 0.8553868402024585,
                    "momentum12": -0.019802627296179754, "volatility52": 0.740045274242251,
                    "z_dev": 0.13664378614547784, "z_vol": -0.6511720623104646, "z_momentum": 0.11259677623819296,
                    "z_volatility": -1.3087912021902397, "z_trend": -1.1011219387528743,
                    "score": -0.15606718890236188,
                ]
            ),
            (
                "alpha",
                [
                    "dev12": 5.833333333333333, "dev52": 6.666666666666667, "dev_ratio": 0.8749999999999999,
                    "vol12": 1047.4166666666667, "vol52": 1048.0192307692307, "vol_ratio": 0.9994250448036897,
                    "trend12": 21.5, "trend52": 21.5, "trend_ratio": 1.0, "momentum12": -0.22705745063534608,
                    "volatility52": 0.8861703650693721, "z_dev": -1.061295385559257, "z_vol": 0.693638883780846,
                    "z_momentum": -1.3964940874405212, "z_volatility": -0.6551058330609915,
                    "z_trend": 0.24948314389299903, "score": -0.3435524443150132,
                ]
            ),
            (
                "charlie",
                [
                    "momentum12": -0.04445176257083381, "volatility52": 1.2284895093954171,
                    "z_momentum": -0.10527343890025428, "z_volatility": 1.151920608246492,
                ]
            ),
        ]
        let table = try rank(coins)
        #expect(try table.ids() == expected.map(\.0))
        let numbers = Preset.classic.defaultColumns(quote: "usd").dropFirst(6)
        for (rank, (coin, values)) in expected.enumerated() {
            for name in numbers {
                let found = try table.number(name, coin)
                if let wanted = values[name] {
                    #expect(abs(found - wanted) <= 1e-12 * max(abs(wanted), 1e-3), "\(coin) \(name) \(found)")
                } else {
                    #expect(found.isNaN, "\(coin) \(name)")
                }
            }
            let place = try table.number("rank", coin)
            #expect(coin == "charlie" ? place.isNaN : place == Double(rank + 1))
        }
        #expect(abs(try table.number("coverage", "echo") - 0.7) < 1e-12)
        #expect(try table.reason("z_dev", "echo") == "no-repository")
        #expect(try table.reason("score", "charlie") == "few-metrics")
    }

    @Test("A coin needs three of the five metrics for a score") func threeMetrics() throws {
        let commits = Array(repeating: 2.0, count: 53)
        let table = try rank([
            .init(id: "two", close: [], volume: [], interest: Array(repeating: 5, count: 53)),
            .init(id: "five", commits: commits, interest: Array(repeating: 5, count: 53)),
            .init(id: "three", interest: nil),
        ])
        #expect(try table.reason("score", "two") == "few-metrics")
        #expect(try table.reason("rank", "two") == "not-ranked")
        #expect(try table.number("rank", "five") == 1)
        #expect(try table.number("rank", "three") == 2)
        #expect(try table.column("reason")["three"] == .text("no repository; no search interest"))
        #expect(
            try table.column("reason")["two"] == .text("fewer than 3 of the 5 metrics; no repository; no market data")
        )
    }

    @Test("Means need 8 of 12 and 26 of 52 weeks") func weeksNeeded() throws {
        func table(recent: Int, year: Int) throws -> Table {
            var interest = Array(repeating: Double.nan, count: 53)
            for weeksBack in 0..<recent { interest[weeksBack] = 5 }
            for weeksBack in 12..<12 + year - recent { interest[weeksBack] = 5 }
            return try rank([.init(id: "a", interest: interest)])
        }
        #expect(try table(recent: 8, year: 26).number("trend_ratio", "a") == 1)
        #expect(try table(recent: 7, year: 26).reason("trend12", "a") == "few-weeks")
        #expect(try table(recent: 7, year: 26).number("trend52", "a") == 5)
        #expect(try table(recent: 8, year: 25).reason("trend52", "a") == "few-weeks")
    }

    @Test("Commits of covered repositories are summed, and leading zeros count") func summedCommits() throws {
        let commits = Array(repeating: 6.0, count: 13) + Array(repeating: 0, count: 40)
        let table = try rank([.init(id: "a", commits: commits)])
        #expect(try table.number("dev12", "a") == 6)
        #expect(try table.number("dev52", "a") == 6 * 13 / 52)

        var section = try SectionBuilder(coins: [.init(id: "a", commits: commits), .init(id: "b", commits: commits)])
            .section()
        // Both coins share both repositories; where one is not covered, the other stands alone.
        section.repositoriesOfCoin = [[0, 1], [0, 1]]
        for weeksBack in 0..<6 { section.commits[1, weeksBack] = .nan }
        let shared = try ranking(of: section, preset: .classic)
        for coin in ["a", "b"] { #expect(try shared.number("dev12", coin) == 9) }
    }

    @Test("Classic ranks stablecoins") func stablecoins() throws {
        let commits = Array(repeating: 2.0, count: 53)
        #expect(try rank([.init(id: "tether", tags: ["stablecoin"], commits: commits)]).number("rank", "tether") == 1)
    }

    @Test("Coins with equal scores are ordered by the bytes of their ids") func tiedScores() throws {
        let commits = Array(repeating: 2.0, count: 53)
        let ids = ["b", "a", "Z", "é", "a-"]
        let table = try rank(ids.map { .init(id: $0, commits: commits) } + [.init(id: "0", close: [], volume: [])])
        #expect(try table.ids() == ["Z", "a", "a-", "b", "é", "0"])
        for name in ["z_dev", "z_momentum", "score"] { #expect(try table.number(name, "b") == 0) }
    }

    @Test("With other weights at zero the score is the z-score of development") func otherWeights() throws {
        var random = SeededRandom(seed: 11)
        let coins = (0..<9).map { index in
            SectionBuilder.CoinParts(
                id: "c\(index)",
                commits: (0..<53).map { _ in random.unit() * 9 },
                close: (0..<53).map { _ in 1 + random.unit() }
            )
        }
        var options = RankingOptions()
        options.weights = ["vol_ratio": 0, "momentum12": 0, "volatility52": 0, "trend_ratio": 0]
        let table = try rank(coins, options)
        for coin in coins {
            #expect(abs(try table.number("score", coin.id) - table.number("z_dev", coin.id)) < 1e-15)
        }
    }

    @Test("Unknown signals, weights that are not finite and all zeros are rejected") func impossibleWeights() throws {
        let section = try SectionBuilder(coins: [.init(id: "a")]).section()
        let none = Dictionary(uniqueKeysWithValues: Preset.classic.signals.map { ($0, 0.0) })
        for (preset, weights) in [
            (Preset.classic, ["magic": 1]), (.activity, ["dev_ratio": 1]), (.classic, ["dev_ratio": .nan]),
            (.classic, ["vol_ratio": .infinity]), (.classic, none),
        ] {
            var options = RankingOptions()
            options.weights = weights
            #expect(throws: RequestError.self) { try ranking(of: section, preset: preset, options: options) }
        }
    }
}
