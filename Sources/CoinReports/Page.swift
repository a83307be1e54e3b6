internal import CoinModel
internal import CoinTables
internal import Mustache

extension Table {
    /// Writes one self-contained page: the table in its order, readable without script, sortable and searchable with.
    ///
    /// Everything from the table passes `PageText`; nothing is loaded, and the page's policy allows only its own style
    /// and script, by their digests.
    func renderPage(into write: (String) throws -> Void) throws {
        let templates = try PageTemplates()
        let headings = columns.indices.map { HeadingView(columns[$0], isLabel: $0 == labelPlace) }
        try write(templates.head.render(head(headings)))
        for index in rows.indices { try write(templates.row.render(["cells": cells(ofRow: index)])) }
        try write(templates.foot.render(foot(headings)))
    }

    private func head(_ headings: [HeadingView]) -> [String: Any] {
        var fields: [String: Any] = [
            "title": title, "count": rows.count, "style": PageStyle.text, "styleDigest": PageStyle.digest,
            "scriptDigest": PageScript.digest,
            "headings": Array(headings[..<drawingPlace] + traces.map { HeadingView($0) } + headings[drawingPlace...]),
        ]
        fields["lead"] = notes.first
        return fields
    }

    private func cells(ofRow index: Int) -> [CellView] {
        var views = zip(columns.indices, rows[index]).map { column, cell in
            CellView(cell, columns[column], isLabel: column == labelPlace)
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
        return [
            "headings": headings, "reasons": reasons, "hasReasons": !reasons.isEmpty,
            "notes": Array(notes.dropFirst()), "script": PageScript.text,
        ]
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
