/// Student's t distribution with `freedom` > 0 degrees of freedom, by both of its tails together.
///
/// ν / (ν + t²) has the beta distribution with parameters ν/2 and ½. Source: Student, "The Probable Error of a Mean", 1908.
struct StudentDistribution {
    let freedom: Double

    /// P(|T| ≥ |t|): 1 at 0.
    func bothTails(_ t: Double) -> Double { t == 0 ? 1 : share.cumulative(odds: freedom / (t * t)) }

    /// The t ≥ 0 beyond which, to both sides, lies the probability `p` in (0, 1).
    func quantile(bothTails p: Double) -> Double { (freedom / share.odds(below: p)).squareRoot() }

    private var share: BetaDistribution { BetaDistribution(alpha: freedom / 2, beta: 0.5) }
}
