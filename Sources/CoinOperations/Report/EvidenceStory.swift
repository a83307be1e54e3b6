internal import CoinModel
internal import CoinRanking
internal import CoinReports
internal import CoinTables

/// The page of the evidence: whether past ranks came true, by what and how surely, what was done, and what speaks against it.
///
/// It speaks of the first signal and horizon, whose lost coins count as lost; a table has the others.
struct EvidenceStory {
    private let evaluation: Evaluation
    private let table: Table
    private let rows: NamedRows
    private let weeks: NamedRows?
    private let signals: [String]

    init(_ evaluation: Evaluation, _ table: Table, signals: [String]) {
        self.evaluation = evaluation
        self.table = table
        self.signals = signals
        rows = NamedRows(table)
        weeks = evaluation.weeksTable.map(NamedRows.init)
    }

    /// The page; the notes of the table are what speaks against it.
    var story: Story {
        var story = Story(Story.evidenceQuestion, answer: answer, more: more)
        story.tiles = rows.rows.isEmpty ? [] : tiles
        if !evaluation.placebos.means.isEmpty { story.blocks.append(.charts([histogram])) }
        let charts = weekCharts
        if !charts.isEmpty { story.blocks.append(.charts(charts)) }
        story.blocks += [horizonTable, allTable, groupTable].compactMap(\.self).map(StoryBlock.table)
        story.blocks.append(.words("What was done", done))
        story.made = "What speaks against it"
        if !rows.rows.isEmpty { story.blocks.append(.details("The same for statisticians", statistics)) }
        return story
    }

    // MARK: The answer

    private func number(_ name: String) -> Double { rows.rows.isEmpty ? .nan : rows.number(0, name) }
    private func signed(_ value: Double) -> String { PageNumber.fixed(value, 2, signed: true) }
    private func interval(_ name: String) -> String {
        "90 %: \(signed(number(name + "_low"))) to \(signed(number(name + "_high")))"
    }

    private var horizon: Int { rows.rows.isEmpty ? 0 : rows.cell(0, "horizon")?.whole ?? 0 }
    private var periods: String {
        "\(PageNumber.fixed(number("periods"), 0)) of \(SignalEvidence.fewestPeriods) periods"
    }
    private var isLongEnough: Bool { number("periods") >= Double(SignalEvidence.fewestPeriods) }
    private var isSupported: Bool { !rows.rows.isEmpty && rows.text(0, "verdict") == "supported" }
    private var signal: String {
        signals.first.map { $0 == "score" ? "a high score" : "a high \($0)" } ?? "a high score"
    }

    private var answer: String {
        guard isLongEnough else { return "It cannot be said yet, so no coin gets a call." }
        let relation = "coins with \(signal) did \(number("ic_neutral") > 0 ? "better" : "worse") afterwards"
        return isSupported
            ? "\(number("ic_neutral") > 0 ? "Yes" : "The other way round"): \(relation), by more than chance allows."
            : "No: what followed \(signal) cannot be told apart from chance."
    }

    private var more: String {
        let (relation, p) = (number("ic"), number("p"))
        guard relation.isFinite else { return "No week has both ranks and what followed." }
        let size =
            abs(relation) < 0.02
            ? "no better and no worse"
            : (abs(relation) < 0.1 ? "slightly " : "") + (relation > 0 ? "better" : "worse")
        let weeks = PageNumber.fixed(number("weeks"), 0)
        let chance = p.isFinite ? "; chance alone does as well in about \(PageNumber.percent(p)) of cases" : ""
        let over = "\(PageNumber.fixed(number("periods"), 0)) separate periods are over"
        let long = isLongEnough ? "" : " \(over); \(SignalEvidence.fewestPeriods) are needed for a verdict."
        return
            "In \(weeks) weeks, coins with \(signal) did \(size) in the \(counted(horizon, "week")) after\(chance).\(long)"
    }

