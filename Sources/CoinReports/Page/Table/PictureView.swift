internal import CoinTables

/// The pictures of a table's page, as their template asks for them.
enum PictureView {
    /// Those of the table itself, whose rows stand below; then those of its annexes, each with its rows folded below the
    /// last of them.
    static func all(of table: Table) -> [[String: Any]] {
        views(of: table)
            + table.annexes.flatMap { annex in
                var views = views(of: annex)
                guard let last = views.indices.last else { return views }
                views[last]["numbers"] = PlainTable.view(annex)
                return views
            }
    }

    private static func views(of table: Table) -> [[String: Any]] {
        let drawn = DrawnTable(table)
        return table.pictures.compactMap { view($0, drawn) }
    }

    private static func view(_ picture: Picture, _ table: DrawnTable) -> [String: Any]? {
        let weeks = TimePicture(picture, table)
        let views = weeks?.views ?? ListPicture(picture, table)?.views ?? []
        guard !views.isEmpty else { return nil }
        let panels = views.map { view -> [String: Any] in
            let keys = view.keys.map { ["swatch": $0.swatch, "label": $0.label, "value": $0.value] }
            return [
                "title": view.title, "note": view.note, "keys": keys, "hasKeys": !keys.isEmpty, "html": view.html,
                "kind": weeks == nil ? "wide" : "",
            ]
        }
        return [
            "title": picture.title, "note": picture.note, "panels": panels, "hasAxis": weeks != nil,
            "axis": weeks?.axis ?? "",
        ]
    }
}

/// A table as it is, for the foot of a page.
enum PlainTable {
    /// What the template can ask: title, headings, rows of cells.
    static func view(_ table: Table) -> [String: Any] {
        let headings = table.columns.map {
            ["title": $0.title, "unit": $0.unit, "kind": $0.type == .text ? "txt" : "num"]
        }
        let rows = table.rows.map { row in
            zip(table.columns, row).map { column, cell -> [String: Any] in
                var view: [String: Any] = [
                    "text": cell.display(column).isMissing ? PageNumber.missing : cell.display(column).text,
                    "kind": column.type == .text ? "txt" : "num",
                ]
                if case .text(let text) = cell, text.hasPrefix("https://") { view["address"] = text }
                return view
            }
        }
        return ["title": table.title, "headings": headings, "rows": rows, "notes": table.notes]
    }
}
