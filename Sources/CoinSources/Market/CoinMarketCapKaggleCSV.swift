internal import CoinModel
internal import RawInput

/// The CoinMarketCap histories of a well-known Kaggle data set: `SNo,Name,Symbol,Date,High,Low,Open,Close,Volume,Marketcap`.
///
/// `Date` is the end of the day described, 23:59:59. Copies write `4/29/2013 23:59`: taken when some date of the file
/// tells which number is the month, refused as `ambiguous-date` otherwise.
struct CoinMarketCapKaggleCSV: CSVSource {
    let id = "coinmarketcap-kaggle-csv"
    let dependsOnName = false
    let kind = LoadKind.market
    let title =
        "CoinMarketCap history from Kaggle: SNo, Name, Symbol, Date, High, Low, Open, Close, Volume, Marketcap (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        Set(sketch.header).isSuperset(of: [
            "name", "symbol", "date", "high", "low", "open", "close", "volume", "marketcap",
        ])
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file)
        let (symbol, name) = (try table.required("symbol"), try table.required("name"))
        let columns = DailyColumns(
            time: TimeColumn(try table.required("date"), [.zoneless, .slashed]),
            coin: { row in CoinKey(symbol: row.text(symbol), name: row.text(name)) },
            coinColumns: [symbol, name],
            values: [
                (.price("usd"), try table.required("close"), .plain),
                (.volume("usd"), try table.required("volume"), .plain),
                (.marketCap("usd"), try table.required("marketcap"), .zeroIsUnknown),
            ]
        )
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}
