/// What remains of p where many things were tried.
public enum FalseDiscovery {
    /// The adjusted q of each p: the least false-discovery rate at which it would still count, min over the p_(j) at or
    /// above it of p_(j) m / j.
    ///
    /// NaN stays NaN and counts for nothing. O(m log m). Source: Y. Benjamini, Y. Hochberg, "Controlling the False Discovery
    /// Rate", 1995.
    public static func adjusted(_ values: [Double]) -> [Double] {
        let order = values.indices.filter { !values[$0].isNaN }.sorted { values[$0] < values[$1] }
        var adjusted = [Double](repeating: .nan, count: values.count)
        var least = 1.0
        for (index, place) in order.enumerated().reversed() {
            least = min(least, values[place] * Double(order.count) / Double(index + 1))
            adjusted[place] = least
        }
        return adjusted
    }
}
