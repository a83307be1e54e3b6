internal import CoinModel
internal import CoinTables

/// The developer activity of a coin over 12 against 52 weeks: plain means, and the rate ratio with its uncertainty.
final class DeveloperActivity {
    let weeks: DeveloperWeeks
    /// Mean weekly commits over the observed weeks of R.
    let recentMean: Measured
    /// The same over Y; with `plain52` the weeks before the first commit count as 0, unobserved ones never do.
    let yearMean: Measured
    /// 100 · (dev12 / dev52 − 1); missing when a week of R was not observed or dev52 is 0.
    let changePercent: Measured
    /// Units and observed weeks in R and B.
    let recentUnits: Measured
    let baseUnits: Measured
    let recentWeeks: Int
    let baseWeeks: Int
    /// Nil when t_R < 8, t_B < 4 or there are no units.
    let rate: RateRatio?
    /// Why there is no rate, where that is so.
    let rateReason: MissingReason
    /// The same of weekly distinct developers, with a dispersion of their own.
    let developerRate: RateRatio?
    /// Why there is none.
    let developerReason: MissingReason

    /// Units in the observed weeks of Y; 0 where none was observed.
    var yearUnits: Double { (recentUnits.isThere ? recentUnits.value : 0) + (baseUnits.isThere ? baseUnits.value : 0) }

    /// Measures the coin in a row; its weeks as of a year before are for windows beyond a year.
    init(_ coin: Int, _ section: CrossSection, _ options: RankingOptions, earlier: DeveloperWeeks? = nil) {
        let weeks = DeveloperWeeks(coin, section)
        self.weeks = weeks
        let windows = options.activity.windows
        let none: MissingReason =
            weeks.listed == 0 ? .noRepository : weeks.counted == 0 ? .neverObserved : .noActivity
        recentMean = weeks.commits.mean(windows.recent, least: 1, orMissing: none)
        yearMean = weeks.yearCommits(plainTo: options.plain52 ? section.asOf.lastCompleteWeek : nil)
            .continued(by: earlier?.commits)
            .mean(windows.year, least: 1, orMissing: none)
        changePercent =
            weeks.commits.observed(windows.recent).count < windows.recent.count
            ? .missing(weeks.commits.isEmpty ? none : .fewWeeks)
            : ratio(recentMean, yearMean).map(orMissing: .zeroBase) { 100 * ($0 - 1) }

        let units = SegmentCounts(weeks.units)
        (recentWeeks, baseWeeks) = (units.recent.count, units.base.count)
        let blank: MissingReason = weeks.units.isEmpty ? none : .fewWeeks
        recentUnits = units.recent.isEmpty ? .missing(blank) : Measured(sum(units.recent), orMissing: blank)
        baseUnits = units.base.isEmpty ? .missing(blank) : Measured(sum(units.base), orMissing: blank)
        let earlierUnits = earlier?.unitName == weeks.unitName ? earlier?.units : nil
        let compared = SegmentCounts(weeks.units.continued(by: earlierUnits), windows)
        rate = compared.rate(doubt: weeks.doubt)
        rateReason = compared.reason(orMissing: none)
        let developers = SegmentCounts(weeks.developers.continued(by: earlier?.developers), windows)
        developerRate = developers.rate(doubt: weeks.doubt)
        developerReason = developers.reason(orMissing: weeks.units.isEmpty ? none : .noDevelopers)
    }
}

/// The counts of the observed weeks in R and B.
private struct SegmentCounts {
    let recent: [Double]
    let base: [Double]
    private let hasWeeks: Bool

    init(_ weeks: WeeklySeries, _ windows: ActivityWindows = .usual) {
        (recent, base) = (weeks.observed(windows.recent), weeks.observed(windows.base))
        let fewest = windows.fewest
        hasWeeks = recent.count >= fewest.recent && base.count >= fewest.base
    }

    /// Their ratio; nil where too few weeks were observed (t_R < 8 or t_B < 4 of the usual windows) or there is nothing to
    /// count.
    func rate(doubt: Double) -> RateRatio? {
        let counts = (recent: sum(recent), base: sum(base))
        guard hasWeeks, counts.recent + counts.base > 0 else { return nil }
        return RateRatio(
            recent: counts.recent,
            base: counts.base,
            recentWeeks: Double(recent.count),
            baseWeeks: Double(base.count),
            dispersion: Dispersion([recent, base]).corrected * doubt
        )
    }

    /// Why there is no ratio; `none` where no week was observed.
    func reason(orMissing none: MissingReason) -> MissingReason {
        recent.isEmpty && base.isEmpty ? none : hasWeeks ? .noActivity : .fewWeeks
    }
}