    private var tiles: [PageTile] {
        let correlations =
            weeks.map { weeks in
                weeks.rows.indices.map { weeks.number($0, "ic") }.filter(\.isFinite)
            } ?? []
        let right = correlations.count { $0 > 0 }
        let verdict = !isLongEnough ? "No call" : isSupported ? "Supported" : "Not supported"
        return [
            PageTile("Verdict", verdict, note: periods + (isLongEnough ? " needed" : "")),
            PageTile(
                "Ranks against outcomes, \(counted(horizon, "week"))",
                signed(number("ic")),
                note: "\(interval("ic")); 0: no relation, 1: foretold"
            ),
            PageTile("As good by chance", PageNumber.percent(number("p")), note: "of rankings that know nothing"),
            PageTile(
                "Weeks in the right direction",
                "\(right) of \(correlations.count)",
                note: horizon > 1 ? "weeks overlap; they are not \(correlations.count) proofs" : "each week by itself"
            ),
            PageTile("After size and past price", signed(number("ic_neutral")), note: interval("ic_neutral")),
        ]
    }

    // MARK: Charts

    private var histogram: StoryChart {
        let (means, mark) = (evaluation.placebos.means, number("ic_neutral"))
        let count = PageNumber.amount(Double(means.count))
        let better = means.count { $0 >= mark }
        let place = better * 20 <= means.count ? "it is right of nearly all of them" : "it is among them"
        let note =
            "Each bar: how many of \(count) rankings of chance had that relation with the outcome, after size and past price. "
            + "A score that foretells stands right of nearly all of them; \(mark.isFinite ? place : "it has no value yet")."
        let title = "\(count) rankings that know nothing"
        return StoryChart(title, note: note, .histogram(means, mark: mark, label: "this score: \(signed(mark))"))
    }

    private var weekCharts: [StoryChart] {
        guard let table = evaluation.weeksTable else { return [] }
        let wealth: [Picture.Mark] = [
            .init(.line("wealth_best"), .development, "best"), .init(.dashes("wealth_worst"), .volume, "worst"),
        ]
        let after = counted(horizon, "week")
        return [
            StoryChart(
                "Relation week by week",
                "Blue, upwards: high scores did better in the \(after) after; amber, downwards: worse.",
                .amounts,
                [.init(.bars("ic"), .sign)],
                of: table
            ),
            StoryChart(
                "What 1 grew to",
                "Equal parts of the best and the worst fifth of each week, net of costs.",
                .span,
                wealth,
                of: table
            ),
        ]
    }

    // MARK: Tables

    /// What an interval around a relation says.
    private func verdict(_ periods: Double, _ low: Double, _ high: Double) -> String {
        guard periods >= Double(SignalEvidence.fewestPeriods) else { return "no call: too few periods" }
        return low > 0 ? "above chance" : high < 0 ? "below chance" : "includes 0: not told apart from chance"
    }

    private var horizonTable: StoryTable? {
        let decay = evaluation.decayTable.map(NamedRows.init)
        guard let decay, let first = decay.rows.indices.first else { return nil }
        let (signal, ending) = (decay.text(first, "signal"), decay.text(first, "ending"))
        let shown = decay.rows.indices.filter {
            decay.text($0, "signal") == signal && decay.text($0, "ending") == ending
        }
        let heads: [StoryHead] = [
            .text("Held"), .number("Relation"), .number("90 % from"), .number("to"), .number("Separate periods"),
            .text("Verdict", isExtra: true),
        ]
        let cells = shown.map { row -> [StoryCell] in
            let numbers = ["ic", "ic_low", "ic_high"].map { decay.number(row, $0) }
            let periods = decay.number(row, "periods")
            return [StoryCell(counted(decay.cell(row, "horizon")?.whole ?? 0, "week"))]
                + numbers.map { StoryCell(signed($0)) }
                + [StoryCell(PageNumber.fixed(periods, 0)), StoryCell(verdict(periods, numbers[1], numbers[2]))]
        }
        return StoryTable("By time held", heads, cells)
    }

