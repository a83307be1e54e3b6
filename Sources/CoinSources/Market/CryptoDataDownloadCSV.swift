internal import CoinModel
internal import RawInput

/// CryptoDataDownload's daily candles of one market of one exchange, newest first, in older files under a line with a URL.
///
/// `unix` is the start of the day described, in milliseconds or, further down the same file, in seconds. The quote is
/// named by the second volume column and kept apart: `Volume USDT` makes `price_usdt`. Candles that do not start at
/// midnight are no day's.
struct CryptoDataDownloadCSV: CSVSource {
    let id = "cryptodatadownload-csv"
    let dependsOnName = false
    let kind = LoadKind.market
    let title =
        "CryptoDataDownload daily candles: unix, date, symbol, open, high, low, close, Volume BTC, Volume USDT (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        preamble(sketch) == 1 || Set(sketch.header).isSuperset(of: ["unix", "date", "symbol", "close"])
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file, preamble: preamble(TextSketch(try file.peek(InputHead.length))))
        let symbol = try table.required("symbol")
        let volumes = table.header.indices.filter { table.header[$0].hasPrefix("volume ") }
        let currencies = volumes.map { String(table.header[$0].dropFirst(7)) }
        guard currencies.count == 2 else {
            throw SourceError(
                "wrong-header",
                line: table.row.line,
                detail: "expected a volume in the coin and one in its quote"
            )
        }
        let coin = try coinOfFile(context, naming: CoinKey(symbol: currencies[0].uppercased()))
        let market = currencies.joined().uppercased()
        let columns = DailyColumns(
            time: TimeColumn(try table.required("unix"), .unix),
            describes: CryptoDataDownloadCSV.day,
            coin: { _ in coin },
            values: [
                (.price(currencies[1]), try table.required("close"), .plain),
                (.volume(currencies[1]), volumes[1], .plain),
            ],
            check: { row in
                guard row.text(symbol).filter({ $0 != "/" && $0 != "-" }).uppercased() == market else {
                    throw RowError("other-market", column: symbol, "\(row.excerpt(symbol)) is not the market \(market)")
                }
            }
        )
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }

    private static func day(_ time: TimeText, _ day: Day) throws(RowError) -> DailyColumns.DescribedDay {
        guard case .instant(let start) = time, start == Instant(startOf: day) else {
            throw RowError("off-midnight", "the candle does not start at midnight; only daily candles are read")
        }
        return (day, 0)
    }

    /// The lines before the header.
    private func preamble(_ sketch: TextSketch) -> Int {
        guard let first = sketch.lines.first?.lowercased(), first.contains("cryptodatadownload.com") else { return 0 }
        return 1
    }
}
