internal import CoinModel

/// How coins score and rank while what is believed of each moves within its error.
///
/// In draw b the signal j of a coin is m + s d(b, id, j), d = Φ⁻¹(u(b, id, j)) for even b and −d(b − 1, id, j) for odd b.
/// Those who have the signal are ranked by it, 1 the lowest, average ranks for ties: z = Φ⁻¹((rank − ½) / n). Its mean over
/// the draws is the expected normal score, by which what is little known stays near the middle; the ranks by Σ w z of
/// each draw say where a coin's rank may lie. Source: R. Lin, T. A. Louis, S. M. Paddock, G. Ridgeway, "Loss Function
/// Based Ranking in Two-Stage, Hierarchical Models", 2006.
struct ScoreDraws {
    /// A signal among the entrants, of whom some may lack it.
    struct Signal: Sendable {
        let weight: Double
        /// The place j of its random numbers.
        let draw: Int
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

    /// The draws of a universe, an even number: many for few coins, fewer for many.
    static func count(coins: Int) -> Int { coins > 2000 ? 200 : 1000 }

    /// Draws all of them, over all cores: O(draws · entrants).
    ///
    /// Without ranks, what they come to has no spreads and no shares.
    func results(withRanks hasRanks: Bool = true) -> SimulatedScores {
        let draws = ScoreDraws.count(coins: seeds.count)
        // A fixed number of parts, so that sums do not depend on the number of cores.
        let parts = 16
        let scoresOfRanks = signals.map { ScoreOfRank(count: $0.entrants.count) }
        let drawn = onAllCores(parts: parts) { part in
            var pairs = DrawnPairs(self, scoresOfRanks)
            for pair in share(part, of: parts, count: draws / 2) { pairs.draw(pair, ranking: hasRanks) }
            return [(sums: pairs.sums, ranks: pairs.ranks)]
        }
        let z = signals.indices.map { signal in
            signals[signal].entrants.indices.map { place in
                drawn.reduce(0) { $0 + $1.sums[signal][place] } / Double(draws)
            }
        }
        return SimulatedScores(z: z, ranks: drawn.map(\.ranks), coins: hasRanks ? ranked.count : 0, draws: draws)
    }
}

/// What draws came to.
struct SimulatedScores {
    /// The expected normal score of each signal's entrants.
    let z: [[Double]]
    /// The ranks of the ranked entrants, draw after draw, in some parts.
    fileprivate let ranks: [[UInt32]]
    fileprivate let coins: Int
    fileprivate let draws: Int

    /// The 10 % and 90 % quantiles of the ranks of the ranked entrants, whose printed ranks these are.
    func spreads(printed: [Int]) -> [RankSpread] {
        let parts = 16
        return onAllCores(parts: parts) { part in
            var order = RadixOrder(capacity: draws)
            return share(part, of: parts, count: coins).map { coin in
                let all = ranks.flatMap { row in stride(from: coin, to: row.count, by: coins).map { Double(row[$0]) } }
                order.order(all, count: draws)
                let drawn = (0..<draws).map { all[order[$0]] }
                // Rounded, so that an interpolated rank is exact where it is whole.
                let ends = [0.1, 0.9].map { rounded(quantile(sorted: drawn, $0)) }
                return RankSpread(low: ends[0], high: ends[1], printed: printed[coin])
            }
        }
    }

