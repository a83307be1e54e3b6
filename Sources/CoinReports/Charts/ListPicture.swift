internal import CoinModel
internal import CoinTables
internal import Platform

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

    /// The panels that have something to show, as a template asks for them.
    var views: [[String: Any]] { picture.panels.compactMap(view) }

    private func view(_ panel: Picture.Panel) -> [String: Any]? {
        let drawn = panel.marks.compactMap { DrawnMark($0, of: table, Array(table.rows.indices)) }
            .filter { !$0.series.isEmpty }
        guard !drawn.isEmpty else { return nil }
        let hasValue = table.rows.indices.map { row in drawn.contains { $0.series[0][row].isFinite } }
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
        html +=
            "<div class=\"line ends\"><span></span><svg aria-hidden=\"true\">\(scale.axis(drawn.first.flatMap { table.column($0.mark.form.columns[0]) }))</svg><span></span></div>"
        html += lines.joined() + "</div>"
        let note = [panel.note, more].filter { !$0.isEmpty }.joined(separator: " ")
        return panel.view(html, of: drawn, note: note, isAlongTime: false)
    }

    private func scale(_ scale: Picture.Scale, _ drawn: [DrawnMark], _ rows: [Int]) -> ChartScale {
        let values = rows.map { row in drawn.flatMap { drawn in drawn.series.map { $0[row] } }.filter(\.isFinite) }
        guard case .ratio = scale else {
            return .amounts(values.flatMap { [sum($0.filter { $0 < 0 }), sum($0.filter { $0 > 0 })] })
        }
        let most = values.joined().filter { $0 > 0 }.map { abs(log(min($0, 1e9))) }.max() ?? 0
        return .ratios(upTo: [1.5, 2, 4, 8].first { log($0) >= most } ?? 16, length: 100)
    }

    private func svg(_ row: Int, _ drawn: [DrawnMark], _ scale: ChartScale) -> String {
        let zero = PathData.number(scale.x(scale.middle))
        var content = "<line class=\"zr\" x1=\"\(zero)%\" x2=\"\(zero)%\" y2=\"20\"/>"
        let isAlone = drawn.count == 1
        var (below, above) = (0.0, 0.0)
        for drawn in drawn where drawn.series.allSatisfy({ $0[row].isFinite }) {
            let (mark, value) = (drawn.mark, drawn.series[0][row])
            switch mark.form {
            case .bars:
                // Of parts that add up, a zero is none; alone it is a stub.
                guard value != 0 || isAlone else { continue }
                let start = value < 0 ? below : above
                if value < 0 { below += value } else { above += value }
                let tone = mark.tone == .sign ? (value < 0 ? "down" : "up") : mark.tone.rawValue
                content += scale.bar(from: start, to: start + value, y: 4, height: 12, class: "f-" + tone)
            case .band:
                let name = "a-" + mark.tone.rawValue
                content += scale.bar(from: value, to: drawn.series[1][row], y: 7, height: 6, class: name)
            case .dots, .line, .dashes:
                let x = PathData.number(scale.x(value))
                content += "<line class=\"pt\" x1=\"\(x)%\" x2=\"\(x)%\" y1=\"3\" y2=\"17\"/>"
            case .words, .mean, .peaks: break
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
            if let text = cell.text { return text.isEmpty ? "" : words.before + text.cut(toWidth: 60) + words.after }
            let value = cell.value.map { DrawnTable.written($0, column) + words.after }
            return words.before + (value ?? PageNumber.missing)
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
