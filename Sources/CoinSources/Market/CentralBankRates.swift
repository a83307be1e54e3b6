internal import CoinModel
internal import RawInput

/// The European Central Bank's reference rates: a row a business day, how much of each currency one euro is.
///
/// The file of all days (`eurofxref-hist.csv`), of ninety of them, or of the newest one, which writes `21 March 2024`.
/// US dollars for a unit of a currency are the day's dollars of a euro by its units; `N/A` is missing.
struct CentralBankRates: CSVSource {
    let id = "ecb-rates-csv"
    let kind = LoadKind.market
    let title = "European Central Bank's reference rates, all days or the newest: Date, USD, JPY, … (CSV)"

    func dependsOnName(_ head: InputHead) -> Bool { false }

    func recognises(_ sketch: TextSketch) -> Bool {
        sketch.header.first == "date" && sketch.has("usd", "jpy", "gbp")
            && sketch.header.dropFirst().allSatisfy {
                $0.isEmpty || $0.utf8.count == 3 && Currency.code(ofRate: $0) != nil
            }
    }

    /// The first day of the rates: that of the euro.
    private static let firstDay = Day(index: 10_592)

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        var table = try CSVTable(&file, context.hints.notation)
        let dollar = try table.required("usd")
        let columns = table.header.indices.filter { $0 > 0 && $0 != dollar && !table.header[$0].isEmpty }
        for column in columns + [0] { table.take(column) }
        let numbering = SubjectNumbering()
        for code in ["eur"] + columns.map({ table.header[$0] }) { numbering.add(.currency(code)) }
        var blocks = ObservationBatches(metrics: [.rate], numbering: numbering)
        let bounds = context.bounds(from: CentralBankRates.firstDay)
        try table.forEachRow(&file, emit) { row in
            guard let day = CentralBankRates.day(row.text(0)) else {
                throw RowError("bad-time", column: 0, "\(row.excerpt(0)) is not a date such as 2024-03-21")
            }
            try bounds.check(Instant(startOf: day), column: 0)
            let dollars = try row.amount(dollar, isPrice: true)
            guard !dollars.isNaN else { throw RowError("no-values", column: dollar, "the row has no dollars") }
            let others = try columns.map { dollars / (try row.amount($0, isPrice: false)) }
            // 0 of a currency for a euro is as unknown as `N/A`.
            for (currency, rate) in ([dollars] + others).enumerated() where rate.isFinite {
                blocks.add(id, .day, of: currency, at: Int64(day.index), [rate], line: row.line)
            }
            if blocks.isFull { try blocks.flush(emit) }
        }
        try blocks.flush(emit)
    }

    /// The day of `2024-03-21`, or of `21 March 2024`; nil for any other text.
    private static func day(_ text: String) -> Day? {
        if let day = Day(text) { return day }
        let parts = text.split(separator: " ")
        guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]),
            let month = Day.months.firstIndex(where: { $0.lowercased() == parts[1].lowercased() })
        else { return nil }
        return Day(year: year, month: month + 1, day: day)
    }
}
