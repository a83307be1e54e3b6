/// How often something came true among coins, week by week, with a band that knows how alike weeks and coins are.
///
/// p is the share over all coin-weeks. Its n is not their number: weeks overlap, and coins move together, so
/// n = min(p (1−p) / SE², coin-weeks / h), SE that of the weekly shares by phases. The 80 % band runs from the 10 % to the
/// 90 % quantile of Beta(½ + p n, ½ + (1−p) n). Source: H. Jeffreys, "Theory of Probability", 1961; the effective n after
/// L. Kish, "Survey Sampling", 1965.
public struct WeeklyShare: Sendable {
    /// How many came true, and of how many, by week.
    private(set) var hits: [Double]
    private(set) var counts: [Double]
    /// h: the weeks over which outcomes overlap.
    let horizon: Int

    init(weeks: Int, horizon: Int) {
        hits = Array(repeating: 0, count: weeks)
        counts = hits
        self.horizon = horizon
    }

    /// Counts the outcome of one coin.
    mutating func add(_ isTrue: Bool, in week: Int) {
        counts[week] += 1
        if isTrue { hits[week] += 1 }
    }

    /// How many coins over all weeks.
    public var coinWeeks: Int { Int(sum(counts)) }

    /// p; NaN of none.
    public var share: Double { sum(hits) / sum(counts) }

    /// n: how many independent outcomes it is worth, at most.
    ///
    /// By the coin-weeks alone where all came out alike, for then nothing shows how they go together; a period counts as one
    /// outcome where they are too few for an error.
    public var effective: Double {
        let (p, most) = (share, sum(counts) / Double(horizon))
        let weekly = BlockStandardError(zip(hits, counts).map { $0 / $1 }, horizon: horizon)
        if weekly.error.isNaN { return min(most, Double(weekly.weeks) / Double(horizon)) }
        return weekly.error > 0 && p > 0 && p < 1 ? min(p * (1 - p) / (weekly.error * weekly.error), most) : most
    }

    /// Where p lies with 80 % probability; NaN of none.
    public var band: (low: Double, high: Double) {
        guard coinWeeks > 0 else { return (.nan, .nan) }
        let (p, n) = (share, effective)
        let believed = BetaDistribution(alpha: 0.5 + p * n, beta: 0.5 + (1 - p) * n)
        return (believed.share(below: 0.1), believed.share(below: 0.9))
    }

    /// p with that band.
    var figure: (value: Double, ends: (low: Double, high: Double)) { (share, band) }

    /// The same of both together.
    static func + (left: WeeklyShare, right: WeeklyShare) -> WeeklyShare {
        var both = left
        for week in both.hits.indices {
            both.hits[week] += right.hits[week]
            both.counts[week] += right.counts[week]
        }
        return both
    }

    /// Σ (p − o)² over the coins of a week.
    func squaredErrors(of p: Double, in week: Int) -> Double {
        hits[week] * (1 - p) * (1 - p) + (counts[week] - hits[week]) * p * p
    }

    /// p over the weeks up to one, which it leaves out; NaN of none.
    func share(before week: Int) -> Double {
        week > 0 ? sum(hits[..<week]) / sum(counts[..<week]) : .nan
    }
}
