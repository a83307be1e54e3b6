/// Whether developer activity that is said to rise stays up: forecasts of past weeks against the 12 weeks after them.
///
/// The outcome is the rate of the 12 weeks after a forecast over that of the base weeks that the forecast did not read, where
/// 8 of the former and 4 of the latter were observed in the same unit. Outcomes of weeks less than 12 apart overlap.
public struct ActivityEvidence: Sendable {
    /// By week: the slope of the logarithm of the outcome on that of the median forecast, among ten coins or more; 1 where
    /// forecasts are neither too bold nor too timid.
    let slope: BlockStandardError
    /// The rank correlation of the two.
    public let correlation: BlockStandardError
    /// How often the outcome lay in the 90 % band.
    let coverage: WeeklyShare
    /// How often it was above 1 for coins that were called rising or below 1 for falling ones, and for all.
    let rising: WeeklyShare
    let falling: WeeklyShare
    let above: WeeklyShare
    let below: WeeklyShare
    /// The mean of (p − o)², o whether the outcome was above 1.25: p by the forecasts, and by the share of all outcomes that
    /// were known then.
    let brier: Double
    let brierOfBase: Double
    /// The outcomes by tenths of `p_up`: the mean forecast and how often it came true.
    let reliability: [(said: Double, came: WeeklyShare)]

    /// The weeks after a forecast that tell whether it came true.
    public static let ahead = 12
    /// From which ratio on activity clearly rose.
    static let clearRise = 1.25

    /// Judges forecasts.
    ///
    /// - Parameters:
    ///   - forecasts: what was said as of consecutive weeks, the oldest first.
    ///   - outcomes: what was done up to the same weeks and the ones after them.
    ///   - coins: the ids, in byte order.
    public init(_ forecasts: [ForecastWeek], outcomes: [ForecastWeek], coins: [String]) {
        let weeks = outcomes.count
        let none = WeeklyShare(weeks: weeks, horizon: ActivityEvidence.ahead)
        var (coverage, rising, falling, above, below, risen) = (none, none, none, none, none, none)
        var bins = Array(repeating: (said: [Double](), came: none), count: 10)
        var (said, came) = (
            PanelMatrix(coins: coins.count, weeks: weeks), PanelMatrix(coins: coins.count, weeks: weeks)
        )
        var squares: [(week: Int, own: Double)] = []
        for (week, forecast) in forecasts.enumerated() where week + ActivityEvidence.ahead < weeks {
            let later = outcomes[week + ActivityEvidence.ahead].recent
            for (place, id) in coins.enumerated() {
                guard let one = forecast.forecasts[id], let work = later[id],
                    let ratio = ActivityEvidence.outcome(one, work)
                else { continue }
                let logarithm = ratio.smoothedLogarithm
                (said[place, week], came[place, week]) = (ln(one.median), logarithm)
                coverage.add(ln(one.low) <= logarithm && logarithm <= ln(one.high), in: week)
                above.add(logarithm > 0, in: week)
                below.add(logarithm < 0, in: week)
                if one.state == .rising { rising.add(logarithm > 0, in: week) }
                if one.state == .falling { falling.add(logarithm < 0, in: week) }
                let isRisen = logarithm > ln(ActivityEvidence.clearRise)
                risen.add(isRisen, in: week)
                let bin = min(9, Int(one.rise * 10))
                bins[bin].said.append(one.rise)
                bins[bin].came.add(isRisen, in: week)
                squares.append((week, (one.rise - (isRisen ? 1 : 0)) * (one.rise - (isRisen ? 1 : 0))))
            }
        }
        (self.coverage, self.rising, self.falling) = (coverage, rising, falling)
        (self.above, self.below) = (above, below)
        let slopes = (0..<weeks).map { week in
            let (own, others) = (coins.indices.map { came[$0, week] }, coins.indices.map { said[$0, week] })
            return leastSquaresSlope(own, on: others, fewest: RankedPanel.fewestCoins)
        }
        slope = BlockStandardError(slopes, horizon: ActivityEvidence.ahead)
        correlation = BlockStandardError(RankedPanel(said, came).correlations, horizon: ActivityEvidence.ahead)
        // An outcome of week v is known at the end of week v + 12; both means are over the weeks that knew some.
        let bases = (0..<weeks).map { risen.share(before: $0 - ActivityEvidence.ahead + 1) }
        let judged = (0..<weeks).filter { risen.counts[$0] > 0 && !bases[$0].isNaN }
        let count = sum(judged.map { risen.counts[$0] })
        brier = sum(squares.filter { !bases[$0.week].isNaN }.map(\.own)) / count
        brierOfBase = sum(judged.map { risen.squaredErrors(of: bases[$0], in: $0) }) / count
        reliability = bins.map { (mean($0.said), $0.came) }
    }

    private static func outcome(_ forecast: ActivityForecast, _ later: ActivityWeeks) -> RateRatio? {
        let base = forecast.holdout
        guard later.unit == base.unit, later.weeks >= 8, base.weeks >= 4, later.units + base.units > 0 else {
            return nil
        }
        return RateRatio(
            recent: later.units,
            base: base.units,
            recentWeeks: Double(later.weeks),
            baseWeeks: Double(base.weeks),
            dispersion: 1
        )
    }
}
