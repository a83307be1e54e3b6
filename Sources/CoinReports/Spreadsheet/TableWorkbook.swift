internal import CoinModel
internal import CoinTables

extension Table {
    /// The rows of a sheet under its heading, and its columns.
    private static let (mostRows, mostColumns) = (1_048_575, 16_384)
    /// The rows whose weekly series have charts.
    private static let mostCharted = 10
    /// Of a table that is as of no moment, the workbook is dated on the day of Bitcoin's first block.
    private static let firstBlock = Instant(seconds: 1_230_940_800)

    /// The bytes of a workbook: this table, charts of the weekly series of its first rows, what its columns mean, and what
    /// it was made from.
    ///
    /// While it is written, it takes some 110 bytes of memory a cell.
    ///
    /// - Throws: `SpreadsheetError` when a sheet is too small for it, or a temporary file cannot be written.
    func workbook() throws -> [UInt8] {
        guard rows.count <= Table.mostRows, columns.count <= Table.mostColumns else {
            let most = "\(Table.mostRows) rows and \(Table.mostColumns) columns"
            let fault = "the table has \(rows.count) rows and \(columns.count) columns, but a sheet holds \(most)"
            throw SpreadsheetError(reason: .tooLarge, detail: fault + "; choose fewer of them, or write csv")
        }
        let moment = overview?.asOf.limit ?? Table.firstBlock
        var workbook = try Workbook(title: title, created: Int(moment.milliseconds / 1000))
        _ = try Worksheet("Table", self, in: &workbook)
        let weeks = weeks(ofFirst: Table.mostCharted)
        if !weeks.rows.isEmpty {
            let charts = try Worksheet("Charts", Table(title: title, columns: [], rows: []), in: &workbook)
            _ = try Worksheet("Weeks", weeks, in: &workbook, isAnnex: true)
            try charts.draw(weeks, of: traces, in: &workbook)
        }
        _ = try Worksheet("Columns", definitions, in: &workbook, isAnnex: true)
        _ = try Worksheet("Provenance", provenance, in: &workbook, isAnnex: true)
        return try workbook.finish()
    }
}
