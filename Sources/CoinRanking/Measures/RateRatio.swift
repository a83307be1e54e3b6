internal import CoinModel
internal import Platform

/// How fast units came in the recent weeks against the base weeks, with how sure that is.
///
/// k_R units in t_R observed recent weeks and k_B in t_B base weeks; θ is the ratio of the two weekly rates.
struct RateRatio: Equatable {
    let recent: Double
    let base: Double
    let recentWeeks: Double
    let baseWeeks: Double
    /// What the counts are divided by before they are taken for Poisson counts, at least 1.
    let dispersion: Double

    /// The weight of the prior, in recent units: as if so many had been seen at the ratio that is usual.
    static let priorUnits = 2.0

    /// The same with fewer units in the recent weeks.
    func less(_ units: Double) -> RateRatio {
        RateRatio(
            recent: max(0, recent - units),
            base: base,
            recentWeeks: recentWeeks,
            baseWeeks: baseWeeks,
            dispersion: dispersion
        )
    }

    /// θ̂ = (k_R / t_R) / (k_B / t_B): infinite without base units, NaN without any.
    var estimate: Double { (recent / recentWeeks) / (base / baseWeeks) }

    /// The exact conditional interval: given n = k_R + k_B, k_R is binomial, so Clopper–Pearson limits of its share
    /// become limits of θ.
    ///
    /// 0 below without recent units, infinite above without base units. With a dispersion of 1 it is the textbook's.
    ///
    /// Source: M. P. Fay, "Two-sided exact tests and matching confidence intervals for discrete data", 2010.
    func exactInterval(confidence: Double = 0.95) -> (low: Double, high: Double) {
        let tail = (1 - confidence) / 2
        let (r, b) = (recent / dispersion, base / dispersion)
        let scale = baseWeeks / recentWeeks
        let low = r == 0 ? 0 : BetaDistribution(alpha: r, beta: b + 1).odds(below: tail) * scale
        let high = b == 0 ? .infinity : BetaDistribution(alpha: r + 1, beta: b).odds(below: 1 - tail) * scale
        return (low, high)
    }

    /// The posterior of the recent share p: Beta(2 + k_R/φ, 2 t_B/(c t_R) + k_B/φ), c the ratio that is usual among the
    /// coins.
    ///
    /// At c = 1, who shows nothing would outrank all that fell. Other weights than 2 units are only tried.
    func posterior(usual c: Double = 1, units: Double = priorUnits) -> RatePosterior {
        let weeksRatio = baseWeeks / recentWeeks
        return RatePosterior(
            share: BetaDistribution(
                alpha: units + recent / dispersion,
                beta: units * weeksRatio / c + base / dispersion
            ),
            weeksRatio: weeksRatio
        )
    }

    /// ln((k_R + ½) / t_R) − ln((k_B + ½) / t_B): its logarithm, finite without units as well.
    var smoothedLogarithm: Double { log((recent + 0.5) / recentWeeks) - log((base + 0.5) / baseWeeks) }

    /// The fewest coins whose median says what is usual.
    static let leastCoins = 10

    /// c: e to the median of the logarithms of some coins' ratios; 1 with fewer than ten of them.
    static func usual(among coins: [RateRatio]) -> Double {
        coins.count < leastCoins ? 1 : exp(median(coins.map(\.smoothedLogarithm)))
    }
}

/// What is believed of a rate ratio θ after the counts; each figure is worked out when it is asked for.
struct RatePosterior {
    let share: BetaDistribution
    /// t_B / t_R, which makes odds of the share a θ.
    let weeksRatio: Double

    /// m and s of log₂ θ: (ψ(α) − ψ(β) + ln(t_B/t_R)) / ln 2 and √(ψ₁(α) + ψ₁(β)) / ln 2.
    var estimate: SignalEstimate {
        let mean = digamma(share.alpha) - digamma(share.beta) + log(weeksRatio)
        let error = (trigamma(share.alpha) + trigamma(share.beta)).squareRoot()
        return SignalEstimate(mean: Measured(mean / log(2), orMissing: .noActivity), error: error / log(2))
    }

    /// The θ below which lies the probability `q`.
    func quantile(_ q: Double) -> Double { share.odds(below: q) * weeksRatio }

    /// P(θ > limit).
    func probability(above limit: Double) -> Double { share.complement(odds: limit / weeksRatio) }

    /// P(θ < limit).
    func probability(below limit: Double) -> Double { share.cumulative(odds: limit / weeksRatio) }

    /// P(θ > 1.25), from which on developer activity clearly rose, and P(θ < 0.8).
    var up: Double { probability(above: 1.25) }
    var down: Double { probability(below: 0.8) }
}
