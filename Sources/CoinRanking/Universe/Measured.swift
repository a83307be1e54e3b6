internal import CoinModel
internal import CoinTables

extension MissingReason {
    static let noRepository = Self("no-repository", "No repository is listed for the coin.")
    static let neverObserved = Self("never-observed", "No loaded input counts the coin's repositories.")
    static let nothingKnown = Self("nothing-known", "No commit and no close of the coin is known.")
    static let notCloned = Self(
        "not-cloned",
        "Of its counted repositories not all are known by clones or logs that tell people apart: commits themselves tell."
    )
    static let fewWeeks = Self("few-weeks", "Too few weeks of the window were observed.")
    static let noActivity = Self("no-activity", "There was no activity to compare with.")
    static let zeroBase = Self("zero-base", "The value to divide by is 0.")
    static let noMarket = Self("no-market-data", "No loaded input gives the coin this market value then.")
    static let noRate = Self(
        "no-rate",
        "No rate of the currency is known of the day of the figure or the seven days before."
    )
    static let noClose = Self("no-close", "A week whose close the formula needs has none.")
    static let noSpan = Self(
        "no-price-then",
        "No source has a price now and one at the other end of the span, each at most a quarter of it and three days older."
    )
    static let noInterest = Self("no-search-interest", "No loaded search-interest export belongs to the coin.")
    static let shownOnly = Self(
        "interest-not-weekly",
        "The coin's search-interest export has months or years: it is shown, not ranked."
    )
    static let suspect = Self("suspect-volume", "The volume looks made up: outlying turnover or a flat line.")
    static let notSaid = Self("not-said", "No loaded list or detail of a source says so.")
    static let noUniverse = Self("no-universe", "No eligible coin has it, so there is nothing to compare with.")
    static let unbounded = Self("unbounded", "There is no upper bound, for the base weeks are empty.")
    static let notRanked = Self("not-ranked", "The coin is listed without a rank; `reason` says why.")
    static let notEvaluated = Self(
        "not-evaluated",
        "Nobody judged this ranking in the last four weeks; `assay signal` does."
    )
    static let noOutcome = Self("no-outcome", "No coin of this fifth of scores has an outcome yet.")
    static let noDevelopers = Self("no-developers", "No loaded input tells the coin's developers apart.")
    static let noDeveloperDays = Self(
        "no-developer-days",
        "Commits stand in for developer-days, and the two do not compare."
    )
    static let noFreshCap = Self("no-fresh-cap", "No market capitalisation is known of the last four weeks.")
    static let noSupply = Self("no-supply", "A week whose supply the formula needs has no capitalisation or no close.")
    static let noFreshSupply = Self(
        "no-fresh-supply",
        "No input of the last four weeks tells this supply of the coin; a maximum there need not be."
    )
    static let noVolume = Self("no-volume", "Nothing was traded, or no input says so.")
    static let fewCoins = Self("few-coins", "Fewer than five coins can be compared.")
    static let fewPeers = Self("few-peers", "Fewer than 20 coins can be regressed.")
    static let noFit = Self("no-fit", "The regression passes through the coin, whatever its value.")
    static let noInterval = Self("no-interval", "The preset gives its ranks no interval.")
    static let fewMetrics = Self("few-metrics", "Fewer than three of the score's metrics are there.")
    static let nothingToSay = Self("none", "There is nothing to say.")
}

/// A value, or why there is none.
struct Measured {
    /// The value; NaN or infinite where there is none.
    let value: Double
    /// Why there is none, where that is so.
    let reason: MissingReason

    /// A value that is missing for this reason when it is not finite.
    init(_ value: Double, orMissing reason: MissingReason) {
        (self.value, self.reason) = (value, reason)
    }

    /// No value.
    static func missing(_ reason: MissingReason) -> Measured { Measured(.nan, orMissing: reason) }

    /// Whether the value is there.
    var isThere: Bool { value.isFinite }

    /// The same value seen in another way, missing for the same reason, or for another where the new one is not
    /// finite.
    func map(orMissing other: MissingReason, _ transform: (Double) -> Double) -> Measured {
        isThere ? Measured(transform(value), orMissing: other) : self
    }

    /// The cell of a report.
    var cell: Cell { .number(value, orMissing: reason) }
}

/// What is known of a signal of one coin: a mean and its error, or why there is none.
struct SignalEstimate {
    /// m, or why the coin lacks the signal.
    let mean: Measured
    /// s; NaN without m.
    let error: Double

    static func missing(_ reason: MissingReason) -> SignalEstimate {
        SignalEstimate(mean: .missing(reason), error: .nan)
    }
}
