/// What past rankings by one preset say of calls: how often coins of each fifth of scores beat the universe's median by more
/// than the costs of buying and selling once, or fell behind it by as much.
public struct CallBasis: Codable, Hashable, Sendable {
    /// The digest of the preset and its options, as reports name it.
    public var preset: String
    /// The moment up to which facts entered.
    public var asOf: String
    /// The moment by which loads were known; nil for all of them.
    public var known: String?
    /// Weeks between buying and selling.
    public var horizon: Int
    /// Whether calls may rest on it.
    public var verdict: Verdict
    /// Gains by fifth, the best scores first; nil for a fifth without outcomes.
    public var gains: [Chance?]
    /// Losses by fifth, as `gains`.
    public var losses: [Chance?]

    /// Whether evidence bears calls.
    public enum Verdict: String, Codable, Sendable {
        /// Fewer than 30 periods that do not overlap.
        case fewPeriods = "few-periods"
        /// The 90 % interval of the mean neutral IC includes 0.
        case noEvidence = "no-evidence"
        /// It does.
        case bearsCalls = "bears-calls"
    }

    /// How often something came true, and how sure that is.
    public struct Chance: Codable, Hashable, Sendable {
        /// The share of outcomes.
        public var share: Double
        /// The lower end of its 80 % band.
        public var low: Double
        /// The upper end.
        public var high: Double
        /// How many independent outcomes it is worth.
        public var effective: Double
        /// The share of all coins.
        public var base: Double

        /// A chance of these figures.
        public init(share: Double, low: Double, high: Double, effective: Double, base: Double) {
            (self.share, self.low, self.high) = (share, low, high)
            (self.effective, self.base) = (effective, base)
        }
    }

    /// What rankings by a preset say.
    public init(
        preset: String,
        asOf: AsOf,
        known: AsOf?,
        horizon: Int,
        verdict: Verdict,
        gains: [Chance?],
        losses: [Chance?]
    ) {
        (self.preset, self.asOf, self.known) = (preset, asOf.description, known?.description)
        (self.horizon, self.verdict, self.gains, self.losses) = (horizon, verdict, gains, losses)
    }

    /// The most days that a call may come after what it rests on.
    public static let longestLife = 28

    /// Whether a ranking as of a moment may rest on it: it was made of facts up to then, and of the last four weeks.
    public func serves(_ moment: AsOf) -> Bool {
        guard let own = AsOf(asOf) else { return false }
        let age = moment.limit.milliseconds - own.limit.milliseconds
        return age >= 0 && age <= Int64(CallBasis.longestLife) * Instant.millisecondsPerDay
    }
}
