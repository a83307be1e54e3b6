internal import CoinModel

/// The rows of one search-interest export, gathered until its spacing is known.
struct TrendsExport {
    static let valueLimit = 1 << 21
    /// Google counts searches from 2004 on.
    static let firstDay = Day(index: 12_418)

    private struct Row {
        var start: Instant
        var line: Int
        /// One for each column.
        var values: [Double]
    }

    let terms: [(term: String, region: String)]
    /// The category that the export names, else empty.
    let category: String
    /// What its file's name says.
    let name: TrendsFileName
    private var unit: TrendsText.Unit?
    private var rows: [Row] = []

    init(terms: [(term: String, region: String)], category: String, name: TrendsFileName) {
        self.terms = terms
        self.category = category
        self.name = name
    }

    /// Takes a row; of one whose period was still running nothing but that it is there.
    ///
    /// - Throws: `RowError` when it is none, `SourceError` when the export is none.
    mutating func take(_ row: borrowing CSVScanner, _ dateColumn: Int, _ columns: [Int], isPartial: Bool) throws {
        guard rows.count * terms.count < TrendsExport.valueLimit else {
            throw SourceError("too-large", line: row.line, detail: "no search-interest export has so many values")
        }
        let read = TrendsText.time(row.text(dateColumn)) {
            row.cells.time($0, takesZoneless: true, line: row.line, column: dateColumn)
        }
        guard let (time, unit) = read, unit == self.unit ?? unit else {
            let detail = "\(row.excerpt(dateColumn)) is not a date like those before it"
            throw RowError("bad-time", column: dateColumn, detail)
        }
        var values: [Double] = []
        for column in columns {
            guard let value = isPartial ? .nan : TrendsText.value(row.text(column)) else {
                throw row.badNumber(column, "0 to 100 or `<1`")
            }
            values.append(value)
        }
        self.unit = unit
        rows.append(Row(start: time.start, line: row.line, values: values))
    }

    /// Emits the export's facts.
    ///
    /// - Throws: `SourceError` when the export is refused, what `emit` throws.
    func finish(_ context: ReadContext, _ emit: ItemSink) throws {
        var rows = try sorted(context, emit)
        let granularity = try spacing(rows)
        guard let first = rows.first, let last = rows.last else {
            throw SourceError("no-rows", detail: "no row of the export can be read")
        }
        if !granularity.makesWeeks {
            let what = "its values are by \(granularity.rawValue), which make no weeks: they are shown and not ranked"
            try emit(.warning("\(what); export a period of nine months to five years"))
        }
        if let exported = name.exported(first: first.start), granularity.end(of: last.start) > exported {
            rows[rows.count - 1].values = last.values.map { _ in .nan }
            try emit(.note("its last \(granularity.rawValue) was not over when it was exported, and is left out"))
        }
        let property = context.hints.property?.rawValue ?? ""
        let numbering = SubjectNumbering()
        var blocks = ObservationBatches(metrics: [.interest], numbering: numbering)
        for (column, name) in terms.enumerated() {
            let term = SearchTerm(
                term: name.term,
                region: name.region,
                category: [category, property].filter { !$0.isEmpty }.joined(separator: ", "),
                granularity: granularity,
                coin: context.hints.coin,
                window: first.start.week...last.start.week
            )
            let number = numbering.add(.searchTerm(term))
            for row in rows where !row.values[column].isNaN {
                let (time, values) = (granularity.time(of: row.start), [row.values[column]])
                blocks.add("google-trends", time.resolution, of: number, at: time.index, values, line: row.line)
                if blocks.isFull { try blocks.flush(emit) }
            }
        }
        try blocks.flush(emit)
    }

    private func sorted(_ context: ReadContext, _ emit: ItemSink) throws -> [Row] {
        var dated: [Row] = []
        for row in rows {
            try rejecting(row.line, emit) {
                try context.bounds(from: TrendsExport.firstDay).check(row.start)
                dated.append(row)
            }
        }
        dated.sort { ($0.start, $0.line) < ($1.start, $1.line) }
        var distinct: [Row] = []
        for row in dated {
            try rejecting(row.line, emit) {
                if let last = distinct.last, last.start == row.start {
                    throw RowError("conflict", "line \(last.line) has the same date")
                }
                distinct.append(row)
            }
        }
        return distinct
    }

    private func spacing(_ rows: [Row]) throws(SourceError) -> SearchTerm.Granularity {
        let hour: Int64 = 3_600_000
        let gaps = zip(rows, rows.dropFirst()).map { $1.start.milliseconds - $0.start.milliseconds }
        if unit == .year { return .year }
        if unit == .month { return .month }
        let least = gaps.min() ?? 0
        if least >= 28 * 24 * hour, rows.allSatisfy({ $0.start.day.civil.day == 1 }) {
            return least >= 365 * 24 * hour ? .year : .month
        }
        guard !gaps.isEmpty, gaps.allSatisfy({ $0 % hour == 0 }) else {
            throw SourceError("bad-spacing", detail: "its rows are not hours, days, weeks, months or years apart")
        }
        if gaps.allSatisfy({ $0 % (7 * 24 * hour) == 0 }) {
            guard let other = rows.first(where: { $0.start.day.weekday != 0 }) else { return .week }
            let why = "its weeks do not start on Sunday, and weekly values cannot be re-cut"
            throw SourceError("week-start", line: other.line, detail: "\(why); export days or Sunday weeks")
        }
        return gaps.allSatisfy { $0 % (24 * hour) == 0 } ? .day : .hour
    }
}

extension SearchTerm.Granularity {
    /// Where the row ends that starts at a moment.
    fileprivate func end(of start: Instant) -> Instant {
        let (year, month, _) = start.day.civil
        let next: Day?
        switch self {
        case .hour: return Instant(milliseconds: start.milliseconds + 3_600_000)
        case .day: next = start.day.advanced(by: 1)
        case .week: next = start.day.advanced(by: 7)
        case .month: next = Day(year: year + month / 12, month: month % 12 + 1, day: 1)
        case .year: next = Day(year: year + 1, month: 1, day: 1)
        }
        return next.map { Instant(startOf: $0) } ?? start
    }

    /// The time of the fact of a row that starts at a moment.
    fileprivate func time(of start: Instant) -> FactTime {
        switch self {
        case .hour: .moment(start)
        case .day, .month, .year: .day(start.day)
        case .week: .week(start.week)
        }
    }
}
