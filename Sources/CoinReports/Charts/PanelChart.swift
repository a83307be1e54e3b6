internal import CoinModel
internal import CoinTables

/// One chart of a coin's page, drawn for some of its newest weeks.
struct PanelChart {
    private let panel: Dossier.Panel
    private let frame: WeekFrame
    /// How many coins are ranked, for charts of ranks.
    private let ranked: Int
    private let quote: String
    private let values: ArraySlice<Double>

    init(_ panel: Dossier.Panel, _ frame: WeekFrame, ranked: Int, quote: String) {
        (self.panel, self.frame, self.ranked, self.quote) = (panel, frame, ranked, quote)
        values = panel.values.suffix(frame.count)
    }

    /// The plot and its gutter.
    var html: String {
        switch panel.drawing {
        case .bars: bars
        case .price: price
        case .index: index
        case .rank: ranks
        }
    }

    // MARK: Bars

    private var bars: String {
        let others = panel.others.suffix(frame.count)
        let sums = others.isEmpty ? Array(values) : zip(values, others).map { $0 + ($1.isFinite ? $1 : 0) }
        let greatest = sums.filter(\.isFinite).max() ?? 0
        let height = panel.name == "developer-days" ? 92.0 : panel.name == "commits" ? 76 : 64
        let scale = ChartScale.counts(greatest, height: height)
        func path(_ weeks: Range<Int>, _ series: [Double], on base: [Double]? = nil) -> String {
            var path = ""
            for week in weeks where series[week].isFinite && (base == nil || series[week] > 0) {
                let start = base.map { scale.y($0[week].isFinite ? $0[week] : 0) } ?? height
                let length = max(1, height - scale.y(series[week]))
                let (x, y, tall) = (
                    PathData.number(Double(week) * 10 + 1), PathData.number(start), PathData.number(length)
                )
                path += "M\(x) \(y)v-\(tall)h8v\(tall)z"
            }
            return path
        }
        let shown = Array(values)
        let start = max(0, shown.count - 12)
        var content = PathData.element(path(0..<start, shown), class: "b0 b-\(panel.name)")
        content += PathData.element(path(start..<shown.count, shown), class: "b-\(panel.name)")
        if !others.isEmpty {
            content += PathData.element(path(0..<shown.count, Array(others), on: shown), class: "b-others")
        }
        let means = [(weeks: 52, name: "m52"), (12, "m12")].compactMap { weeks, name -> (String, Double)? in
            mean(ofNewest: weeks).map { (name, $0) }
        }
        for (name, mean) in means where mean <= greatest {
            let from = name == "m12" ? Double(start) * 10 : Double(max(0, frame.count - 52)) * 10
            let y = PathData.number(scale.y(mean))
            content += PathData.element("M\(PathData.number(from)) \(y)H\(frame.count * 10)", class: name)
        }
        let plot = frame.plot(height: height, grid: [4, height], content)
        var texts = [(y: height, text: "0", isStrong: false), (y: 9, text: written(greatest), isStrong: false)]
        for (name, mean) in means.reversed() where mean <= greatest {
            let y = scale.y(mean) + 4
            // What would lie on another number of the axis is left out: the table has it.
            guard texts.allSatisfy({ abs($0.y - y) >= 11 }) else { continue }
            texts.append((y, written(mean), name == "m12"))
        }
        return plot + frame.gutter(height: height, texts)
    }

    /// The mean of what is known of the newest weeks, others included; nil where nothing is.
    private func mean(ofNewest weeks: Int) -> Double? {
        let others = panel.others.suffix(weeks)
        let newest = panel.values.suffix(weeks)
        let known = newest.indices.map { place in
            newest[place] + (others.isEmpty ? 0 : others[place].isFinite ? others[place] : 0)
        }.filter(\.isFinite)
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }

    // MARK: Lines

