internal import CoinModel

/// Daily candles of single exchanges.
extension DailyCSV {
    /// Daily candles of Coinbase's markets in one file; a row describes its own day.
    ///
    /// Only prices are taken: the volume counts coins on one exchange, and no product with a price makes that the money
    /// traded on all. Markets in another quote than the caller's are rejected row by row.
    static let coinbase = DailyCSV(
        id: "coinbase-csv",
        dependsOnName: false,
        title: "Coinbase daily candles: date, symbol, base, open, high, low, close, volume (CSV)",
        matches: { $0.header == ["date", "symbol", "base", "open", "high", "low", "close", "volume"] },
        warning: "the volumes count coins on one exchange and are left out",
        columns: { table, context in
            let (symbol, base) = (try table.required("symbol"), try table.required("base"))
            let quote = context.quote
            var columns = try DailyColumns(
                table,
                time: "date",
                .zoneless,
                coins: ["base"],
                coin: { CoinKey(symbol: $0[0]) },
                values: [(.price(quote), "close", .plain)]
            )
            columns.check = { row in
                let parts = row.text(symbol).split { $0 == "/" || $0 == "-" }
                guard parts.count == 2, parts[0] == row.text(base) else {
                    let detail = "\(row.excerpt(symbol)) is not \(row.excerpt(base))/QUOTE"
                    throw RowError("wrong-symbol", column: symbol, detail)
                }
                guard parts[1].lowercased() == quote else {
                    throw RowError("other-quote", column: symbol, "\(row.excerpt(symbol)) is not quoted in \(quote)")
                }
            }
            return columns
        }
    )

    /// CryptoDataDownload's daily candles of one market of one exchange, newest first, in older files under a line with
    /// a URL.
    ///
    /// `unix` is the start of the day described, in milliseconds or, further down the same file, in seconds. The quote
    /// is named by the second volume column and stored apart: `Volume USDT` makes `price_usdt`. Candles that do not start
    /// at midnight are no day's.
    static let cryptoDataDownload = DailyCSV(
        id: "cryptodatadownload-csv",
        dependsOnName: false,
        title: """
            CryptoDataDownload daily candles: unix, date, symbol, open, high, low, close, Volume BTC, Volume USDT (CSV)
            """,
        matches: { hasAddress($0) || $0.has("unix", "date", "symbol", "close") },
        preamble: { hasAddress($0) ? 1 : 0 },
        columns: { table, context in
            let symbol = try table.required("symbol")
            let volumes = table.header.filter { $0.hasPrefix("volume ") }
            let currencies = volumes.map { String($0.dropFirst(7)) }
            guard currencies.count == 2 else {
                let detail = "expected a volume in the coin and one in its quote"
                throw SourceError("wrong-header", line: table.row.line, detail: detail)
            }
            let market = currencies.joined().uppercased()
            var columns = try DailyColumns(
                table,
                time: "unix",
                .unix,
                coin: { _ in try context.coinOfCSV(named: CoinKey(symbol: currencies[0].uppercased())) },
                values: [(.price(currencies[1]), "close", .plain), (.volume(currencies[1]), volumes[1], .plain)]
            )
            columns.describes = { time, day throws(RowError) in
                guard case .instant(let start) = time, start == Instant(startOf: day) else {
                    throw RowError("off-midnight", "the candle does not start at midnight; only daily candles are read")
                }
                return (day, 0)
            }
            columns.check = { row in
                guard row.text(symbol).filter({ $0 != "/" && $0 != "-" }).uppercased() == market else {
                    throw RowError("other-market", column: symbol, "\(row.excerpt(symbol)) is not the market \(market)")
                }
            }
            return columns
        }
    )

    /// Whether a line with the site's address stands before the header.
    private static func hasAddress(_ sketch: TextSketch) -> Bool {
        sketch.lines.first?.lowercased().contains("cryptodatadownload.com") ?? false
    }
}
