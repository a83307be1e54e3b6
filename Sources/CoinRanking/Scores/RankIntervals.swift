internal import CoinModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// How far ranks move when signals and weights move within their errors.
///
/// In each draw m + s Φ⁻¹(u) of every signal is scored anew among all that have it, a missing score is Φ⁻¹(u), and the
/// weights are w e^(0.2 Φ⁻¹(u)). The interval of a coin is the 10 % and 90 % quantile of its ranks, floored and ceiled, and
/// widened to hold the printed rank. Source: OECD, JRC, "Handbook on Constructing Composite Indicators", 2008, step 7.
struct RankIntervals {
    /// A signal among the entrants, of whom some may lack it.
    struct Signal: Sendable {
        let weight: Double
        /// The places of its random numbers and of those of its weight.
        let draw: Int
        let weightDraw: Int
        /// Who has it, ascending, with m and s of each.
        let entrants: [Int]
        let means: [Double]
        let errors: [Double]
    }

    let signals: [Signal]
    /// What the id of each entrant puts into its random numbers.
    let seeds: [UInt64]
    /// The entrants that are ranked, ascending: a tie goes to the first of them.
    let ranked: [Int]
    /// The printed ranks of these.
    let printed: [Int]

    /// The draws of a universe: many for few coins, fewer for many.
    static func draws(coins: Int) -> Int { coins > 2000 ? 199 : 999 }

    /// How much the weights move: the deviation of their logarithm.
    static let weightSpread = 0.2

    /// Where the ranks of the ranked entrants lie.
    ///
    /// O(draws · entrants), over all cores.
    func spreads() -> [RankSpread] {
        guard !ranked.isEmpty else { return [] }
        let draws = RankIntervals.draws(coins: seeds.count)
        let parts = min(draws, 16)
        let scoresOfRanks = signals.map { ScoreOfRank(count: $0.entrants.count) }
        let rows = onAllCores(parts: parts) { part in
            var draw = RankDraw(self, scoresOfRanks)
            return [draw.ranks(of: share(part, of: parts, count: draws))]
        }
        return onAllCores(parts: parts) { part in
            quantiles(rows, of: share(part, of: parts, count: ranked.count), draws: draws)
        }
    }

    /// Where the ranks of some coins lie in all draws.
    private func quantiles(_ rows: [[UInt32]], of coins: Range<Int>, draws: Int) -> [RankSpread] {
        var ranks = [UInt32](repeating: 0, count: draws)
        return coins.map { coin in
            var next = 0
            for row in rows {
                for place in stride(from: coin, to: row.count, by: ranked.count) {
                    ranks[next] = row[place]
                    next += 1
                }
            }
            ranks.sort()
            func quantile(_ tenths: Int) -> Double {
                // The position (n−1)p in whole numbers, so that the interpolated rank is exact where it is whole.
                let (below, part) = ((draws - 1) * tenths).quotientAndRemainder(dividingBy: 10)
                let step = part == 0 ? 0 : Double(ranks[below + 1] - ranks[below]) * Double(part) / 10
                return Double(ranks[below]) + step
            }
            return RankSpread(low: quantile(1), high: quantile(9), printed: printed[coin])
        }
    }
}

/// Where the rank of a coin lies with 80 % probability.
struct RankSpread: Equatable {
    /// The 10 % and 90 % quantile of its ranks.
    let low: Double
    let high: Double
    /// Its rank.
    let printed: Int

    /// The quantiles floored and ceiled, widened to hold the rank.
    var range: ClosedRange<Int> {
        min(Int(low.rounded(.down)), printed)...max(Int(high.rounded(.up)), printed)
    }
}

/// Ranks draw after draw, in the same memory.
private struct RankDraw {
    private let intervals: RankIntervals
    private let scoresOfRanks: [ScoreOfRank]
    private var starts: [UInt64]
    private var deviates: [Double]
    private var values: [Double]
    private var scores: [Double]
    private var isMissing: [Bool]
    private var order: RadixOrder

    init(_ intervals: RankIntervals, _ scoresOfRanks: [ScoreOfRank]) {
        self.intervals = intervals
        self.scoresOfRanks = scoresOfRanks
        let count = intervals.seeds.count
        starts = Array(repeating: 0, count: count)
        deviates = Array(repeating: 0, count: count)
        (values, scores) = (deviates, deviates)
        isMissing = Array(repeating: true, count: count)
        order = RadixOrder(capacity: count)
    }

    /// The ranks of the ranked entrants, draw after draw.
    mutating func ranks(of draws: Range<Int>) -> [UInt32] {
        let ranked = intervals.ranked
        var ranks = [UInt32](repeating: 0, count: draws.count * ranked.count)
        for (row, draw) in draws.enumerated() {
            score(draw)
            for (place, entrant) in ranked.enumerated() { values[place] = -rounded(scores[entrant]) }
            order.order(values, count: ranked.count)
            for rank in ranked.indices { ranks[row * ranked.count + order[rank]] = UInt32(rank + 1) }
        }
        return ranks
    }

    /// Works out the scores of all entrants.
    private mutating func score(_ draw: Int) {
        let seeds = intervals.seeds
        for entrant in seeds.indices {
            starts[entrant] = Draws.start(draw, seed: seeds[entrant])
            scores[entrant] = 0
        }
        let weightStart = Draws.start(draw, seed: Draws.seedOfWeights)
        let weights = intervals.signals.map { signal in
            let deviate = NormalDistribution.quantile(Draws.uniform(weightStart, signal.weightDraw))
            return signal.weight * exp(RankIntervals.weightSpread * deviate)
        }
        let whole = weights.reduce(0, +)
        var drawn = 0
        for (index, signal) in intervals.signals.enumerated() where signal.weight > 0 {
            if signal.draw != drawn {
                drawn = signal.draw
                for entrant in seeds.indices {
                    deviates[entrant] = NormalDistribution.quantile(Draws.uniform(starts[entrant], drawn))
                }
            }
            add(signal, weights[index] / whole, scoresOfRanks[index])
        }
    }

    /// Adds what a signal contributes with this weight.
    private mutating func add(_ signal: RankIntervals.Signal, _ weight: Double, _ scoreOfRank: ScoreOfRank) {
        let count = signal.entrants.count
        for place in 0..<count {
            values[place] = signal.means[place] + signal.errors[place] * deviates[signal.entrants[place]]
        }
        order.order(values, count: count)
        var start = 0
        while start < count {
            let value = values[order[start]]
            var end = start + 1
            while end < count, values[order[end]] == value { end += 1 }
            let z = weight * scoreOfRank.ofTied(start..<end)
            for position in start..<end { scores[signal.entrants[order[position]]] += z }
            start = end
        }
        guard count < scores.count else { return }
        for entrant in scores.indices { isMissing[entrant] = true }
        for entrant in signal.entrants { isMissing[entrant] = false }
        for entrant in scores.indices where isMissing[entrant] {
            scores[entrant] += weight * ScoreOfRank.clipped(deviates[entrant])
        }
    }
}
