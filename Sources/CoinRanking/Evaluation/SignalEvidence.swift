/// What holds of one signal over one horizon.
///
/// Its neutral IC alone decides: trials, their adjusted p, and calls rest on it. The rank IC and p by exchange are shown.
public struct SignalEvidence: Sendable {
    /// The signal's name.
    public let signal: String
    /// h: weeks between buying and selling.
    public let horizon: Int
    /// What coins have returned that have no price any more.
    public internal(set) var ending: EvaluationPanel.Ending
    /// The mean neutral IC, beyond beta, size and past return, with its error by phases.
    public let neutral: BlockStandardError
    /// The mean rank IC with its error by phases.
    public let ic: BlockStandardError
    /// p of the mean rank IC by exchange between all coins, and within cells; NaN without any week, and without cells.
    let exchange: Double
    let exchangeInCells: Double
    /// The neutral and the rank IC of each week of the panel; NaN where there is none.
    let neutralCorrelations: [Double]
    let correlations: [Double]
    /// The mean number of coins of the weeks with a rank IC.
    let coins: Double
    /// The mean rank correlation of the signal with itself a week before.
    let autocorrelation: Double
    /// What fifths earned.
    let fifths: Quintiles
    /// p of its neutral IC adjusted for all trials; NaN where it is none of them.
    var adjusted = Double.nan

    /// A mean over fewer periods that do not overlap is not evidence.
    public static let fewestPeriods = 30

    /// Whether there are 30 such periods or more.
    public var isLongEnough: Bool { neutral.periods >= SignalEvidence.fewestPeriods }

    /// Whether calls may rest on it: long enough, and the 90 % interval of the mean neutral IC lies to one side of 0.
    public var bearsCalls: Bool { isLongEnough && (neutral.interval.low > 0 || neutral.interval.high < 0) }

    /// The net spread of each week in which both fifths were held.
    public var earned: [Double] { fifths.earned }

    /// The weekly Sharpe ratio of the net spread; NaN without one.
    public var sharpe: Double { SharpeRatio.weekly(earned) }

    /// The mean rank IC over the deviation of the weekly ones.
    var informationRatio: Double { SharpeRatio.weekly(correlations.filter { !$0.isNaN }) }

    /// The mean rank correlation of a signal with itself so many weeks before, over the weeks in which 10 coins or more
    /// have both.
    ///
    /// O(weeks · coins · log coins).
    static func autocorrelation(_ signal: PanelMatrix, lag: Int = 1) -> Double {
        let weekly = (lag..<max(lag, signal.weeks)).compactMap { week -> Double? in
            let both = (0..<signal.coins).filter { !signal[$0, week].isNaN && !signal[$0, week - lag].isNaN }
            guard both.count >= RankedPanel.fewestCoins else { return nil }
            let value = spearman(both.map { signal[$0, week - lag] }, both.map { signal[$0, week] })
            return value.isNaN ? nil : value
        }
        return mean(weekly)
    }
}
