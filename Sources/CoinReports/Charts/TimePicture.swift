internal import CoinModel
internal import CoinTables

/// A picture along time: its panels above one axis, from the oldest week or day of the table to its newest.
struct TimePicture {
    private let table: DrawnTable
    private let panels: [Picture.Panel]
    private let frame: TimeFrame
    /// The row of each place of the frame.
    private let rows: [Int?]

    /// Nil for a picture along something else, and for a table of fewer than two weeks or days.
    init?(_ picture: Picture, _ table: DrawnTable) {
        let days: [Day?]
        switch picture.axis {
        case .weeks(let name, _):
            guard let texts = table.texts(name) else { return nil }
            days = texts.map { Day($0).map { Week(containing: $0).start } }
        case .days(let name):
            guard let texts = table.texts(name) else { return nil }
            days = texts.map { Day($0) }
        case .rows: return nil
        }
        let known = days.compactMap(\.self)
        guard let oldest = known.min(), let newest = known.max(), oldest < newest else { return nil }
        let pitch: Int
        if case .weeks(_, let shaded) = picture.axis {
            pitch = 7
            let count = oldest.distance(to: newest) / pitch + 1
            frame = TimeFrame(count: count, newest: Week(containing: newest), shaded: shaded)
        } else {
            let sorted = known.sorted()
            pitch = zip(sorted, sorted.dropFirst()).map { $0.distance(to: $1) }.filter { $0 > 0 }.min() ?? 1
            frame = TimeFrame(days: oldest...newest, each: pitch)
        }
        var rows = [Int?](repeating: nil, count: frame.count)
        for (row, day) in days.enumerated() {
            if let day { rows[oldest.distance(to: day) / pitch] = row }
        }
        (self.table, self.rows, panels) = (table, rows, picture.panels)
    }

    /// The names of months or days below the panels.
    var axis: String { frame.axis }

    /// The panels that have something to show.
    var views: [PanelView] {
        panels.compactMap { panel in
            let marks = panel.marks.filter { !values(of: $0).isEmpty || words(of: $0) != nil }
            return marks.isEmpty ? nil : view(panel, marks)
        }
    }

    /// The values of a column by the weeks of the frame; nil where it has none.
    private func series(_ name: String) -> [Double]? {
        table.numbers(name).map { numbers in rows.map { $0.map { numbers[$0] } ?? .nan } }
    }

    private func words(of mark: Picture.Mark) -> [String]? {
        guard case .words(let name) = mark.form, let texts = table.texts(name) else { return nil }
        return rows.map { $0.map { texts[$0] } ?? "" }
    }

    /// The series that a mark draws; none where a column is not there.
    private func values(of mark: Picture.Mark) -> [[Double]] {
        if case .words = mark.form { return [] }
        let series = mark.form.columns.map(series)
        return series.contains { $0 == nil } ? [] : series.compactMap(\.self)
    }

    private func view(_ panel: Picture.Panel, _ marks: [Picture.Mark]) -> PanelView {
        let scale = scale(of: panel)
        let column = marks.first.flatMap { table.column($0.form.columns[0]) }
        let keys = marks.compactMap { mark -> PanelView.Key? in
            guard !mark.label.isEmpty else { return nil }
            return PanelView.Key(mark, value: newest(of: mark))
        }
        var grid: [Double] = []
        var ticks: [(y: Double, text: String, isStrong: Bool)] = []
        if case .words = panel.scale {
        } else {
            let named = panel.isCounted ? [scale.greatest, 0] : scale.ticks
            grid = named.map(scale.y)
            ticks = named.map { (min(scale.height, scale.y($0) + 4), tick($0, column), false) }
        }
        let content = drawn(marks, scale)
        let labels = marks.compactMap { words(of: $0) }.map(strip).joined()
        let html =
            frame.plot(height: scale.height, grid: grid, content, labels: labels, title: title(of: panel, marks))
            + frame.gutter(height: scale.height, ticks)
        return PanelView(title: panel.title, note: panel.note, keys: keys, html: html)
    }

    /// The scale of all values of a panel, or of its group's.
    private func scale(of panel: Picture.Panel) -> ChartScale {
        let all = panel.group.map { group in panels.filter { $0.group == group } } ?? [panel]
        let known = all.flatMap(\.marks).flatMap { values(of: $0).joined() }.filter(\.isFinite)
        let (least, greatest) = (known.min() ?? 0, known.max() ?? 0)
        switch panel.scale {
        case .counts: return .counts(all.map(stacked).max() ?? 0, height: 84)
        case .span, .ratio: return .prices(least, greatest, height: 104)
        case .index: return .index(height: 72)
        case .ranks: return .ranks(of: Int(exactly: greatest) ?? 2, height: 124)
        case .words: return .counts(1, height: 24)
        }
    }

