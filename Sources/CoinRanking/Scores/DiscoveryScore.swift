internal import CoinModel
internal import CoinTables

/// The scores of the `discovery` preset: expected normal scores of its signals among some coins, weighted and added up.
///
/// S = Σ w z in the order of the signals, a missing signal adding nothing: the contributions w z add up to S exactly,
/// when they are added from left to right. Coverage is Σ w over the signals that a coin has by Σ w over all.
final class DiscoveryScores: Sendable {
    /// The fewest coins that a signal says anything about.
    static let leastCoins = 5

    /// The weight of each signal.
    let weights: [Double]
    /// m and s of each signal and coin.
    let estimates: [[SignalEstimate]]
    /// z of each signal and coin.
    let z: [[Measured]]
    /// S of each coin; missing where it is not ranked.
    let scores: [Measured]
    /// C of each coin; 0 for one that is not compared.
    let coverage: [Double]
    /// σ, σ² the mean of S² over the ranked coins, for the signals are correlated and √Σw² would be too small; 1 where all
    /// scores are 0.
    let sigma: Double
    /// The places of the ranked coins, the highest score first, to nine decimals, ties by place.
    let ranking: [Int]
    /// Where the rank of each ranked coin lies with 80 % probability; nil for the others.
    let spreads: [RankSpread?]
    /// In which share of the draws each ranked coin is among the best (`Overview.bestCount`); nil for the others.
    let topShares: [Double?]
    /// How often all coins were ranked.
    let draws: Int
    /// The places of the coins that are compared, and what the id of each puts into its random numbers.
    private let entrants: [Int]
    private let seeds: [UInt64]

    /// What is drawn beside scores.
    enum Extent: Sendable {
        /// Nothing: no spreads, no shares, no z of signals that weigh nothing.
        case scores
        /// Spreads and shares.
        case ranks
        case all
    }

    /// The scores of some coins among each other, ascending, by m and s of all; one is ranked that has one of the necessary signals.
    init(
        _ measured: [[SignalEstimate]],
        among entrants: [Int],
        seeds: [UInt64],
        weights: [String: Double],
        necessary: [DiscoverySignal],
        _ extent: Extent = .all
    ) {
        let coins = seeds.indices
        let weight = DiscoverySignal.allCases.map { weights[$0.name] ?? $0.weight }
        let seeds = entrants.map { seeds[$0] }
        (self.entrants, self.seeds) = (entrants, seeds)
        let estimates = measured.map { DiscoveryScores.estimates($0, of: entrants, in: coins) }
        func has(_ signal: Int, _ coin: Int) -> Bool { estimates[signal][coin].mean.isThere }
        let ranked = entrants.indices.filter { place in necessary.contains { has($0.rawValue, entrants[place]) } }
        let signals = DiscoverySignal.allCases.map { signal in
            let isDrawn = extent == .all || weight[signal.rawValue] != 0
            let known = isDrawn ? estimates[signal.rawValue] : coins.map { _ in .missing(.notRanked) }
            return ScoreDraws.Signal(signal, weight: weight[signal.rawValue], known, among: entrants)
        }
        let drawn = ScoreDraws(signals: signals, seeds: seeds, ranked: ranked)
            .results(withRanks: extent != .scores)
        var z = estimates.map { $0.map { Measured.missing($0.mean.reason) } }
        for (index, signal) in signals.enumerated() {
            for (entrant, score) in zip(signal.entrants, drawn.z[index]) {
                z[index][entrants[entrant]] = Measured(score, orMissing: .fewCoins)
            }
        }
        let whole = weight.reduce(0, +)
        coverage = coins.map { coin in weight.indices.reduce(0) { has($1, coin) ? $0 + weight[$1] : $0 } / whole }
        var scores = [Measured](repeating: .missing(.notRanked), count: coins.count)
        for coin in ranked.map({ entrants[$0] }) {
            scores[coin] = Measured(DiscoveryScores.total(z, weight, coin), orMissing: .notRanked)
        }
        let variance = mean(scores.filter(\.isThere).map { $0.value * $0.value })
        sigma = variance > 0 ? variance.squareRoot() : 1
        ranking = scores.ranked
        let ranks = Dictionary(firstOf: zip(ranking, 1...))
        let printed = ranked.map { ranks[entrants[$0]] ?? 0 }
        func byCoin<Value>(_ values: [Value]) -> [Value?] {
            var found = [Value?](repeating: nil, count: coins.count)
            for (place, value) in zip(ranked, values) { found[entrants[place]] = value }
            return found
        }
        spreads = byCoin(drawn.spreads(printed: printed))
        topShares = byCoin(drawn.ranks.topShares)
        (self.weights, self.estimates, self.z, self.scores) = (weight, estimates, z, scores)
        draws = ScoreDraws.count(coins: entrants.count)
    }

