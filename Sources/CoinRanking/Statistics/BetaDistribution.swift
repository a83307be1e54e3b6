internal import Platform

/// The beta distribution with parameters `alpha`, `beta` > 0, whose value is read as a share or as its odds.
///
/// Everything here is computed from a share and its complement side by side, so that neither tail loses digits.
struct BetaDistribution {
    let alpha: Double
    let beta: Double

    init(alpha: Double, beta: Double) {
        self.alpha = alpha
        self.beta = beta
    }

    /// What is believed of a share after so many hits of some: Beta(½ + k, ½ + n − k).
    ///
    /// Source: H. Jeffreys, "Theory of Probability", 1961.
    init(hits: Double, of count: Double) {
        self.init(alpha: 0.5 + hits, beta: 0.5 + count - hits)
    }

    /// The share below which lies the probability `q`.
    func share(below q: Double) -> Double {
        let odds = odds(below: q)
        return odds.isFinite ? odds / (1 + odds) : 1
    }

    /// The regularised incomplete beta function I_x(α, β): the probability of a share up to that of these odds.
    ///
    /// Below the mean by the continued fraction of DLMF 8.17.22, above it by the mirrored one. Relative error about
    /// 1e-14 for parameters of some hundreds, 1e-11 at a hundred thousand; O(√max(α, β)).
    func cumulative(odds: Double) -> Double {
        guard odds > 0 else { return 0 }
        guard odds.isFinite else { return 1 }
        return odds * (beta + 1) <= alpha + 1
            ? lowerTail(share: odds / (1 + odds), rest: 1 / (1 + odds)) : 1 - mirrored.cumulative(odds: 1 / odds)
    }

    /// The probability of a share above that of these odds, exact where it is tiny.
    func complement(odds: Double) -> Double {
        mirrored.cumulative(odds: 1 / odds)
    }

    /// The odds below which lies the probability `q`: 0 for 0, infinite for 1.
    ///
    /// Halley's steps on the log-odds t, in which F′ = x^α (1−x)^β / B(α, β) and F″/F′ = α (1−x) − β x. A step that
    /// leaves the bracket of what is known so far halves it instead, so the search cannot diverge; steps cube the
    /// error, so one below 1e-7 ends it. Source: E. Halley 1694; W. Gautschi, "Numerical Analysis", 2012, chapter 4.
    func odds(below q: Double) -> Double {
        guard q > 0 else { return 0 }
        guard q < 1 else { return .infinity }
        var bracket = (low: -Double.infinity, high: Double.infinity)
        var t = log(alpha / beta)
        for _ in 0..<200 {
            let odds = exp(t)
            let excess = cumulative(odds: odds) - q
            if excess == 0 { return odds }
            if excess > 0 { bracket.high = t } else { bracket.low = t }
            let (share, rest) = (odds / (1 + odds), 1 / (1 + odds))
            let newton = excess / kernel(share: share, rest: rest)
            let step = newton / max(0.5, 1 - newton / 2 * (alpha * rest - beta * share))
            if abs(step) <= 1e-7 * min(1, 1 / max(alpha, beta).squareRoot()) { return exp(t - step) }
            t -= step
            if !(t > bracket.low && t < bracket.high) {
                // Without a bound on one side yet, ever longer strides look for it.
                t =
                    bracket.low.isInfinite
                    ? bracket.high - max(1, abs(bracket.high))
                    : bracket.high.isInfinite
                        ? bracket.low + max(1, abs(bracket.low)) : (bracket.low + bracket.high) / 2
            }
        }
        return exp(t)
    }

    private var mirrored: BetaDistribution { BetaDistribution(alpha: beta, beta: alpha) }

    /// x^α y^β / B(α, β) for y = 1−x.
    ///
    /// By Loader's saddle-point form, whose terms stay small where those of the plain one cancel.
    /// Source: C. Loader, "Fast and Accurate Computation of Binomial Probabilities", 2000.
    private func kernel(share: Double, rest: Double) -> Double {
        let n = alpha + beta
        let exponent =
            stirlingError(n) - stirlingError(alpha) - stirlingError(beta) - deviance(alpha, n * share)
            - deviance(beta, n * rest)
        return (alpha / n * beta / (2 * Double.pi)).squareRoot() * exp(exponent)
    }

    /// I_x(α, β) by Lentz's method on the continued fraction.
    private func lowerTail(share x: Double, rest: Double) -> Double {
        func away(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
        var numerator = 1.0
        var denominator = 1 / away(1 - (alpha + beta) * x / (alpha + 1))
        var fraction = denominator
        for step in 1...100_000 {
            let m = Double(step)
            let even = m * (beta - m) * x / ((alpha + 2 * m - 1) * (alpha + 2 * m))
            denominator = 1 / away(1 + even * denominator)
            numerator = away(1 + even / numerator)
            fraction *= denominator * numerator
            let odd = -(alpha + m) * (alpha + beta + m) * x / ((alpha + 2 * m) * (alpha + 2 * m + 1))
            denominator = 1 / away(1 + odd * denominator)
            numerator = away(1 + odd / numerator)
            let change = denominator * numerator
            fraction *= change
            if abs(change - 1) <= 3e-16 { break }
        }
        return kernel(share: x, rest: rest) * fraction / alpha
    }
}

/// What Stirling's formula lacks: ln Γ(x+1) − (x + ½) ln x + x − ½ ln 2π, for x > 0.
private func stirlingError(_ x: Double) -> Double {
    guard x < 15 else {
        let inverse = 1 / (x * x)
        return (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse * (1.0 / 1680 - inverse / 1188)))) / x
    }
    return logGamma(x + 1) - (x + 0.5) * log(x) + x - 0.5 * log(2 * Double.pi)
}

/// x ln(x/m) + m − x, by its series where the two are close.
private func deviance(_ x: Double, _ m: Double) -> Double {
    guard abs(x - m) < 0.1 * (x + m) else { return x * log(x / m) + m - x }
    let v = (x - m) / (x + m)
    var sum = (x - m) * v
    var term = 2 * x * v
    for odd in stride(from: 3.0, through: 99, by: 2) {
        term *= v * v
        let next = sum + term / odd
        if next == sum { break }
        sum = next
    }
    return sum
}

/// ln Γ(x) for x > 0.
private func logGamma(_ x: Double) -> Double {
    var sign: CInt = 0
    return lgamma_r(x, &sign)
}
