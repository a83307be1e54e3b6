/// What holds of one signal over one horizon.
public struct SignalEvidence: Sendable {
    /// The signal's name.
    public let signal: String
    /// h: weeks between buying and selling.
    public let horizon: Int
    /// The mean rank IC with its error by phases.
    public let ic: PhaseError
    /// p of the permutation test; NaN without any week.
    public let p: Double
    /// The rank IC of each week of the panel; NaN where there is none.
    let correlations: [Double]
    /// How many coins count in each week; 0 where none do.
    let counts: [Int]
    /// Shown for comparison.
    let neweyWest: NeweyWest
    /// The mean rank IC beyond size, momentum and turnover; without controls, of none.
    let partial: PhaseError
    /// The mean rank correlation of the signal with itself a week before.
    let autocorrelation: Double
    let subperiods: Subperiods
    let withoutOne: LeaveOneOut
    /// What fifths earned.
    let fifths: Fifths

    /// A mean over fewer periods that do not overlap is no evidence.
    public static let fewestPeriods = 30

    /// Whether there are 30 such periods or more.
    public var isLongEnough: Bool { ic.periods >= SignalEvidence.fewestPeriods }

    /// Whether calls may rest on it: long enough, and the 90 % interval of the mean rank IC lies to one side of 0.
    public var bearsCalls: Bool { isLongEnough && (ic.interval.low > 0 || ic.interval.high < 0) }

    /// The mean rank IC over the deviation of the weekly ones.
    var informationRatio: Double {
        let spread = deviation(known)
        return spread > 0 ? mean(known) / spread : .nan
    }

    /// The share of weeks with a rank IC above 0.
    var positiveShare: Double { Double(known.count { rounded($0) > 0 }) / Double(known.count) }

    /// The mean number of coins of the weeks that count.
    var coins: Double { mean(counts.filter { $0 > 0 }.map(Double.init)) }

    private var known: [Double] { correlations.filter { !$0.isNaN } }

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
