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
    /// What is worked out of all coins together, once.
    typealias Shared<Value> = @Sendable (MeasuredUniverse) -> Value
    /// A measure of each coin that takes it.
    typealias Compared<Shared, Value> = @Sendable (Shared, CoinMeasures) -> Value

    init<Value: Sendable>(
        _ column: Column,
        _ reasons: [MissingReason],
        _ parts: SectionParts,
        of shared: @escaping Shared<Value>,
        _ cell: @escaping Compared<Value, Cell>
    ) {
        self.column = column
        self.reasons = reasons
        self.parts = parts
        self.cell = { universe in
            let shared = shared(universe)
            return { cell(shared, $0) }
        }
    }

    /// The same column with its meaning, in one sentence.
    func means(_ meaning: String) -> ColumnEntry {
        var entry = self
        entry.column.meaning = meaning
        return entry
    }

    /// The same column, without values where a coin has no price nor what counts without one, and for the reason of that.
    ///
    /// This is the only place where figures are missing together with the price: its day and source, the capitalisation's,
    /// turnover, shares and distances.
    func withPrice(or isThere: @escaping @Sendable (CoinMeasures) -> Bool = { _ in false }) -> ColumnEntry {
        var entry = self
        entry.reasons = [MissingReason].price + reasons.filter { ![MissingReason].price.contains($0) }
        entry.parts.formUnion([.newest, .lastPrices])
        entry.cell = { [cell] universe in
            let cell = cell(universe)
            return { $0.price.isThere || isThere($0) ? cell($0) : .missing($0.price.reason) }
        }
        return entry
    }

    /// The same column with the formula of its values, over other columns and numbers of each coin's own.
    func formula(
        _ formula: String?,
        _ columns: [String] = [],
        over series: [SeriesUse] = [],
        _ inputs: @escaping @Sendable (MeasuredUniverse, CoinMeasures) -> [Explanation.Input] = { _, _ in [] }
    ) -> ColumnEntry {
        derived { Derivation(formula, columns, inputs($0, $1), over: series) }
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
        number(name, title, unit: unit, display, reasons, parts, of: { _ in true }, { value($1) })
    }

    /// A column of measured numbers that take the other coins.
    static func number<Value: Sendable>(
        _ name: String,
        _ title: String,
        unit: String = "",
        _ display: Column.Display,
        _ reasons: [MissingReason],
        _ parts: SectionParts,
        of shared: @escaping Shared<Value>,
        _ value: @escaping Compared<Value, Measured>
    ) -> ColumnEntry {
        let column = Column(name, title, .number, unit: unit, display: display, meaning: "")
        return ColumnEntry(column, reasons, parts, of: shared) { value($0, $1).cell }
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
        count(name, title, unit: unit, orMissing: reason, parts, of: { _ in true }, { value($1) })
    }

    /// A column of counts that take the other coins.
    static func count<Value: Sendable>(
        _ name: String,
        _ title: String,
        unit: String = "",
        orMissing reason: MissingReason?,
        _ parts: SectionParts,
        of shared: @escaping Shared<Value>,
        _ value: @escaping Compared<Value, Int?>
    ) -> ColumnEntry {
        let none = reason ?? .nothingToSay
        let column = Column(name, title, .integer, unit: unit, meaning: "")
        return ColumnEntry(column, reason.map { [$0] } ?? [], parts, of: shared) {
            value($0, $1).map(Cell.integer) ?? .missing(none)
        }
    }

    /// A column of text, missing for one reason where nil.
    static func text(
        _ name: String,
        _ title: String,
        orMissing reason: MissingReason? = nil,
        _ parts: SectionParts,
        _ value: @escaping Own<String?>
    ) -> ColumnEntry {
        text(name, title, orMissing: reason, parts, of: { _ in true }, { value($1) })
    }

    /// A column of text that takes the other coins.
    static func text<Value: Sendable>(
        _ name: String,
        _ title: String,
        orMissing reason: MissingReason? = nil,
        _ parts: SectionParts,
        of shared: @escaping Shared<Value>,
        _ value: @escaping Compared<Value, String?>
    ) -> ColumnEntry {
        let none = reason ?? .nothingToSay
        return ColumnEntry(Column(name, title, .text, meaning: ""), reason.map { [$0] } ?? [], parts, of: shared) {
            value($0, $1).map(Cell.text) ?? .missing(none)
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
