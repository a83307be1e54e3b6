internal import CoinModel
internal import RawInput

/// A layout of price histories as a value: how its header looks, and what its columns hold.
struct DailyCSV: CSVSource {
    let id: String
    /// Whether the file's own name is part of what it says.
    var isNamed = true
    let kind = LoadKind.market
    let title: String
    let matches: @Sendable (TextSketch) -> Bool
    /// How many lines stand before the header.
    var preamble: @Sendable (TextSketch) -> Int = { _ in 0 }
    /// How many lines make the header, and the names of the columns in them; nil where one line does.
    var header: @Sendable (TextSketch, ReadContext) throws -> (lines: Int, names: [String])? = { _, _ in nil }
    /// A warning about every file of the layout.
    var warning: String?
    /// What the column of times may be called.
    var times = ["date"]
    /// Whether a time without a zone is meant in UTC.
    var takesZoneless = true
    /// The column of a bar's other end.
    var otherEnd: String?
    /// The columns of a row's coin, symbol before name; none where a file is about one coin.
    var coins: [String] = []
    /// The one coin of a file, nil where nothing but its name says it, and the currency of the prices.
    var subject: @Sendable (borrowing CSVTable, ReadContext) throws -> Subject = { (nil, $1.hints.money) }
    let values: [Value]
    /// What is particular to the layout.
    var refine: @Sendable (inout DailyColumns, borrowing CSVTable, Subject) throws -> Void = { _, _, _ in }

    typealias Subject = (coin: CoinKey?, quote: String)

    /// A metric in the currency of the prices, what its column may be called, and how values are written.
    struct Value {
        let metric: @Sendable (String) -> Metric
        let names: [String]
        let form: DailyColumns.Form
        var isNeeded = true

        static func price(_ names: String..., form: DailyColumns.Form = .plain) -> Value {
            Value(metric: Metric.price, names: names, form: form)
        }

        static func cap(_ names: String..., form: DailyColumns.Form = .zeroIsUnknown) -> Value {
            Value(metric: Metric.marketCap, names: names, form: form)
        }

        static func volume(_ names: String..., form: DailyColumns.Form = .plain) -> Value {
            Value(metric: Metric.volume, names: names, form: form)
        }

        static func supply(_ names: String..., form: DailyColumns.Form = .zeroIsUnknown) -> Value {
            Value(metric: { _ in .circulatingSupply }, names: names, form: form)
        }

        /// What a chain is used, which a file need not have.
        static func use(_ use: WeeklyUse, _ names: String...) -> Value {
            Value(metric: { _ in use.metric }, names: names, form: .plain, isNeeded: false)
        }

        /// The same, which a file need not have.
        var ifAny: Value { Value(metric: metric, names: names, form: form, isNeeded: false) }
    }

    /// The subject of layouts in US dollars.
    static let inDollars: @Sendable (borrowing CSVTable, ReadContext) throws -> Subject = { _, _ in (nil, "usd") }

    func dependsOnName(_ head: InputHead) -> Bool { isNamed }

    func recognises(_ sketch: TextSketch) -> Bool { matches(sketch) }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        var context = context
        if context.head == nil { context.head = InputHead(bytes: try file.peek(InputHead.length)) }
        let sketch = context.sketch ?? TextSketch([])
        let table: CSVTable
        if let header = try header(sketch, context) {
            table = try CSVTable(
                &file,
                context.hints.notation,
                separator: sketch.separator(ofLine: 0),
                header: header.names,
                behind: header.lines - (sketch.declaredSeparator == nil ? 1 : 0)
            )
        } else {
            table = try CSVTable(&file, context.hints.notation, preamble: preamble(sketch))
        }
        let columns = try columns(table, context)
        if let warning { try emit(.warning(warning)) }
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }

    /// The columns of a file.
    ///
    /// - Throws: `SourceError` `wrong-header` when one is missing, `no-coin` when nothing names a coin, and what `subject` throws.
    private func columns(_ table: borrowing CSVTable, _ context: ReadContext) throws -> DailyColumns {
        var coinColumns: [Int] = []
        for name in coins { coinColumns.append(try table.required(name)) }
        let time = TimeColumn(try table.required(among: times), takesZoneless: takesZoneless)
        var last: TimeColumn?
        if let otherEnd { last = TimeColumn(try table.required(otherEnd), takesZoneless: takesZoneless) }
        let subject = try subject(table, context)
        var found: [DailyColumns.Value] = []
        for value in values where value.isNeeded || value.names.contains(where: table.header.contains) {
            found.append((value.metric(subject.quote), try table.required(among: value.names), value.form))
        }
        guard !found.isEmpty else {
            let detail = "no column has a price, capitalisation, volume or supply"
            throw SourceError("wrong-header", line: 1, detail: detail)
        }
        let symbol = coinColumns.first
        var columns = DailyColumns(
            time: time,
            otherEnd: last,
            areBars: last != nil || DailyColumns.areBars(table.header),
            coins: try symbol.map { CoinColumns(symbol: $0, name: coinColumns.dropFirst().first) }
                ?? CoinColumns(of: context.coinOfCSV(named: subject.coin)),
            values: found
        )
        try refine(&columns, table, subject)
        return columns
    }
}
