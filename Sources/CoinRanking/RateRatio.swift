#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// How fast units came in the recent weeks against the base weeks, with how sure that is.
///
/// k_R units in t_R observed recent weeks and k_B in t_B base weeks; θ is the ratio of the two weekly rates.
struct RateRatio: Equatable {
    let recent: Double
    let base: Double
    let recentWeeks: Double
    let baseWeeks: Double
    /// How much more the weekly counts vary than Poisson counts would, at least 1.
    let dispersion: Double

    /// The weight of the prior, in units: as if so many had been seen at an unchanged rate.
    static let priorWeight = 15.0

    /// θ̂ = (k_R / t_R) / (k_B / t_B): infinite without base units, NaN without any.
    var estimate: Double {
        (recent / recentWeeks) / (base / baseWeeks)
    }

    /// The exact conditional interval: given n = k_R + k_B, k_R is binomial, so Clopper–Pearson limits of its share
    /// become limits of θ.
    ///
    /// Counts are divided by the dispersion first; at 1 it is the textbook interval.
    ///
    /// Source: M. P. Fay, "Two-sided exact tests and matching confidence intervals for discrete data", 2010.
    func exactInterval(confidence: Double = 0.95) -> (low: Double, high: Double) {
        let tail = (1 - confidence) / 2
        let (r, b) = (recent / dispersion, base / dispersion)
        let scale = baseWeeks / recentWeeks
        let low = r == 0 ? 0 : BetaDistribution(alpha: r, beta: b + 1).oddsQuantile(tail) * scale
        let high = b == 0 ? .infinity : BetaDistribution(alpha: r + 1, beta: b).oddsQuantile(1 - tail) * scale
        return (low, high)
    }

    /// The posterior of the recent share p: Beta(a f + k_R/φ, a(1−f) + k_B/φ), f the recent share of the weeks.
    func posterior(priorWeight: Double = RateRatio.priorWeight) -> Posterior {
        let share = recentWeeks / (recentWeeks + baseWeeks)
        return Posterior(
            share: BetaDistribution(
                alpha: priorWeight * share + recent / dispersion,
                beta: priorWeight * (1 - share) + base / dispersion
            ),
            weeksRatio: baseWeeks / recentWeeks
        )
    }

    /// What is believed of θ after the counts.
    struct Posterior {
        let share: BetaDistribution
        let weeksRatio: Double

        /// The θ below which lies the probability `q`.
        func quantile(_ q: Double) -> Double {
            share.oddsQuantile(q) * weeksRatio
        }

        /// P(θ > limit).
        func probability(above limit: Double) -> Double {
            share.complement(limit / (limit + weeksRatio))
        }

        /// P(θ < limit).
        func probability(below limit: Double) -> Double {
            share.cumulative(limit / (limit + weeksRatio))
        }

        /// The lower quartile of log₂ θ: what coins are ranked by, so that a lucky few commits do not top the list.
        var rankKey: Double { log2(quantile(0.25)) }
    }
}

/// The dispersion φ of weekly counts in segments that each have a rate of their own.
///
/// φ̂ = Σ (x − μ)² / μ ÷ Σ (t − 1) over the segments with units; 2.5 where there are fewer than 10 degrees of freedom.
/// φ = max(1, 1 + 4 (φ̂ − 1)): the excess counts four times because it is correlated from week to week.
///
/// - Parameter segments: the counts of the observed weeks of each segment.
/// - Returns: the raw estimate φ̂ and φ.
func dispersion(_ segments: [[Double]]) -> (raw: Double, corrected: Double) {
    var squares = 0.0
    var freedom = 0
    for segment in segments {
        let rate = mean(segment)
        guard rate > 0 else { continue }
        squares += sum(segment.map { ($0 - rate) * ($0 - rate) }) / rate
        freedom += segment.count - 1
    }
    let raw = freedom < 10 ? 2.5 : squares / Double(freedom)
    return (raw, max(1, 1 + 4 * (raw - 1)))
}

/// The prior's weight that fits many coins best, on the grid 4 · 2^(i/4), i = 0…16; the smaller on ties.
///
/// It maximises Σ ln B(a f + k_R/φ, a(1−f) + k_B/φ) − ln B(a f, a(1−f)); φ is here max(1, φ̂), uncorrected. Fewer than
/// 30 coins say too little: then it is 15.
func fittedPriorWeight(_ coins: [RateRatio]) -> Double {
    guard coins.count >= 30 else { return RateRatio.priorWeight }
    let grid = (0...16).map { 4 * exp2(Double($0) / 4) }
    let likelihoods = grid.map { weight in sum(coins.map { logMarginal($0, priorWeight: weight) }) }
    var best = 0
    for index in grid.indices where likelihoods[index] > likelihoods[best] { best = index }
    return grid[best]
}

/// ln of the marginal likelihood of a coin's counts, up to a term that does not depend on the prior.
func logMarginal(_ coin: RateRatio, priorWeight: Double) -> Double {
    let share = coin.recentWeeks / (coin.recentWeeks + coin.baseWeeks)
    let (a, b) = (priorWeight * share, priorWeight * (1 - share))
    return BetaDistribution.logBeta(a + coin.recent / coin.dispersion, b + coin.base / coin.dispersion)
        - BetaDistribution.logBeta(a, b)
}
