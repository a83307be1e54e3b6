internal import CoinModel
internal import RawInput

/// CoinMarketCap's historical top list with plain numbers, one date a file: `snapshot_date` is `20220401`.
///
/// The date is the end of the day described: Bitcoin's price equals Yahoo's close of that same day.
struct CoinMarketCapMonthlyCSV: CSVSource {
    let id = "coinmarketcap-monthly-csv"
    let dependsOnName = false
    let kind = LoadKind.market
    let title =
        "CoinMarketCap top list: Rank, Name, Symbol, Market Cap, Price, Circulating Supply, Volume (24h), snapshot_date (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        Set(sketch.header).isSuperset(of: ["name", "symbol", "market cap", "price", "volume (24h)", "snapshot_date"])
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file)
        let (symbol, name) = (try table.required("symbol"), try table.required("name"))
        let columns = DailyColumns(
            time: TimeColumn(try table.required("snapshot_date"), .compact),
            coin: { row in CoinKey(symbol: row.text(symbol), name: row.text(name)) },
            coinColumns: [symbol, name],
            values: [
                (.price("usd"), try table.required("price"), .plain),
                (.marketCap("usd"), try table.required("market cap"), .zeroIsUnknown),
                (.volume("usd"), try table.required("volume (24h)"), .plain),
                (.circulatingSupply, try table.required("circulating supply"), .zeroIsUnknown),
            ]
        )
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}