    /// In which share of the draws each ranked entrant has one of the first ranks, down to this one.
    func shares(upTo last: Int) -> [Double] {
        var counts = [Int](repeating: 0, count: coins)
        for row in ranks {
            for (place, rank) in row.enumerated() where rank <= last { counts[place % coins] += 1 }
        }
        return counts.map { Double($0) / Double(draws) }
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

/// Pairs of draws with opposite deviates, one after the other in the same memory.
private struct DrawnPairs {
    /// The sums of z over the draws so far, of each signal's entrants.
    private(set) var sums: [[Double]]
    /// The ranks of the ranked entrants, draw after draw.
    private(set) var ranks: [UInt32] = []

    private let draws: ScoreDraws
    private let scoresOfRanks: [ScoreOfRank]
    /// The entrants that lack each signal, where it counts.
    private let lacking: [[Int]]
    private var starts: [UInt64]
    /// d of each entrant in the even draw, by the place of its random numbers; none where no signal has it.
    private var deviates: [[Double]]
    private var values: [Double]
    private var z: [Double]
    private var scores: [Double]
    private var order: RadixOrder

    init(_ draws: ScoreDraws, _ scoresOfRanks: [ScoreOfRank]) {
        (self.draws, self.scoresOfRanks) = (draws, scoresOfRanks)
        let drawn = draws.signals.filter { !$0.entrants.isEmpty }
        sums = draws.signals.map { Array(repeating: 0, count: $0.entrants.count) }
        let count = draws.seeds.count
        lacking = draws.signals.map { signal in
            guard signal.weight > 0, signal.entrants.count < count else { return [] }
            let there = Set(signal.entrants)
            return (0..<count).filter { !there.contains($0) }
        }
        starts = Array(repeating: 0, count: count)
        deviates = Array(repeating: [], count: (drawn.map(\.draw).max() ?? 0) + 1)
        values = Array(repeating: 0, count: count)
        (z, scores) = (values, values)
        for signal in drawn { deviates[signal.draw] = values }
        order = RadixOrder(capacity: count)
    }

    /// The draws 2p and 2p + 1.
    mutating func draw(_ pair: Int, ranking isRanking: Bool) {
        for (entrant, seed) in draws.seeds.enumerated() { starts[entrant] = Draws.start(2 * pair, seed: seed) }
        for place in deviates.indices where !deviates[place].isEmpty {
            DrawnPairs.fill(&deviates[place], place, starts)
        }
        for sign in [1.0, -1] {
            for entrant in scores.indices { scores[entrant] = 0 }
            for (index, signal) in draws.signals.enumerated() where !signal.entrants.isEmpty {
                let count = signal.entrants.count
                DrawnPairs.fill(&values, signal, deviates[signal.draw], sign)
                order.order(values, count: count)
                DrawnPairs.fill(&z, values, order, count: count, scoresOfRanks[index])
                DrawnPairs.add(z, of: signal, to: &sums[index], &scores)
                for entrant in lacking[index] {
                    scores[entrant] += signal.weight * (sign * deviates[signal.draw][entrant])
                }
            }
            if isRanking { rank() }
        }
    }

    private static func fill(_ deviates: inout [Double], _ place: Int, _ starts: [UInt64]) {
        for entrant in starts.indices {
            deviates[entrant] = NormalDistribution.quantile(Draws.uniform(starts[entrant], place))
        }
    }

    /// The values of a signal in this draw.
    private static func fill(
        _ values: inout [Double],
        _ signal: ScoreDraws.Signal,
        _ deviates: [Double],
        _ sign: Double
    ) {
        var values = values.mutableSpan
        for place in signal.entrants.indices {
            let deviate = sign * deviates[signal.entrants[place]]
            values[place] = signal.means[place] + signal.errors[place] * deviate
        }
    }

    /// z of so many ordered values, by their places.
    private static func fill(
        _ z: inout [Double],
        _ values: [Double],
        _ order: RadixOrder,
        count: Int,
        _ scores: ScoreOfRank
    ) {
        var z = z.mutableSpan
        var start = 0
        while start < count {
            let value = values[order[start]]
            var end = start + 1
            while end < count, values[order[end]] == value { end += 1 }
            let score = scores.ofTied(start..<end)
            for position in start..<end { z[order[position]] = score }
            start = end
        }
    }

    /// Adds what a signal comes to in this draw.
    private static func add(
        _ z: [Double],
        of signal: ScoreDraws.Signal,
        to sums: inout [Double],
        _ scores: inout [Double]
    ) {
        var sums = sums.mutableSpan
        var scores = scores.mutableSpan
        for place in signal.entrants.indices {
            sums[place] += z[place]
            scores[signal.entrants[place]] += signal.weight * z[place]
        }
    }

    /// Ranks the ranked entrants by this draw.
    private mutating func rank() {
        let ranked = draws.ranked
        for (place, entrant) in ranked.enumerated() { values[place] = -rounded(scores[entrant]) }
        order.order(values, count: ranked.count)
        let first = ranks.count
        ranks.append(contentsOf: repeatElement(0, count: ranked.count))
        for place in ranked.indices { ranks[first + order[place]] = UInt32(place + 1) }
    }
}
