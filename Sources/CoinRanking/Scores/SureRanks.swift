internal import CoinModel
internal import Platform

/// Ranks that hold for all coins at once with 90 % confidence, by the rate ratios alone.
///
/// With x the logarithm of a coin's ratio, s its error and d its random numbers, q is the 0.9 quantile over the draws of
/// the largest |s_i d_i − s_k d_k| / √(s_i² + s_k²) of any two coins. Those that lie over q √(s_i² + s_k²) above a coin
/// are surely better, those so far below surely worse. Source: M. Mogstad, J. P. Romano, A. M. Shaikh, D. Wilhelm,
/// "Inference for Ranks with Applications to Mobility across Neighbourhoods", 2024.
struct SureRanks: Sendable {
    /// The most coins, for time and memory grow with their square.
    static let mostCoins = 1000

    /// q; NaN for fewer than two coins.
    let quantile: Double
    /// From the best to the worst rank of each coin.
    let ranges: [ClosedRange<Int>]

    /// The ranks of some coins, of which each has a ratio, and seeds of its own: O(draws · coins²).
    init(_ ratios: [(x: Double, s: Double)], seeds: [UInt64]) {
        let draws = ScoreDraws.count(coins: ratios.count)
        let count = ratios.count
        let spreads = ratios.map { one in ratios.map { (one.s * one.s + $0.s * $0.s).squareRoot() } }
        let inverse = spreads.map { $0.map { 1 / $0 } }
        // The draws of a pair differ in their signs alone, which a largest distance does not have.
        let largest = onAllCores(parts: 16) { part in
            share(part, of: 16, count: draws / 2).map { pair -> Double in
                let moved = zip(seeds, ratios).map { seed, ratio in
                    let uniform = Draws.uniform(Draws.start(2 * pair, seed: seed), DiscoverySignal.development.draw)
                    return ratio.s * NormalDistribution.quantile(uniform)
                }
                var most = -Double.infinity
                for one in 0..<count {
                    for other in 0..<one { most = max(most, abs(moved[one] - moved[other]) * inverse[one][other]) }
                }
                return most
            }
        }
        let quantile = count < 2 ? .nan : CoinModel.quantile(largest.flatMap { [$0, $0] }, 0.9)
        self.quantile = quantile
        ranges = (0..<count).map { coin in
            func isSure(_ distance: Double, _ other: Int) -> Bool {
                rounded(distance) > rounded(quantile * spreads[coin][other])
            }
            let better = (0..<count).count { isSure(ratios[$0].x - ratios[coin].x, $0) }
            let worse = (0..<count).count { isSure(ratios[coin].x - ratios[$0].x, $0) }
            return 1 + better...count - worse
        }
    }
}

extension RateRatio {
    /// log₂ of ((k_R/φ + ½)/t_R) / ((k_B/φ + ½)/t_B) and its error: finite without units as well.
    var smoothed: (x: Double, s: Double) {
        let (r, b) = (recent / dispersion + 0.5, base / dispersion + 0.5)
        return (log2((r / recentWeeks) / (b / baseWeeks)), (1 / r + 1 / b).squareRoot() / log(2))
    }
}
