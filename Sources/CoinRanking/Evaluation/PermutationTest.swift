internal import CoinModel

/// Whether a mean rank IC is more than chance, by whole signal histories exchanged between coins.
///
/// p = (1 + number of |mean IC| ≥ the observed) / 1000 over 999 permutations, means compared to nine decimals. What a
/// signal keeps from week to week, and what returns share, stay as they are, so overlapping weeks do not deceive it. It is
/// the exact test of R. A. Fisher, "The Design of Experiments", 1935, on histories in place of values; its draws after
/// B. Phipson, G. K. Smyth, "Permutation P-values Should Never Be Zero", 2010.
struct PermutationTest {
    /// The observed mean of the phases' means; NaN without any week.
    let mean: Double
    /// NaN without any week.
    let p: Double

    static let permutations = 999

    /// Judges ranked weeks whose outcomes span h weeks, over all cores.
    ///
    /// O(permutations · coins · weeks).
    init(_ ranked: RankedPanel, horizon: Int, seeds: [UInt64]) {
        let weights = PhaseError.weights(ranked.correlations, horizon: horizon)
        guard !ranked.coins.isEmpty else {
            (mean, p) = (.nan, .nan)
            return
        }
        let means = PermutedMean(ranked.signal, ranked.outcome, weights: weights)
        let own = ranked.coins.map { seeds[$0] }
        let parts = 16
        mean = means.value(Array(own.indices))
        let observed = rounded(abs(mean))
        let reached = onAllCores(parts: parts) { part in
            var permutations = CoinPermutations(own)
            return share(part, of: parts, count: PermutationTest.permutations).map { draw in
                rounded(abs(means.value(permutations.sources(draw)))) >= observed
            }
        }
        p = Double(1 + reached.count { $0 }) / Double(PermutationTest.permutations + 1)
    }
}
