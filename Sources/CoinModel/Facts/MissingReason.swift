/// Why a value is missing.
///
/// This is the only place that names reasons for a missing value: each is its code and its explanation, in one sentence. A
/// reason is not a value: missing is never 0.
public enum MissingReason: String, CaseIterable, Sendable {
    // Coins and repositories.
    case noRepository = "no-repository: No repository is listed for the coin."
    case neverObserved = "never-observed: No loaded input counts the coin's repositories."
    case nothingKnown = "nothing-known: No commit and no close of the coin is known."
    case notCloned = "not-cloned: Not all counted repositories have clones, or logs, that identify people across them."
    case noDevelopers = "no-developers: No loaded source names the coin's developers."
    case notUnited = "not-united: Several repositories have developers whom no source names, so each cannot count once."
    case noDeveloperDays = "no-developer-days: Commits replace developer-days, and the two do not compare."
    case noTags = "no-tags: No tag of its repositories names a release, nor a list of the last 28 days."
    case tagsOnly = "tags-only: GitHub has no releases of it, only tags, which have no dates there; clone it."
    case noIssues = "no-issues: Not all counted repositories have an answer about issues of the last 28 days."
    case untagged = "untagged: No coin list and no source names a tag of the coin."
    case notListed = "not-listed: The coin list does not say."
    case notInStore = "not-in-store: The store has no such coin."
    case noneShared = "none-shared: No repository of the coin is in it."
    case noContract = "no-contract: No contract is known."

    // Weeks and facts.
    case notObserved = "not-observed: No loaded input observed this."
    case fewWeeks = "few-weeks: Too few weeks of the window were observed."
    case noActivity = "no-activity: No activity to compare with."
    case zeroBase = "zero-base: The value to divide by is 0."
    case unbounded = "unbounded: Without an upper bound, because the base weeks are empty."
    case notSaid = "not-said: No loaded list or detail of a source says so."
    case notStored = "not-stored: The store has no value."
    case noValue = "no-value: No such value exists."
    case unknownReason = "unknown-reason: The store was written by another version, which names another reason."

    // Market.
    case noMarket = "no-market-data: No loaded input gives the coin this market value then."
    case noPrice = "no-price: No price is known at that time."
    case oldPrice = "old-price: The newest price is more than 28 days old."
    case noRate = "no-rate: No rate of the currency is known of the day of the figure or the seven days before."
    case noClose = "no-close: A week whose close the formula needs has none."
    case noSpan = "no-price-then: No source has a price near both ends of the span, or states the change."
    case suspect = "suspect-volume: The volume looks made up; `volume_suspect` says why."
    case noFreshCap = "no-fresh-cap: No market capitalisation is known of the last four weeks."
    case noSupply = "no-supply: A week whose supply the formula needs has no capitalisation or no close."
    case noFreshSupply = "no-fresh-supply: No input of the last four weeks has this supply; a maximum need not exist."
    case noVolume = "no-volume: Nothing was traded, or no input says so."
    case noFigures = "no-market-figures: No loaded input has a source's figures of the whole market of that week."
    case noWeekBefore = "no-week-before: No coin has a capitalisation of that week and of the one before."

    // Fundamentals.
    case noProtocol = "no-protocol: No answer of the last 28 days points to the coin, or none has the figure."
    case noFigureThen = "no-figure-then: No answer of some 90 days before has the figure of the same protocols."

    // Use and attention by the week.
    case noAsset = "no-asset: No coin list names an asset of the coin, or no input has figures of it within the year."
    case noArticle = "no-article: No coin list names an article of the coin, or no input has views of it."

    case noStars = "no-stars: No week has the stars of all counted repositories of the coin."

    // Search interest.
    case noInterest = "no-search-interest: No loaded search-interest export belongs to the coin."
    case shownOnly = "interest-not-weekly: The coin's search-interest export is not by weeks: shown, not ranked."

