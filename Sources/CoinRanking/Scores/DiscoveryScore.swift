internal import CoinModel

/// The scores of the `discovery` preset: normal scores of five signals among the eligible coins, weighted and added up.
///
/// S = Σ w z in the order of the signals, a missing signal adding nothing: the contributions w z add up to S exactly,
/// when they are added from left to right. Coverage is Σ w over the signals that a coin has by Σ w over all; below 0.6 a
/// coin is listed and not ranked.
final class DiscoveryScores: Sendable {
    /// The least coverage of a coin with a rank.
    static let leastCoverage = 0.6

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
    /// C of each coin; 0 for one that is not eligible.
    let coverage: [Double]
    /// The regression of the valuation.
    let valuation: Valuation

    /// σ, σ² the mean of S² over the ranked coins, for the signals are correlated and √Σw² would be too small; 1 where all
    /// scores are 0.
    let sigma: Double

    /// The scores of the eligible coins among each other, by m and s of each signal and coin.
    init(_ measured: [[SignalEstimate]], _ valuation: Valuation, eligible: [Int], weights: [String: Double]) {
        let isEligible = Set(eligible)
        let coins = valuation.residuals.indices
        let weight = DiscoverySignal.allCases.map { weights[$0.name] ?? $0.weight }
        let estimates = measured.map { all in
            let enough = eligible.count { all[$0].mean.isThere } >= DiscoveryScores.leastCoins
            return coins.map { coin -> SignalEstimate in
                guard isEligible.contains(coin) else { return .missing(.notRanked) }
                return enough || !all[coin].mean.isThere ? all[coin] : .missing(.fewCoins)
            }
        }
        let z = onAllCores(parts: estimates.count) { signal -> [[Measured]] in
            let estimates = estimates[signal]
            let there = estimates.indices.filter { estimates[$0].mean.isThere }
            var z = estimates.map { Measured.missing($0.mean.reason) }
            for (coin, score) in zip(there, normalScores(there.map { estimates[$0].mean.value })) {
                z[coin] = Measured(score, orMissing: .fewCoins)
            }
            return [z]
        }
        let whole = weight.reduce(0, +)
        let coverage = coins.map { coin in
            weight.indices.reduce(0) { z[$1][coin].isThere ? $0 + weight[$1] : $0 } / whole
        }
        let scores = coins.map { coin -> Measured in
            guard rounded(coverage[coin]) >= DiscoveryScores.leastCoverage else { return .missing(.notRanked) }
            let total = weight.indices.reduce(0) { z[$1][coin].isThere ? $0 + weight[$1] * z[$1][coin].value : $0 }
            return Measured(total, orMissing: .notRanked)
        }
        let squares = scores.filter(\.isThere).map { $0.value * $0.value }
        self.weights = weight
        (self.estimates, self.z, self.scores) = (estimates, z, scores)
        (self.coverage, self.valuation) = (coverage, valuation)
        let variance = mean(squares)
        sigma = variance > 0 ? variance.squareRoot() : 1
    }

    /// What a signal adds to the score of a coin.
    func contribution(_ signal: DiscoverySignal, _ coin: Int) -> Measured {
        z[signal.rawValue][coin].map(orMissing: .fewCoins) { weights[signal.rawValue] * $0 }
    }

    /// 100 Φ(S / σ): how many in a hundred such scores lie below, for display only.
    func percent(_ coin: Int) -> Measured {
        scores[coin].map(orMissing: .notRanked) { 100 * NormalDistribution.cumulative($0 / sigma) }
    }

    /// Where the rank of each ranked coin lies with 80 % probability; nil for the others.
    ///
    /// The entrants are the eligible coins; seeds are what the id of each coin puts into its random numbers, none where
    /// nothing is drawn.
    func spreads(among entrants: [Int], seeds: [UInt64]) -> [RankSpread?] {
        var spreads = [RankSpread?](repeating: nil, count: scores.count)
        guard !seeds.isEmpty else { return spreads }
        let keys = entrants.map { rounded(scores[$0].value) }
        let ranked = entrants.indices.filter { !keys[$0].isNaN }
        let order = ranked.indices.sorted { (-keys[ranked[$0]], $0) < (-keys[ranked[$1]], $1) }
        var printed = order
        for (rank, place) in order.enumerated() { printed[place] = rank + 1 }
        let found = RankIntervals(
            signals: DiscoverySignal.allCases.map { signal in
                let there = entrants.indices.filter { z[signal.rawValue][entrants[$0]].isThere }
                let own = there.map { estimates[signal.rawValue][entrants[$0]] }
                return RankIntervals.Signal(
                    weight: weights[signal.rawValue],
                    draw: signal.draw,
                    weightDraw: signal.weightDraw,
                    entrants: there,
                    means: own.map(\.mean.value),
                    errors: own.map(\.error)
                )
            },
            seeds: entrants.map { seeds[$0] },
            ranked: ranked,
            printed: printed
        ).spreads()
        for (place, spread) in zip(ranked, found) { spreads[entrants[place]] = spread }
        return spreads
    }
}
