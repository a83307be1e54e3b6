internal import CoinModel
internal import RawInput

/// A layout of price histories: how its header looks, and what its columns hold.
struct DailyCSV: CSVSource {
    let id: String
    var dependsOnName = true
    let kind = LoadKind.market
    let title: String
    let matches: @Sendable (TextSketch) -> Bool
    /// How many lines stand before the header.
    var preamble: @Sendable (TextSketch) -> Int = { _ in 0 }
    /// What is said of every file of the layout.
    var warning: String?
    let columns: @Sendable (borrowing CSVTable, ReadContext) throws -> DailyColumns

    func recognises(_ sketch: TextSketch) -> Bool { matches(sketch) }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file, preamble: preamble(TextSketch(try file.peek(InputHead.length))))
        let columns = try columns(table, context)
        if let warning { try emit(.warning(warning)) }
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}

/// What the columns of a price history hold, and what its rows describe.
struct DailyColumns {
    /// How a value is written.
    enum Form {
        /// A plain number.
        case plain
        /// A plain number whose 0 means unknown.
        case zeroIsUnknown
        /// As a page prints money.
        case money
        /// As a page prints a supply, the symbol of that column behind it.
        case supply(symbol: Int)
    }

    /// The day that a row describes and how far, in milliseconds, its time lies from where the layout should have it.
    typealias DescribedDay = (day: Day, distance: Int64)

    var time: TimeColumn
    /// The columns that name a row's coin, the one that must not be empty first; none when the whole file is about one
    /// coin, whose missing days are then reported.
    var coinColumns: [Int]
    /// The coin that the texts of these columns name.
    var coin: ([String]) -> CoinKey
    var values: [(metric: Metric, column: Int, form: Form)]
    /// The day that a time describes; slashes are settled before.
    var describes: (TimeText, Day) throws(RowError) -> DescribedDay = { _, day in (day, 0) }
    /// What else is checked of a row.
    var check: (borrowing CSVScanner) throws -> Void = { _ in }

    /// The columns of a file of many coins.
    ///
    /// - Throws: `SourceError` `wrong-header` when a column is missing.
    init(
        _ table: borrowing CSVTable,
        time: String,
        _ forms: TimeText.Forms,
        coins: [String],
        coin: @escaping ([String]) -> CoinKey = { CoinKey(symbol: $0[0], name: $0[1]) },
        values: [(metric: Metric, column: String, form: Form)]
    ) throws(SourceError) {
        coinColumns = []
        for name in coins { coinColumns.append(try table.required(name)) }
        self.time = TimeColumn(try table.required(time), forms)
        self.coin = coin
        self.values = []
        for (metric, name, form) in values { self.values.append((metric, try table.required(name), form)) }
    }

    /// The columns of a file about one coin.
    ///
    /// - Throws: `SourceError` `wrong-header` when a column is missing, and what `coin` throws.
    init(
        _ table: borrowing CSVTable,
        time: String,
        _ forms: TimeText.Forms,
        coin: @autoclosure () throws(SourceError) -> CoinKey,
        values: [(metric: Metric, column: String, form: Form)]
    ) throws(SourceError) {
        try self.init(table, time: time, forms, coins: [], values: values)
        let found = try coin()
        self.coin = { _ in found }
    }
}

extension TextSketch {
    /// Whether the header has all these columns.
    func has(_ names: String...) -> Bool {
        Set(header).isSuperset(of: names)
    }
}
