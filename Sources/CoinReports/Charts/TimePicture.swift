internal import CoinModel
internal import CoinTables

/// A picture along time: its panels above one axis, from the oldest week or day of the table to its newest, or over some
/// of the newest weeks.
struct TimePicture {
    /// What it is drawn within, each beside the others.
    let frames: [TimeFrame]
    /// The panels that have something to show, with their marks; values stand oldest first.
    let panels: [DrawnPanel]

    /// Nil for a table of fewer than two weeks or days; `periods` are the weeks of each frame, with a name for other ones than so
    /// many, and none for a frame of all.
    init?(_ picture: Picture, _ table: NamedRows, periods: [(weeks: Int, name: String?)] = []) {
        let (name, shaded): (String, [ClosedRange<Week>]?) =
            switch picture.axis {
            case .weeks(let name, let shaded): (name, shaded)
            case .days(let name): (name, nil)
            }
        let days = (table.texts(name) ?? []).map { text in
            Day(text).map { shaded == nil ? $0 : Week(containing: $0).start }
        }
        let known = days.compactMap(\.self).sorted()
        guard let oldest = known.first, let newest = known.last, oldest < newest else { return nil }
        let steps = zip(known, known.dropFirst()).map { $0.distance(to: $1) }.filter { $0 > 0 }
        let pitch = shaded == nil ? steps.min() ?? 1 : 7
        var rows = [Int?](repeating: nil, count: oldest.distance(to: newest) / pitch + 1)
        for (row, day) in days.enumerated() {
            if let day { rows[oldest.distance(to: day) / pitch] = row }
        }
        if let shaded {
            let all = periods.isEmpty ? [(weeks: rows.count, name: nil)] : periods
            frames = all.map {
                TimeFrame(count: $0.weeks, newest: Week(containing: newest), shaded: shaded, name: $0.name)
            }
        } else {
            frames = [TimeFrame(days: oldest...newest, each: pitch)]
        }
        panels = picture.panels.compactMap { panel in
            DrawnPanel(panel, panel.marks.compactMap { DrawnMark($0, of: table, rows) })
        }
    }

    /// The names of months or days below the panels.
    var axis: String { frames.map(\.axis).joined() }

    /// The drawing of a panel in all frames.
    func html(of drawn: DrawnPanel) -> String { frames.map { html(of: drawn, in: $0) }.joined() }

    /// The plot and the gutter of a panel, which has the scale of its group.
    private func html(of drawn: DrawnPanel, in frame: TimeFrame) -> String {
        let (panel, marks) = (drawn.panel, drawn.marks)
        let chart = PanelChart(panel, marks, frame)
        let group = panel.group.map { group in panels.filter { $0.panel.group == group } }
        let scale = panel.axis(of: group?.map { PanelChart($0.panel, $0.marks, frame) } ?? [chart])
        let sentences = ["\(panel.title), \(frame.span)"] + marks.map(\.sentence).filter { !$0.isEmpty }
        // In several frames it would be said again and again of what stands beside them in numbers.
        let title = frames.count > 1 ? nil : PageText().escapeText(sentences.joined(separator: ". ") + ".")
        return chart.html(scale, title: title)
    }

    /// Whether the first frame has a logarithmic axis.
    var isLogarithmic: Bool {
        panels.contains { drawn in
            frames.first.map { drawn.panel.axis(of: [PanelChart(drawn.panel, drawn.marks, $0)]).isLogarithmic }
                ?? false
        }
    }
}

/// A panel along time with the marks that have something to show.
struct DrawnPanel {
    let panel: Picture.Panel
    let marks: [DrawnMark]
    /// The mark that says the value of a week: the first that is not a band around it.
    let lead: DrawnMark

    /// Nil without a mark.
    init?(_ panel: Picture.Panel, _ marks: [DrawnMark]) {
        let lead = marks.first { mark in
            switch mark.mark.form {
            case .band, .peaks, .mean: false
            case .line, .dashes, .bars, .dots, .words: true
            }
        }
        guard let lead = lead ?? marks.first else { return nil }
        self.panel = panel
        self.marks = marks
        self.lead = lead
    }

    /// The value of a week so many before the newest; nil where it is missing.
    func value(_ weeksBack: Int) -> String? { lead.value(weeksBack).map(lead.written) }

    /// The same with what stands on it, and of a rank with its band.
    func words(_ weeksBack: Int) -> String? {
        value(weeksBack).map { value in
            value
                + marks.map { mark in
                    switch (mark.mark.form, panel.scale) {
                    case (.bars, _) where mark.columns != lead.columns:
                        mark.value(weeksBack).map { $0 > 0 ? " + \(mark.written($0)) \(mark.mark.label)" : "" } ?? ""
                    case (.band, .ranks): mark.value(weeksBack).map { _ in " (\(mark.words(weeksBack)))" } ?? ""
                    default: ""
                    }
                }.joined()
        }
    }
}

extension Picture.Panel {
    /// Where the values of some charts lie.
    fileprivate func axis(of charts: [PanelChart]) -> ChartScale {
        let known = charts.flatMap(\.values).filter(\.isFinite)
        let (least, greatest) = (known.min() ?? 0, known.max() ?? 0)
        switch scale {
        case .counts: return .counts(charts.map(\.highest).max() ?? 0, height: height ?? 84)
        case .span: return .prices(least, greatest, height: height ?? 104)
        case .index: return ChartScale(0, 100, length: 72, margin: (8, 2))
        case .amounts:
            let highest = max(charts.map(\.highest).max() ?? 0, least < 0 ? 0 : .leastNormalMagnitude)
            return ChartScale(min(0, least), highest, length: height ?? 140, margin: (8, 2))
        case .share:
            let room = max(1, 0.2 * (greatest - least))
            return ChartScale(max(0, least - room), min(100, greatest + room), length: height ?? 140, margin: (8, 6))
        case .ranks: return ChartScale(1, max(2, greatest), length: height ?? 124, margin: (6, 10), isReversed: true)
        case .words: return .counts(1, height: 24)
        }
    }
}
