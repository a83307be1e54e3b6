internal import CoinModel
internal import CoinTables

/// Why a coin has its score: a row for each signal, with a bar from where the ones before end.
struct CoinScore {
    private let table: Table

    /// The contributions, as `assay why` has them.
    init(_ table: Table) { self.table = table }

    /// What the template can ask of each row.
    var rows: [[String: String]] {
        let places = Dictionary(firstOf: table.columns.enumerated().map { ($1.name, $0) })
        func cell(_ name: String, _ row: [Cell]) -> Cell? { places[name].map { row[$0] } }
        func number(_ name: String, _ row: [Cell]) -> Double {
            if case .number(let value)? = cell(name, row) { value } else { .nan }
        }
        var sum = 0.0
        return table.rows.map { row in
            var signal = ""
            var missing = ""
            if case .text(let text)? = cell("signal", row) { signal = text }
            if case .text(let text)? = cell("missing", row) { missing = text }
            let amount = number("contribution", row)
            defer { if amount.isFinite { sum += amount } }
            return [
                "signal": signal, "weight": PageNumber.fixed(number("weight", row), 2),
                "value": PageNumber.fixed(number("value", row), 2, signed: true),
                "standing": PageNumber.fixed(number("standing", row), 2, signed: true),
                "amount": PageNumber.fixed(amount, 2, signed: true), "missing": missing,
                "bar": amount.isFinite ? CoinScore.bar(from: sum, to: sum + amount, signal) : "",
            ]
        }
    }

    /// What they add up to; nil where nothing is known.
    var sum: [String: String]? {
        guard let place = table.columns.firstIndex(where: { $0.name == "contribution" }) else { return nil }
        let known = table.rows.compactMap { row in if case .number(let value) = row[place] { value } else { nil } }
        let sum = known.reduce(0, +)
        return known.isEmpty
            ? nil
            : ["amount": PageNumber.fixed(sum, 2, signed: true), "bar": CoinScore.bar(from: 0, to: sum, "all")]
    }

    /// A bar from one sum to the next on an axis of ±2, in percent of the width.
    private static func bar(from start: Double, to end: Double, _ signal: String) -> String {
        func place(_ value: Double) -> Double { max(0, min(100, 50 + 25 * value)) }
        let (left, right) = (min(place(start), place(end)), max(place(start), place(end)))
        let (x, width) = (PathData.number(left), PathData.number(max(0.4, right - left)))
        return "<svg class=\"wf\" aria-hidden=\"true\"><line class=\"ax\" x1=\"50%\" x2=\"50%\" y2=\"18\"/>"
            + "<rect class=\"f-\(signal)\" x=\"\(x)%\" width=\"\(width)%\" y=\"3\" height=\"12\"/></svg>"
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
