internal import CoinModel

/// The score of the `classic` preset: winsorised z-scores, weighted, over what a coin has.
struct ClassicScore {
    /// A metric that enters, with the weight that the preset gives it and the column of its z-score.
    struct Signal: Sendable {
        let name: String
        let column: String
        let weight: Double
        let value: @Sendable (CoinMeasures) -> Measured
    }

    /// The metrics that enter.
    static let signals = [
        Signal(name: "dev_ratio", column: "z_dev", weight: 0.30) { $0.developerRatio },
        Signal(name: "vol_ratio", column: "z_vol", weight: 0.20) { $0.volumeRatio },
        Signal(name: "momentum12", column: "z_momentum", weight: 0.20) { $0.close.momentum },
        Signal(name: "volatility52", column: "z_volatility", weight: -0.10) { $0.close.volatility },
        Signal(name: "trend_ratio", column: "z_trend", weight: 0.20) { $0.interestRatio },
    ]

    /// The fewest metrics of a coin with a score.
    static let leastSignals = 3

    /// The quantile that extreme values are brought to, on either side.
    static let tail = 0.05

    /// The z-scores in order of `signals`; missing where the metric is, for its reason.
    var z = [Measured](repeating: .missing(.fewMetrics), count: signals.count)
    /// Σ weight · z / Σ |weight| over the metrics that the coin has; missing with fewer than three.
    var score = Measured.missing(.fewMetrics)
    /// Σ |weight| over the metrics that the coin has, by that over all.
    var coverage = 0.0

    /// The scores of coins among each other.
    ///
    /// - Parameters:
    ///   - coins: the coins, in an order of their own.
    ///   - weights: other weights by name of signal.
    /// - Returns: each coin's scores.
    /// - Complexity: O(n log n).
    static func scores(_ coins: [CoinMeasures], weights: [String: Double]) -> [ClassicScore] {
        let weight = signals.map { weights[$0.name] ?? $0.weight }
        let whole = weight.reduce(0) { $0 + abs($1) }
        let columns = signals.map { signal -> [Measured] in
            let metric = coins.map(signal.value)
            let z = winsorisedScores(metric.map { $0.isThere ? $0.value : .nan }, tail: tail)
            return zip(metric, z).map { Measured($1, orMissing: $0.reason) }
        }
        return coins.indices.map { coin in
            let z = columns.map { $0[coin] }
            let there = z.indices.filter { z[$0].isThere }
            let total = there.reduce(0) { $0 + abs(weight[$1]) }
            let sum = there.reduce(0) { $0 + weight[$1] * z[$1].value }
            return ClassicScore(
                z: z,
                score: there.count < leastSignals ? .missing(.fewMetrics) : Measured(sum / total, orMissing: .zeroBase),
                coverage: total / whole
            )
        }
    }
}
