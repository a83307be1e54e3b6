internal import CoinModel

/// Draws noisy measures of coins towards what is usual among them, the more the noisier they are.
///
/// τ² = max(var(y) − mean(e²), var(y)/10) is how much the coins themselves differ, ȳ their median, κ = τ² / (τ² + e²), half
/// of it where a measure is in doubt; then m = ȳ + κ (y − ȳ) and s = √(τ² (1 − κ)). Source: B. Efron, C. Morris, "Stein's Estimation Rule
/// and Its Competitors", 1973, with moments in place of likelihoods.
struct Shrinkage {
    /// ȳ: the median of the measures.
    let center: Double
    /// τ²: how much of their variance is the coins' own.
    let own: Double

    private let measures: [Measured]
    private let errors: [Measured]
    private let members: Set<Int>
    private let doubted: [Bool]

    /// What is usual among y of the eligible coins, by their e; some y are in doubt, by place, none without it.
    init(_ measures: [Measured], errors: [Measured], eligible: [Int], doubted: [Bool] = []) {
        let there = eligible.filter { measures[$0].isThere && errors[$0].isThere }
        let values = there.map { measures[$0].value }
        let spread = there.count > 1 ? deviation(values) * deviation(values) : 0
        center = median(values)
        own = max(spread - mean(there.map { errors[$0].value * errors[$0].value }), spread / 10)
        self.measures = measures
        self.errors = errors
        members = Set(there)
        self.doubted = doubted.isEmpty ? Array(repeating: false, count: measures.count) : doubted
    }

    /// κ: how much of its distance from the median a coin keeps; 0 where all are alike.
    func factor(_ coin: Int) -> Double {
        own > 0 ? own / (own + errors[coin].value * errors[coin].value) / (doubted[coin] ? 2 : 1) : 0
    }

    /// e of a coin.
    func error(_ coin: Int) -> Double { errors[coin].value }

    /// m and s of the eligible coins that have y and e; the others are missing.
    var estimates: [SignalEstimate] {
        measures.indices.map { coin in
            guard members.contains(coin) else {
                return .missing(measures[coin].isThere ? errors[coin].reason : measures[coin].reason)
            }
            return SignalEstimate(
                mean: Measured(center + factor(coin) * (measures[coin].value - center), orMissing: .fewWeeks),
                error: (own * (1 - factor(coin))).squareRoot()
            )
        }
    }
}

/// The error e of a log ratio of means over R and B, from how much blocks of four weeks differ: Y is cut into 3 blocks of R
/// and 10 of B, q are the means of their observed weeks by the average of them in the segment,
/// v = Σ (q − 1)² / (n_R + n_B − 2) and e² = v (1/n_R + 1/n_B).
///
/// Blocks, for weeks that follow each other are alike. Source: H. R. Künsch, "The Jackknife and the Bootstrap for General
/// Stationary Observations", 1989. What the ratio adds to both means is added to every week here; NaN with fewer than 2 blocks in R
/// or 4 in B.
func blockErrorSquared(_ weeks: WeeklySeries, adding step: Double = 0) -> Double {
    var squares = 0.0
    var counts: [Double] = []
    for (window, least) in [(Window.recent, 2), (Window.base, 4)] {
        let means = stride(from: window.lowerBound, to: window.upperBound, by: 4).compactMap { start -> Double? in
            let block = weeks.values[start..<start + 4].lazy.filter { !$0.isNaN }
            let count = block.count
            return count == 0 ? nil : sum(block) / Double(count) + step
        }
        guard means.count >= least else { return .nan }
        let level = mean(means)
        squares += sum(means.map { ($0 / level - 1) * ($0 / level - 1) })
        counts.append(Double(means.count))
    }
    return squares / (counts[0] + counts[1] - 2) * (1 / counts[0] + 1 / counts[1])
}
