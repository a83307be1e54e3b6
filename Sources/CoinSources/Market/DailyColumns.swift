internal import CoinModel

/// What the columns of a price history hold, and what its rows describe.
struct DailyColumns {
    enum Form: Equatable {
        case plain
        /// A plain number whose 0 means unknown.
        case zeroIsUnknown
        /// As a page prints money.
        case money
        /// As a page prints a supply, the symbol of that column behind it.
        case supply(symbol: Int)
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
    /// The columns that name a row's coin, the one that must not be empty first; none when the whole file is about one
    /// coin, whose missing days are then reported.
    var coinColumns: [Int]
    /// The coin that the texts of these columns name.
    var coin: ([String]) throws -> CoinKey
    /// What the coins are named once all of the file are known.
    var namedCoins: ([CoinKey]) -> [CoinKey] = { $0 }
    var values: [Value]
    /// The day that a time describes.
    var describes: (TimeText, Day) throws(RowError) -> DescribedDay = { _, day in (day, 0) }
    /// What else is checked of a row.
    var check: (borrowing CSVScanner) throws -> Void = { _ in }

    /// The columns of a file; one without columns that name coins is about the one that `coin` names.
    ///
    /// - Throws: `SourceError` `wrong-header` when a column is missing, and what `coin` throws.
    init(
        _ table: borrowing CSVTable,
        time: String,
        _ forms: TimeText.Forms = [],
        otherEnd: String? = nil,
        coins: [String] = [],
        coin: @escaping ([String]) throws -> CoinKey = { CoinKey(symbol: $0[0], name: $0[1]) },
        values: [(metric: Metric, column: String, form: Form)]
    ) throws {
        coinColumns = []
        for name in coins { coinColumns.append(try table.required(name)) }
        self.time = TimeColumn(try table.required(time), forms)
        if let otherEnd { self.otherEnd = TimeColumn(try table.required(otherEnd), forms) }
        areBars = otherEnd != nil || DailyColumns.areBars(table.header)
        self.coin = coin
        self.values = []
        for (metric, name, form) in values { self.values.append((metric, try table.required(name), form)) }
        guard coins.isEmpty else { return }
        let whole = try coin([])
        self.coin = { _ in whole }
    }

    /// Whether the rows under a header are bars.
    static func areBars(_ header: [String]) -> Bool { !Set(header).isDisjoint(with: ["open", "high", "low"]) }
}
