internal import CoinModel
internal import CoinTables

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A picture of which each line is a row of the table: bars to both sides of zero, or intervals around 1.
struct ListPicture {
    private let table: DrawnTable
    private let picture: Picture
    private let label: [String]
    private let beside: [Picture.Words]
    private let most: Int

    /// Nil for a picture along something else, and where the columns of its names were not chosen.
    init?(_ picture: Picture, _ table: DrawnTable) {
        guard case .rows(let label, let beside, let most) = picture.axis else { return nil }
        self.label = label.filter { table.texts($0) != nil }
        guard !self.label.isEmpty else { return nil }
        (self.table, self.picture, self.beside, self.most) = (table, picture, beside, most)
    }

    /// The panels that have something to show.
    var views: [PanelView] { picture.panels.compactMap(view) }

    /// The columns of a panel's marks that are there.
    private typealias Drawn = (mark: Picture.Mark, values: [[Double]])

    private func view(_ panel: Picture.Panel) -> PanelView? {
        let drawn = panel.marks.compactMap { mark -> Drawn? in
            let values = mark.form.columns.map(table.numbers)
            return values.contains { $0 == nil } ? nil : (mark, values.compactMap(\.self))
        }
        guard !drawn.isEmpty else { return nil }
        let hasValue = table.rows.indices.map { row in drawn.contains { $0.values[0][row].isFinite } }
        let all = Array(table.rows.indices)
        let rows = Array(all.filter { hasValue[$0] }.prefix(most) + all.filter { !hasValue[$0] }.prefix(most))
        let scale = scale(panel.scale, drawn, rows)
        let lines = rows.map { row in
            let (name, words) = (escaped(names(of: row)), escaped(words(row)))
            // Without a value its words have the room of the drawing.
            guard hasValue[row] else {
                return "<div class=\"line bare\"><span>\(name)</span><span>\(words)</span></div>"
            }
            return "<div class=\"line\"><span>\(name)</span>\(svg(row, drawn, scale))<span>\(words)</span></div>"
        }
        let left = table.rows.count - rows.count
        let more = left > 0 ? "\(rows.count) of \(table.rows.count) rows are drawn; the table has all." : ""
        var html = "<div class=\"list\" role=\"img\" aria-label=\"\(escaped(summary(panel, rows)))\">"
        html += "<div class=\"line ends\"><span></span><svg aria-hidden=\"true\">\(scale.axis)</svg><span></span></div>"
        html += lines.joined() + "</div>"
        return PanelView(
            title: panel.title,
            note: [panel.note, more].filter { !$0.isEmpty }.joined(separator: " "),
            keys: drawn.filter { !$0.mark.label.isEmpty }.map { PanelView.Key($0.mark) },
            html: html
        )
    }

    private func scale(_ scale: Picture.Scale, _ drawn: [Drawn], _ rows: [Int]) -> LineScale {
        let ends = rows.flatMap { row -> [Double] in
            let values = drawn.flatMap { drawn in drawn.values.map { $0[row] } }.filter(\.isFinite)
            guard case .ratio = scale else { return [sum(values.filter { $0 < 0 }), sum(values.filter { $0 > 0 })] }
            return values
        }
        let column = drawn.first.flatMap { table.column($0.mark.form.columns[0]) }
        if case .ratio = scale { return LineScale(ratios: ends) }
        return LineScale(amounts: ends, column)
    }

    private func svg(_ row: Int, _ drawn: [Drawn], _ scale: LineScale) -> String {
        var content = "<line class=\"zr\" x1=\"\(scale.zero)%\" x2=\"\(scale.zero)%\" y2=\"20\"/>"
        var (below, above) = (0.0, 0.0)
        for (mark, values) in drawn where values.allSatisfy({ $0[row].isFinite }) {
            let value = values[0][row]
            switch mark.form {
            case .bars:
                // Of parts that add up, a zero is none; alone it is a stub.
                guard value != 0 || drawn.count == 1 else { continue }
                let start = value < 0 ? below : above
                if value < 0 { below += value } else { above += value }
                let tone = mark.tone == .sign ? (value < 0 ? "down" : "up") : mark.tone.rawValue
                content += scale.bar(from: start, to: start + value, y: 4, height: 12, class: "f-" + tone)
            case .band:
                content += scale.bar(from: value, to: values[1][row], y: 7, height: 6, class: "a-" + mark.tone.rawValue)
            case .dots, .line, .dashes:
                let x = PathData.number(scale.x(value))
                content += "<line class=\"pt\" x1=\"\(x)%\" x2=\"\(x)%\" y1=\"3\" y2=\"17\"/>"
            case .words: break
            }
        }
        return "<svg aria-hidden=\"true\">\(content)</svg>"
    }

