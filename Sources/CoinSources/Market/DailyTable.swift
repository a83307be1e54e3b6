internal import CoinModel
internal import RawInput

/// Rows of day facts, gathered until the whole file is known: how long its bars are, and which of two rows on one day holds.
///
/// Memory is bounded by `rowLimit` rows.
struct DailyTable {
    static let rowLimit = 1 << 21

    private struct Row {
        var coin: Int
        var line: Int
        var day: Day
        /// The first end of a bar, and the last one where the row has two.
        var ends: (first: Instant, last: Instant?)
        /// How far its time lies from where the layout should have it.
        var distance: Int64
    }

    private var columns: DailyColumns
    private let arePrices: [Bool]
    private let context: ReadContext
    private var rows: [Row] = []
    private var values: [Double] = []
    /// When bars begin, by coin, those of rows that are rejected among them; and how long they last where rows say so.
    private var opens: [[Instant]] = []
    private var spans: [Int64] = []

    private init(_ columns: DailyColumns, _ context: ReadContext) {
        (self.columns, self.context) = (columns, context)
        arePrices = columns.values.map(\.metric.isPrice)
    }

    /// Reads a whole file and emits the facts of each day that is over, ordered by coin and day.
    ///
    /// - Throws: `SourceError` when the file as a whole is refused, what reading and `emit` throw.
    static func read(
        _ file: inout InputFile,
        _ table: consuming CSVTable,
        _ columns: DailyColumns,
        source: String,
        _ context: ReadContext,
        emit: ItemSink
    ) throws {
        var table = table
        var daily = DailyTable(columns, context)
        try table.forEachRow(&file, emit) { try daily.take($0) }
        try daily.finish(source, emit)
    }

    private mutating func take(_ row: borrowing CSVScanner) throws {
        guard rows.count < DailyTable.rowLimit else {
            let detail = "more than \(DailyTable.rowLimit) rows; split the file"
            throw SourceError("too-large", line: row.line, detail: detail)
        }
        let time = try columns.time.read(row)
        try columns.coins.check(row)
        try columns.check(row)
        let (coin, ends) = (columns.coins.number(row), try ends(row, time))
        if coin == opens.count { opens.append([]) }
        if columns.areBars {
            opens[coin].append(ends.first)
            if let last = ends.last { spans.append(last.milliseconds - ends.first.milliseconds) }
        }
        var read: [Double] = []
        for index in columns.values.indices { read.append(try value(row, index)) }
        let (day, distance) = try columns.describes(time, time.day)
        try check(day)
        rows.append(Row(coin: coin, line: row.line, day: day, ends: ends, distance: distance))
        values += read
    }

    private mutating func ends(_ row: borrowing CSVScanner, _ time: AsOf) throws(RowError) -> (
        first: Instant, last: Instant?
    ) {
        guard let other = try columns.otherEnd?.read(row) else { return (time.start, nil) }
        return (min(time.start, other.start), max(time.start, other.start))
    }

    private func value(_ row: borrowing CSVScanner, _ index: Int) throws(RowError) -> Double {
        let (column, isPrice) = (columns.values[index].column, arePrices[index])
        switch columns.values[index].form {
        case .plain: return try row.amount(column, isPrice: isPrice)
        case .zeroIsUnknown: return try row.amount(column, isPrice: false).zeroAsMissing
        case .money: return try amount(row, column, isPrice, unit: "")
        case .supply: return try amount(row, column, isPrice, unit: row.text(columns.coins.symbol))
        }
    }

    /// An amount as a page prints it.
    private func amount(_ row: borrowing CSVScanner, _ column: Int, _ isPrice: Bool, unit: String) throws(RowError)
        -> Double
    {
        if let value = NumberGrammar.printed(row.text(column), unit: unit), !isPrice || value != 0 { return value }
        let fault = row.badNumber(column, "an amount with its thousands grouped\(isPrice ? ", above zero" : "")")
        guard !isPrice else { throw fault }
        row.leaveOut(fault)
        return .nan
    }

    private func check(_ day: Day) throws(RowError) {
        let column = columns.time.column
        try context.bounds.check(Instant(startOf: day), column: column)
        if Instant(lastSecondOf: day) > context.seenUntil {
            throw RowError("running-day", column: column, "\(day) was not over when the file was made")
        }
    }

    private func finish(_ source: String, _ emit: ItemSink) throws {
        let found = columns.areBars ? try BarLength(opens: opens, spans: spans) : .day
        if !rows.isEmpty { try BarLength.report(found, emit) }
        let length = found ?? .day
        let sorted = rows.indices.sorted { left, right in
            let (one, other) = (rows[left], rows[right])
            return (one.coin, one.day.index, one.distance, one.line)
                < (other.coin, other.day.index, other.distance, other.line)
        }
        let numbering = SubjectNumbering()
        for coin in columns.namedCoins(columns.coins.coins) { numbering.add(.coin(coin)) }
        let width = columns.values.count
        let metrics = length.metrics(columns.values.map(\.metric))
        var blocks = ObservationBatches(metrics: metrics, numbering: numbering)
        var (missing, running) = (0, 0)
        let chosen = try withoutConflicts(sorted, emit)
        for (place, index) in chosen.enumerated() {
            let row = rows[index]
            let last = place > 0 && rows[chosen[place - 1]].coin == row.coin ? rows[chosen[place - 1]] : nil
            let next =
                place + 1 < chosen.count && rows[chosen[place + 1]].coin == row.coin ? rows[chosen[place + 1]] : nil
            if let last { missing += last.day.distance(to: row.day) - 1 }
            var time = FactTime.day(row.day)
            if length != .day {
                let end = length.lastSecond(from: row.ends.first, to: row.ends.last)
                time = length.time(end)
                let overlaps =
                    next.map { $0.ends.first <= end } ?? false
                    || last.map { length.lastSecond(from: $0.ends.first, to: $0.ends.last) >= row.ends.first } ?? false
                guard !overlaps, end <= context.seenUntil else {
                    running += 1
                    continue
                }
            }
            let own = Array(values[index * width..<index * width + metrics.count])
            blocks.add(source, length.resolution, of: row.coin, at: time.index, own, line: row.line)
            if blocks.isFull { try blocks.flush(emit) }
        }
        try blocks.flush(emit)
        if running > 0 {
            try emit(.warning("left out: \(counted(running, "bar")) not over when the file was made"))
        }
        if columns.coins.areNone, missing > 0, length == .day {
            try emit(.warning("\(counted(missing, "day")) between the first and the last without a row"))
        }
    }

    /// The rows in order without those of which another one of the same day holds, which are rejected.
    private func withoutConflicts(_ sorted: [Int], _ emit: ItemSink) throws -> [Int] {
        var chosen: [Int] = []
        for index in sorted {
            let row = rows[index]
            if let last = chosen.last.map({ rows[$0] }), last.coin == row.coin, last.day == row.day {
                let detail = "line \(last.line) describes \(row.day) too and stands nearer to where it should"
                try emit(.reject(Reject("conflict", line: row.line, detail: detail)))
            } else {
                chosen.append(index)
            }
        }
        return chosen
    }
}

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
