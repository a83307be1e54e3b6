/// What is said of a coin, by the evidence for the score that it is ranked by; it informs and gives no advice.
public struct Call: Sendable, Equatable {
    /// What is said.
    public let kind: Kind
    /// Why.
    public let reason: Reason
    /// The fifth of scores that the coin lies in, 0 the best; nil without a rank.
    let fifth: Int?

    /// The four things that can be said.
    public enum Kind: String, Sendable, CaseIterable {
        /// Coins of such scores beat the median by more than the costs more often than not.
        case buy = "BUY"
        /// They fell behind it by more than the costs more often than not.
        case sell = "SELL"
        /// Neither is known.
        case hold = "HOLD"
        /// Nothing can be said, for the evidence does not bear it.
        case none = "NO CALL"
    }

    /// Why a call is what it is.
    public enum Reason: String, Sendable, CaseIterable {
        /// The ranking was not evaluated.
        case notEvaluated = "not-evaluated"
        /// The evidence does not bear calls.
        case fewPeriods = "few-periods"
        case noEvidence = "no-evidence"
        /// The coin has no rank.
        case notRanked = "not-ranked"
        /// The bands of its fifth hold ½.
        case band = "band-holds-half"
        /// The coin itself does not allow it.
        case coverage
        case state
        case illiquid
        case notFresh = "not-fresh"
        /// The band lies above ½, and the coin allows it.
        case likely

        /// The reason in one sentence.
        public var meaning: String {
            switch self {
            case .notEvaluated: "not evaluated in the last four weeks; run `assay call`"
            case .fewPeriods: "fewer than 30 periods that do not overlap were observed"
            case .noEvidence: "no predictive power shown: the 90 % interval of the mean neutral IC includes 0"
            case .notRanked: "the coin has no rank"
            case .band: "neither a gain nor a loss beyond the costs is known to come more often than not"
            case .coverage: "less than 0.9 of the score's weight rests on data"
            case .state: "the state of development is none to buy in"
            case .illiquid: "the median volume of 12 weeks is below 100,000 or looks made up"
            case .notFresh: "the newest complete week has no price"
            case .likely: "it came more often than not, by the lower end of the 80 % band"
            }
        }
    }
}
