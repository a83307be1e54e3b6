/// The quantile at `p` by linear interpolation at position (n−1)p of the ordered values; NaN of nothing.
///
/// This is the only place where quantiles and medians are taken, but for the stored median of a week's volumes (`WeeklyMart`),
/// whose last bit a change of rule would change.
public func quantile(_ values: [Double], _ p: Double) -> Double {
    values.isEmpty ? .nan : quantile(sorted: values.sorted(), p)
}

/// The quantile of values that are in order already, at least one.
public func quantile(sorted values: [Double], _ p: Double) -> Double {
    let position = Double(values.count - 1) * p
    let below = Int(position)
    guard below + 1 < values.count else { return values[values.count - 1] }
    return values[below] + (position - Double(below)) * (values[below + 1] - values[below])
}

/// The median; NaN of nothing.
public func median(_ values: [Double]) -> Double { quantile(values, 0.5) }
