internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes one self-contained page: the table in its order, readable without script, sortable and searchable with.
    ///
    /// Everything from the table passes `PageText`; nothing is loaded, and the page's policy allows only its own style
    /// and script, by their digests.
    func renderPage(into write: (String) throws -> Void) throws {
        try withoutEmptyColumns.writePage(into: write)
    }

    /// The same without the columns in which no row has a value, which a note names with why the first lacks it.
    private var withoutEmptyColumns: Table {
        let empty = columns.indices.filter { place in
            rows.allSatisfy { if case .missing = $0[place] { true } else { false } }
        }
        guard !rows.isEmpty, !empty.isEmpty, empty.count < columns.count else { return self }
        var table = self
        let shown = columns.indices.filter { !empty.contains($0) }
        table.columns = shown.map { columns[$0] }
        table.rows = rows.map { row in shown.map { row[$0] } }
        let reasons = Dictionary(grouping: empty) { place in
            if case .missing(let reason)? = rows.first?[place] { reason.meaning } else { "" }
        }
        table.notes += reasons.sorted { $0.key < $1.key }.map { reason, places in
            "No row has \(places.map { called(columns[$0]) }.joined(separator: ", ")): \(reason)"
        }
        return table
    }

    /// The heading of a column, with its name where the heading differs.
    private func called(_ column: Column) -> String {
        column.title.lowercased() == column.name ? column.title : "\(column.title) (\(column.name))"
    }

    private func writePage(into write: (String) throws -> Void) throws {
        let headings = columns.indices.map { place -> [String: Any] in
            let column = columns[place]
            let kind = place == labelPlace ? "text label" : column.type == .text ? "text" : "number"
            return [
                "name": column.name, "title": column.title, "unit": column.unit, "meaning": column.meaning,
                "kind": kind,
            ]
        }
        let head = head(headings)
        try write(PageTemplates.table.render("head", head))
        try write(PageTemplates.table.render("lead", head))
        for index in rows.indices { try write(html(ofRow: index)) }
        try write(PageTemplates.table.render("end", [:]))
        if let below { try StoryPage(self, below).renderBlocks(into: write) }
        try write(PageTemplates.table.render("foot", foot(headings)))
    }

    private func head(_ headings: [[String: Any]]) -> [String: Any] {
        let drawings = traces.map { ["title": $0.title, "unit": $0.unit, "kind": "drawing"] as [String: Any] }
        let own: [String: Any] = [
            "isPrivate": isPrivate, "count": counted(rows.count, "row"),
            "headings": Array(headings[..<drawingPlace] + drawings + headings[drawingPlace...]),
        ]
        return frame.head(title, .tableStyle, .tableScript).merging(answerView) { own, _ in own }
            .merging(own) { _, own in own }
    }

    private func foot(_ headings: [[String: Any]]) -> [String: Any] {
        var meanings: [String: String] = [:]
        for case .missing(let reason) in rows.joined() { meanings[reason.code] = reason.meaning }
        let reasons = meanings.sorted { $0.key < $1.key }.map { ["code": $0.key, "meaning": $0.value] }
        let own: [String: Any] = ["headings": headings, "reasons": reasons]
        return frame.foot(Array(remarks.dropFirst()), .tableScript).merging(own) { _, own in own }
    }

    /// The column that names a row and stays in view: the first text.
    private var labelPlace: Int? { columns.firstIndex { $0.type == .text } }

    /// Drawings stand behind the texts that name a row, before its numbers.
    private var drawingPlace: Int {
        guard let labelPlace else { return columns.count }
        return columns[labelPlace...].firstIndex { $0.type != .text } ?? columns.count
    }
}

// The rows as HTML, which templates would take ten times as long for.
extension Table {
    /// Longer texts are cut to so many columns of a terminal, so that no name can fill the page.
    private static let longestText = 400
    /// Longer texts may be broken into lines.
    private static let longestLine = 28

    private func html(ofRow index: Int) -> String {
        let page =
            rowPages[index] ?? place(of: "coin_id").flatMap { rows[index][$0].text }.flatMap { coinPages[$0] }
        var cells = zip(columns, rows[index]).enumerated().map { place, pair in
            let aside = PageNumber.date(asides[pair.0.name]?[index] ?? "")
            let display = pair.1.display(pair.0).followed(by: aside)
            let isNamed = ["coin_id", "name"].contains(pair.0.name)
            return html(of: pair.1, pair.0, display, isLabel: place == labelPlace, page: isNamed ? page : nil)
        }
        let drawings = traces.map { html(of: index < $0.series.count ? $0.series[index] : [], unit: $0.unit) }
        cells.insert(contentsOf: drawings, at: min(drawingPlace, cells.count))
        return "<tr>\n" + cells.joined() + "</tr>\n"
    }

    private func html(of cell: Cell, _ column: Column, _ display: DisplayCell, isLabel: Bool, page: String?) -> String {
        switch cell {
        case .missing(let reason):
            return Table.missing(reason.meaning, isText: column.type == .text)
        case .text:
            let links = isLabel ? "" : Table.links(display.text)
            guard links.isEmpty else { return Table.cell(links, class: "text long") }
            let shown = Table.escaped(display.text.cut(toWidth: Table.longestText))
            let content = page.map { "<a href=\"\(Table.escaped($0))\">\(shown)</a>" } ?? shown
            let isLong = display.text.utf8.count > Table.longestLine
            return isLabel
                ? "<th scope=\"row\">\(content)</th>\n" : Table.cell(content, class: isLong ? "text long" : "text")
        case .integer, .number:
            let content = display.text.replacingScalars { $0 == "-" ? "\u{2212}" : nil }
            let exact = cell.numberText.flatMap { $0 == content ? nil : " data-v=\"\($0)\"" } ?? ""
            let isTop = if case .integer(1...3) = cell { column.name == "rank" } else { false }
            let tone = isTop ? "top" : display.tone == .none ? "" : display.tone.rawValue
            return Table.cell(content, class: tone, exact)
        }
    }

    private func html(of series: [Double], unit: String) -> String {
        guard let words = RowPicture.words(series, unit: unit) else {
            return Table.missing("No week has a value.", isText: true)
        }
        return Table.cell(RowPicture.line(series, class: "tr", width: 106, height: 24, fromZero: true, title: words))
    }

    private static func cell(_ content: String, class name: String = "", _ attributes: String = "") -> String {
        "<td\(name.isEmpty ? "" : " class=\"\(name)\"")\(attributes)>\(content)</td>\n"
    }

    private static func missing(_ reason: String, isText: Bool) -> String {
        cell("<abbr title=\"\(escaped(reason))\">N/A</abbr>", class: isText ? "text" : "")
    }

    /// The web addresses that a text is nothing but, separated by blanks; nothing of any other text.
    private static func links(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        guard words.allSatisfy({ $0.hasPrefix("https://") }) else { return "" }
        return words.map { "<a href=\"\(escaped($0))\" rel=\"noreferrer\">\(escaped($0))</a> " }.joined()
    }

    private static func escaped(_ text: String) -> String { PageText().escapeText(text) }
}
