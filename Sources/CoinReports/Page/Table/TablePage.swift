internal import CoinModel
internal import CoinTables
internal import Mustache

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
        let kept = columns.indices.filter { !empty.contains($0) }
        table.columns = kept.map { columns[$0] }
        table.rows = rows.map { row in kept.map { row[$0] } }
        let reasons = Dictionary(grouping: empty) { place in
            if case .missing(let reason)? = rows.first?[place] { reason.meaning } else { "" }
        }
        table.notes += reasons.sorted { $0.key < $1.key }.map { reason, places in
            "No row has \(places.map { "\(columns[$0].title) (\(columns[$0].name))" }.joined(separator: ", ")): \(reason)"
        }
        return table
    }

    private func writePage(into write: (String) throws -> Void) throws {
        let templates = try PageResource.table.templates()
        let headings = columns.indices.map { HeadingView(columns[$0], isLabel: $0 == labelPlace) }
        let head = head(headings)
        try write(templates.render("head", head))
        try write(templates.render("lead", head))
        for index in rows.indices { try write(templates.render("row", ["cells": cells(ofRow: index)])) }
        try write(templates.render("foot", foot(headings)))
    }

    private func head(_ headings: [HeadingView]) -> [String: Any] {
        var fields = frame.head(title, .tableStyle, .tableScript)
        fields.merge(answerView) { own, _ in own }
        fields["isPrivate"] = isPrivate
        fields["count"] = counted(rows.count, "row")
        fields["headings"] = Array(
            headings[..<drawingPlace] + traces.map { HeadingView($0) } + headings[drawingPlace...]
        )
        return fields
    }

    private func cells(ofRow index: Int) -> [CellView] {
        var views = zip(columns.indices, rows[index]).map { column, cell in
            CellView(
                cell,
                columns[column],
                aside: asides[columns[column].name]?[index] ?? "",
                isLabel: column == labelPlace,
                pages: coinPages
            )
        }
        let drawings = traces.map { trace in
            CellView(index < trace.series.count ? trace.series[index] : [], unit: trace.unit)
        }
        views.insert(contentsOf: drawings, at: min(drawingPlace, views.count))
        return views
    }

    private func foot(_ headings: [HeadingView]) -> [String: Any] {
        var meanings: [String: String] = [:]
        for case .missing(let reason) in rows.joined() { meanings[reason.code] = reason.meaning }
        let reasons = meanings.sorted { $0.key < $1.key }.map { ["code": $0.key, "meaning": $0.value] }
        var fields = frame.foot(Array(remarks.dropFirst()), .tableScript)
        fields["headings"] = headings
        fields["reasons"] = reasons
        fields["hasReasons"] = !reasons.isEmpty
        return fields
    }

    /// The column that names a row and stays in view: the first text.
    private var labelPlace: Int? {
        columns.firstIndex { $0.type == .text }
    }

    /// Drawings stand behind the texts that name a row, before its numbers.
    private var drawingPlace: Int {
        guard let labelPlace else { return columns.count }
        return columns[labelPlace...].firstIndex { $0.type != .text } ?? columns.count
    }
}

/// What the templates can ask of a column or a drawing.
struct HeadingView: MustacheParent {
    private let fields: [String: String]

    init(_ column: Column, isLabel: Bool) {
        fields = [
            "name": column.name, "title": column.title, "unit": column.unit, "meaning": column.meaning,
            "kind": isLabel ? "text label" : column.type == .text ? "text" : "number",
        ]
    }

    init(_ trace: Table.Trace) {
        fields = ["title": trace.title, "unit": trace.unit, "kind": "drawing"]
    }

    /// The value of a field; an empty one is none.
    func child(named name: String) -> Any? {
        fields[name].flatMap { $0.isEmpty ? nil : $0 } ?? false
    }
}

/// What the templates can ask of a cell: one of `label`, `text`, `number`, `missing`, `drawing` is true.
struct CellView: MustacheParent {
    /// Longer texts are cut to so many columns of a terminal, so that no name can fill the page.
    private static let longestText = 400
    /// Longer texts may be broken into lines.
    private static let longestLine = 28

    private var kind = "missing"
    private var fields: [String: String] = [:]
    private var links: [String] = []

    init(_ cell: Cell, _ column: Column, aside: String, isLabel: Bool, pages: [String: String]) {
        let display = cell.display(column).followed(by: PageNumber.date(aside))
        switch cell {
        case .text(let text):
            if column.name == "coin_id" { fields["page"] = pages[text] }
            links = isLabel ? [] : CellView.addresses(display.text)
            kind = isLabel ? "label" : links.isEmpty ? "text" : "links"
            fields["content"] = display.text.cut(toWidth: CellView.longestText)
            fields["size"] = display.text.utf8.count > CellView.longestLine ? " long" : ""
        case .missing(let reason):
            fields["reason"] = reason.meaning
            fields["tone"] = column.type == .text ? "text" : nil
        case .integer, .number:
            guard !display.isMissing else { return }
            kind = "number"
            let content = display.text.replacingScalars { $0 == "-" ? "\u{2212}" : nil }
            fields["content"] = content
            fields["exact"] = cell.numberText == content ? nil : cell.numberText
            fields["tone"] = display.tone == .none ? nil : display.tone.rawValue
            if column.name == "rank", case .integer(1...3) = cell { fields["tone"] = "top" }
        }
    }

    /// The web addresses that a text is nothing but, separated by blanks; none of any other text.
    private static func addresses(_ text: String) -> [String] {
        let words = text.split(separator: " ").map(String.init)
        return words.allSatisfy { $0.hasPrefix("https://") } ? words : []
    }

    init(_ series: [Double], unit: String) {
        guard let words = RowPicture.words(series, unit: unit) else {
            fields = ["reason": "No week has a value.", "tone": "text"]
            return
        }
        kind = "drawing"
        fields["content"] = RowPicture.line(series, class: "tr", width: 106, height: 24, fromZero: true, title: words)
    }

    /// The value of a field, whether a kind is this one, or false; never nil, which would ask the row in its stead.
    func child(named name: String) -> Any? {
        name == "addresses" ? links : fields[name] ?? (name == kind)
    }
}