    // Scores, ranks and evidence.
    case noUniverse = "no-universe: No eligible coin has it, so there is nothing to compare with."
    case notRanked = "not-ranked: The coin is listed without a rank; `reason` says why."
    case noRank = "no-rank: The coin has no rank in this week or in the one before."
    case notRankedNow = "not-ranked-now: The coin has no rank now."
    case notRankedThen = "not-ranked-then: The coin had no rank then."
    case oneSided = "one-sided: The coin has a rank on one side only."
    case notEvaluated = "not-evaluated: The ranking was not evaluated in the last four weeks; run `assay call`."
    case noOutcome = "no-outcome: What followed is not known yet."
    case fewCoins = "few-coins: Fewer than five coins can be compared."
    case fewTagPeers = "few-tag-peers: Fewer than five ranked coins have the same first tag."
    case fewPeers = "few-peers: Fewer than 20 coins can be regressed."
    case noFit = "no-fit: The regression passes through the coin, whatever its value."
    case noInterval = "no-interval: The preset gives its ranks no interval."
    case manyCoins = "many-coins: More than 1,000 coins are ranked, too many for a statement on all at once."
    case fewMetrics = "few-metrics: Fewer than three of the score's metrics are there."
    case tooFew = "too-few: Too few weeks or coins have it."
    case notCounted = "not-counted: It is not among the trials that count, or has no p."
    case notComparable = "not-comparable: A value is missing, or no number."

    // Holdings.
    case belowZero = "below-zero: More of the coin left than came, so entries before are missing."
    case allPriced = "all-priced: Every coin has a price."
    case unknownCost = "unknown-cost: What some of the coins cost is unknown."
    case unknownPrice = "unknown-price: An entry has no price, or one without a rate of its day."
    case noReturn = "no-return: A price is missing, or no single rate fits; see the notes."
    case underAYear = "under-a-year: The period has fewer than 365 days."
    case notCounting = "not-counting: The entry does not count."
    case notRealised = "not-realised: The entry sells nothing."
    case notReversed = "not-reversed: The entry counts."
    case notWritten = "not-written: No text was written."

    // Loads, runs and decisions.
    case inInput = "in-the-input: It was not given: the input says it, or the load's own time stands."
    case noFormat = "no-format: No format was recognised, or the entry takes a load back."
    case notForgotten = "not-forgotten: Nothing took the load back."
    case unknownLoad = "unknown-load: The finding belongs to no single load."
    case notInSource = "not-in-source: The source does not say."
    case undecided = "undecided: Not decided yet."
    case always = "always: It follows from what is known, whenever it was loaded."
    case active = "active: The source does not say that it is no longer traded."
    case ownCoin = "own: It is the coin itself."
    case noOwnFigure = "not-own: The store has no figure of its own to compare with."
    case notEnded = "not-ended: The record does not say when the run ended."
    case noRequests = "no-requests: The step makes no requests."
    case notThere = "not-there: One of the two runs does not have it."

    // Where nothing can be missing or said.
    case noUnit = "no-unit: A pure number or text."
    case neverMissing = "never-missing: It is always there."
    case noTime = "no-time: It has no time of its own."
    case nothingToDo = "nothing-to-do: There is nothing to do."
    case nothingToSay = "none: There is nothing to say."
    case null = "null: SQL gave NULL."
    case infinite = "infinite: SQL gave an infinite number."

    /// The reason of a code; nil for an unknown one.
    public init?(code: String) {
        guard let found = MissingReason.ofCodes[code] else { return nil }
        self = found
    }

    /// The code, such as `no-repository`.
    public var code: String { MissingReason.codes[self] ?? rawValue }

    /// The explanation, in one sentence.
    public var meaning: String { String(rawValue.dropFirst(code.count + 2)) }

    // Cut once: a ranking has millions of missing cells.
    private static let codes = Dictionary(firstOf: allCases.map { ($0, String($0.rawValue.prefix { $0 != ":" })) })
    private static let ofCodes = Dictionary(firstOf: codes.map { ($1, $0) })
}
