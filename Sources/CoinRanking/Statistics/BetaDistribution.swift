#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The beta distribution with parameters `alpha`, `beta` > 0.
struct BetaDistribution {
    let alpha: Double
    let beta: Double

    /// The regularised incomplete beta function I_x(α, β): the probability of a value up to `x`.
    ///
    /// By Lentz's method on the continued fraction of DLMF 8.17.22, which converges fast below the mean; above it the
    /// mirrored function is taken. Relative error about 1e-14.
    func cumulative(_ x: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        return x <= (alpha + 1) / (alpha + beta + 2)
            ? BetaDistribution.lowerPart(x, alpha, beta) : 1 - BetaDistribution.lowerPart(1 - x, beta, alpha)
    }

    /// The probability of a value above `x`, exact where it is tiny.
    func complement(_ x: Double) -> Double {
        BetaDistribution(alpha: beta, beta: alpha).cumulative(1 - x)
    }

    /// The value below which lies the probability `q`: the inverse of `cumulative`.
    ///
    /// Newton's steps inside a bracket that is halved whenever a step would leave it, so it cannot diverge.
    func quantile(_ q: Double) -> Double {
        guard q > 0 else { return 0 }
        guard q < 1 else { return 1 }
        var (low, high) = (0.0, 1.0)
        var x = alpha / (alpha + beta)
        for _ in 0..<200 {
            let excess = cumulative(x) - q
            if excess > 0 { high = x } else { low = x }
            if excess == 0 { return x }
            let density = exp((alpha - 1) * log(x) + (beta - 1) * log1p(-x) - BetaDistribution.logBeta(alpha, beta))
            var next = x - excess / density
            if !(next > low && next < high) {
                next = low > 0 && high < 1 && high / low > 4 ? (low * high).squareRoot() : (low + high) / 2
            }
            if abs(next - x) <= 1e-15 * x { return next }
            x = next
        }
        return x
    }

    /// The odds p/(1−p) below which lies the probability `q`; exact in both tails.
    func oddsQuantile(_ q: Double) -> Double {
        quantile(q) / BetaDistribution(alpha: beta, beta: alpha).quantile(1 - q)
    }

    /// ln B(a, b).
    static func logBeta(_ a: Double, _ b: Double) -> Double {
        logGamma(a) + logGamma(b) - logGamma(a + b)
    }

    /// ln Γ(x) for x > 0.
    static func logGamma(_ x: Double) -> Double {
        var sign: CInt = 0
        return lgamma_r(x, &sign)
    }

    private static func lowerPart(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let front = exp(a * log(x) + b * log1p(-x) - logBeta(a, b)) / a
        let tiny = 1e-300
        func away(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
        var numerator = 1.0
        var denominator = 1 / away(1 - (a + b) * x / (a + 1))
        var fraction = denominator
        for step in 1...10_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            denominator = 1 / away(1 + even * denominator)
            numerator = away(1 + even / numerator)
            fraction *= denominator * numerator
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            denominator = 1 / away(1 + odd * denominator)
            numerator = away(1 + odd / numerator)
            let change = denominator * numerator
            fraction *= change
            if abs(change - 1) < 1e-16 { break }
        }
        return front * fraction
    }
}
