internal import CoinModel
internal import RawInput

/// Coin Metrics' community file of one asset, in the column names of any of its eras; a row describes the day it names.
///
/// The asset's code is the file's name. It is neither another source's id nor always a symbol: it is looked up as a
/// symbol, and one with a chain in it (`eos_eth`) finds no coin. Old files write a market capitalisation of 0.0 before
/// their data begins: unknown. `PriceUSD` goes before `ReferenceRateUSD`.
struct CoinMetricsCSV: CSVSource {
    let id = "coinmetrics-csv"
    let kind = LoadKind.market
    let title = "Coin Metrics community data of one asset: time, PriceUSD, CapMrktCurUSD, SplyCur, … (CSV)"

    private static let prices = ["priceusd", "referencerateusd", "price(usd)"]
    private static let caps = ["capmrktcurusd", "marketcap(usd)"]

    func recognises(_ sketch: TextSketch) -> Bool {
        ["time", "date"].contains(sketch.header.first)
            && !Set(sketch.header).isDisjoint(with: CoinMetricsCSV.prices + CoinMetricsCSV.caps)
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file)
        let coin = try coinOfFile(context, naming: CoinKey(symbol: context.stem))
        let found: [(metric: Metric, column: Int?, form: DailyColumns.Form)] = [
            (.price("usd"), table.column("priceusd", "referencerateusd", "price(usd)"), .plain),
            (.marketCap("usd"), table.column("capmrktcurusd", "marketcap(usd)"), .zeroIsUnknown),
            (.volume("usd"), table.column("volume_reported_spot_usd_1d", "exchangevolume(usd)"), .plain),
            (.circulatingSupply, table.column("splycur"), .zeroIsUnknown),
        ]
        let values = found.compactMap { entry in entry.column.map { (entry.metric, $0, entry.form) } }
        guard !values.isEmpty else {
            throw SourceError(
                "wrong-header",
                line: 1,
                detail: "no column holds a price, capitalisation, volume or supply"
            )
        }
        let columns = DailyColumns(
            time: TimeColumn(try table.required("time", "date"), .zoneless),
            coin: { _ in coin },
            values: values
        )
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}

/// Coin Metrics' dictionary of metrics, which lies among its data files: known, and refused by its name.
struct CoinMetricsDictionaryCSV: CSVSource {
    let id = "coinmetrics-dictionary-csv"
    let kind = LoadKind.market
    let title = "Coin Metrics' dictionary of metrics (CSV): refused, it holds no facts"

    func recognises(_ sketch: TextSketch) -> Bool {
        Set(sketch.header).isSuperset(of: ["id", "name", "category", "unit", "interval"])
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        throw SourceError(
            "not-facts",
            detail: "this is Coin Metrics' dictionary of metrics, not data; load the files of single assets"
        )
    }
}
