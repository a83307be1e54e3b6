/// The normal scores of all ranks of so many values: z = Φ⁻¹((rank − ½) / n), rank 1 the lowest, average ranks for ties.
///
/// Unlike a z-score from mean and deviation it does not care how far out an outlier lies. Source: G. Blom's family of
/// scores with Hazen's ½, as in W. J. Conover, "Practical Nonparametric Statistics", 1999.
struct ScoreOfRank {
    /// The scores in order of rank, and between them those midway between two ranks: a run of ties takes one or the other.
    private let ofDoubledRank: [Double]

    init(count: Int) {
        ofDoubledRank = (0..<max(0, 2 * count - 1)).map { place in
            NormalDistribution.quantile((Double(place) / 2 + 0.5) / Double(count))
        }
    }

    /// The score of equal values that take these places, counted from 0.
    func ofTied(_ places: Range<Int>) -> Double { ofDoubledRank[places.lowerBound + places.upperBound - 1] }
}
