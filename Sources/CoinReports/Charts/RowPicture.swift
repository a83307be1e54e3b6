#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

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
        func place(_ ratio: Double) -> Double { 43 + 43 * log(ratio) / log(4) }
        let ends = (max(0, min(86, place(low))), max(0, min(86, place(high))))
        var content = PathData.element("M43-2v18", class: "ax")
        content += PathData.element("M\(PathData.number(ends.0)) 7h\(PathData.number(ends.1 - ends.0))", class: "bd")
        content += PathData.element("M\(PathData.number(max(1, min(85, place(value))))) 1v12", class: "pt")
        if place(low) < 0 { content += PathData.element("M3 3l-4 4 4 4", class: "ax") }
        if place(high) > 86 { content += PathData.element("M83 3l4 4-4 4", class: "ax") }
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

    /// Contributions stacked left and right of zero, ±2 wide at 88; each has the colour of its signal.
    static func stack(_ contributions: [(signal: String, value: Double)]) -> String {
        var ends = (below: 44.0, above: 44.0)
        var content = ""
        for (signal, value) in contributions where abs(value) >= 0.005 {
            let width = 44 * abs(value) / 2
            let start = value > 0 ? ends.above : ends.below - width
            if value > 0 { ends.above += width } else { ends.below -= width }
            // Half a unit is left free, so that neighbours stay apart.
            let (left, right) = (max(0, min(88, start)), max(0, min(88, start + width)))
            guard right - left > 0.5 else { continue }
            let (x, length) = (PathData.number(left), PathData.number(right - left - 0.5))
            content += PathData.element("M\(x) 1h\(length)v12h-\(length)z", class: "f-" + signal)
        }
        return svg("sc", content + PathData.element("M44-1v16", class: "ax"))
    }

    /// A line of positive values by weeks, oldest first, from the least to the greatest; its newest value a dot, as is one
    /// between two gaps.
    static func line(_ series: [Double], class name: String = "pr", width: Double = 66, height: Double = 24) -> String {
        let present = series.indices.filter { series[$0].isFinite }
        guard let newest = present.last, let least = present.map({ series[$0] }).min(),
            let greatest = present.map({ series[$0] }).max()
        else { return "" }
        let step = (width - 4) / Double(max(1, series.count - 1))
        func point(_ week: Int) -> (x: Double, y: Double) {
            // Halves first: the range of two great values may be beyond any Double.
            let range = greatest / 2 - least / 2
            let share = range > 0 ? (series[week] / 2 - least / 2) / range : 0.5
            return ((2 + Double(week) * step).rounded(), (2 + (1 - share) * (height - 4)).rounded())
        }
        var (line, dots) = (PathData(), PathData())
        for week in present {
            let (x, y) = point(week)
            let follows = week > 0 && series[week - 1].isFinite
            let leads = week + 1 < series.count && series[week + 1].isFinite
            if follows { line.line(x, y) } else if leads { line.move(x, y) }
            if !follows && !leads || week == newest { dots.dot(x, y) }
        }
        return svg(name, PathData.element(line.text) + PathData.element(dots.text, class: "e"))
    }

    private static func svg(_ name: String, _ content: String) -> String {
        "<svg class=\"\(name)\" aria-hidden=\"true\">\(content)</svg>"
    }
}
