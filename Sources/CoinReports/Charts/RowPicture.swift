internal import CoinTables

/// Pictures as high as a row: what they show stands as text beside them, so they are hidden from screen readers.
///
/// Counts are bars from zero, intervals bands with a dark tick, prices lines. A missing week is nothing, a zero a stub.
enum RowPicture {
    /// Bars of a count by weeks, oldest first, of which the last 12 are dark; 104 wide, 26 high.
    static func bars(_ series: [Double]) -> String {
        let greatest = series.reduce(0) { $1.isFinite ? max($0, $1) : $0 }
        func path(_ weeks: Range<Int>) -> String {
            var path = PathData()
            for week in weeks where series[week].isFinite {
                path.move(Double(2 * week + 1), 26)
                path.vertical(-(greatest > 0 ? max(1, (25 * series[week] / greatest).rounded()) : 1))
            }
            return path.text
        }
        let recent = max(0, series.count - 12)
        return svg("db", PathData.element(path(0..<recent)) + PathData.element(path(recent..<series.count), class: "r"))
    }

    /// A ratio with its interval on a log axis from ¼ to 4, 86 wide; an arrow where it goes beyond.
    static func ratio(_ value: Double, low: Double, high: Double) -> String {
        let scale = ChartScale.ratios(upTo: 4, length: 86)
        let (start, end) = (scale.x(low), scale.x(high))
        var content = PathData.element("M43-2v18", class: "ax")
        content += PathData.element("M\(PathData.number(start)) 7h\(PathData.number(end - start))", class: "bd")
        content += PathData.element("M\(PathData.number(max(1, min(85, scale.x(value))))) 1v12", class: "pt")
        if low < scale.low { content += PathData.element("M3 3l-4 4 4 4", class: "ax") }
        if high > scale.high { content += PathData.element("M83 3l4 4-4 4", class: "ax") }
        return svg("iv", content)
    }

    /// A rank among so many with the band that it may lie in; 66 wide.
    static func rank(_ rank: Int, low: Int, high: Int, of count: Int) -> String {
        let step = 66 / Double(max(1, count))
        let start = Double(low - 1) * step
        return svg(
            "rk",
            PathData.element("M0 6h66", class: "ax")
                + PathData.element(
                    "M\(PathData.number(start)) 6h\(PathData.number(max(1, Double(high) * step - start)))",
                    class: "bd"
                )
                + PathData.element("M\(PathData.number((Double(rank) - 0.5) * step)) 0v12", class: "pt")
        )
    }

    /// A score of 100 as a bar from the middle, 50; 80 wide.
    static func score(_ score: Double) -> String {
        guard score.isFinite else { return "" }
        let x = PathData.number(0.8 * score)
        return svg(
            "sc",
            PathData.element("M0 4h80", class: "tr") + PathData.element("M40 4H\(x)", class: "ba")
                + PathData.element("M40 0v8", class: "ax")
        )
    }

    /// Parts stacked left and right of zero, up to so many to either side; each has the colour of its tone; 200 wide.
    static func stack(_ parts: [(value: Double, tone: Picture.Tone)], upTo most: Double) -> String {
        let width = 200.0
        let scale = ChartScale(-most, most, length: width)
        var ends = (below: 0.0, above: 0.0)
        var content = ""
        for (value, tone) in parts where abs(value) >= 0.005 {
            let start = value > 0 ? ends.above : ends.below
            if value > 0 { ends.above += value } else { ends.below += value }
            let (left, right) = (scale.x(min(start, start + value)), scale.x(max(start, start + value)))
            // Half a unit is left free, so that neighbours stay apart.
            guard right - left > 0.5 else { continue }
            let (x, length) = (PathData.number(left), PathData.number(right - left - 0.5))
            content += PathData.element("M\(x) 1h\(length)v12h-\(length)z", class: "f-" + tone.rawValue)
        }
        return svg("mb", content + PathData.element("M\(PathData.number(width / 2))-1v16", class: "ax"))
    }

    /// A line of values by weeks, oldest first; nothing where no week has a value.
    ///
    /// It goes from the least to the greatest, or from zero; its newest value is a dot, as is one between two gaps, and each
    /// where fewer than `leastForLine` are known. What it shows stands beside it, or is said by `title`.
    static func line(
        _ series: [Double],
        class name: String = "pr",
        width: Double = 66,
        height: Double = 24,
        fromZero: Bool = false,
        leastForLine: Int = 0,
        title: String? = nil
    ) -> String {
        let present = series.indices.filter { series[$0].isFinite }
        let values = present.map { series[$0] }
        guard let newest = present.last, let least = values.min(), let greatest = values.max() else { return "" }
        let low = fromZero ? min(0, least) : least
        // Nothing but zeros lies on zero.
        let high = fromZero && greatest <= low ? low + 1 : greatest
        let scale = ChartScale(low, high, length: height, margin: (2, 2))
        let step = (width - 4) / Double(max(1, series.count - 1))
        var (line, dots) = (PathData(), PathData())
        for week in present {
            let (x, y) = ((2 + Double(week) * step).rounded(), scale.y(series[week]).rounded())
            let follows = week > 0 && series[week - 1].isFinite
            let leads = week + 1 < series.count && series[week + 1].isFinite
            let isLine = present.count >= leastForLine
            if isLine, follows { line.line(x, y) } else if isLine, leads { line.move(x, y) }
            if !isLine || !follows && !leads || week == newest { dots.dot(x, y) }
        }
        return svg(name, PathData.element(line.text) + PathData.element(dots.text, class: "e"), title: title)
    }

    /// A weekly series in words: least, greatest and newest value, missing weeks; nil where no week has a value.
    static func words(_ series: [Double], unit: String) -> String? {
        let known = series.filter(\.isFinite)
        guard let least = known.min(), let greatest = known.max(), let newest = known.last else { return nil }
        func written(_ value: Double) -> String { DisplayCell(number: .number(value), .plain)?.text ?? "" }
        let missing = series.count - known.count
        return "min \(written(least)), max \(written(greatest)), last \(written(newest))"
            + (unit.isEmpty ? "" : " " + unit) + (missing == 0 ? "" : "; \(missing) of \(series.count) weeks missing")
    }

    private static func svg(_ name: String, _ content: String, title: String? = nil) -> String {
        let role = title.map { "role=\"img\"><title>\(PageText().escapeText($0))</title>" } ?? "aria-hidden=\"true\">"
        return "<svg class=\"\(name)\" \(role)\(content)</svg>"
    }
}
