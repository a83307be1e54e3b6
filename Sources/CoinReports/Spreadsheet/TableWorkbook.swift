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
    /// - Throws: `ReportError` when a sheet is too small for it, or a temporary file cannot be written.
    func workbook() throws -> [UInt8] {
        guard rows.count <= Table.mostRows, columns.count <= Table.mostColumns else {
            let most = "\(Table.mostRows) rows and \(Table.mostColumns) columns"
            let fault = "the table has \(rows.count) rows and \(columns.count) columns, but a sheet has at most \(most)"
            throw ReportError(.tooLarge, fault + "; choose fewer of them, or write csv")
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

// The tables that a workbook holds beside the one it is of.
extension Table {
    /// What each column means, and why which of its values are missing.
    var definitions: Table {
        let described = columns.enumerated().map { place, column in
            let reasons = rows.compactMap { if case .missing(let reason) = $0[place] { reason } else { nil } }
            return (column, Dictionary(grouping: reasons, by: \.self).mapValues(\.count))
        }
        let headings: [FilledColumn<(of: Column, missing: [MissingReason: Int])>] = [
            .text("name", "Name", "The heading in this workbook and in every other format.") { $0.of.name },
            .text("title", "Title", "What it is called for people.") { $0.of.title },
            .text("type", "Type", "What its cells contain: integer, number or text.") { $0.of.type.rawValue },
            .text("unit", "Unit", "The unit; blank for pure numbers and text.") { $0.of.unit },
            .text("meaning", "Meaning", "What it means, with its formula.") { $0.of.meaning },
            .count("missing", "Missing", unit: "rows", "How many rows have no value.") {
                $0.missing.values.reduce(0, +)
            },
            .text("reasons", "Reasons", "Why, with how many rows each.") { column in
                let reasons = column.missing.sorted { $0.key.code < $1.key.code }
                return reasons.map { "\($0.key.code) (\($0.value)): \($0.key.meaning)" }.joined(separator: "\n")
            },
        ]
        return Table(title, headings, of: described)
    }

    /// What the table is, what it was made from, and what is to be known of it.
    var provenance: Table {
        var items = [("title", title)]
        if let asOf = overview?.asOf { items.append(("as of", asOf.description)) }
        items += remarks.map { ("note", $0) }
        let headings: [Column] = [.text("item", "Item", "What is said."), .text("text", "Text", "What it is.")]
        return Table(title: title, columns: headings, rows: items.map { [.text($0.0), .text($0.1)] })
    }

    /// The weekly series of the first rows, a line each: series by series within a row.
    func weeks(ofFirst count: Int) -> Table {
        let length = traces.lazy.flatMap(\.series).map(\.count).max() ?? 0
        let newest = overview?.asOf.lastCompleteWeek
        let weeks = (0..<length).reversed().map { weeksBack in
            let name =
                newest.map { $0.advanced(by: -weeksBack).description }
                ?? (weeksBack == 0 ? "newest" : "\(weeksBack) before")
            return Column(name, name, .number, meaning: "The week that begins on this day.")
        }
        let lines = rows.indices.prefix(length == 0 ? 0 : count).flatMap { row in
            traces.map { trace -> [Cell] in
                let series = row < trace.series.count ? trace.series[row] : []
                let gap = [Double](repeating: .nan, count: length - series.count)
                return [.text(label(ofRow: row)), .text(trace.title), .text(trace.unit)]
                    + (gap + series).map { .number($0, orMissing: .noValue) }
            }
        }
        let headings: [Column] = [
            .text("row", "Row", "Which row of the table it is."), .text("series", "Series", "What it shows."),
            .text("unit", "Unit", "The unit of its values."),
        ]
        return Table(title: title, columns: headings + weeks, rows: lines)
    }

    /// The text that names a row, which is its first one; else its number.
    private func label(ofRow row: Int) -> String {
        for case .text(let text) in rows[row] where !text.isEmpty { return text }
        return "row \(row + 1)"
    }
}
