#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The prior's weight that fits many coins best: empirical Bayes by the marginal likelihood of their counts.
enum PriorFit {
    /// The weights tried: 4 · 2^(i/4), i = 0…16.
    static let grid = (0...16).map { 4 * exp2(Double($0) / 4) }

    /// The fewest coins that say enough; with fewer the weight is the usual one.
    static let leastCoins = 30

    /// The weight of the grid that maximises the sum of `logMarginal`; the smaller on ties.
    ///
    /// The counts have φ' = max(1, φ̂) for their dispersion: uncorrected, because only the means count.
    static func weight(_ coins: [RateRatio]) -> Double {
        guard coins.count >= leastCoins else { return RateRatio.priorWeight }
        var best = (weight: RateRatio.priorWeight, likelihood: -Double.infinity)
        for weight in grid {
            let likelihood = rounded(sum(coins.map { logMarginal($0, priorWeight: weight) }))
            if likelihood > best.likelihood { best = (weight, likelihood) }
        }
        return best.weight
    }

    /// ln B(a f + k_R/φ, a(1−f) + k_B/φ) − ln B(a f, a(1−f)): ln of the likelihood of a coin's counts, less a term
    /// that does not depend on the prior.
    static func logMarginal(_ coin: RateRatio, priorWeight: Double) -> Double {
        let share = coin.recentWeeks / (coin.recentWeeks + coin.baseWeeks)
        let (a, b) = (priorWeight * share, priorWeight * (1 - share))
        return BetaDistribution.logBeta(a + coin.recent / coin.dispersion, b + coin.base / coin.dispersion)
            - BetaDistribution.logBeta(a, b)
    }
}
