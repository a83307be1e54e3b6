internal import CoinModel
internal import RawInput

/// The history that coinmarketcap.com offers on a coin's page: semicolons, quoted times, newest first.
///
/// A row describes the day of its `timeClose`, 23:59:59.999. A spreadsheet that saves such a file again can write
/// 105703.09985518 as `1.057.030.998.551.800`: where the decimal point stood is lost, and the file is refused.
struct CoinMarketCapSiteCSV: CSVSource {
    let id = "coinmarketcap-site-csv"
    let kind = LoadKind.market
    let title = "CoinMarketCap history of one coin: timeOpen;timeClose;…;close;volume;marketCap (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        sketch.header.first == "timeopen" && sketch.header.contains("timeclose") && sketch.header.contains("close")
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file)
        var values: [(metric: Metric, column: Int, form: DailyColumns.Form)] = [
            (.price("usd"), try table.required("close"), .plain),
            (.volume("usd"), try table.required("volume"), .plain),
            (.marketCap("usd"), try table.required("marketcap"), .zeroIsUnknown),
        ]
        if let supply = table.column("circulatingsupply") {
            values.append((.circulatingSupply, supply, .zeroIsUnknown))
        }
        let time = try table.required("timeclose")
        let coin = try coinOfFile(context)
        let numbers = values.map(\.column)
        let quote = table.column("name")
        let columns = DailyColumns(
            time: TimeColumn(time),
            coin: { _ in coin },
            values: values,
            check: { row in
                for column in numbers where row.decimal(column) == nil {
                    try CoinMarketCapSiteCSV.refuseLostPoint(row, column)
                }
                // `name` is CoinMarketCap's number of the currency that the prices are in: 2781 is the US dollar.
                if let quote, row.text(quote) != "2781" {
                    throw RowError("other-quote", column: quote, "\(row.excerpt(quote)) is not 2781, the US dollar")
                }
            }
        )
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }

    private static func refuseLostPoint(_ row: borrowing CSVScanner, _ column: Int) throws(SourceError) {
        let text = row.text(column)
        guard text.contains(",") || text.split(separator: ".", omittingEmptySubsequences: false).count > 2 else {
            return
        }
        throw SourceError(
            "decimal-point-lost",
            line: row.line,
            detail:
                "\(row.excerpt(column)) was rewritten by a spreadsheet; download the file again and leave it as it is"
        )
    }
}
