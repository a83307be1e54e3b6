import CoinModel
import Foundation
import Testing

@testable import CoinRanking

@Suite struct ScoreDrawsTests {
    /// What the method says, draw by draw, with sorting and dictionaries.
    func slowly(_ some: ScoreDraws, printed: [Int]) -> (z: [[Double]], ranges: [ClosedRange<Int>]) {
        let draws = ScoreDraws.count(coins: some.seeds.count)
        func deviate(_ draw: Int, _ seed: UInt64, _ place: Int) -> Double {
            let even = Draws.uniform(Draws.start(draw / 2 * 2, seed: seed), place)
            return NormalDistribution.quantile(even) * (draw % 2 == 0 ? 1 : -1)
        }
        var ranks = some.ranked.map { _ in [Double]() }
        var sums = some.signals.map { $0.entrants.map { _ in 0.0 } }
        for draw in 0..<draws {
            var scores = some.seeds.map { _ in 0.0 }
            for (index, signal) in some.signals.enumerated() where !signal.entrants.isEmpty {
                let drawn = zip(signal.entrants, zip(signal.means, signal.errors)).map { entrant, belief in
                    belief.0 + belief.1 * deviate(draw, some.seeds[entrant], signal.draw)
                }
                let own = averageRanks(drawn).map { NormalDistribution.quantile(($0 - 0.5) / Double(drawn.count)) }
                let z = Dictionary(uniqueKeysWithValues: zip(signal.entrants, own))
                for (place, score) in own.enumerated() { sums[index][place] += score }
                for entrant in scores.indices {
                    scores[entrant] +=
                        signal.weight * (z[entrant] ?? deviate(draw, some.seeds[entrant], signal.draw))
                }
            }
            let order = some.ranked.indices.sorted { left, right in
                let (a, b) = (scores[some.ranked[left]], scores[some.ranked[right]])
                return rounded(a) == rounded(b) ? left < right : rounded(a) > rounded(b)
            }
            for (rank, coin) in order.enumerated() { ranks[coin].append(Double(rank + 1)) }
        }
        let ranges = zip(ranks, printed).map { ranks, printed in
            let (low, high) = (Int(rounded(quantile(ranks, 0.1)).rounded(.down)), quantile(ranks, 0.9))
            return min(low, printed)...max(Int(rounded(high).rounded(.up)), printed)
        }
        return (sums.map { $0.map { $0 / Double(draws) } }, ranges)
    }

    /// Some coins with errors of all sizes, ties, and holes in every signal but the first.
    func universe(_ count: Int, seed: UInt64, ties: Bool = false, errors factor: Double = 1) -> ScoreDraws {
        var random = SeededRandom(seed: seed)
        let signals = DiscoverySignal.allCases.map { signal in
            let entrants = (0..<count).filter { _ in signal == .development || random.below(4) > 0 }
            return ScoreDraws.Signal(
                weight: signal.weight,
                draw: signal.draw,
                entrants: entrants,
                means: entrants.map { _ in ties ? Double(random.below(3)) : 4 * random.unit() - 2 },
                errors: entrants.map { _ in ties ? 0 : factor * random.unit() }
            )
        }
        return ScoreDraws(
            signals: signals,
            seeds: (0..<count).map { SeededRandom.seed(of: "coin-\($0)") },
            ranked: (0..<count).filter { _ in random.below(5) > 0 }
        )
    }

