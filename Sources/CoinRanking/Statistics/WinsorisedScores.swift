internal import CoinModel

/// Winsorised z-scores: each value is brought inside the quantiles at `tail` and 1−`tail`, then z = (x − mean) /
/// deviation of the values so brought in.
///
///     winsorisedScores([0, 1, NaN, 2, 3, 100], tail: 0.05)    the two ends become 0.2 and 80.6
///
/// 0 for all when they do not vary, so for a single one too. NaN values stay NaN and count for nothing. O(n log n).
func winsorisedScores(_ values: [Double], tail: Double) -> [Double] {
    let present = values.filter { !$0.isNaN }.sorted()
    guard !present.isEmpty else { return values }
    let (low, high) = (quantile(sorted: present, tail), quantile(sorted: present, 1 - tail))
    let inside = present.map { min(max($0, low), high) }
    let (center, spread) = (mean(inside), deviation(inside))
    return values.map { value in
        value.isNaN ? value : spread > 0 ? (min(max(value, low), high) - center) / spread : 0
    }
}
