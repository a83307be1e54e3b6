public import CoinModel

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

    /// A column, what fills it, and why its values may be missing.
    struct Entry {
        let column: Column
        let reasons: [MissingReason]
        let cell: (CoinMeasures) -> Cell
    }

    /// All columns in order.
    ///
    /// - Parameters:
    ///   - quote: the quote currency of all money, lower-case.
    ///   - preset: the preset whose ranking is shown.
    /// - Returns: the columns with what fills them.
    static func entries(quote: String, _ preset: Preset) -> [Entry] {
        identity(quote) + plain(quote) + scores(preset) + belief() + robust() + origin()
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
        _ value: @escaping (CoinMeasures) -> Measured
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
        _ value: @escaping (CoinMeasures) -> Int?
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
        _ value: @escaping (CoinMeasures) -> String?
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
    static let interest: [MissingReason] = [.noInterest, .shownOnly, .fewWeeks]
}
