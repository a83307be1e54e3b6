internal import CoinModel
internal import CoinTables
internal import Mustache

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
    private static let longestText = 120

    private var kind = "missing"
    private var fields: [String: String] = [:]

    init(_ cell: Cell, _ column: Column, isLabel: Bool) {
        let display = cell.display(column)
        switch cell {
        case .text:
            kind = isLabel ? "label" : "text"
            fields["content"] = display.text.cut(toWidth: CellView.longestText)
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

    init(_ series: [Double], unit: String) {
        guard let line = Sparkline(series, unit: unit) else {
            fields = ["reason": "No week has a value.", "tone": "text"]
            return
        }
        kind = "drawing"
        fields = ["path": line.path, "x": "\(line.last.x)", "y": "\(line.last.y)", "content": line.label]
    }

    /// The value of a field, whether a kind is this one, or false; never nil, which would ask the row in its stead.
    func child(named name: String) -> Any? {
        fields[name] ?? (name == kind)
    }
}
