internal import CoinModel
internal import Synchronization

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
        let ranks = RankTails(coins: hasRanks ? ranked.count : 0, draws: draws)
        let found = Mutex(SimulatedScores(z: signals.map { $0.entrants.map { _ in 0 } }, ranks: ranks))
        _ = onAllCores(parts: parts) { part -> [Never] in
            let share = share(part, of: parts, count: draws / 2)
            var pairs = DrawnPairs(self, scoresOfRanks, count: hasRanks ? share.count : 0)
            for pair in share { pairs.draw(pair, ranking: hasRanks) }
            found.withLock { $0.take(pairs.sums, of: part, pairs.ranks) }
            return []
        }
        return found.withLock { $0.divided(by: Double(draws)) }
    }
}

/// What draws came to.
struct SimulatedScores {
    /// The expected normal score of each signal's entrants; their sums while parts are taken.
    private(set) var z: [[Double]]
    /// The ranks of the ranked entrants.
    private(set) var ranks: RankTails
    /// The sums of parts that came before their turn.
    private var waiting: [Int: [[Double]]] = [:]
    private var taken = 0

    fileprivate init(z: [[Double]], ranks: RankTails) {
        self.z = z
        self.ranks = ranks
    }

    /// Takes the sums of a part, which are added in the order of the parts, and its ranks, draw after draw.
    fileprivate mutating func take(_ sums: [[Double]], of part: Int, _ drawn: [UInt32]) {
        ranks.add(drawn)
        waiting[part] = sums
        while let next = waiting.removeValue(forKey: taken) {
            for (signal, sums) in next.enumerated() {
                for (place, sum) in sums.enumerated() { z[signal][place] += sum }
            }
            taken += 1
        }
    }

    fileprivate func divided(by draws: Double) -> SimulatedScores {
        SimulatedScores(z: z.map { $0.map { $0 / draws } }, ranks: ranks)
    }

    /// The 10 % and 90 % quantiles of the ranks of the ranked entrants, whose printed ranks these are.
    func spreads(printed: [Int]) -> [RankSpread] {
        let parts = 16
        return onAllCores(parts: parts) { part in
            var drawn = [Double](repeating: .nan, count: ranks.draws)
            return share(part, of: parts, count: ranks.coins).map { coin in
                ranks.fill(&drawn, of: coin)
                // Rounded, so that an interpolated rank is exact where it is whole.
                let ends = [0.1, 0.9].map { rounded(quantile(sorted: drawn, $0)) }
                return RankSpread(low: ends[0], high: ends[1], printed: printed[coin])
            }
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

    /// Room for so many pairs of ranks.
    init(_ draws: ScoreDraws, _ scoresOfRanks: [ScoreOfRank], count pairs: Int) {
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
        ranks.reserveCapacity(2 * pairs * draws.ranked.count)
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
