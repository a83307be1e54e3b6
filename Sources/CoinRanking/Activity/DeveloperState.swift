internal import CoinModel

/// How a coin's development stands, first that holds.
enum DeveloperState: String, CaseIterable {
    /// No repository is listed.
    case none
    /// The newest observation is more than 21 days old, or there is none.
    case stale
    /// Fewer than 13 base weeks were observed.
    case young
    /// Over half of the units of R count for another coin too, and no list settles whose they are.
    case shared
    /// In the year fewer than 24 units, fewer than 4 after division by φ, or fewer than 2 developers; an unknown number of
    /// developers is no reason.
    case thin
    /// At least 8 recent weeks were observed and all are empty.
    case dormant
    /// Active again after 26 empty observed weeks, and active before them.
    case revived
    /// More active than before with 90 % probability: P(θ > 1.25) ≥ 0.9.
    case rising
    /// Less active than before with 90 % probability: P(θ < 0.8) ≥ 0.9.
    case falling
    /// No clear change.
    case steady

    /// The state of a coin at a moment, with what is believed of its rate ratio, if anything is.
    init(_ activity: DeveloperActivity, _ asOf: AsOf, _ belief: RatePosterior?) {
        let weeks = activity.weeks
        self =
            if weeks.listed == 0 {
                .none
            } else if DeveloperState.isStale(weeks, asOf) {
                .stale
            } else if activity.baseWeeks < 13 {
                .young
            } else if DeveloperState.isShared(activity) {
                .shared
            } else if DeveloperState.thinness(activity) != nil {
                .thin
            } else if activity.recentWeeks >= 8, activity.recentUnits.value == 0 {
                .dormant
            } else if DeveloperState.isRevived(weeks, asOf) {
                .revived
            } else if let belief, rounded(belief.up) >= 0.9 {
                .rising
            } else if let belief, rounded(belief.down) >= 0.9 {
                .falling
            } else {
                .steady
            }
    }

    /// Why `discovery` does not rank a coin in this state, or nil when it may.
    func ineligibility(_ activity: DeveloperActivity) -> String? {
        let weeks = activity.weeks
        return switch self {
        case .none: "no repository"
        case .stale: weeks.counted == 0 ? "no input counts its repositories" : "last observed over 21 days ago"
        case .young: "fewer than 13 observed base weeks"
        case .shared: DeveloperState.sharing(activity)
        case .thin: DeveloperState.thinness(activity)
        case .dormant, .revived, .rising, .falling, .steady: nil
        }
    }

    private static func isShared(_ activity: DeveloperActivity) -> Bool {
        activity.recentUnits.isThere && 2 * activity.weeks.shared.units > activity.recentUnits.value
    }

    /// How much counts for another coin too, and what settles it.
    private static func sharing(_ activity: DeveloperActivity) -> String {
        let (weeks, units) = (activity.weeks, activity.recentUnits.value)
        let share =
            "\(Int(weeks.shared.units)) of \(Int(units)) \(weeks.unitName) of 12 weeks count for another coin too"
        return weeks.shared.settlement.map { "\(share): write \($0) in the coin list" } ?? share
    }

    /// Why there is too little for a state; nil where there is enough.
    private static func thinness(_ activity: DeveloperActivity) -> String? {
        let (units, name) = (activity.yearUnits, activity.weeks.unitName)
        if units < 24 { return "fewer than 24 \(name) in the year" }
        if let rate = activity.rate, rounded(units / rate.dispersion) < 4 { return "\(name) of a few bursts only" }
        return activity.weeks.leastDevelopers < 2 ? "one developer a week at most" : nil
    }

    private static func isStale(_ weeks: DeveloperWeeks, _ asOf: AsOf) -> Bool {
        guard let weeksBack = weeks.newestObserved else { return true }
        let age = asOf.limit.milliseconds - asOf.lastCompleteWeek.advanced(by: -weeksBack).end.milliseconds
        return age > 21 * Instant.millisecondsPerDay
    }

    /// Whether the 26 observed weeks before the first active week of R are empty while earlier activity is known.
    private static func isRevived(_ weeks: DeveloperWeeks, _ asOf: AsOf) -> Bool {
        let units = weeks.units.values
        guard let first = Window.recent.last(where: { units[$0] > 0 }), let firstActive = weeks.firstActive else {
            return false
        }
        let before = (first + 1..<CrossSection.weeks).filter { !units[$0].isNaN }.prefix(26)
        guard before.count == 26, before.allSatisfy({ units[$0] == 0 }), let oldest = before.last else { return false }
        return firstActive < asOf.lastCompleteWeek.advanced(by: -oldest)
    }
}