    /// m and s of the entrants, of which enough have a mean; missing for the other coins.
    private static func estimates(
        _ all: [SignalEstimate],
        of entrants: [Int],
        in coins: Range<Int>
    ) -> [SignalEstimate] {
        let isEntrant = Set(entrants)
        let enough = entrants.count { all[$0].mean.isThere } >= leastCoins
        return coins.map { coin in
            guard isEntrant.contains(coin) else { return .missing(.notRanked) }
            return enough || !all[coin].mean.isThere ? all[coin] : .missing(.fewCoins)
        }
    }

    /// The ranking if one of the ranked coins had another estimate of one of its signals: the others are not drawn again.
    func ranking(with estimate: SignalEstimate, of signal: DiscoverySignal, at place: Int) -> [Int] {
        var estimates = estimates[signal.rawValue]
        estimates[place] = estimate
        let drawn = ScoreDraws.Signal(signal, weight: weights[signal.rawValue], estimates, among: entrants)
        var z = z
        for (entrant, score) in zip(
            drawn.entrants,
            ScoreDraws(signals: [drawn], seeds: seeds, ranked: []).results(withRanks: false).z[0]
        ) {
            z[signal.rawValue][entrants[entrant]] = Measured(score, orMissing: .fewCoins)
        }
        return scores.indices.map { coin in
            scores[coin].map(orMissing: .notRanked) { _ in DiscoveryScores.total(z, weights, coin) }
        }.ranked
    }

    /// Σ weight · z over the signals that a coin has and that weigh something.
    private static func total(_ z: [[Measured]], _ weights: [Double], _ coin: Int) -> Double {
        weights.indices.reduce(0) {
            z[$1][coin].isThere && weights[$1] != 0 ? $0 + weights[$1] * z[$1][coin].value : $0
        }
    }

    /// What a signal adds to the score of a coin.
    func contribution(_ signal: DiscoverySignal, _ coin: Int) -> Measured {
        z[signal.rawValue][coin].map(orMissing: .fewCoins) { weights[signal.rawValue] * $0 }
    }

    /// 100 Φ(S / σ): how many in a hundred such scores lie below, for display only.
    func percent(_ coin: Int) -> Measured {
        scores[coin].map(orMissing: .notRanked) { 100 * NormalDistribution.cumulative($0 / sigma) }
    }
}

extension ScoreDraws.Signal {
    /// A signal of those coins that have it, of some by place.
    init(_ signal: DiscoverySignal, weight: Double, _ estimates: [SignalEstimate], among coins: [Int]) {
        let there = coins.indices.filter { estimates[coins[$0]].mean.isThere }
        self.init(
            weight: weight,
            draw: signal.draw,
            entrants: there,
            means: there.map { estimates[coins[$0]].mean.value },
            errors: there.map { estimates[coins[$0]].error }
        )
    }
}

extension [Measured] {
    /// The places of those that are there, the highest first.
    ///
    /// This is the only place where scores are ordered: to nine decimals, ties by place, which is the byte order of ids.
    var ranked: [Int] {
        let keys = map { rounded($0.value) }
        return indices.filter { self[$0].isThere }
            .sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] > keys[$1] }
    }
}
