internal import CoinModel

/// The scores of the `classic` preset: winsorised z-scores, weighted, over what a coin has.
struct ClassicScores: Sendable {
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

    /// The scores of coins among each other, by the metrics of each coin in the order of the signals.
    init(_ metrics: [[Measured]], weights: [String: Double]) {
        let weight = ClassicSignal.all.map { weights[$0.name] ?? $0.weight }
        let whole = weight.reduce(0) { $0 + abs($1) }
        let z = onAllCores(parts: weight.count) { signal in
            let values = metrics.map { $0[signal].isThere ? $0[signal].value : .nan }
            let scores = winsorisedScores(values, tail: ClassicScores.tail)
            return [zip(metrics, scores).map { Measured($1, orMissing: $0[signal].reason) }]
        }
        let totals = metrics.indices.map { coin -> (sum: Double, weight: Double, count: Int) in
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

/// How a metric of `classic` spreads over the coins that have it.
struct ClassicSpread: Sendable {
    /// How many these are.
    let count: Int
    /// The quantiles that extreme values are brought to.
    let low: Double
    let high: Double
    /// Mean and sample deviation of the values brought inside these.
    let center: Double
    let deviation: Double

    init(_ metrics: [Measured]) {
        let values = metrics.filter(\.isThere).map(\.value)
        let (low, high) = (quantile(values, ClassicScores.tail), quantile(values, 1 - ClassicScores.tail))
        let inside = values.map { min(max($0, low), high) }
        count = values.count
        self.low = low
        self.high = high
        center = mean(inside)
        deviation = CoinRanking.deviation(inside)
    }
}
