internal import CoinModel

/// Weekly returns drawn again 999 times in blocks of successive weeks, so that what weeks share stays as it is: how far figures
/// of them may lie from the true ones.
///
/// Blocks are of L = max(h, ⌈n^⅓⌉) weeks, and block k of draw b begins at ⌊n u(b, `spread`, 100 + k)⌋ and goes on from the first
/// week behind the last; the draw is cut to n weeks. Source: D. N. Politis, J. P. Romano, "A Circular Block-Resampling
/// Procedure for Stationary Data", 1992.
struct CircularBlocks {
    private let draws: [[Double]]

    /// The first eight bytes of SHA-256 of `spread`.
    private static let seed: UInt64 = 0x9098_02b2_69de_e093
    private static let count = 999

    /// The draws of known returns whose positions last h weeks.
    ///
    /// O(draws · weeks).
    init(_ returns: [Double], horizon: Int) {
        let n = returns.count
        let length = CircularBlocks.length(n, horizon: horizon)
        draws = (0..<(n > 0 ? CircularBlocks.count : 0)).map { draw in
            let start = Draws.start(draw, seed: CircularBlocks.seed)
            return (0..<n).map { week in
                let first = Int(Double(n) * Draws.uniform(start, 100 + week / length))
                return returns[(first + week % length) % n]
            }
        }
    }

    /// L.
    static func length(_ n: Int, horizon: Int) -> Int { max(horizon, (0...n).first { $0 * $0 * $0 >= n } ?? 1, 1) }

    /// The 5 % and 95 % quantiles of a figure over the draws that have it; NaN without any.
    func interval(_ figure: ([Double]) -> Double) -> (low: Double, high: Double) {
        let figures = draws.map(figure).filter { !$0.isNaN }.sorted()
        return figures.isEmpty ? (.nan, .nan) : (quantile(sorted: figures, 0.05), quantile(sorted: figures, 0.95))
    }
}

/// How a portfolio of weekly returns did for the risk taken; nothing of it is a rate of a year.
public enum SharpeRatio {
    /// The mean over the deviation; NaN where they do not vary.
    static func weekly(_ returns: [Double]) -> Double {
        let spread = deviation(returns)
        return spread > 0 ? mean(returns) / spread : .nan
    }

    /// The probability that it is above what the best of so many trials without power has by chance.
    ///
    ///     Φ((SR − SR₀) √(n−1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²))
    ///
    /// γ₃, γ₄ are moments with n, SR₀ = √V ((1 − γ) Φ⁻¹(1 − 1/N) + γ Φ⁻¹(1 − 1/(N e))) with Euler's γ, 0 for one trial, and V the
    /// variance of the trials' own ratios where 10 or more have one, else 1/(n − 1). NaN without a ratio. Source: D. H. Bailey,
    /// M. López de Prado, "The Deflated Sharpe Ratio", 2014.
    public static func deflated(_ returns: [Double], trials: Int, ratios: [Double]) -> Double {
        let (n, ratio, center) = (Double(returns.count), weekly(returns), mean(returns))
        guard !ratio.isNaN else { return .nan }
        let rests = returns.map { $0 - center }
        let square = sum(rests.map { $0 * $0 }) / n
        let skew = sum(rests.map { $0 * $0 * $0 }) / n / (square * square.squareRoot())
        let tails = sum(rests.map { $0 * $0 * $0 * $0 }) / n / (square * square)
        let spread = ratios.count >= 10 ? deviation(ratios) : (1 / (n - 1)).squareRoot()
        let (euler, base, tried) = (0.577_215_664_901_532_9, 2.718_281_828_459_045, Double(trials))
        let chance =
            trials > 1
            ? spread
                * ((1 - euler) * NormalDistribution.quantile(1 - 1 / tried)
                    + euler * NormalDistribution.quantile(1 - 1 / (tried * base)))
            : 0
        let error = (1 - skew * ratio + (tails - 1) / 4 * ratio * ratio).squareRoot()
        return NormalDistribution.cumulative((ratio - chance) * (n - 1).squareRoot() / error)
    }
}

/// The money that a fifth can take in without trading more than 1 % of what is traded of a coin in a day.
struct Capacity {
    /// With which all coins are within that.
    let all: Double
    /// With which half of them are.
    let half: Double

    /// Of the coins of these median daily volumes, of which unknown ones do not count; NaN without any.
    init(_ volumes: [Double]) {
        let known = volumes.filter { !$0.isNaN }
        let share = 0.01 * Double(known.count)
        all = known.min().map { share * $0 } ?? .nan
        half = known.isEmpty ? .nan : share * median(known)
    }
}
