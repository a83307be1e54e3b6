import CoinModel
import Foundation
import Testing

@testable import CoinRanking

@Suite struct RankIntervalTests {
    /// What the method says, draw by draw, with sorting and dictionaries.
    func slowly(_ intervals: RankIntervals) -> [ClosedRange<Int>] {
        let draws = RankIntervals.draws(coins: intervals.seeds.count)
        func deviate(_ draw: Int, _ seed: UInt64, _ place: Int) -> Double {
            NormalDistribution.quantile(Draws.uniform(Draws.start(draw, seed: seed), place))
        }
        let seedOfWeights = Draws.seedOfWeights
        var ranks = intervals.ranked.map { _ in [Double]() }
        for draw in 0..<draws {
            let weights = intervals.signals.map { signal in
                signal.weight * exp(0.2 * deviate(draw, seedOfWeights, signal.weightDraw))
            }
            var scores = intervals.seeds.map { _ in 0.0 }
            for (signal, weight) in zip(intervals.signals, weights) {
                let drawn = zip(signal.entrants, zip(signal.means, signal.errors)).map { entrant, belief in
                    belief.0 + belief.1 * deviate(draw, intervals.seeds[entrant], signal.draw)
                }
                let z = Dictionary(uniqueKeysWithValues: zip(signal.entrants, normalScores(drawn)))
                for entrant in scores.indices {
                    let missing = min(max(deviate(draw, intervals.seeds[entrant], signal.draw), -2.5), 2.5)
                    scores[entrant] += weight / weights.reduce(0, +) * (z[entrant] ?? missing)
                }
            }
            let order = intervals.ranked.indices.sorted { left, right in
                let (a, b) = (scores[intervals.ranked[left]], scores[intervals.ranked[right]])
                return rounded(a) == rounded(b) ? left < right : rounded(a) > rounded(b)
            }
            for (rank, coin) in order.enumerated() { ranks[coin].append(Double(rank + 1)) }
        }
        return zip(ranks, intervals.printed).map { ranks, printed in
            let (low, high) = (Int(rounded(quantile(ranks, 0.1)).rounded(.down)), quantile(ranks, 0.9))
            return min(low, printed)...max(Int(rounded(high).rounded(.up)), printed)
        }
    }

    /// Some coins with errors of all sizes, ties, and holes in every signal but the first.
    func universe(_ count: Int, seed: UInt64, ties: Bool = false) -> RankIntervals {
        var random = SeededRandom(seed: seed)
        let signals = DiscoverySignal.allCases.map { signal in
            let entrants = (0..<count).filter { _ in signal == .development || random.below(4) > 0 }
            return RankIntervals.Signal(
                weight: signal.weight,
                draw: signal.draw,
                weightDraw: signal.weightDraw,
                entrants: entrants,
                means: entrants.map { _ in ties ? Double(random.below(3)) : 4 * random.unit() - 2 },
                errors: entrants.map { _ in ties ? 0 : random.unit() }
            )
        }
        let ranked = (0..<count).filter { _ in random.below(5) > 0 }
        return RankIntervals(
            signals: signals,
            seeds: (0..<count).map { SeededRandom.seed(of: "coin-\($0)") },
            ranked: ranked,
            printed: ranked.map { _ in 1 + random.below(ranked.count) }
        )
    }

    @Test(arguments: [1, 2, 7, 30], [false, true])
    func theyAreThoseOfTheWrittenRecipe(count: Int, ties: Bool) {
        for seed in 1...2 {
            let some = universe(count, seed: UInt64(seed), ties: ties)
            #expect(some.spreads().map(\.range) == slowly(some))
        }
    }

    @Test func theyHoldThePrintedRankAndGrowWithTheErrors() {
        var some = universe(50, seed: 5)
        for (printed, interval) in zip(some.printed, some.spreads().map(\.range)) {
            #expect(interval.contains(printed))
        }
        some = RankIntervals(
            signals: some.signals,
            seeds: some.seeds,
            ranked: some.ranked,
            printed: some.ranked.map { _ in some.ranked.count / 2 }
        )
        func width(_ factor: Double) -> Int {
            RankIntervals(
                signals: some.signals.map {
                    .init(
                        weight: $0.weight,
                        draw: $0.draw,
                        weightDraw: $0.weightDraw,
                        entrants: $0.entrants,
                        means: $0.means,
                        errors: $0.errors.map { $0 * factor }
                    )
                },
                seeds: some.seeds,
                ranked: some.ranked,
                printed: some.printed
            ).spreads().map(\.range).reduce(0) { $0 + $1.count }
        }
        #expect(width(0.2) < width(1))
        #expect(width(1) < width(5))
    }

    @Test func theRankOfTheTableLiesWithin() throws {
        let section = try DiscoveryScoreTests.whole(30, seed: 21)
        let table = try ranking(of: section, preset: .discovery).table
        for id in try table.ids() {
            let rank = try table.number("rank", id)
            #expect(try table.number("rank_low", id) <= rank)
            #expect(try table.number("rank_high", id) >= rank)
        }
        // A column asked for by itself, without ranks having been given, is the same.
        let universe = MeasuredUniverse(section, .discovery, RankingOptions())
        for (coin, spread) in zip(universe.each { $0.coin.id }, universe.spreads) {
            #expect(try table.number("rank_low", coin) == Double(try #require(spread?.range).lowerBound))
        }
    }

    @Test func fewerDrawsServeManyCoins() {
        #expect(RankIntervals.draws(coins: 2000) == 999)
        #expect(RankIntervals.draws(coins: 2001) == 199)
    }

    @Test func ordersAreThoseOfAComparisonSort() {
        var random = SeededRandom(seed: 12)
        let kinds: [(inout SeededRandom) -> Double] = [
            { 2 * $0.unit() - 1 }, { Double($0.below(3)) }, { 1 + Double($0.below(100)) * 1e-12 },
            { exp(600 * ($0.unit() - 0.5)) * ($0.below(2) == 0 ? 1 : -1) }, { [0.0, -0.0][$0.below(2)] },
        ]
        var order = RadixOrder(capacity: 3000)
        for kind in kinds {
            for count in [0, 1, 2, 3, 500, 501, 3000] {
                let values = (0..<count).map { _ in kind(&random) }
                order.order(values, count: count)
                let expected = values.indices.sorted { values[$0] == values[$1] ? $0 < $1 : values[$0] < values[$1] }
                #expect((0..<count).map { order[$0] } == expected)
            }
        }
    }

    @Test func aCoinsDrawsDoNotDependOnTheOthers() {
        let start = Draws.start(3, seed: 7)
        #expect(Draws.uniform(start, 1) == Draws.uniform(Draws.start(3, seed: 7), 1))
        #expect(Draws.uniform(start, 1) != Draws.uniform(start, 2))
        let draws = (0..<10_000).map { Draws.uniform(Draws.start($0, seed: 7), 1) }
        let mean = draws.reduce(0, +) / 10_000
        #expect(abs(mean - 0.5) < 0.01)
        #expect(draws.allSatisfy { $0 > 0 && $0 < 1 })
    }
}
