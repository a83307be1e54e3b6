/// A coin that waits for a call: what is known of it today.
public struct CallCandidate: Sendable {
    /// S; nil where it has no rank.
    public var score: Double?
    /// C, the share of the preset's weight that rests on data.
    public var coverage: Double
    /// The state of its development, such as `rising`.
    public var state: String
    /// The median volume of R in USD; nil where unknown.
    public var volume: Double?
    /// Whether its volume looks made up.
    public var isSuspect: Bool
    /// Whether w0 has a price of it.
    public var isFresh: Bool

    /// What is known of a coin.
    public init(score: Double?, coverage: Double, state: String, volume: Double?, isSuspect: Bool, isFresh: Bool) {
        (self.score, self.coverage, self.state) = (score, coverage, state)
        (self.volume, self.isSuspect, self.isFresh) = (volume, isSuspect, isFresh)
    }

    /// The least median volume in USD of a coin that one can buy and sell.
    static let leastVolume = 100_000.0
    static let leastCoverage = 0.9
    /// The states in which a coin may be bought; it may be sold in any.
    static let bought: Set = ["rising", "steady", "revived"]

    /// Why it may neither be bought nor sold, whatever its score; nil where it may.
    var obstacle: CallReason? {
        if rounded(coverage) < CallCandidate.leastCoverage { return .coverage }
        if isSuspect || (volume ?? 0) < CallCandidate.leastVolume { return .illiquid }
        return isFresh ? nil : .notFresh
    }
}

/// What is said of a coin, by the evidence for the score that it is ranked by; it informs and gives no advice.
public struct Call: Sendable, Equatable {
    /// What is said.
    public let kind: Kind
    /// Why.
    public let reason: CallReason
    /// The fifth of scores that the coin lies in, 1 the best; nil without a rank.
    public let fifth: Int?

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
}

/// Why a call is what it is.
public enum CallReason: String, Sendable, CaseIterable {
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
        case .fewPeriods: "Fewer than 30 periods that do not overlap were observed."
        case .noEvidence: "The 90 % interval of the mean rank IC holds 0."
        case .notRanked: "The coin has no rank."
        case .band: "Neither a gain nor a loss beyond the costs is known to come more often than not at such scores."
        case .coverage: "Less than 0.9 of the score's weight rests on data."
        case .state: "The state of development is none to buy in."
        case .illiquid: "The median volume of the last 12 weeks is below 100,000 USD or looks made up."
        case .notFresh: "The newest complete week has no price."
        case .likely: "At such scores it came more often than not, by the lower end of the 80 % band."
        }
    }
}
