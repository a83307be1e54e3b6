internal import CoinModel
internal import RawInput

/// Rows of day facts, gathered until the whole file is known: which of two rows on one day holds.
///
/// Memory is bounded by `rowLimit` rows.
struct DailyTable {
    static let rowLimit = 1 << 21

    private struct Row {
        var coin: Int
        var line: Int
        var day: Day
        /// How far its time lies from where the layout should have it.
        var distance: Int64
    }

    private var columns: DailyColumns
    private let arePrices: [Bool]
    private let context: ReadContext
    private var keys = ByteKeys()
    private var coins: [CoinKey] = []
    private var rows: [Row] = []
    private var values: [Double] = []

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
        emit: (SourceItem) throws -> Void
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
        if let symbol = columns.coinColumns.first, row.isEmpty(symbol) {
            throw RowError("missing-coin", column: symbol, "the row names no coin")
        }
        try columns.check(row)
        var read: [Double] = []
        for index in columns.values.indices { read.append(try value(row, index)) }
        let (day, distance) = try columns.describes(time, time.day)
        try check(day)
        var key: [UInt8] = []
        for column in columns.coinColumns { row.append(column, to: &key) }
        let coin = keys.index(of: key)
        if coin == coins.count { coins.append(try columns.coin(columns.coinColumns.map { row.text($0) })) }
        rows.append(Row(coin: coin, line: row.line, day: day, distance: distance))
        values += read
    }

    private func value(_ row: borrowing CSVScanner, _ index: Int) throws(RowError) -> Double {
        let (column, isPrice) = (columns.values[index].column, arePrices[index])
        switch columns.values[index].form {
        case .plain: return try row.amount(column, isPrice: isPrice)
        case .zeroIsUnknown: return try row.amount(column, isPrice: false).zeroAsMissing
        case .money: return try amount(row, column, isPrice, unit: "")
        case .supply(let symbol): return try amount(row, column, isPrice, unit: row.text(symbol))
        }
    }

    /// An amount as a page prints it.
    private func amount(_ row: borrowing CSVScanner, _ column: Int, _ isPrice: Bool, unit: String) throws(RowError)
        -> Double
    {
        if let value = ScrapedMoney.double(row.text(column), unit: unit), !isPrice || value != 0 { return value }
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

    private func finish(_ source: String, _ emit: (SourceItem) throws -> Void) throws {
        let sorted = rows.indices.sorted { left, right in
            let (one, other) = (rows[left], rows[right])
            return (one.coin, one.day.index, one.distance, one.line)
                < (other.coin, other.day.index, other.distance, other.line)
        }
        let coins = columns.namedCoins(coins)
        let width = columns.values.count
        var blocks = FactBlocks(metrics: columns.values.map(\.metric))
        var last: Row?
        var missing = 0
        for index in sorted {
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
            try emit(.warning("\(counted(missing, "day")) between the first and the last without a row"))
        }
    }
}
