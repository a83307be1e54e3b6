internal import CoinModel
internal import CoinTables

/// One chart along time: the marks of a panel, one over the other, within one frame.
struct PanelChart {
    private let panel: Picture.Panel
    private let frame: TimeFrame
    private let marks: [DrawnMark]
    /// What is drawn of the series of each mark.
    private let shown: [[[Double]]]

    /// Of several weeks that one value stands for, a price and a rank are the newest, all else is the mean.
    init(_ panel: Picture.Panel, _ marks: [DrawnMark], _ frame: TimeFrame) {
        self.panel = panel
        self.marks = marks
        self.frame = frame
        let takesNewest =
            switch panel.scale {
            case .span, .ranks, .share: true
            case .counts, .index, .amounts, .words: false
            }
        shown = marks.map { mark in
            if case .mean = mark.mark.form { return [] }
            let series =
                if case .peaks = mark.mark.form { mark.series.map(PanelChart.highestSoFar) } else { mark.series }
            return series.map { frame.drawn($0, takesNewest: takesNewest) }
        }
    }

    private static func highestSoFar(_ values: [Double]) -> [Double] {
        var highest = -Double.infinity
        return values.map { value in
            if value.isFinite { highest = max(highest, value) }
            return highest
        }
    }

    /// All values that are drawn.
    var values: [Double] { Array(shown.joined().joined()) }

    /// The highest end of its bars, each on those before it, and of all else.
    var highest: Double {
        zip(marks, shown).reduce(stack(of: marks.count).max() ?? 0) { most, drawn in
            if case .bars = drawn.0.mark.form { return most }
            return drawn.1.joined().reduce(most) { $1.isFinite ? max($0, $1) : $0 }
        }
    }

    /// Where bars end over so many of the marks.
    private func stack(of count: Int) -> [Double] {
        zip(marks, shown).prefix(count).reduce(Array(repeating: 0, count: frame.values)) { sums, drawn in
            guard case .bars = drawn.0.mark.form else { return sums }
            return zip(sums, drawn.1[0]).map { $0 + ($1.isFinite ? $1 : 0) }
        }
    }

    /// The plot and its gutter; `title` says what it shows to those who do not see it.
    func html(_ scale: ChartScale, title: String?) -> String {
        let texts = texts(scale)
        var labels = marks.map(strip).joined() + extremes(scale)
        if !values.contains(where: \.isFinite), marks.allSatisfy(\.words.isEmpty) {
            labels = "<text x=\"50%\" y=\"24\" text-anchor=\"middle\">no value</text>"
        }
        let content = marks.indices.map { drawn($0, scale) }.joined()
        let grid = ticks(scale).map(scale.y)
        return frame.plot(height: scale.length, grid: grid, content, labels: labels, title: title)
            + frame.gutter(height: scale.length, texts)
    }

    private func drawn(_ place: Int, _ scale: ChartScale) -> String {
        let (mark, tone) = (marks[place], marks[place].mark.tone.rawValue)
        let all = shown[place].map { TimeSeries($0, frame, scale) }
        if let mean = mark.mean {
            guard mean.value <= scale.high else { return "" }
            let (left, y) = (10 * max(0, frame.count - mean.weeks), PathData.number(scale.y(mean.value)))
            return PathData.element("M\(left) \(y)H\(10 * frame.count)", class: "m\(mean.weeks)")
        }
        guard let series = all.first else { return "" }
        switch mark.mark.form {
        case .line: return series.line(class: "s-" + tone)
        case .dashes: return series.line(class: "s-\(tone) dash", dots: "s-\(tone) dots", marksNewest: false)
        case .band: return series.band(Array(zip(series.values, all[1].values)), class: "a-" + tone)
        case .dots: return series.dots(class: "s-\(tone) dots")
        case .peaks:
            let values = TimeSeries(frame.drawn(mark.series[0], takesNewest: true), frame, scale)
            let bounds = Array(zip(values.values, series.values))
            return values.band(bounds, class: "below") + values.runs.map { series.part($0, class: "pk") }.joined()
        case .bars where mark.mark.tone == .sign:
            return [("up", { $0 > 0 }), ("down", { $0 <= 0 })].map { (name: String, isOne: (Double) -> Bool) in
                let some = TimeSeries(series.values.map { isOne($0) ? $0 : .nan }, frame, scale)
                return PathData.element(some.bars(0..<frame.values), class: "f-" + name)
            }.joined()
        case .bars:
            let base = place == 0 ? nil : stack(of: place)
            return frame.parts.map { weeks, isPale in
                PathData.element(series.bars(weeks, on: base), class: isPale ? "b0 f-\(tone)" : "f-\(tone)")
            }.joined()
        case .mean, .words: return ""
        }
    }

