internal import CoinModel

/// The scores of the `classic` preset: winsorised z-scores, weighted, over what a coin has.
struct ClassicScores: Sendable {
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

    /// The z-scores of each signal and coin; missing where the metric is, for its reason.
    let z: [[Measured]]
    /// Σ weight · z / Σ |weight| over the metrics that a coin has; missing with fewer than three.
    let scores: [Measured]
    /// Σ |weight| over the metrics that a coin has, by that over all.
    let coverage: [Double]

    /// The scores of coins among each other.
    ///
    /// O(n log n).
    ///
    /// - Parameters:
    ///   - metrics: the metric of each signal and coin.
    ///   - weights: other weights by name of signal.
    init(_ metrics: [[Measured]], weights: [String: Double]) {
        let weight = ClassicScores.signals.map { weights[$0.name] ?? $0.weight }
        let whole = weight.reduce(0) { $0 + abs($1) }
        let z = onAllCores(parts: metrics.count) { signal in
            let metric = metrics[signal]
            let scores = winsorisedScores(metric.map { $0.isThere ? $0.value : .nan }, tail: ClassicScores.tail)
            return [zip(metric, scores).map { Measured($1, orMissing: $0.reason) }]
        }
        let totals = metrics[0].indices.map { coin -> (sum: Double, weight: Double, count: Int) in
            var total = (sum: 0.0, weight: 0.0, count: 0)
            for signal in weight.indices where z[signal][coin].isThere {
                total.sum += weight[signal] * z[signal][coin].value
                total.weight += abs(weight[signal])
                total.count += 1
            }
            return total
        }
        self.z = z
        scores = totals.map { total in
            total.count < ClassicScores.leastSignals
                ? .missing(.fewMetrics) : Measured(total.sum / total.weight, orMissing: .zeroBase)
        }
        coverage = totals.map { $0.weight / whole }
    }
}
