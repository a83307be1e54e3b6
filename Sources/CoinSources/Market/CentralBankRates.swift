internal import CoinModel
internal import RawInput

/// The European Central Bank's reference rates: a row a business day, how much of each currency one euro is.
///
/// The file of all days (`eurofxref-hist.csv`), of ninety of them, or of the newest one, which writes `21 March 2024`.
/// US dollars for a unit of a currency are the day's dollars of a euro by its units; `N/A` is missing.
struct CentralBankRates: CSVSource {
    let id = "ecb-rates-csv"
    let dependsOnName = false
    let kind = LoadKind.market
    let title = "European Central Bank's reference rates, all days or the newest: Date, USD, JPY, … (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        sketch.header.first == "date" && sketch.has("usd", "jpy", "gbp")
            && sketch.header.dropFirst().allSatisfy {
                $0.isEmpty || $0.utf8.count == 3 && Currency.code(ofRate: $0) != nil
            }
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var table = try CSVTable(&file, context.notation)
        let dollar = try table.required("usd")
        let columns = table.header.indices.filter { $0 > 0 && $0 != dollar && !table.header[$0].isEmpty }
        for column in columns + [0] { table.take(column) }
        var rates = DailyRates(
            source: id,
            dollar: dollar,
            columns: columns,
            codes: columns.map { table.header[$0] },
            bounds: context.bounds(from: DailyRates.firstDay)
        )
        try table.forEachRow(&file, emit) { row in
            try rates.take(row)
            if rates.blocks.isFull { try rates.blocks.flush(emit) }
        }
        try rates.blocks.flush(emit)
    }
}

/// The rates of a table's rows.
private struct DailyRates {
    /// The first day of the rates: that of the euro.
    static let firstDay = Day(index: 10_592)

    let source: String
    let dollar: Int
    let columns: [Int]
    let bounds: TimeBounds
    var blocks: ObservationBatches

    /// The rates of columns, each with the code of its currency.
    init(source: String, dollar: Int, columns: [Int], codes: [String], bounds: TimeBounds) {
        self.source = source
        self.dollar = dollar
        self.columns = columns
        self.bounds = bounds
        let numbering = SubjectNumbering()
        for code in ["eur"] + codes { numbering.add(.currency(code)) }
        blocks = ObservationBatches(metrics: [.rate], numbering: numbering)
    }

    mutating func take(_ row: borrowing CSVScanner) throws(RowError) {
        let text = row.text(0)
        guard let day = Day(text) ?? DailyRates.day(text) else {
            throw RowError("bad-time", column: 0, "\(row.excerpt(0)) is not a date such as 2024-03-21")
        }
        try bounds.check(Instant(startOf: day), column: 0)
        let dollars = try row.amount(dollar, isPrice: true)
        guard !dollars.isNaN else { throw RowError("no-values", column: dollar, "the row has no dollars") }
        add(0, day, dollars, row.line)
        for (place, column) in columns.enumerated() {
            let rate = dollars / (try row.amount(column, isPrice: false))
            // 0 of a currency for a euro is as unknown as `N/A`.
            if rate.isFinite { add(place + 1, day, rate, row.line) }
        }
    }

    private mutating func add(_ currency: Int, _ day: Day, _ rate: Double, _ line: Int) {
        blocks.add(source, .day, of: currency, at: Int64(day.index), [rate], line: line)
    }

    /// The day of `21 March 2024`; nil for any other text.
    private static func day(_ text: String) -> Day? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]),
            let month = Day.months.firstIndex(where: { $0.lowercased() == parts[1].lowercased() })
        else { return nil }
        return Day(year: year, month: month + 1, day: day)
    }
}