    private func names(of row: Int) -> String {
        label.compactMap { table.texts($0)?[row] }.filter { !$0.isEmpty }.joined(separator: " ").cut(toWidth: 60)
    }

    private func words(_ row: Int) -> String {
        beside.map { words -> String in
            guard let cell = table.cells(words.column)?[row], let column = table.column(words.column) else { return "" }
            switch cell {
            case .text(""): return ""
            case .text(let text): return words.before + text.cut(toWidth: 60) + words.after
            case .integer(let number): return words.before + DrawnTable.written(Double(number), column) + words.after
            case .number(let number): return words.before + DrawnTable.written(number, column) + words.after
            case .missing: return words.before + PageNumber.missing
            }
        }.joined()
    }

    /// The first lines in words, for those who do not see the picture.
    private func summary(_ panel: Picture.Panel, _ rows: [Int]) -> String {
        let first = rows.prefix(5).map { "\(names(of: $0)) \(words($0))" }.joined(separator: "; ")
        return "\(panel.title): \(first)\(rows.count > 5 ? "; and \(rows.count - 5) more, as in the table" : "")"
    }

    private func escaped(_ text: String) -> String { PageText().escapeText(text) }

    private func sum(_ values: [Double]) -> Double { values.reduce(0, +) }
}

/// Where the values of all lines lie, in percent of the width.
struct LineScale {
    private let low: Double
    private let high: Double
    private let isLogarithmic: Bool
    private let texts: [(value: Double, text: String)]

    /// Amounts from the least to the greatest, with zero among them; to both sides alike where there are both.
    init(amounts: [Double], _ column: Column?) {
        let (least, greatest) = (min(0, amounts.min() ?? 0), max(0, amounts.max() ?? 0))
        let most = max(-least, greatest)
        isLogarithmic = false
        (low, high) = most > 0 ? (least < 0 ? -most : 0, greatest > 0 ? most : 0) : (0, 1)
        let ends = Set([low, 0, high]).sorted()
        texts = ends.map { ($0, $0 == 0 ? "0" : DrawnTable.written($0, column)) }
    }

    /// Ratios, to both sides of 1 alike, at most sixteen times.
    init(ratios: [Double]) {
        let most = ratios.filter { $0 > 0 }.map { abs(log(min($0, 1e9))) }.max() ?? 0
        let limit = [1.5, 2.0, 4, 8].first { log($0) >= most } ?? 16
        isLogarithmic = true
        (low, high) = (1 / limit, limit)
        texts = [
            (low, limit == 1.5 ? "÷ 1.5" : "÷ \(Int(limit))"), (1, "1"),
            (high, limit == 1.5 ? "× 1.5" : "× \(Int(limit))"),
        ]
    }

    /// The place of a value; what lies beyond is at the end.
    func x(_ value: Double) -> Double {
        let value = max(low, min(high, value))
        return 100 * (isLogarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low))
    }

    /// Where zero lies, or 1 of ratios.
    var zero: String { PathData.number(x(isLogarithmic ? 1 : 0)) }

    /// The values at its ends and at zero.
    var axis: String {
        texts.map { value, text in
            let place = x(value)
            let anchor = place < 1 ? "start" : place > 99 ? "end" : "middle"
            return "<text x=\"\(PathData.number(place))%\" y=\"14\" text-anchor=\"\(anchor)\">\(text)</text>"
        }.joined()
    }

    /// A bar between two values, never too short to be seen.
    func bar(from start: Double, to end: Double, y: Int, height: Int, class name: String) -> String {
        let (left, right) = (min(x(start), x(end)), max(x(start), x(end)))
        let (place, width) = (PathData.number(left), PathData.number(max(0.3, right - left)))
        return "<rect class=\"\(name)\" x=\"\(place)%\" width=\"\(width)%\" y=\"\(y)\" height=\"\(height)\"/>"
    }
}
