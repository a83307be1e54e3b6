internal import CoinModel
internal import RawInput

/// Rows of day facts, gathered until the whole file is known: the order of its dates, and which of two rows on one day holds.
///
/// Memory is bounded by `rowLimit` rows.
struct DailyTable {
    static let rowLimit = 1 << 21
    /// No coin had a price before this day: Bitcoin's first block is of 2009-01-03.
    static let firstDay = Day(index: 14_247)

    private struct Row {
        var coin: Int
        var time: TimeText
        var line: Int
        var day = DailyTable.firstDay
        var distance: Int64 = 0
    }

    private var columns: DailyColumns
    private var order = DateOrder()
    private var keys = ByteKeys()
    private var coins: [CoinKey] = []
    private var rows: [Row] = []
    private var values: [Double] = []

    private init(_ columns: DailyColumns) { self.columns = columns }

    /// Reads a whole file and emits the facts of each day that is over, ordered by coin and day.
    ///
    /// - Throws: `SourceError` when the file as a whole is refused, what reading and `emit` throw.
    static func read(
        _ file: inout InputFile,
        _ table: consuming CSVTable,
        _ columns: DailyColumns,
        source: String,
        _ context: ReadContext,
        emit: (SourceItem) throws -> Void
    ) throws {
        var table = table
        var daily = DailyTable(columns)
        try table.forEachRow(&file, emit) { try daily.take($0) }
        try daily.order.settle()
        try daily.finish(source, context, emit)
    }

    private mutating func take(_ row: borrowing CSVScanner) throws {
        guard rows.count < DailyTable.rowLimit else {
            let detail = "more than \(DailyTable.rowLimit) rows; split the file"
            throw SourceError("too-large", line: row.line, detail: detail)
        }
        let column = columns.time.column
        guard let time = columns.time.read(row) else {
            throw RowError("bad-time", column: column, "\(row.excerpt(column)) is not a time of this format")
        }
        if let symbol = columns.coinColumns.first, row.isEmpty(symbol) {
            throw RowError("missing-coin", column: symbol, "the row names no coin")
        }
        try columns.check(row)
        var read: [Double] = []
        for (_, column, form) in columns.values { read.append(try DailyTable.value(row, column, form)) }
        var key: [UInt8] = []
        for column in columns.coinColumns { row.append(column, to: &key) }
        let coin = keys.index(of: key)
        if coin == coins.count { coins.append(try columns.coin(columns.coinColumns.map { row.text($0) })) }
        order.note(time)
        rows.append(Row(coin: coin, time: time, line: row.line))
        values += read
    }

    private static func value(_ row: borrowing CSVScanner, _ column: Int, _ form: DailyColumns.Form) throws(RowError)
        -> Double
    {
        switch form {
        case .plain: return try row.amount(column)
        case .zeroIsUnknown:
            let value = try row.amount(column)
            return value == 0 ? .nan : value
        case .money, .supply:
            var unit = ""
            if case .supply(let symbol) = form { unit = row.text(symbol) }
            guard let value = ScrapedMoney.double(row.text(column), unit: unit) else {
                throw row.badNumber(column, "an amount with its thousands grouped")
            }
            return value
        }
    }

    private mutating func finish(_ source: String, _ context: ReadContext, _ emit: (SourceItem) throws -> Void) throws {
        var sound: [Int] = []
        for index in rows.indices {
            do throws(RowError) {
                guard let day = order.day(rows[index].time) else {
                    throw RowError("bad-time", column: columns.time.column, "the row's date does not exist")
                }
                (rows[index].day, rows[index].distance) = try columns.describes(rows[index].time, day)
                try check(rows[index].day, context)
                sound.append(index)
            } catch {
                try emit(.reject(error.reject(rows[index].line)))
            }
        }
        sound.sort { left, right in
            let (one, other) = (rows[left], rows[right])
            return (one.coin, one.day.index, one.distance, one.line)
                < (other.coin, other.day.index, other.distance, other.line)
        }
        let width = columns.values.count
        var blocks = FactBlocks(metrics: columns.values.map(\.metric))
        var last: Row?
        var missing = 0
        for index in sound {
            let row = rows[index]
            if let held = last, held.coin == row.coin {
                if held.day == row.day {
                    let detail = "line \(held.line) describes \(row.day) too and stands nearer to where it should"
                    try emit(.reject(Reject(reason: "conflict", line: row.line, detail: detail)))
                    continue
                }
                missing += held.day.distance(to: row.day) - 1
            }
            last = row
            let own = Array(values[index * width..<(index + 1) * width])
            blocks.add(source, .day, of: row.coin, at: Int64(row.day.index), own, line: row.line) {
                .coin(coins[row.coin])
            }
            if blocks.isFull { try blocks.flush(emit) }
        }
        try blocks.flush(emit)
        if columns.coinColumns.isEmpty, missing > 0 {
            try emit(.warning("\(missing) days between the first and the last have no row"))
        }
    }

    private func check(_ day: Day, _ context: ReadContext) throws(RowError) {
        let column = columns.time.column
        if day < DailyTable.firstDay {
            throw RowError("bad-time", column: column, "\(day) is before the first coin was")
        }
        if Instant(startOf: day) > context.futureLimit {
            throw RowError("future-time", column: column, "\(day) is more than a day ahead of the clock")
        }
        if Instant(lastSecondOf: day) > context.seenUntil {
            throw RowError("running-day", column: column, "\(day) was not over when the file was made")
        }
    }
}
