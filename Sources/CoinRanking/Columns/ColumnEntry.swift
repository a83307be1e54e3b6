internal import CoinModel
internal import CoinTables

/// A column, what fills it, and how its values are worked out.
struct ColumnEntry: Sendable {
    private(set) var column: Column
    /// Why its values may be missing.
    private(set) var reasons: [MissingReason]
    /// The parts of a cross-section that it reads.
    private(set) var parts: SectionParts
    /// Takes what the cells need of all coins together, once, and gives what fills the cell of any coin.
    private(set) var cell: @Sendable (MeasuredUniverse) -> @Sendable (CoinMeasures) -> Cell
    private(set) var derivation: @Sendable (MeasuredUniverse, CoinMeasures) -> Derivation = { _, _ in Derivation() }

    /// A measure of each coin by itself.
    typealias Own<Value> = @Sendable (CoinMeasures) -> Value
    /// A measure that takes the other coins: of all coins together first, then of each.
    typealias Compared<Value> = @Sendable (MeasuredUniverse) -> Own<Value>

    /// The same column with its meaning, in one sentence.
    func means(_ meaning: String) -> ColumnEntry {
        var entry = self
        entry.column.meaning = meaning
        return entry
    }

    /// The same column, without values where a coin has no price, and for the reason of that.
    ///
    /// This is the only place where figures are missing together with the price: its day and source, the capitalisation's,
    /// turnover, shares and distances.
    func withPrice() -> ColumnEntry {
        var entry = self
        entry.reasons = [MissingReason].price + reasons.filter { ![MissingReason].price.contains($0) }
        entry.parts.formUnion([.newest, .lastPrices])
        entry.cell = { [cell] universe in
            let cell = cell(universe)
            return { $0.price.isThere ? cell($0) : .missing($0.price.reason) }
        }
        return entry
    }

    /// The same column with the formula of its values, over other columns.
    func formula(_ formula: String?, _ columns: [String] = [], over series: [SeriesUse] = []) -> ColumnEntry {
        derived { _, _ in Derivation(formula, columns, over: series) }
    }

    /// The same column with the formula of its values, for each coin.
    func derived(_ derivation: @escaping @Sendable (MeasuredUniverse, CoinMeasures) -> Derivation) -> ColumnEntry {
        var entry = self
        entry.derivation = derivation
        return entry
    }
}

extension ColumnEntry {
    /// A column of measured numbers.
    static func number(
        _ name: String,
        _ title: String,
        unit: String = "",
        _ display: Column.Display,
        _ reasons: [MissingReason],
        _ parts: SectionParts,
        _ value: @escaping Own<Measured>
    ) -> ColumnEntry {
        comparedNumber(name, title, unit: unit, display, reasons, parts) { _ in value }
    }

    /// A column of measured numbers that take the other coins.
    static func comparedNumber(
        _ name: String,
        _ title: String,
        unit: String = "",
        _ display: Column.Display,
        _ reasons: [MissingReason],
        _ parts: SectionParts,
        _ value: @escaping Compared<Measured>
    ) -> ColumnEntry {
        let column = Column(name, title, .number, unit: unit, display: display, meaning: "")
        return ColumnEntry(column: column, reasons: reasons, parts: parts) { universe in
            let value = value(universe)
            return { value($0).cell }
        }
    }

    /// A column of counts, missing for one reason where nil.
    static func count(
        _ name: String,
        _ title: String,
        unit: String = "",
        orMissing reason: MissingReason? = nil,
        _ parts: SectionParts,
        _ value: @escaping Own<Int?>
    ) -> ColumnEntry {
        let column = Column(name, title, .integer, unit: unit, meaning: "")
        return optional(column, reason, parts, { _ in value }, Cell.integer)
    }

    /// A column of counts that take the other coins.
    static func comparedCount(
        _ name: String,
        _ title: String,
        orMissing reason: MissingReason,
        _ parts: SectionParts,
        _ value: @escaping Compared<Int?>
    ) -> ColumnEntry {
        optional(Column(name, title, .integer, meaning: ""), reason, parts, value, Cell.integer)
    }

    /// A column of text, missing for one reason where nil.
    static func text(
        _ name: String,
        _ title: String,
        orMissing reason: MissingReason? = nil,
        _ parts: SectionParts,
        _ value: @escaping Own<String?>
    ) -> ColumnEntry {
        optional(Column(name, title, .text, meaning: ""), reason, parts, { _ in value }, Cell.text)
    }

    /// A column of text that takes the other coins.
    static func comparedText(
        _ name: String,
        _ title: String,
        orMissing reason: MissingReason? = nil,
        _ parts: SectionParts,
        _ value: @escaping Compared<String?>
    ) -> ColumnEntry {
        optional(Column(name, title, .text, meaning: ""), reason, parts, value, Cell.text)
    }

    private static func optional<Value>(
        _ column: Column,
        _ reason: MissingReason?,
        _ parts: SectionParts,
        _ value: @escaping Compared<Value?>,
        _ cell: @escaping @Sendable (Value) -> Cell
    ) -> ColumnEntry {
        let none = reason ?? .nothingToSay
        return ColumnEntry(column: column, reasons: reason.map { [$0] } ?? [], parts: parts) { universe in
            let value = value(universe)
            return { value($0).map(cell) ?? .missing(none) }
        }
    }
}

extension SectionParts {
    /// What volumes, and whether they look made up, are worked out from.
    static let traded: SectionParts = [.standing, .close, .volumeMedian, .volumeDigits, .capitalisation]
}

/// Reasons that several columns share.
extension [MissingReason] {
    static let development: [MissingReason] = [.noRepository, .neverObserved, .noActivity, .fewWeeks]
    static let market: [MissingReason] = [.noMarket, .fewWeeks]
    static let price: [MissingReason] = [.noPrice, .oldPrice]
    static let close: [MissingReason] = [.noMarket, .noClose]
    static let interest: [MissingReason] = [.noInterest, .shownOnly, .fewWeeks]
    static let capAgainstVolume: [MissingReason] = [
        .notRanked, .noFreshCap, .noVolume, .noDeveloperDays, .noDevelopers, .fewPeers, .fewCoins, .noFit,
    ]
}
