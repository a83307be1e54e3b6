internal import CoinTables

/// A table as it is, for the foot of a page.
enum PlainTable {
    /// What the template can ask: title, headings, rows of cells.
    static func view(_ table: Table) -> [String: Any] {
        let headings = table.columns.map {
            ["title": $0.title, "unit": $0.unit.unlessEmpty, "kind": $0.type == .text ? "txt" : "num"] as [String: Any]
        }
        let rows = table.rows.map { row in
            zip(table.columns, row).map { column, cell -> [String: Any] in
                let display = cell.display(column)
                let isAddress = cell.text.map { $0.hasPrefix("https://") } ?? false
                return [
                    "text": display.isMissing ? PageNumber.missing : display.text,
                    "kind": column.type == .text ? "txt" : "num", "isLabel": column == table.columns.first,
                    "address": (table.coinPages[cell.text ?? ""] ?? (isAddress ? display.text : "")).unlessEmpty,
                ]
            }
        }
        return ["title": table.title, "headings": headings, "rows": rows, "notes": table.notes]
    }
}
