internal import CoinModel
internal import RawInput

/// Search interest in long form: `coin_id`, `term`, `week_start` (a Sunday), `value`, and where known `region` and `file`.
///
/// Each (coin, term, region, file) is one term on its own scale; the file it came from names its series,
/// `trends-tidy:<file>`.
/// Memory: 32 bytes a row, up to `rowLimit`.
struct TrendsTidyCSV: CSVSource {
    let id = "trends-tidy-csv"
    let kind = LoadKind.trends
    let title = "Search interest in long form: coin_id, term, week_start, value, region, file (CSV)"

    static let rowLimit = 1 << 22

    private struct Series {
        var coin: String
        var term: String
        var region: String
        var source: String
        var window: ClosedRange<Week>
    }

    func dependsOnName(_ head: InputHead) -> Bool { false }

    func recognises(_ sketch: TextSketch) -> Bool {
        Set(sketch.header).isSuperset(of: ["coin_id", "term", "week_start", "value"])
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        var table = try CSVTable(&file, context.hints.notation, columns: context.hints.columns)
        let (coin, term) = (try table.required("coin_id"), try table.required("term"))
        let value = try table.required("value")
        let region = table.column("region")
        var time = WeekColumn(try table.required("week_start"))
        let fileColumn = table.column("file")
        var source = SourceColumn(fileColumn, "trends-tidy")
        var keys = ByteKeys()
        var series: [Series] = []
        var rows: [(series: Int32, week: Week, value: Double, line: Int32)] = []
        var key: [UInt8] = []

        try table.forEachRow(&file, emit) { row in
            guard rows.count < TrendsTidyCSV.rowLimit else {
                let detail = "more than \(TrendsTidyCSV.rowLimit) rows; split the file"
                throw SourceError("too-large", line: row.line, detail: detail)
            }
            guard !row.isEmpty(coin), !row.isEmpty(term) else {
                throw RowError("missing-coin", column: coin, "the row names no coin or no term")
            }
            let week = try time.readAny(row, context)
            guard let interest = TrendsText.value(row.text(value)) else {
                throw row.badNumber(value, "0 to 100 or `<1`")
            }
            key.removeAll(keepingCapacity: true)
            for column in [coin, term, region, fileColumn] { if let column { row.append(column, to: &key) } }
            let index = keys.index(of: key)
            if index == series.count {
                let (coin, term, region) = (row.text(coin), row.text(term), row.text(region))
                let source = source.read(row)
                series.append(Series(coin: coin, term: term, region: region, source: source, window: week...week))
            }
            let window = series[index].window
            series[index].window = min(window.lowerBound, week)...max(window.upperBound, week)
            rows.append((Int32(index), week, interest, Int32(clamping: row.line)))
        }
        try time.settle()
        let numbering = SubjectNumbering()
        for one in series {
            let term = SearchTerm(
                term: one.term,
                region: one.region,
                category: context.hints.property?.rawValue ?? "",
                granularity: .week,
                coin: one.coin,
                window: one.window
            )
            numbering.add(.searchTerm(term))
        }
        var blocks = ObservationBatches(metrics: [.interest], numbering: numbering)
        for row in rows where !row.value.isNaN {
            let index = Int(row.series)
            let (source, time) = (series[index].source, Int64(row.week.index))
            blocks.add(source, .week, of: index, at: time, [row.value], line: Int(row.line))
            if blocks.isFull { try blocks.flush(emit) }
        }
        try blocks.flush(emit)
    }
}
