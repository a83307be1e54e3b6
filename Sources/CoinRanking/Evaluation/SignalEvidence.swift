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

    /// A mean over fewer periods that do not overlap is no evidence.
    public static let fewestPeriods = 30

    /// Whether there are 30 such periods or more.
    public var isLongEnough: Bool { ic.periods >= SignalEvidence.fewestPeriods }

    /// Whether calls may rest on it: long enough, and the 90 % interval of the mean rank IC lies to one side of 0.
    public var bearsCalls: Bool { isLongEnough && (ic.interval.low > 0 || ic.interval.high < 0) }
}
