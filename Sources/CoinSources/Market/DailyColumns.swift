internal import CoinModel

/// What the columns of a price history hold, and what its rows describe.
struct DailyColumns {
    enum Form {
        case plain
        /// A plain number whose 0 means unknown.
        case zeroIsUnknown
        /// As a page prints money.
        case money
        /// As a page prints a supply, the row's symbol behind it.
        case supply
    }

    /// A metric, its column, and how its values are written.
    typealias Value = (metric: Metric, column: Int, form: Form)

    /// The day that a row describes and how far, in milliseconds, its time lies from where the layout should have it.
    typealias DescribedDay = (day: Day, distance: Int64)

    var time: TimeColumn
    /// Where a bar's other end stands, be it the first or the last; nil where a row has one time.
    var otherEnd: TimeColumn?
    /// Whether rows are bars, whose length is to be found: those with an open, high or low, or with two ends.
    let areBars: Bool
    /// What names a row's coin; no column when the whole file is about one coin, whose missing days are then reported.
    var coins: CoinColumns
    /// What the coins are named once all of the file are known.
    var namedCoins: ([CoinKey]) -> [CoinKey] = { $0 }
    var values: [Value]
    /// The day that a time describes.
    var describes: (AsOf, Day) throws(RowError) -> DescribedDay = { _, day in (day, 0) }
    /// What else is checked of a row.
    var check: (borrowing CSVScanner) throws -> Void = { _ in }

    /// Whether the rows under a header are bars.
    static func areBars(_ header: [String]) -> Bool { !Set(header).isDisjoint(with: ["open", "high", "low"]) }
}
