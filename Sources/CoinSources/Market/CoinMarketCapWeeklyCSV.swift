internal import CoinModel
internal import RawInput

/// CoinMarketCap's historical top list as scraped from its page, many dates in a file.
///
/// The date is the end of the day described. Amounts stand as printed (`"$1,375,690,608.12"`, `19,664,293BTC`), and the
/// name has the symbol glued on in front (`BTCBitcoin`).
struct CoinMarketCapWeeklyCSV: CSVSource {
    let id = "coinmarketcap-weekly-csv"
    let dependsOnName = false
    let kind = LoadKind.market
    let title =
        "CoinMarketCap top list, scraped: snapshot_date, rank, name, symbol, market_cap, price, circulating, volume_24h (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        Set(sketch.header).isSuperset(of: [
            "snapshot_date", "name", "symbol", "market_cap", "price", "circulating", "volume_24h",
        ])
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file)
        let (symbol, name) = (try table.required("symbol"), try table.required("name"))
        let columns = DailyColumns(
            time: TimeColumn(try table.required("snapshot_date")),
            coin: { row in
                let (symbol, name) = (row.text(symbol), row.text(name))
                return CoinKey(
                    symbol: symbol,
                    name: name.hasPrefix(symbol) ? String(name.dropFirst(symbol.count)) : name
                )
            },
            coinColumns: [symbol, name],
            values: [
                (.price("usd"), try table.required("price"), .money),
                (.marketCap("usd"), try table.required("market_cap"), .money),
                (.volume("usd"), try table.required("volume_24h"), .money),
                (.circulatingSupply, try table.required("circulating"), .supply(symbol: symbol)),
            ]
        )
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}