    @Test("Simulated scores equal a slow implementation of the method", arguments: [1, 2, 7, 30], [false, true])
    func recipe(count: Int, ties: Bool) {
        for seed in 1...2 {
            let some = universe(count, seed: UInt64(seed), ties: ties)
            let printed = some.ranked.indices.map { $0 + 1 }
            let (found, expected) = (some.results(), slowly(some, printed: printed))
            #expect(found.spreads(printed: printed).map(\.range) == expected.ranges)
            for (own, wanted) in zip(found.z.joined(), expected.z.joined()) { #expect(abs(own - wanted) < 1e-12) }
        }
    }

    @Test("Rank intervals contain the printed rank and widen with the errors") func intervalWidth() {
        func width(_ factor: Double) -> Int {
            let some = universe(50, seed: 5, errors: factor)
            let printed = some.ranked.map { _ in some.ranked.count / 2 }
            let ranges = some.results().spreads(printed: printed).map(\.range)
            #expect(ranges.allSatisfy { $0.contains(some.ranked.count / 2) })
            return ranges.reduce(0) { $0 + $1.count }
        }
        #expect(width(0.2) < width(1))
        #expect(width(1) < width(5))
    }

    @Test("A coin with a larger error scores nearer the middle") func uncertainCoin() {
        func best(_ error: Double) -> Double {
            let means = (0..<20).map { Double($0) / 10 }
            let signal = ScoreDraws.Signal(
                weight: 1,
                draw: 1,
                entrants: Array(means.indices),
                means: means,
                errors: means.indices.map { $0 == 19 ? error : 0.1 }
            )
            let seeds = means.indices.map { SeededRandom.seed(of: "\($0)") }
            return ScoreDraws(signals: [signal], seeds: seeds, ranked: Array(means.indices)).results().z[0][19]
        }
        #expect(best(0.1) > best(1))
        #expect(best(1) > best(10))
        #expect(abs(best(1000)) < 0.1)
    }

    @Test("The rank is within its interval, also for a single column") func rankInInterval() throws {
        let section = try DiscoveryScoreTests.whole(30, seed: 21)
        let table = try ranking(of: section, preset: .discovery)
        for id in try table.ids() {
            let rank = try table.number("rank", id)
            #expect(try table.number("rank_low", id) <= rank)
            #expect(try table.number("rank_high", id) >= rank)
        }
        // A column asked for by itself, without ranks having been given, is the same.
        let universe = MeasuredUniverse(section, .discovery, RankingOptions())
        for (coin, spread) in zip(universe.each { $0.coin.id }, universe.discovery.spreads) {
            #expect(try table.number("rank_low", coin) == Double(try #require(spread?.range).lowerBound))
        }
    }

    @Test("Above 2000 coins fewer draws are made") func drawCount() {
        #expect(ScoreDraws.count(coins: 2000) == 1000)
        #expect(ScoreDraws.count(coins: 2001) == 200)
    }

    @Test("The radix order equals a comparison sort") func radixOrder() {
        var random = SeededRandom(seed: 12)
        let kinds: [(inout SeededRandom) -> Double] = [
            { 2 * $0.unit() - 1 }, { Double($0.below(3)) }, { 1 + Double($0.below(100)) * 1e-12 },
            { exp(600 * ($0.unit() - 0.5)) * ($0.below(2) == 0 ? 1 : -1) }, { [0.0, -0.0][$0.below(2)] },
        ]
        var order = RadixOrder(capacity: 3000)
        for kind in kinds {
            for count in [0, 1, 2, 3, 100, 101, 3000] {
                let values = (0..<count).map { _ in kind(&random) }
                order.order(values, count: count)
                let expected = values.indices.sorted { values[$0] == values[$1] ? $0 < $1 : values[$0] < values[$1] }
                #expect((0..<count).map { order[$0] } == expected)
            }
        }
    }

    @Test("Draws depend on coin, place and seed only and are uniform") func independentDraws() {
        let start = Draws.start(3, seed: 7)
        #expect(Draws.uniform(start, 1) == Draws.uniform(Draws.start(3, seed: 7), 1))
        #expect(Draws.uniform(start, 1) != Draws.uniform(start, 2))
        let draws = (0..<10_000).map { Draws.uniform(Draws.start($0, seed: 7), 1) }
        let mean = draws.reduce(0, +) / 10_000
        #expect(abs(mean - 0.5) < 0.01)
        #expect(draws.allSatisfy { $0 > 0 && $0 < 1 })
    }
}
