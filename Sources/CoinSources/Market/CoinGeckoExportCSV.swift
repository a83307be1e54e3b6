internal import CoinModel
internal import RawInput

/// CoinGecko's download of one coin's history: `snapped_at` (`date` in copies), price, market cap, volume.
///
/// A row stands at midnight or within an hour of it. Stamped before 2018-01-30 it describes the day of its stamp, from
/// then on the day that ends at its midnight: the two rows at that seam describe one day, and of two such rows the one
/// nearer to midnight holds. Any other time is a running day's. A market capitalisation of 0 is unknown.
struct CoinGeckoExportCSV: CSVSource {
    let id = "coingecko-export-csv"
    let kind = LoadKind.market
    let title = "CoinGecko history of one coin: snapped_at, price, market_cap, total_volume (CSV)"

    private static let seam = Instant(seconds: 1_517_270_400)
    private static let tolerance: Int64 = 3_600_000

    func recognises(_ sketch: TextSketch) -> Bool {
        ["snapped_at", "date"].contains(sketch.header.first)
            && sketch.header.dropFirst().elementsEqual(["price", "market_cap", "total_volume"])
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file)
        let time = try table.required("snapped_at", "date")
        let (price, cap, volume) = (
            try table.required("price"), try table.required("market_cap"), try table.required("total_volume")
        )
        // The site names its files `btc-usd-max.csv`: symbol and quote.
        let parts = context.stem.split(separator: "-").map(String.init)
        let isNamed = parts.count == 3 && parts[2].hasPrefix("max")
        let coin = try coinOfFile(context, naming: isNamed ? CoinKey(symbol: parts[0]) : nil)
        let quote = isNamed ? parts[1].lowercased() : context.quote
        let columns = DailyColumns(
            time: TimeColumn(time, .zoneless),
            describes: CoinGeckoExportCSV.day,
            coin: { _ in coin },
            values: [
                (.price(quote), price, .plain),
                (.marketCap(quote), cap, .zeroIsUnknown),
                (.volume(quote), volume, .plain),
            ]
        )
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }

    private static func day(_ time: TimeText, _ day: Day) throws(RowError) -> DailyColumns.DescribedDay {
        guard case .instant(let stamp) = time else { return (day.advanced(by: day < seam.day ? 0 : -1), 0) }
        let midnight = Instant(startOf: Instant(milliseconds: stamp.milliseconds + 43_200_000).day)
        let distance = abs(stamp.milliseconds - midnight.milliseconds)
        guard distance <= tolerance else {
            throw RowError("off-midnight", "\(stamp) is no day's end: a running day's price")
        }
        return (stamp < seam ? day : midnight.day.advanced(by: -1), distance)
    }
}
