/// Spearman's rank correlation: that of the ranks, average ranks for ties; NaN where either does not vary.
///
/// Source: C. Spearman, "The Proof and Measurement of Association between Two Things", 1904. O(n log n).
func spearman(_ left: [Double], _ right: [Double]) -> Double { correlation(averageRanks(left), averageRanks(right)) }

/// Pearson's correlation of as many values, of which none may be NaN; NaN where either does not vary.
func correlation(_ left: [Double], _ right: [Double]) -> Double {
    let (centerA, centerB) = (mean(left), mean(right))
    let together = sum(zip(left, right).map { ($0 - centerA) * ($1 - centerB) })
    let squares = sum(left.map { ($0 - centerA) * ($0 - centerA) }) * sum(right.map { ($0 - centerB) * ($0 - centerB) })
    return together / squares.squareRoot()
}

/// The rank of each value, none of which may be NaN, 1 for the lowest; equal ones share the average of theirs.
func averageRanks(_ values: [Double]) -> [Double] {
    let count = values.count
    var order = RadixOrder(capacity: count)
    order.order(values, count: count)
    var ranks = [Double](repeating: .nan, count: count)
    var start = 0
    while start < count {
        var end = start + 1
        while end < count, values[order[end]] == values[order[start]] { end += 1 }
        for place in start..<end { ranks[order[place]] = Double(start + end + 1) / 2 }
        start = end
    }
    return ranks
}
