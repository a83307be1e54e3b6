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
    private var unit: TrendsText.Unit?
    private var rows: [Row] = []

    init(terms: [(term: String, region: String)], category: String) {
        self.terms = terms
        self.category = category
    }

    /// Takes a row.
    ///
    /// - Throws: `RowError` when it is none, `SourceError` when the export is none.
    mutating func take(_ row: borrowing CSVScanner, _ dateColumn: Int, _ columns: [Int]) throws {
        guard rows.count * terms.count < TrendsExport.valueLimit else {
            throw SourceError("too-large", line: row.line, detail: "no search-interest export has so many values")
        }
        let read = TrendsText.time(row.text(dateColumn)) {
            row.cells.time($0, .zoneless, line: row.line, column: dateColumn)
        }
        guard let (time, unit) = read, unit == self.unit ?? unit else {
            let detail = "\(row.excerpt(dateColumn)) is not a date like those before it"
            throw RowError("bad-time", column: dateColumn, detail)
        }
        var values: [Double] = []
        for column in columns {
            guard let value = TrendsText.value(row.text(column)) else {
                throw row.badNumber(column, "0 to 100 or `<1`")
            }
            values.append(value)
        }
        self.unit = unit
        rows.append(Row(start: time.start, line: row.line, values: values))
    }

    /// Emits the export's facts, of which it may have flagged the partial ones itself.
    ///
    /// - Throws: `SourceError` when the export is refused, what `emit` throws.
    mutating func finish(isFlagged: Bool, _ context: ReadContext, _ emit: (SourceItem) throws -> Void) throws {
        let rows = try sorted(context, emit)
        let granularity = try spacing(rows)
        guard let last = rows.last else { throw SourceError("no-rows", detail: "no row of the export can be read") }
        let partial = isFlagged ? nil : context.firstUnseenWeek(upTo: Week(containing: last.start.day))
        let (resolution, facts) = facts(rows, granularity)
        guard !facts.isEmpty else {
            throw SourceError("no-whole-week", detail: "its days and hours make no whole week; export a longer period")
        }
        if !granularity.makesWeeks {
            let why = "a ranking needs weeks: export a period of five years or less"
            try emit(.warning("its values are by \(granularity.rawValue), which is shown and not ranked; \(why)"))
        }
        var blocks = FactBlocks(metrics: [.interest])
        for (column, name) in terms.enumerated() {
            let term = SearchTerm(
                term: name.term,
                region: name.region,
                category: [category, context.property?.rawValue ?? ""].filter { !$0.isEmpty }.joined(separator: ", "),
                granularity: granularity,
                coin: context.coin,
                partialFrom: partial
            )
            for fact in facts where !fact.values[column].isNaN {
                let values = [fact.values[column]]
                blocks.add("google-trends", resolution, of: column, at: fact.time, values, line: fact.line) {
                    .searchTerm(term)
                }
                if blocks.isFull { try blocks.flush(emit) }
            }
        }
        try blocks.flush(emit)
    }

    private func sorted(_ context: ReadContext, _ emit: (SourceItem) throws -> Void) throws -> [Row] {
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
                if let held = distinct.last, held.start == row.start {
                    throw RowError("conflict", "line \(held.line) has the same date")
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

    private typealias Fact = (time: Int64, values: [Double], line: Int)

    /// Weeks as they are or made of whole weeks of days and hours; months and years by their first day.
    private func facts(_ rows: [Row], _ granularity: SearchTerm.Granularity) -> (Resolution, facts: [Fact]) {
        switch granularity {
        case .month, .year: return (.day, rows.map { (Int64($0.start.day.index), $0.values, $0.line) })
        case .week: return (.week, rows.map { (Int64(Week(containing: $0.start.day).index), $0.values, $0.line) })
        case .day, .hour:
            let needed = granularity == .day ? 7 : 168
            let whole = Dictionary(grouping: rows) { $0.start.week }.filter { $0.value.count == needed }
            let facts = whole.sorted { $0.key < $1.key }.map { week, rows in
                let means = terms.indices.map { term in rows.reduce(0) { $0 + $1.values[term] } / Double(needed) }
                return (Int64(week.index), means, rows[needed - 1].line)
            }
            return (.week, facts)
        }
    }
}