    /// All signals, horizons and endings that were judged; nil where there is one.
    private var allTable: StoryTable? {
        guard rows.rows.count > 1 else { return nil }
        let heads: [StoryHead] = [
            .text("Judged"), .number("Weeks held"), .number("Relation"), .number("After size, past price"),
            .number("p"), .number("q"), .text("Coins without a price", isExtra: true), .text("Verdict", isExtra: true),
        ]
        let cells = rows.rows.indices.map { row -> [StoryCell] in
            let numbers = ["ic", "ic_neutral"].map { StoryCell(signed(rows.number(row, $0))) }
            let chances = ["p", "q"].map { StoryCell(PageNumber.fixed(rows.number(row, $0), 3)) }
            return [StoryCell(rows.text(row, "signal")), StoryCell("\(rows.cell(row, "horizon")?.whole ?? 0)")]
                + numbers + chances
                + [StoryCell(rows.text(row, "ending")), StoryCell(rows.text(row, "verdict"))]
        }
        var table = StoryTable("All that was judged", heads, cells)
        table.note = StoryTable.endingsNote
        return table.leavingOutEmptyColumns()
    }

    private var groupTable: StoryTable? {
        let groups = NamedRows(evaluation.groupTable)
        guard let first = groups.rows.indices.first else { return nil }
        func isFirst(_ row: Int, _ name: String) -> Bool { groups.cell(row, name) == groups.cell(first, name) }
        let shown = groups.rows.indices.filter { row in ["signal", "horizon", "ending"].allSatisfy { isFirst(row, $0) }
        }
        let heads: [StoryHead] = [.text("Coins"), .number("Number a week"), .number("Weeks"), .number("Relation")]
        let cells = shown.map { row in
            [
                StoryCell(groups.text(row, "group")), StoryCell(PageNumber.fixed(groups.number(row, "coins"), 0)),
                StoryCell(PageNumber.fixed(groups.number(row, "weeks"), 0)),
                StoryCell(signed(groups.number(row, "ic"))),
            ]
        }
        var table = StoryTable("Among coins that are alike", heads, cells)
        table.note = "Many groups are looked at, so some stand out by chance."
        return table
    }

    // MARK: Words

    private var done: String {
        let coins = PageNumber.fixed(number("coins"), 0)
        return
            "Every week the coins were ranked by the figures up to that day, bought a week later, and what they returned in the "
            + "weeks after was set against their ranks: about \(coins) coins a week."
    }

    /// All figures of the first row.
    private var statistics: [String] {
        zip(table.columns, rows.rows[0]).compactMap { column, cell in
            guard case .number(let value) = cell else { return nil }
            return "\(column.title) (\(column.name)): \(PageNumber.fixed(value, abs(value) < 10 ? 4 : 0))"
        }
    }
}

extension StoryTable {
    /// What the endings and q of evidence are.
    static let endingsNote =
        "“loss”: coins with evidence that they died count as −100 %; “last price”: with the return to their last price. q is p "
        + "adjusted for all trials made on this store."
}

extension StoryChart {
    /// Columns of a table by week in one chart, whose lines are named at their ends.
    init(_ title: String, _ note: String, _ scale: Picture.Scale, _ marks: [Picture.Mark], of table: Table) {
        var drawn = table
        var panel = Picture.Panel(title, scale, marks)
        panel.namesEnds = marks.count > 1
        panel.height = 150
        drawn.pictures = [Picture(title, note: note, .weeks("week"), [panel])]
        self.init(title, note: note, .time(drawn))
    }
}

extension Story {
    fileprivate static let evidenceQuestion = "Did such ranks come true?"

    /// The page of the evidence beside a ranking: what `assay call` found of it last, nil where it found nothing within four weeks.
    static func evidence(_ basis: CallBasis?) -> Story {
        let command = "`assay evaluate --output evidence.html` draws all figures"
        guard let basis else {
            return Story(
                evidenceQuestion,
                answer: "Calls rest on no test of the last four weeks.",
                more:
                    "`assay call` tests each past week that has a year before it; \(command). It takes seconds for a hundred "
                    + "coins and a year, minutes for thousands of coins."
            )
        }
        let answer =
            switch basis.verdict {
            case .fewPeriods: "It cannot be said yet, so no coin gets a call."
            case .noEvidence: "No: what followed a high score cannot be told apart from chance."
            case .bearsCalls: "What followed high scores is more than chance, so coins may get calls."
            }
        let tested = "Tested as of \(basis.asOf) over \(counted(basis.horizon, "week"))"
        return Story(evidenceQuestion, answer: answer, more: "\(tested); \(command).")
    }
}
