import CoinModel
import Foundation
import Testing

@testable import CoinRanking

@Suite struct ClassicTests {
    @Test func quantilesAreLinearBetweenOrderStatistics() {
        #expect(quantile([4, 1, 3, 2], 0.5) == 2.5)
        #expect(quantile([1, 2, 3, 4, 5], 0.05) == 1.2)
        #expect(quantile([7], 0.95) == 7)
        #expect(quantile([], 0.5).isNaN)
    }

    @Test func winsorisedScoresByHand() {
        // Quantiles of 0, 1, 2, 3, 100 at 5 % and 95 %: 0.2 and 80.6.
        let z = winsorisedScores([0, 1, .nan, 2, 3, 100], tail: 0.05)
        let inside = [0.2, 1, 2, 3, 80.6]
        let center = inside.reduce(0, +) / 5
        let spread = sqrt(inside.map { ($0 - center) * ($0 - center) }.reduce(0, +) / 4)
        #expect(z[2].isNaN)
        for (value, expected) in zip(z.filter { !$0.isNaN }, inside.map { ($0 - center) / spread }) {
            #expect(abs(value - expected) < 1e-12)
        }
        #expect(winsorisedScores([5, 5, 5], tail: 0.05) == [0, 0, 0])
        #expect(winsorisedScores([.nan], tail: 0.05).allSatisfy { $0.isNaN })
    }

    @Test func aCoinNeedsThreeOfTheFiveMetrics() throws {
        let commits = Array(repeating: 2.0, count: 53)
        let builder = SectionBuilder(coins: [
            .init(id: "two", close: [], volume: [], interest: Array(repeating: 5, count: 53)),
            .init(id: "five", commits: commits, interest: Array(repeating: 5, count: 53)),
            .init(id: "three", interest: nil),
        ])
        let table = try ranking(of: builder.section(), preset: .classic).table
        #expect(try table.reason("score", "two") == "not-ranked")
        #expect(try table.number("rank", "five") == 1)
        #expect(try table.number("rank", "three") == 2)
        #expect(try table.column("reason")["three"] == .text("no repository, no search interest"))
    }

    @Test func theScoreIsTheWeightedMeanOfWhatIsThere() throws {
        var random: UInt64 = 5
        func next() -> Double {
            random = random &* 6_364_136_223_846_793_005 &+ 1
            return Double(random >> 40)
        }
        let builder = SectionBuilder(
            coins: (0..<40).map { index in
                .init(
                    id: "c\(index)",
                    commits: index % 5 == 0 ? nil : (0..<53).map { _ in next() },
                    close: (0..<53).map { _ in 1 + next() },
                    volume: (0..<53).map { _ in next() },
                    interest: index % 7 == 0 ? nil : (0..<53).map { _ in next() }
                )
            }
        )
        let table = try ranking(of: builder.section(), preset: .classic).table
        let weights = [("z_dev", 0.3), ("z_vol", 0.2), ("z_momentum", 0.2), ("z_volatility", -0.1), ("z_trend", 0.2)]
        for coin in builder.coins.map(\.id) {
            var (total, weight) = (0.0, 0.0)
            for (name, part) in weights {
                let z = try table.number(name, coin)
                if z.isNaN { continue }
                total += part * z
                weight += abs(part)
            }
            #expect(abs(try table.number("score", coin) - total / weight) < 1e-12)
        }
        let ranks = try builder.coins.map { try table.number("rank", $0.id) }.sorted()
        #expect(ranks == (1...40).map(Double.init))
    }

    @Test func theOrderOfTheCoinsChangesNothing() throws {
        let coins = (0..<30).map { index -> SectionBuilder.CoinParts in
            let commits: [Double] = (0..<53).map { week in Double((week * index) % 11) }
            let close: [Double] = (0..<53).map { week in Double(1 + (week * 7 + index) % 13) }
            return SectionBuilder.CoinParts(id: "c\(index)", commits: commits, close: close)
        }
        for preset in Preset.allCases {
            let one = try ranking(of: SectionBuilder(coins: coins).section(), preset: preset).table
            let other = try ranking(of: SectionBuilder(coins: coins.reversed()).section(), preset: preset).table
            #expect(one.rows == other.rows)
        }
    }

    @Test func anUnknownWeightIsRefused() throws {
        var options = RankingOptions()
        options.weights = ["magic": 1]
        let section = try SectionBuilder(coins: [.init(id: "a")]).section()
        #expect(throws: RankingError.self) { try ranking(of: section, preset: .classic, options: options) }
        options.weights = ["dev_ratio": 1]
        #expect(throws: RankingError.self) { try ranking(of: section, preset: .activity, options: options) }
    }

    @Test func anEmptyUniverseIsAnEmptyTable() throws {
        for preset in Preset.allCases {
            #expect(try ranking(of: SectionBuilder().section(), preset: preset).table.rows.isEmpty)
        }
    }

    @Test func everyDefaultColumnIsInTheDictionary() {
        let names = Set(ColumnDictionary.columns(quote: "usd").map(\.name))
        for preset in Preset.allCases {
            for name in preset.defaultColumns(quote: "usd") { #expect(names.contains(name), "\(name)") }
        }
        #expect(names.count == ColumnDictionary.columns(quote: "usd").count)
        #expect(Preset.classic.defaultColumns(quote: "usd").count == 23)
    }
}
