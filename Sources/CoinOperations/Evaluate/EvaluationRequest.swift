public import CoinModel
internal import CoinRanking
internal import CoinTables

/// What evidence a person asks for.
public struct EvaluationRequest: Sendable {
    /// How coins are ranked, in which currency, from which loads, up to when.
    public var ranking: RankRequest
    /// The columns of numbers that are judged; `score` is what the preset ranks by.
    public var signals = ["score"]
    /// Whether the score is judged under other weights, windows and priors too.
    public var isVaried = false
    /// How many weeks returns run, each 1 to 51.
    public var horizons = EvaluationRequest.defaultHorizons
    /// Which ranked coins are judged.
    public var bounds = UniverseBounds()
    /// The first day of the first week that is judged; nil for the first one with a year behind it.
    public var since: Day?
    /// The last day of the last week that is judged; nil for the newest.
    public var until: Day?
    /// What a trade costs of the least, the middle and the most traded third of coins, as shares of the amount.
    public var costs = EvaluationRequest.defaultCosts
    /// How many of the trials noted beside the store count; nil for all, this one included.
    public var trials: Int?
    /// The screens whose coins are judged in place of signals, of the ranking but for condition, order and length.
    var screens: [ScreenRequest] = []
    /// Whether trials are noted beside the store; else they count in this report alone.
    var notesTrials = true
    /// Whether figures are shown where too few periods exist to call.
    public var isForced = false

    /// Everything beside preset, moments, signals and horizons that numbers depend on, in a canonical text.
    var canonicalOptions: String {
        [ranking.canonicalOptions, bounds.canonical].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The horizons that are judged where none is named.
    public static let defaultHorizons = [4, 12]
    /// Half a percent of whatever is traded.
    public static let defaultCosts = (low: 0.005, middle: 0.005, high: 0.005)
    /// The horizons that can be judged: less than a year.
    public static let possibleHorizons = 1...CrossSection.weeks - 2

    /// A request for the evidence of a ranking's score.
    public init(_ ranking: RankRequest) { self.ranking = ranking }

    /// What a table with variations says of them.
    static let variationNote =
        "`score: …` is the score of the same coins in the same weeks with one choice made otherwise: a weight, the prior of the "
        + "rate ratio, or the windows of developer activity, which are shorter where the loaded weeks are. To pick the one that "
        + "looks best is to fit the past; each is a trial more."

    /// The other ways to score that are judged too; none unless that is asked for.
    func variations() throws -> [RankingVariation] {
        isVaried ? RankingVariation.all(of: try ranking.knownPreset(), ranking.options) : []
    }

    /// Checks that signals are columns of numbers.
    ///
    /// - Throws: `OperationError` `unknown-column` naming the nearest.
    func checkSignals() throws {
        let columns = ColumnDictionary.columns(quote: ranking.quote)
        let numbers = columns.filter { $0.type != .text }.map(\.name)
        for signal in signals where !numbers.contains(signal) {
            let next = "see `assay explain` for all"
            if columns.contains(where: { $0.name == signal }) {
                throw OperationError(.usage, "not-numeric", "column '\(signal)' is not numeric; \(next)")
            }
            throw OperationError.unknown("column", signal, among: numbers, else: next)
        }
    }
}
