/// Normal scores: z = Φ⁻¹((rank − ½) / n), rank 1 the lowest, average ranks for ties, clipped to ±2.5.
///
///     normalScores([0.3, 0.1, 0.1, 2, -1])    0.524, −0.253, −0.253, 1.282, −1.282
///
/// Unlike a z-score from mean and deviation it does not care how far out an outlier lies. Source: G. Blom's family of
/// scores with Hazen's ½, as in W. J. Conover, "Practical Nonparametric Statistics", 1999. O(n log n).
func normalScores(_ values: [Double]) -> [Double] {
    let score = ScoreOfRank(count: values.count)
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var z = [Double](repeating: .nan, count: values.count)
    var start = 0
    while start < order.count {
        var end = start + 1
        while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
        for place in start..<end { z[order[place]] = score.ofTied(start..<end) }
        start = end
    }
    return z
}

/// The normal scores of all ranks of so many values, each worked out once.
struct ScoreOfRank {
    /// The scores in order of rank, then those midway between two ranks: a run of ties takes one or the other.
    private let ofDoubledRank: [Double]

    /// How far a score lies from 0 at most.
    static let limit = 2.5

    init(count: Int) {
        ofDoubledRank = (0..<max(0, 2 * count - 1)).map { doubled in
            ScoreOfRank.clipped(NormalDistribution.quantile((Double(doubled) / 2 + 0.5) / Double(count)))
        }
    }

    /// The score of equal values that take these places, counted from 0.
    func ofTied(_ places: Range<Int>) -> Double { ofDoubledRank[places.lowerBound + places.upperBound - 1] }

    static func clipped(_ z: Double) -> Double { min(max(z, -limit), limit) }
}