    private var price: String {
        let known = values.filter(\.isFinite)
        guard let least = known.min(), let greatest = known.max() else { return nothing(height: 40) }
        var highest = -Double.infinity
        let peaks = panel.values.map { value in
            if value.isFinite { highest = max(highest, value) }
            return highest
        }.suffix(frame.count)
        let scale = ChartScale.prices(least, max(greatest, peaks.last ?? greatest), height: 124)
        var content = ""
        for run in runs {
            let line = points(run, values, scale)
            let back = points(run, peaks, scale).reversed()
            content += PathData.element(closed(back.reversed() + line.reversed()), class: "below")
            content += PathData.element(open(Array(points(run, peaks, scale))), class: "pk")
        }
        content += lines(scale, class: "l-price")
        var labels = ""
        for (value, name, shift) in [(greatest, "high", -4.0), (least, "low", 13.0)] {
            guard let place = values.firstIndex(of: value) else { continue }
            let share = (Double(place - values.startIndex) + 0.5) / Double(frame.count)
            let anchor = share > 0.8 ? "end" : share < 0.2 ? "start" : "middle"
            labels +=
                "<text class=\"v\" x=\"\(PathData.number(100 * share))%\" y=\"\(PathData.number(scale.y(value) + shift))\" "
            labels += "text-anchor=\"\(anchor)\">\(name) \(written(value))</text>"
        }
        let plot = frame.plot(height: 124, grid: scale.ticks.map(scale.y), content, labels: labels)
        return plot + frame.gutter(height: 124, scale.ticks.map { (scale.y($0) + 4, tick($0), false) })
    }

    /// A round price, without cents.
    private func tick(_ value: Double) -> String {
        let text = written(value)
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }

    private var index: String {
        guard !runs.isEmpty else { return nothing(height: 40) }
        let scale = ChartScale.index(height: 66)
        let plot = frame.plot(
            height: 66,
            grid: [0, 50, 100].map(scale.y),
            band(scale) + lines(scale, class: "l-search")
        )
        return plot + frame.gutter(height: 66, [0, 50, 100].map { (min(66, scale.y($0) + 4), written($0), false) })
    }

    private var ranks: String {
        guard !runs.isEmpty else { return nothing(height: 40) }
        let scale = ChartScale.ranks(of: ranked, height: 84)
        let plot = frame.plot(height: 84, grid: scale.ticks.map(scale.y), band(scale) + lines(scale, class: "l-rank"))
        return plot + frame.gutter(height: 84, scale.ticks.map { (scale.y($0) + 4, written($0), false) })
    }

    private func nothing(height: Double) -> String {
        frame.plot(
            height: height,
            grid: [],
            "",
            labels: "<text x=\"50%\" y=\"24\" text-anchor=\"middle\">no value</text>"
        )
            + frame.gutter(height: height, [])
    }

    /// Weeks with values, one after the other.
    private var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        for (week, value) in values.enumerated() where value.isFinite {
            if let last = runs.last, last.upperBound == week {
                runs[runs.count - 1] = last.lowerBound..<week + 1
            } else {
                runs.append(week..<week + 1)
            }
        }
        return runs
    }

    private func points(_ run: Range<Int>, _ series: ArraySlice<Double>, _ scale: ChartScale) -> [(
        x: Double, y: Double
    )] {
        run.map { (frame.x($0), scale.y(series[series.startIndex + $0])) }
    }

    private func open(_ points: [(x: Double, y: Double)]) -> String {
        var path = PathData()
        for (place, point) in points.enumerated() {
            if place == 0 { path.move(point.x, point.y) } else { path.line(point.x, point.y) }
        }
        return points.count > 1 ? path.text : ""
    }

    private func closed(_ points: [(x: Double, y: Double)]) -> String {
        let text = open(points)
        return text.isEmpty ? "" : text + "z"
    }

    /// The line of the values, with a dot where a week stands between gaps and for the newest.
    private func lines(_ scale: ChartScale, class name: String) -> String {
        var dots = PathData()
        var content = ""
        for run in runs {
            let points = points(run, values, scale)
            content += PathData.element(open(points), class: name)
            if run.count == 1 || run == runs.last, let last = points.last { dots.dot(last.x, last.y) }
        }
        return content + PathData.element(dots.text, class: "dot")
    }

    private func band(_ scale: ChartScale) -> String {
        let bounds = panel.bounds.suffix(frame.count)
        guard bounds.count == values.count else { return "" }
        return runs.map { run in
            let ends = run.map { bounds[bounds.startIndex + $0] }
            guard ends.allSatisfy({ $0.low.isFinite && $0.high.isFinite }) else { return "" }
            let high = zip(run, ends).map { (x: frame.x($0), y: scale.y($1.high)) }
            let low = zip(run, ends).map { (x: frame.x($0), y: scale.y($1.low)) }
            return PathData.element(closed(high + low.reversed()), class: "a-\(panel.name)")
        }.joined()
    }

    /// A value as the page writes it.
    private func written(_ value: Double) -> String { PanelChart.written(value, panel, quote) }

    /// A value of a chart as the page writes it.
    static func written(_ value: Double, _ panel: Dossier.Panel, _ quote: String) -> String {
        if ["price", "volume"].contains(panel.name) { return PageNumber.money(value, quote) }
        return PageNumber.fixed(value, value == value.rounded() || value >= 100 ? 0 : 1)
    }
}
