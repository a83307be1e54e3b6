public import CoinModel
public import CoinTables

/// How one column of one coin came about: its value, the formula over named numbers, and the weeks that it read.
public struct Explanation: Sendable {
    /// The column.
    public let column: Column
    /// Its value, or why there is none.
    public let value: Cell
    /// The formula over the names of the inputs, as `100 · (mean12 / mean52 − 1)`; nil where the column's meaning says all.
    ///
    /// Beside + − · / it knows ln, log₂, √, min, max, floor, ceiling, digamma, trigamma, cumulative(x), the probability below x
    /// of the standard normal distribution, and normal(p), below which lies its probability p, and of the beta
    /// distribution odds(α, β, p), below which odds lies the probability p, and above(α, β, x), the probability of odds
    /// above x.
    public let formula: String?
    /// The numbers and words that it was worked out from.
    public let inputs: [Input]
    /// The weeks that were read for it.
    public let series: [SeriesUse]

    /// A number or word that enters a column.
    public struct Input: Hashable, Sendable {
        /// Its name: a column's, which can be asked for in turn, or one that stands in this formula only.
        public let name: String
        /// Its value, or why there is none.
        public let value: Cell
        /// The unit of its value.
        public let unit: String
        /// What it is, in one sentence.
        public let meaning: String
    }
}

extension [SeriesUse] {
    /// Some weeks of some series.
    static func weeks(_ weeks: Range<Int>, _ series: SeriesUse.Series...) -> [SeriesUse] {
        series.map { SeriesUse(series: $0, weeks: weeks) }
    }

    /// Y of some series.
    static func year(_ series: SeriesUse.Series...) -> [SeriesUse] {
        series.map { SeriesUse(series: $0, weeks: Window.year) }
    }

    /// R and Y of some series, one series after the other.
    static func means(_ series: [SeriesUse.Series]) -> [SeriesUse] {
        series.flatMap { weeks(Window.recent, $0) + weeks(Window.year, $0) }
    }

    /// R and B of some series, one series after the other.
    static func segments(_ series: SeriesUse.Series...) -> [SeriesUse] {
        series.flatMap { weeks(Window.recent, $0) + weeks(Window.base, $0) }
    }
}

/// How the values of a column are worked out: a formula over the names of other columns and of numbers of its own, and
/// the weeks that these are made from.
///
/// What has no formula is a word, or a number as a source gives it: the column's meaning says all there is.
struct Derivation: Sendable {
    typealias Input = Explanation.Input

    let formula: String?
    /// The columns that enter.
    let columns: [String]
    /// The numbers that enter and are not columns.
    let inputs: [Input]
    let series: [SeriesUse]

    init(_ formula: String? = nil, _ columns: [String] = [], _ inputs: [Input] = [], over series: [SeriesUse] = []) {
        (self.formula, self.columns, self.inputs, self.series) = (formula, columns, inputs, series)
    }
}

extension Explanation.Input {
    /// A number that enters; missing for this reason when it is not finite.
    init(
        _ name: String,
        _ value: Double?,
        unit: String = "",
        orMissing reason: MissingReason = .fewWeeks,
        _ meaning: String
    ) {
        self.init(name: name, value: .number(value ?? .nan, orMissing: reason), unit: unit, meaning: meaning)
    }

    /// A word that enters.
    init(_ name: String, _ word: String, _ meaning: String) {
        self.init(name: name, value: .text(word), unit: "", meaning: meaning)
    }

    /// A count that enters; missing for this reason when there is none.
    init(_ name: String, count: Int?, unit: String, orMissing reason: MissingReason = .fewWeeks, _ meaning: String) {
        self.init(name: name, value: count.map(Cell.integer) ?? .missing(reason), unit: unit, meaning: meaning)
    }
}

extension SeriesUse.Series {
    /// What commits by people are counted from.
    public static let ofPeople: [Self] = [.commits, .merges, .botCommits, .agentCommits, .botMerges, .commitsByPeople]
}
