/// Normal scores: z = Φ⁻¹((rank − ½) / n), rank 1 the lowest, average ranks for ties, clipped to ±2.5.
///
///     normalScores([0.3, 0.1, 0.1, 2, -1])    0.524, −0.253, −0.253, 1.282, −1.282
///
/// Unlike a z-score from mean and deviation it does not care how far out an outlier lies. Source: G. Blom's family of
/// scores with Hazen's ½, as in W. J. Conover, "Practical Nonparametric Statistics", 1999. O(n log n).
func normalScores(_ values: [Double]) -> [Double] {
    averageRanks(values).map { ScoreOfRank.score(rank: $0, count: values.count) }
}

/// The normal scores of all ranks of so many values, each worked out once.
struct ScoreOfRank {
    /// The scores in order of rank, then those midway between two ranks: a run of ties takes one or the other.
    private let ofDoubledRank: [Double]

    /// How far a score lies from 0 at most.
    static let limit = 2.5

    init(count: Int) {
        ofDoubledRank = (0..<max(0, 2 * count - 1)).map { ScoreOfRank.score(rank: Double($0) / 2 + 1, count: count) }
    }

    static func score(rank: Double, count: Int) -> Double {
        clipped(NormalDistribution.quantile((rank - 0.5) / Double(count)))
    }

    /// The score of equal values that take these places, counted from 0.
    func ofTied(_ places: Range<Int>) -> Double { ofDoubledRank[places.lowerBound + places.upperBound - 1] }

    static func clipped(_ z: Double) -> Double { min(max(z, -limit), limit) }
}
