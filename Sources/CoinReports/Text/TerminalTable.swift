internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes the lead and the title, aligned columns under a rule, numbers to the right, the notes below.
    ///
    /// Under a width, columns that cannot fit even with texts of twelve characters a line are left out from the right,
    /// and a note names them; then the widest texts wrap as far as need be, over at most twenty lines a cell. Without one, a text
    /// that is longer than most stands whole in its line, and only what follows it there is out of line.
    func renderTerminalTable(_ style: ReportStyle, into write: (String) throws -> Void) throws {
        let cells = displayed
        let layout = TerminalLayout(self, cells, fitting: style.width, color: style.color)
        try write(style.paragraph(heading, .bold))
        try write((lead.isEmpty || title.isEmpty ? "" : style.paragraph(title, .plain)) + "\n")
        try write(layout.lines(layout.columns.map { ($0.name, .bold) }))
        if layout.columns.contains(where: { !$0.unit.isEmpty }) {
            try write(layout.lines(layout.columns.map { ($0.unit, .dim) }))
        }
        try write(layout.lines(layout.widths.map { (String(repeating: "─", count: $0), .dim) }))
        for row in cells { try write(layout.lines(row.map { ($0.text, $0.ink) })) }

        var remarks = shownNotes(style)
        if rows.isEmpty { remarks.insert("No rows.", at: 0) }
        let leftOut = columns.dropFirst(layout.columns.count).map(\.name)
        if let width = style.width, !leftOut.isEmpty {
            let next = "a wider terminal or --format csv shows them"
            remarks.append("Left out to fit \(width) columns: \(leftOut.joined(separator: ", ")); \(next).")
        }
        if !remarks.isEmpty { try write("\n") }
        for remark in remarks { try write(style.paragraph(remark, .dim)) }
    }
}

extension DisplayCell {
    fileprivate var ink: TerminalInk {
        switch tone {
        case .up: .green
        case .down: .red
        case .none: isMissing ? .dim : .plain
        }
    }
}

/// A style of text, by its parameter of the SGR sequence (ECMA-48, 8.3.117).
enum TerminalInk: String {
    case plain = "0"
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case orange = "33"
    case blue = "34"

    /// A text in it, where there is any colour.
    func painted(_ text: String, _ hasColor: Bool) -> String {
        hasColor && self != .plain && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension ReportStyle {
    /// A text in lines over the whole width, in an ink.
    func paragraph(_ text: String, _ ink: TerminalInk) -> String {
        let lines = width.map { text.visible.wrapped(toWidth: $0) } ?? [text.visible]
        return lines.map { ink.painted($0, color) + "\n" }.joined()
    }
}

/// Which columns a terminal has room for, and how wide they are.
private struct TerminalLayout {
    let columns: ArraySlice<Column>
    let widths: [Int]
    private let color: Bool
    /// Whether texts that are wider than their columns wrap.
    private let wraps: Bool

    /// The widest that a column of texts is where nothing limits the table.
    private static let widestText = 100
    /// The most lines of a cell: names of sources may be of any length.
    private static let mostLines = 20

    init(_ table: Table, _ cells: [[DisplayCell]], fitting limit: Int?, color: Bool) {
        let all = table.columns
        var widths = all.map { max($0.name.displayWidth, $0.unit.displayWidth) }
        // Numbers do not wrap; the texts among them do, such as the states and reasons of coins side by side.
        var whole = widths
        for (shown, row) in zip(cells, table.rows) {
            for (index, cell) in shown.enumerated() {
                let width = cell.text.displayWidth
                widths[index] = max(widths[index], width)
                if all[index].type != .text, row[index].text == nil { whole[index] = max(whole[index], width) }
            }
        }
        if let limit {
            var least = all.indices.map { min(widths[$0], max(whole[$0], 12)) }
            while least.count > 1, TerminalLayout.total(least) > limit { least.removeLast() }
            widths.removeLast(widths.count - least.count)
            TerminalLayout.narrow(&widths, downTo: least, by: TerminalLayout.total(widths) - limit)
        } else {
            for index in widths.indices {
                widths[index] = min(widths[index], max(whole[index], TerminalLayout.widestText))
            }
        }
        wraps = limit != nil
        self.widths = widths
        self.color = color
        columns = all.prefix(widths.count)
    }

    /// A row of as many cells as there are columns, each wrapped and padded to its column.
    func lines(_ cells: [(text: String, ink: TerminalInk)]) -> String {
        let wrapped = zip(widths, cells).map { width, cell in
            wraps ? cell.text.cut(toWidth: TerminalLayout.mostLines * width).wrapped(toWidth: width) : [cell.text]
        }
        return (0..<(wrapped.map(\.count).max() ?? 1)).map { number in
            let padded = columns.enumerated().map { place, column in
                let text = wrapped[place].indices.contains(number) ? wrapped[place][number] : ""
                let padding = String(repeating: " ", count: max(0, widths[place] - text.displayWidth))
                let ink = cells[place].ink
                return column.type == .text ? ink.painted(text, color) + padding : padding + ink.painted(text, color)
            }
            var line = padded.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
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