    // MARK: Texts

    /// The values that have a line: of counts the ends, of words none.
    private func ticks(_ scale: ChartScale) -> [Double] {
        switch panel.scale {
        case .counts: [scale.high, 0]
        case .words: []
        case .amounts, .share: scale.ticks(about: 4)
        case .span, .index, .ranks: scale.ticks()
        }
    }

    /// What stands beside the plot: the means, moved apart where they lie close, and the values of lines where there is room.
    private func texts(_ scale: ChartScale) -> [(y: Double, text: String, isStrong: Bool)] {
        let line = panel.namesEnds ? 13.0 : 11.0
        let means = marks.compactMap(\.mean).filter { $0.value <= scale.high }.sorted { $0.weeks < $1.weeks }
        var texts: [(y: Double, text: String, isStrong: Bool)] = []
        for mean in means {
            var y = min(scale.length, max(9, scale.y(mean.value) + 4))
            if let other = texts.first?.y, abs(other - y) < line {
                y = y >= other && other + line <= scale.length || other - line < 9 ? other + line : other - line
            }
            texts.append((y, marks[0].written(mean.value), texts.isEmpty))
        }
        texts += names(scale)
        let ends = ticks(scale).map { (y: min(scale.length, scale.y($0) + 4), text: tick($0), isStrong: false) }
        return texts + ends.filter { end in texts.allSatisfy { abs($0.y - end.y) >= line } }
    }

    /// The lines by name with their newest values, each at its end; those that lie close stand below each other.
    private func names(_ scale: ChartScale) -> [(y: Double, text: String, isStrong: Bool)] {
        guard panel.namesEnds else { return [] }
        let line = 13.0
        var names = zip(marks, shown).compactMap { drawn, series -> (y: Double, text: String, isStrong: Bool)? in
            guard let newest = series.first?.last(where: \.isFinite) else { return nil }
            let name = drawn.mark.label.cut(toWidth: 8)
            let text = PageText().escapeText(name.isEmpty ? drawn.newest : "\(name) \(drawn.newest)")
            return (max(10, scale.y(newest) + 4), text, true)
        }.sorted { $0.y < $1.y }
        for place in names.indices.dropFirst() { names[place].y = max(names[place].y, names[place - 1].y + line) }
        let excess = max(0, (names.last?.y ?? 0) - scale.length)
        return names.map { ($0.y - excess, $0.text, $0.isStrong) }
    }

    /// A round number of an axis, without zeros behind the point.
    private func tick(_ value: Double) -> String {
        let text = marks[0].written(value)
        guard let point = text.lastIndex(of: ".") else { return text }
        let digits = text[text.index(after: point)...].prefix(while: \.isNumber)
        return digits.allSatisfy { $0 == "0" } ? text.replacing("." + digits, with: "") : text
    }

    /// The highest and the lowest value in words, where the highest so far is drawn.
    private func extremes(_ scale: ChartScale) -> String {
        marks.map { mark -> String in
            guard case .peaks = mark.mark.form else { return "" }
            let values = frame.drawn(mark.series[0], takesNewest: true)
            let known = values.filter(\.isFinite)
            guard let least = known.min(), let greatest = known.max() else { return "" }
            return [(greatest, "high", -4.0), (least, "low", 13.0)].map { value, name, shift in
                let share = (Double(values.firstIndex(of: value) ?? 0) + 0.5) / Double(values.count)
                let anchor = share > 0.8 ? "end" : share < 0.2 ? "start" : "middle"
                let (x, y) = (PathData.number(100 * share), PathData.number(scale.y(value) + shift))
                let text = "\(name) \(mark.written(value))"
                return "<text class=\"v\" x=\"\(x)%\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(text)</text>"
            }.joined()
        }.joined()
    }

    /// Equal texts that follow one another as one piece, with the sign and the tone of a coin's state.
    private func strip(_ mark: DrawnMark) -> String {
        let texts = Array(mark.words.suffix(frame.count))
        let oldest = frame.count - texts.count
        var html = ""
        var start = 0
        while start < texts.count {
            let end = texts[start...].firstIndex { $0 != texts[start] } ?? texts.count
            if !texts[start].isEmpty {
                let state = CoinState(texts[start])
                let (x, width) = (frame.share(oldest + start), frame.share(end - start))
                html += "<svg class=\"w-\(state.tone)\" x=\"\(x)%\" width=\"\(width)%\" height=\"24\">"
                html += "<rect y=\"2\" width=\"100%\" height=\"20\"/><text x=\"3\" y=\"16\">\(state.sign) "
                html += "\(PageText().escapeText(state.name))</text></svg>"
            }
            start = end
        }
        return html
    }
}