    /// The highest end of a panel's bars, each on those before it, and of its lines.
    private func stacked(_ panel: Picture.Panel) -> Double {
        var sums = [Double](repeating: 0, count: frame.count)
        var most = 0.0
        for mark in panel.marks {
            let series = values(of: mark)
            if case .bars = mark.form, let bars = series.first {
                for week in bars.indices where bars[week].isFinite { sums[week] += bars[week] }
            } else {
                most = series.joined().reduce(most) { $1.isFinite ? max($0, $1) : $0 }
            }
        }
        return max(most, sums.max() ?? 0)
    }

    private func drawn(_ marks: [Picture.Mark], _ scale: ChartScale) -> String {
        var base: [Double]?
        return marks.map { mark -> String in
            let tone = mark.tone.rawValue
            let all = values(of: mark).map { TimeSeries(frame.drawn($0), frame, scale) }
            guard let series = all.first else { return "" }
            switch mark.form {
            case .line: return series.line(class: "s-" + tone)
            case .dashes:
                return series.runs.map { run in
                    PathData.element(TimeSeries.open(series.points(run)), class: "s-\(tone) dash")
                }.joined()
            case .band:
                return series.band(Array(zip(series.values, all[1].values)), class: "a-" + tone)
            case .bars:
                defer {
                    base = zip(base ?? Array(repeating: 0, count: series.values.count), series.values).map {
                        sum,
                        value in
                        sum + (value.isFinite ? value : 0)
                    }
                }
                return PathData.element(series.bars(0..<series.values.count, on: base), class: "f-" + tone)
            case .dots: return series.dots(class: "s-\(tone) dots")
            case .words: return ""
            }
        }.joined()
    }

    /// Equal texts that follow one another as one piece, with the sign and the tone of a coin's state.
    private func strip(_ texts: [String]) -> String {
        var html = ""
        var start = 0
        while start < texts.count {
            let end = texts[start...].firstIndex { $0 != texts[start] } ?? texts.count
            if !texts[start].isEmpty {
                let state = CoinState(texts[start])
                html +=
                    "<svg class=\"w-\(state.tone)\" x=\"\(frame.share(start))%\" width=\"\(frame.share(end - start))%\" "
                html +=
                    "height=\"24\"><rect y=\"2\" width=\"100%\" height=\"20\"/><text x=\"3\" y=\"16\">\(state.sign) "
                html += "\(PageText().escapeText(state.name))</text></svg>"
            }
            start = end
        }
        return html
    }

    private func newest(of mark: Picture.Mark) -> String {
        let ends = zip(mark.form.columns, values(of: mark)).compactMap { name, series in
            series.last(where: \.isFinite).map { DrawnTable.written($0, table.column(name)) }
        }
        return ends.joined(separator: "–")
    }

    /// A round number of an axis, without zeros behind the point.
    private func tick(_ value: Double, _ column: Column?) -> String {
        let text = DrawnTable.written(value, column)
        guard let point = text.lastIndex(of: ".") else { return text }
        let digits = text[text.index(after: point)...].prefix(while: \.isNumber)
        return digits.allSatisfy { $0 == "0" } ? text.replacing("." + digits, with: "") : text
    }

    /// What is drawn, for those who do not see it.
    private func title(of panel: Picture.Panel, _ marks: [Picture.Mark]) -> String {
        var sentences = ["\(panel.title), \(frame.span)"]
        for mark in marks {
            let label = mark.label.isEmpty ? "" : "\(mark.label): "
            let known = values(of: mark).first?.filter(\.isFinite) ?? []
            let column = table.column(mark.form.columns[0])
            if let least = known.min(), let greatest = known.max() {
                let range = "\(DrawnTable.written(least, column)) to \(DrawnTable.written(greatest, column))"
                sentences.append("\(label)\(range), newest \(newest(of: mark))")
            } else if let word = words(of: mark)?.last(where: { !$0.isEmpty }) {
                sentences.append("\(label)newest \(word)")
            }
        }
        return PageText().escapeText(sentences.joined(separator: ". ") + ".")
    }
}

extension Picture.Panel {
    /// Whether its axis names zero and the greatest.
    fileprivate var isCounted: Bool { if case .counts = scale { true } else { false } }
}
