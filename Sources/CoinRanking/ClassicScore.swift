internal import CoinModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The score of the `classic` preset: winsorised z-scores, weighted, over what a coin has.
enum ClassicScore {
    /// A metric that enters, with the weight that the preset gives it.
    struct Signal: Sendable {
        let name: String
        let weight: Double
        let value: @Sendable (CoinMeasures) -> Measured
    }

    /// The metrics that enter.
    static let signals = [
        Signal(name: "dev_ratio", weight: 0.30) { $0.developerRatio },
        Signal(name: "vol_ratio", weight: 0.20) { $0.volumeRatio },
        Signal(name: "momentum12", weight: 0.20) { $0.market.momentum },
        Signal(name: "volatility52", weight: -0.10) { $0.market.volatility },
        Signal(name: "trend_ratio", weight: 0.20) { $0.interestRatio },
    ]

    /// The fewest metrics of a coin with a score.
    static let leastSignals = 3

    /// The quantile that extreme values are brought to, on either side.
    static let tail = 0.05

    /// The z-scores of each coin in order of `signals` (NaN where the metric is missing), and its score:
    /// Σ weight · z / Σ |weight| over the metrics that it has; NaN with fewer than three.
    static func scores(
        _ coins: [CoinMeasures],
        weights: [String: Double]
    ) -> (z: [[Double]], score: [Double]) {
        let columns = signals.map { signal in
            winsorisedScores(
                coins.map {
                    let value = signal.value($0).value
                    return value.isFinite ? value : .nan
                },
                tail: tail
            )
        }
        let weight = signals.map { weights[$0.name] ?? $0.weight }
        let z = coins.indices.map { coin in columns.map { $0[coin] } }
        let scores = z.map { row -> Double in
            let there = row.indices.filter { !row[$0].isNaN }
            let total = there.reduce(0) { $0 + abs(weight[$1]) }
            guard there.count >= leastSignals, total > 0 else { return .nan }
            return there.reduce(0) { $0 + weight[$1] * row[$1] } / total
        }
        return (z, scores)
    }
}
