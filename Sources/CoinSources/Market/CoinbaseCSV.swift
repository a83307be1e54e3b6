internal import CoinModel
internal import RawInput

/// Daily candles of Coinbase's markets in one file: `date,symbol,base,open,high,low,close,volume`; a row describes its own day.
///
/// Only prices are taken: the volume counts coins on one exchange, and no product with a price makes that the money
/// traded on all. Markets in another quote than the caller's are rejected row by row.
struct CoinbaseCSV: CSVSource {
    let id = "coinbase-csv"
    let dependsOnName = false
    let kind = LoadKind.market
    let title = "Coinbase daily candles: date, symbol, base, open, high, low, close, volume (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        sketch.header == ["date", "symbol", "base", "open", "high", "low", "close", "volume"]
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file)
        let (symbol, base) = (try table.required("symbol"), try table.required("base"))
        let quote = context.quote
        let columns = DailyColumns(
            time: TimeColumn(try table.required("date"), .zoneless),
            coin: { row in CoinKey(symbol: row.text(base)) },
            coinColumns: [base],
            values: [(.price(quote), try table.required("close"), .plain)],
            check: { row in
                let parts = row.text(symbol).split { $0 == "/" || $0 == "-" }
                guard parts.count == 2, parts[0] == row.text(base) else {
                    throw RowError(
                        "wrong-symbol",
                        column: symbol,
                        "\(row.excerpt(symbol)) is not \(row.excerpt(base))/QUOTE"
                    )
                }
                guard parts[1].lowercased() == quote else {
                    throw RowError("other-quote", column: symbol, "\(row.excerpt(symbol)) is not quoted in \(quote)")
                }
            }
        )
        try emit(.warning("the volumes count coins on one exchange and are left out"))
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}
