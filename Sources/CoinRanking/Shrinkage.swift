internal import CoinModel

/// Draws noisy measures of coins towards what is usual among them, the more the noisier they are.
///
/// τ² = max(var(y) − mean(e²), var(y)/10) is how much the coins themselves differ, ȳ their median; then
/// m = ȳ + (y − ȳ) τ² / (τ² + e²) and s = √(τ² e² / (τ² + e²)). Source: B. Efron, C. Morris, "Stein's Estimation Rule
/// and Its Competitors", 1973, with moments in place of likelihoods.
enum Shrinkage {
    /// The estimates of measures that share a universe.
    ///
    /// - Parameters:
    ///   - measures: y of each coin.
    ///   - errors: e of each coin.
    ///   - eligible: the places of those that make up the universe.
    /// - Returns: m and s of the eligible coins that have y and e; the others are missing.
    static func estimates(_ measures: [Measured], errors: [Measured], eligible: [Int]) -> [SignalEstimate] {
        var estimates = zip(measures, errors).map { measure, error in
            SignalEstimate.missing(measure.isThere ? error.reason : measure.reason)
        }
        let there = eligible.filter { measures[$0].isThere && errors[$0].isThere }
        let values = there.map { measures[$0].value }
        let squares = there.map { errors[$0].value * errors[$0].value }
        let center = median(values)
        let spread = there.count > 1 ? deviation(values) * deviation(values) : 0
        let own = max(spread - mean(squares), spread / 10)
        for (index, coin) in there.enumerated() {
            let kept = spread > 0 ? own / (own + squares[index]) : 0
            estimates[coin] = SignalEstimate(
                mean: Measured(center + (values[index] - center) * kept, orMissing: .fewWeeks),
                error: (kept * squares[index]).squareRoot()
            )
        }
        return estimates
    }
}

/// The error e of a log ratio of means over R and B, from how much blocks of four weeks differ: Y is cut into 3 blocks of R
/// and 10 of B, q are the means of their observed weeks by the average of them in the segment,
/// v = Σ (q − 1)² / (n_R + n_B − 2) and e² = v (1/n_R + 1/n_B).
///
/// Blocks, for weeks that follow each other are alike. Source: H. R. Künsch, "The Jackknife and the Bootstrap for General
/// Stationary Observations", 1989.
///
/// - Parameters:
///   - weeks: the weekly values.
///   - step: what the ratio adds to both means, and so here to every week.
/// - Returns: e²; NaN with fewer than 2 blocks in R or 4 in B.
func blockErrorSquared(_ weeks: WeeklySeries, adding step: Double = 0) -> Double {
    var squares = 0.0
    var counts: [Double] = []
    for (window, least) in [(Window.recent, 2), (Window.base, 4)] {
        let means = stride(from: window.lowerBound, to: window.upperBound, by: 4).compactMap { start -> Double? in
            let block = weeks.observed(start..<start + 4)
            return block.isEmpty ? nil : mean(block) + step
        }
        guard means.count >= least else { return .nan }
        let level = mean(means)
        squares += sum(means.map { ($0 / level - 1) * ($0 / level - 1) })
        counts.append(Double(means.count))
    }
    return squares / (counts[0] + counts[1] - 2) * (1 / counts[0] + 1 / counts[1])
}
