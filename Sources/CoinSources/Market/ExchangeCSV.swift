internal import CoinModel

/// Daily candles of single exchanges.
extension DailyCSV {
    /// Daily candles of Coinbase's markets in one file; a row describes its own day.
    ///
    /// Only prices are taken: the volume counts coins on one exchange, and no product with a price makes that the money
    /// traded on all. Markets in another quote than the caller's are rejected row by row.
    static let coinbase = DailyCSV(
        id: "coinbase-csv",
        isNamed: false,
        title: "Coinbase daily candles: date, symbol, base, open, high, low, close, volume (CSV)",
        matches: { $0.header == ["date", "symbol", "base", "open", "high", "low", "close", "volume"] },
        warning: "the volumes count coins on one exchange and are left out",
        coins: ["base"],
        values: [.price("close")],
        refine: { columns, table, subject in
            let (symbol, base, quote) = (try table.required("symbol"), try table.required("base"), subject.quote)
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
        }
    )

    /// CryptoDataDownload's candles of one market of one exchange, newest first, in older files under a line with a URL.
    ///
    /// `unix` or `unix timestamp`, else `date`, is the start of the bar. The quote is named by the second volume column and
    /// stored apart: `Volume USDT` makes `price_usdt`; of files with one volume, in coins, it ends the symbol. Candles of days
    /// that do not start at midnight are not a day's.
    static let cryptoDataDownload = DailyCSV(
        id: "cryptodatadownload-csv",
        isNamed: false,
        title: """
            CryptoDataDownload candles: unix, date, symbol, open, high, low, close, Volume BTC, Volume USDT (CSV)
            """,
        matches: { sketch in
            let volumes = sketch.header.count { $0.hasPrefix("volume ") }
            return hasAddress(sketch) || sketch.has("unix", "date", "symbol", "close")
                || sketch.has("unix timestamp", "date", "symbol", "close")
                || volumes == 2 && sketch.has("date", "symbol", "open", "close")
        },
        preamble: { hasAddress($0) ? 1 : 0 },
        times: ["unix", "unix timestamp", "date"],
        subject: { table, context in
            let symbol = try table.required("symbol")
            let volumes = table.header.filter { $0.hasPrefix("volume ") }
            let first = context.sketch.map { $0.fields(ofLine: hasAddress($0) ? 2 : 1) } ?? []
            let market = first.count > symbol ? plainMarket(first[symbol]) : ""
            let ending = volumes.count == 2 ? String(volumes[1].dropFirst(7)) : Currency.pair(market)?.quote.code ?? ""
            guard let quote = Currency(ending)?.code else {
                let detail =
                    "its quote `\(ending.prefix(20))` is not a known currency; a volume column or the symbol ends with it"
                throw SourceError("unknown-currency", line: table.row.line, detail: detail)
            }
            let coin = volumes.count == 2 ? volumes[0].dropFirst(7).uppercased() : Currency.pair(market)?.coin ?? ""
            return (CoinKey(symbol: coin), quote)
        },
        values: [.price("close")],
        refine: { columns, table, subject in
            let volumes = table.header.indices.filter { table.header[$0].hasPrefix("volume ") }
            for column in volumes.prefix(2) { table.take(column) }
            if volumes.count == 2 { columns.values.append((.volume(subject.quote), volumes[1], .plain)) }
            columns.describes = { time, day throws(RowError) in
                guard time.start == Instant(startOf: day) else {
                    throw RowError("off-midnight", "the candle does not start at midnight; only daily candles are read")
                }
                return (day, 0)
            }
            let (symbol, market) = (
                try table.required("symbol"), (subject.coin?.symbol ?? "") + subject.quote.uppercased()
            )
            columns.check = { row in
                guard plainMarket(row.text(symbol)) == market else {
                    throw RowError("other-market", column: symbol, "\(row.excerpt(symbol)) is not the market \(market)")
                }
            }
        }
    )

    /// `BTCUSDT` of `BTC/USDT`.
    private static func plainMarket(_ symbol: String) -> String {
        symbol.filter { $0 != "/" && $0 != "-" }.uppercased()
    }

    /// Whether a line with the site's address stands before the header.
    private static func hasAddress(_ sketch: TextSketch) -> Bool {
        sketch.lines.first?.lowercased().contains("cryptodatadownload.com") ?? false
    }
}
