internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes aligned columns under a rule, numbers to the right, the notes below.
    ///
    /// Under a width, columns that cannot fit even with texts cut to twelve characters are left out from the right, and
    /// a note names them; then the widest texts are cut as far as need be.
    func renderTerminalTable(_ style: ReportStyle, into write: (String) throws -> Void) throws {
        let cells = rows.map { row in zip(columns, row).map { column, cell in cell.display(column) } }
        let layout = TerminalLayout(columns, cells, fitting: style.width, color: style.color)
        try write(layout.painted(title.visible, .bold) + "\n\n")
        try write(layout.line(layout.columns.map { ($0.name, .bold) }))
        if layout.columns.contains(where: { !$0.unit.isEmpty }) {
            try write(layout.line(layout.columns.map { ($0.unit, .dim) }))
        }
        try write(layout.line(layout.widths.map { (String(repeating: "─", count: $0), .dim) }))
        for row in cells { try write(layout.line(row.map { ($0.text, $0.ink) })) }

        var remarks = notes
        if rows.isEmpty { remarks.insert("No rows.", at: 0) }
        let leftOut = columns.dropFirst(layout.columns.count).map(\.name)
        if !leftOut.isEmpty { remarks.append("Left out to fit the width: " + leftOut.joined(separator: ", ") + ".") }
        if !remarks.isEmpty { try write("\n") }
        for remark in remarks { try write(layout.painted(remark.visible, .dim) + "\n") }
    }
}

extension DisplayCell {
    fileprivate var ink: TerminalLayout.Ink {
        switch tone {
        case .up: .green
        case .down: .red
        case .none: isMissing ? .dim : .plain
        }
    }
}

/// Which columns a terminal has room for, and how wide they are.
private struct TerminalLayout {
    /// A style of text, by its parameter of the SGR sequence (ECMA-48, 8.3.117).
    enum Ink: String {
        case plain = "0"
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
    }

    let columns: ArraySlice<Column>
    let widths: [Int]
    private let color: Bool

    init(_ all: [Column], _ cells: [[DisplayCell]], fitting limit: Int?, color: Bool) {
        let headings = all.map { max($0.name.displayWidth, $0.unit.displayWidth) }
        var widths = headings
        for row in cells {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.text.displayWidth) }
        }
        if let limit {
            var least = all.indices.map { all[$0].type == .text ? min(widths[$0], max(headings[$0], 12)) : widths[$0] }
            while least.count > 1, TerminalLayout.total(least) > limit { least.removeLast() }
            widths.removeLast(widths.count - least.count)
            TerminalLayout.narrow(&widths, downTo: least, by: TerminalLayout.total(widths) - limit)
        }
        self.widths = widths
        self.color = color
        columns = all.prefix(widths.count)
    }

    /// A line of as many cells as there are columns, each cut and padded to its column.
    func line(_ cells: [(text: String, ink: Ink)]) -> String {
        let padded = zip(zip(columns, widths), cells).map { place, cell in
            let text = cell.text.cut(toWidth: place.1)
            let padding = String(repeating: " ", count: max(0, place.1 - text.displayWidth))
            return place.0.type == .text ? painted(text, cell.ink) + padding : padding + painted(text, cell.ink)
        }
        var line = padded.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    /// A text in an ink, when there is any colour.
    func painted(_ text: String, _ ink: Ink) -> String {
        color && ink != .plain && !text.isEmpty ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Takes columns from the widest texts until the excess is gone or all are at their least width.
    private static func narrow(_ widths: inout [Int], downTo least: [Int], by excess: Int) {
        for _ in 0..<max(0, excess) {
            let spare = widths.indices.filter { widths[$0] > least[$0] }
            guard let widest = spare.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
        }
    }

    private static func total(_ widths: [Int]) -> Int {
        widths.reduce(2 * max(0, widths.count - 1), +)
    }
}
