internal import CoinModel

/// How a coin's development stands, first that holds.
enum DeveloperState: String {
    /// No repository is listed.
    case none
    /// The newest observation is more than 21 days old, or there is none.
    case stale
    /// Fewer than 13 base weeks were observed.
    case young
    /// At least 8 recent weeks were observed and all are empty.
    case dormant
    /// Fewer than 24 units or 2 developers in the year.
    case thin
    /// Active again after 26 empty observed weeks.
    case revived
    /// More active than before with 90 % probability: P(θ > 1.25) ≥ 0.9.
    case rising
    /// Less active than before with 90 % probability: P(θ < 0.8) ≥ 0.9.
    case falling
    /// No clear change.
    case steady

    /// Whether a coin in this state can be ranked by `discovery`.
    var isEligible: Bool {
        switch self {
        case .none, .stale, .young, .thin: false
        case .dormant, .revived, .rising, .falling, .steady: true
        }
    }
}

/// The developer activity of a coin over 12 against 52 weeks: the plain measure, and the one with its uncertainty.
struct DeveloperActivity {
    let weeks: DeveloperWeeks
    /// Mean weekly commits over the observed weeks of R and of Y.
    let recentMean: Measured
    let yearMean: Measured
    /// 100 · (dev12 / dev52 − 1).
    let changePercent: Measured
    /// Units and observed weeks in R and B; nil when t_R < 8, t_B < 4 or there are no units.
    let rate: RateRatio?
    let recentUnits: Measured
    let baseUnits: Measured
    let recentWeeks: Int
    let baseWeeks: Int
    /// The raw dispersion φ̂, for fitting the prior.
    let rawDispersion: Double
    /// Why there is no rate.
    let missing: MissingReason

    private let observedAt: Int?

    init(_ coin: Int, _ section: CrossSection, plain52: Bool) {
        let weeks = DeveloperWeeks(coin, section)
        self.weeks = weeks
        let none: MissingReason =
            weeks.listed == 0 ? .noRepository : weeks.counted == 0 ? .neverObserved : .noActivity
        missing = none
        recentMean = weeks.commits.mean(Window.recent, least: 1, orMissing: none)
        let observed = weeks.commits.observed(Window.year)
        let yearly = plain52 && weeks.firstActive != nil ? sum(observed) / 52 : mean(observed)
        yearMean = Measured(yearly, orMissing: none)
        changePercent = DeveloperActivity.change(weeks, recentMean, yearMean, none)
        let (recent, base) = (weeks.units.observed(Window.recent), weeks.units.observed(Window.base))
        (recentWeeks, baseWeeks) = (recent.count, base.count)
        recentUnits = Measured(recent.isEmpty ? .nan : sum(recent), orMissing: none)
        baseUnits = Measured(base.isEmpty ? .nan : sum(base), orMissing: none)
        let spread = dispersion([recent, base])
        rawDispersion = spread.raw
        let total = sum(recent) + sum(base)
        rate =
            recent.count >= 8 && base.count >= 4 && total > 0
            ? RateRatio(
                recent: sum(recent),
                base: sum(base),
                recentWeeks: Double(recent.count),
                baseWeeks: Double(base.count),
                dispersion: spread.corrected
            ) : nil
        // Before a coin's first commit nothing is observed by the method, yet the source has looked: that counts here.
        observedAt = (0..<CrossSection.weeks).first { ago in
            section.repositoriesOfCoin[coin].contains { !section.commits[$0, ago].isNaN }
        }
    }

    private static func change(
        _ weeks: DeveloperWeeks,
        _ recent: Measured,
        _ year: Measured,
        _ none: MissingReason
    ) -> Measured {
        guard weeks.firstActive != nil else { return .missing(none) }
        guard weeks.commits.observed(Window.recent).count >= 12 else { return .missing(.fewWeeks) }
        guard year.value > 0 else { return .missing(.zeroBase) }
        return Measured(100 * (recent.value / year.value - 1), orMissing: none)
    }

    /// The state at a moment.
    func state(_ asOf: AsOf, _ posterior: RateRatio.Posterior?) -> DeveloperState {
        if weeks.listed == 0 { return .none }
        guard let observedAt else { return .stale }
        let newest = asOf.lastCompleteWeek.advanced(by: -observedAt).end
        if asOf.limit.milliseconds - newest.milliseconds > 21 * Instant.millisecondsPerDay { return .stale }
        if baseWeeks < 13 { return .young }
        if recentWeeks >= 8, recentUnits.value == 0 { return .dormant }
        if recentUnits.value + baseUnits.value < 24 || weeks.leastDevelopers < 2 { return .thin }
        if isRevived(asOf) { return .revived }
        guard let posterior else { return .steady }
        if rounded(posterior.probability(above: 1.25)) >= 0.9 { return .rising }
        if rounded(posterior.probability(below: 0.8)) >= 0.9 { return .falling }
        return .steady
    }

    /// Whether the 26 observed weeks before the first active week of R are empty while earlier activity is known.
    private func isRevived(_ asOf: AsOf) -> Bool {
        let units = weeks.units.values
        guard let first = Window.recent.last(where: { units[$0] > 0 }), let firstActive = weeks.firstActive else {
            return false
        }
        let before = (first + 1..<CrossSection.weeks).filter { !units[$0].isNaN }.prefix(26)
        guard before.count == 26, before.allSatisfy({ units[$0] == 0 }), let oldest = before.last else { return false }
        return firstActive < asOf.lastCompleteWeek.advanced(by: -oldest)
    }
}
