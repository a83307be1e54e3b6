internal import CoinModel
internal import CoinTables

/// One chart of a coin's page, drawn for some of its newest weeks.
struct PanelChart {
    private let panel: Dossier.Panel
    private let frame: TimeFrame
    /// How many coins are ranked, for charts of ranks.
    private let ranked: Int
    private let quote: String
    private let values: [Double]

    init(_ panel: Dossier.Panel, _ frame: TimeFrame, ranked: Int, quote: String) {
        (self.panel, self.frame, self.ranked, self.quote) = (panel, frame, ranked, quote)
        values = frame.drawn(panel.values, takesNewest: [.price, .rank].contains(panel.drawing))
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
        let others = panel.others.isEmpty ? [] : frame.drawn(panel.others)
        let sums = others.isEmpty ? values : zip(values, others).map { $0 + ($1.isFinite ? $1 : 0) }
        let greatest = sums.filter(\.isFinite).max() ?? 0
        let height = panel.name == "developer-days" ? 92.0 : panel.name == "commits" ? 76 : 64
        let scale = ChartScale.counts(greatest, height: height)
        let shown = TimeSeries(values, frame, scale)
        let start = max(0, values.count - (12 + frame.step - 1) / frame.step)
        var content = PathData.element(shown.bars(0..<start), class: "b0 b-\(panel.name)")
        content += PathData.element(shown.bars(start..<values.count), class: "b-\(panel.name)")
        if !others.isEmpty {
            let path = TimeSeries(others, frame, scale).bars(0..<values.count, on: shown.values)
            content += PathData.element(path, class: "b-others")
        }
        let means = [(weeks: 52, name: "m52"), (12, "m12")].compactMap { weeks, name -> (String, Double)? in
            mean(ofNewest: weeks).map { (name, $0) }
        }
        for (name, mean) in means where mean <= greatest {
            let from = name == "m12" ? Double(max(0, frame.count - 12)) * 10 : Double(max(0, frame.count - 52)) * 10
            let y = PathData.number(scale.y(mean))
            content += PathData.element("M\(PathData.number(from)) \(y)H\(frame.count * 10)", class: name)
        }
        let plot = frame.plot(height: height, grid: [4, height], content)
        return plot + frame.gutter(height: height, numbers(means.filter { $0.1 <= greatest }, greatest, scale))
    }

    /// What stands beside bars: the means, moved apart where they lie close, and the ends of the axis where there is room.
    private func numbers(
        _ means: [(name: String, mean: Double)],
        _ greatest: Double,
        _ scale: ChartScale
    ) -> [(y: Double, text: String, isStrong: Bool)] {
        let line = 11.0
        var texts: [(y: Double, text: String, isStrong: Bool)] = []
        for (name, mean) in means.reversed() {
            var y = min(scale.height, max(9, scale.y(mean) + 4))
            if let other = texts.first?.y, abs(other - y) < line {
                let isBelow = (y > other || y == other) && other + line <= scale.height || other - line < 9
                y = isBelow ? other + line : other - line
            }
            texts.append((y, written(mean), name == "m12"))
        }
        for end in [(y: scale.height, text: "0"), (y: 9, text: written(greatest))]
        where texts.allSatisfy({ abs($0.y - end.y) >= line }) {
            texts.append((end.y, end.text, false))
        }
        return texts
    }

    /// The mean of what counts of the newest weeks; nil where nothing is known.
    private func mean(ofNewest weeks: Int) -> Double? {
        let known = panel.values.suffix(weeks).filter(\.isFinite)
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
        }
        let shownPeaks = frame.drawn(peaks, takesNewest: true)
        let scale = ChartScale.prices(least, max(greatest, peaks.last ?? greatest), height: 124)
        let (line, top) = (TimeSeries(values, frame, scale), TimeSeries(shownPeaks, frame, scale))
        var content = ""
        for run in line.runs {
            let peaks = top.points(run)
            content += PathData.element(TimeSeries.closed(peaks + line.points(run).reversed()), class: "below")
            content += PathData.element(TimeSeries.open(peaks), class: "pk")
        }
        content += line.line(class: "l-price")
        var labels = ""
        for (value, name, shift) in [(greatest, "high", -4.0), (least, "low", 13.0)] {
            guard let place = values.firstIndex(of: value) else { continue }
            let share = (Double(place) + 0.5) / Double(values.count)
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
        let scale = ChartScale.index(height: 66)
        guard let content = banded(scale, class: "l-search") else { return nothing(height: 40) }
        return frame.plot(height: 66, grid: [0, 50, 100].map(scale.y), content)
            + frame.gutter(height: 66, [0, 50, 100].map { (min(66, scale.y($0) + 4), written($0), false) })
    }

    private var ranks: String {
        let scale = ChartScale.ranks(of: ranked, height: 84)
        guard let content = banded(scale, class: "l-rank") else { return nothing(height: 40) }
        return frame.plot(height: 84, grid: scale.ticks.map(scale.y), content)
            + frame.gutter(height: 84, scale.ticks.map { (scale.y($0) + 4, written($0), false) })
    }

    /// The line of the values on its band; nil where there is no value.
    private func banded(_ scale: ChartScale, class name: String) -> String? {
        let line = TimeSeries(values, frame, scale)
        guard !line.runs.isEmpty else { return nil }
        let takesNewest = panel.drawing == .rank
        let low = frame.drawn(panel.bounds.map(\.low), takesNewest: takesNewest)
        let high = frame.drawn(panel.bounds.map(\.high), takesNewest: takesNewest)
        return line.band(Array(zip(low, high)), class: "a-\(panel.name)") + line.line(class: name)
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

    /// A value as the page writes it.
    private func written(_ value: Double) -> String { PanelChart.written(value, panel, quote) }

    /// A value of a chart as the page writes it.
    static func written(_ value: Double, _ panel: Dossier.Panel, _ quote: String) -> String {
        if ["price", "volume"].contains(panel.name) { return PageNumber.money(value, quote) }
        return PageNumber.fixed(value, value == value.rounded() || value >= 100 ? 0 : 1)
    }
}
