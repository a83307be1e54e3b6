public import CoinModel
public import CoinTables

/// Every column of a ranking, declared once beside what fills it.
public enum ColumnDictionary {
    /// All columns with money in a quote currency (lower-case), in order.
    public static func columns(quote: String) -> [Column] {
        entries(quote: quote, .discovery).map(\.column)
    }

    /// Every reason for a missing value, by its code.
    public static let reasons = Dictionary(
        entries(quote: "usd", .discovery).flatMap(\.reasons).map { ($0.code, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Why values of each column may be missing, by the column's name.
    ///
    /// - Parameter quote: the quote currency of all money, lower-case.
    /// - Returns: the reasons in the order of the declarations; none for a column that is always there.
    public static func reasonsOfColumns(quote: String) -> [String: [MissingReason]] {
        Dictionary(
            entries(quote: quote, .discovery).map { ($0.column.name, $0.reasons) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The parts of a cross-section that a ranking reads.
    ///
    /// - Parameters:
    ///   - wanted: the names of the columns wanted; nil for all.
    ///   - quote: the quote currency of all money, lower-case.
    ///   - preset: how coins are scored.
    ///   - options: what is changed of the preset.
    /// - Returns: what the score and the columns take.
    public static func parts(
        of wanted: Set<String>?,
        quote: String,
        _ preset: Preset,
        _ options: RankingOptions
    ) -> SectionParts {
        // The prior is fitted to the coins in good standing, and any belief takes the prior.
        let least = options.fitPrior ? scoreParts(preset).union(.standing) : scoreParts(preset)
        return entries(quote: quote, preset, wanted).reduce(least) { $0.union($1.parts) }
    }

    /// A column, what fills it, why its values may be missing, and what they are worked out from.
    struct Entry: Sendable {
        let column: Column
        let reasons: [MissingReason]
        let cell: @Sendable (CoinMeasures) -> Cell
        private(set) var parts: SectionParts = []

        /// The same column, declared to read these parts of a cross-section.
        func reading(_ parts: SectionParts) -> Entry {
            var entry = self
            entry.parts = parts
            return entry
        }
    }

    /// The columns in order.
    ///
    /// - Parameters:
    ///   - quote: the quote currency of all money, lower-case.
    ///   - preset: the preset whose ranking is shown.
    ///   - wanted: the names of the columns wanted; nil for all.
    /// - Returns: the columns with what fills them.
    static func entries(quote: String, _ preset: Preset, _ wanted: Set<String>? = nil) -> [Entry] {
        let all =
            identity(quote) + plain(quote, preset) + scores(preset) + discovery() + belief() + developers() + robust()
            + supply()
            + levels()
            + origin(preset)
        return wanted.map { wanted in all.filter { wanted.contains($0.column.name) } } ?? all
    }
}

extension ColumnDictionary.Entry {
    /// A column of measured numbers.
    init(
        _ name: String,
        _ title: String,
        unit: String = "",
        _ display: Column.Display,
        _ reasons: [MissingReason],
        _ meaning: String,
        _ value: @escaping @Sendable (CoinMeasures) -> Measured
    ) {
        column = Column(name, title, .number, unit: unit, display: display, meaning: meaning)
        self.reasons = reasons
        cell = { value($0).cell }
    }

    /// A column of counts, missing for one reason where nil.
    init(
        count name: String,
        _ title: String,
        unit: String = "",
        orMissing reason: MissingReason? = nil,
        _ meaning: String,
        _ value: @escaping @Sendable (CoinMeasures) -> Int?
    ) {
        let none = reason ?? .nothingToSay
        column = Column(name, title, .integer, unit: unit, meaning: meaning)
        reasons = reason.map { [$0] } ?? []
        cell = { value($0).map(Cell.integer) ?? .missing(none) }
    }

    /// A column of text, missing for one reason where nil.
    init(
        text name: String,
        _ title: String,
        orMissing reason: MissingReason? = nil,
        _ meaning: String,
        _ value: @escaping @Sendable (CoinMeasures) -> String?
    ) {
        let none = reason ?? .nothingToSay
        column = Column(name, title, .text, meaning: meaning)
        reasons = reason.map { [$0] } ?? []
        cell = { value($0).map(Cell.text) ?? .missing(none) }
    }
}

/// Why a number of some kind may be missing.
enum UsualReasons {
    static let development: [MissingReason] = [.noRepository, .neverObserved, .noActivity, .fewWeeks]
    static let market: [MissingReason] = [.noMarket, .fewWeeks]
    static let close: [MissingReason] = [.noMarket, .noClose]
    static let valuation: [MissingReason] = [
        .notRanked, .noFreshCap, .noVolume, .noDeveloperDays, .noDevelopers, .fewPeers, .fewCoins, .noFit,
    ]
    static let interest: [MissingReason] = [.noInterest, .shownOnly, .fewWeeks]
}
