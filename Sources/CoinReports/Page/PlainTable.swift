internal import CoinTables

/// A table as it is, within a page.
enum PlainTable {
    /// What the template can ask: title, notes, and the headings and rows as HTML, which templates would take ten times as
    /// long for.
    static func view(_ table: Table) -> [String: Any] {
        let headings = table.columns.map { column in
            let unit = column.unit.isEmpty ? "" : " <small>\(escaped(column.unit))</small>"
            return "<th scope=\"col\"\(kind(column))>\(escaped(column.title))\(unit)</th>"
        }
        let rows = table.rows.map { row in
            let cells = zip(table.columns, row).enumerated().map { place, pair in
                let text = content(pair.1, pair.0, table)
                return place == 0 ? "<th scope=\"row\">\(text)</th>" : "<td\(kind(pair.0))>\(text)</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        return ["title": table.title, "headings": headings.joined(), "rows": rows.joined(), "notes": table.notes]
    }

    private static func content(_ cell: Cell, _ column: Column, _ table: Table) -> String {
        let display = cell.display(column)
        let text = escaped(display.isMissing ? PageNumber.missing : display.text)
        guard let words = cell.text else { return text }
        let isAddress = words.hasPrefix("https://") && !words.contains(" ")
        guard let address = table.coinPages[words] ?? (isAddress ? words : nil) else { return text }
        return "<a href=\"\(escaped(address))\" rel=\"noreferrer\">\(text)</a>"
    }

    private static func kind(_ column: Column) -> String { column.type == .text ? "" : " class=\"num\"" }

    private static func escaped(_ text: String) -> String { PageText().escapeText(text) }
}
