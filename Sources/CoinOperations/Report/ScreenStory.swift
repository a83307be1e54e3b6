internal import CoinModel
internal import CoinRanking
internal import CoinReports
internal import CoinTables

/// The page of the test of a screen: whether the coins that passed earned more than all, by what and how surely, and what speaks
/// against it.
///
/// It speaks of the first horizon, whose lost coins count as lost; a table has the others.
struct ScreenStory {
    private let evaluation: ScreenEvaluation
    private let rows: NamedRows
    private let question: String

    init(_ evaluation: ScreenEvaluation, _ table: Table, asking question: String) {
        self.evaluation = evaluation
        self.question = question
        rows = NamedRows(table)
    }

    /// The page; the notes of the table are what speaks against it.
    var story: Story {
        var story = Story(question, answer: answer, more: more)
        guard let first = evaluation.decisive.first else { return story }
        story.tiles = tiles(first)
        if let weeks = evaluation.weeksTable { story.blocks.append(.charts(charts(of: weeks, horizon: first.horizon))) }
        story.blocks += [.table(table), .words("What was done", done(first.horizon))]
        story.made = "What speaks against it"
        return story
    }

    // MARK: The answer

    private func percent(_ row: Int, _ name: String) -> String {
        PageNumber.percent(rows.number(row, name), signed: true)
    }

    private func interval(_ name: String) -> String {
        "90 %: \(percent(0, name + "_low")) to \(percent(0, name + "_high"))"
    }

    private var answer: String {
        guard let first = evaluation.decisive.first else { return "Nothing was tested." }
        let (periods, needed) = (first.neutral.periods, SignalEvidence.fewestPeriods)
        guard first.isLongEnough else {
            return "Whether such coins earn more cannot be said yet: \(periods) of \(needed) periods are over."
        }
        guard first.isSupported else { return "What such coins earned cannot be told apart from chance." }
        let relation = first.neutral.mean > 0 ? "more" : "less"
        return "Such coins earned \(relation) than all, by more than chance allows."
    }

    private var more: String {
        let (weeks, excess) = (rows.whole(0, "weeks") ?? 0, rows.number(0, "excess"))
        guard excess.isFinite else { return "No week has both coins that passed and what followed." }
        let than = "\(PageNumber.percent(abs(excess))) \(excess < 0 ? "less" : "more") than all that were ranked"
        return "Over \(counted(weeks, "week")), the coins that passed earned \(than) in the "
            + "\(counted(rows.whole(0, "horizon") ?? 0, "week")) after, on average."
    }

    private func tiles(_ first: ScreenEvidence) -> [PageTile] {
        let verdict = !first.isLongEnough ? "No call" : first.isSupported ? "Supported" : "Not supported"
        return [
            PageTile(
                "Verdict",
                verdict,
                note: "\(first.neutral.periods) of \(SignalEvidence.fewestPeriods) periods needed"
            ),
            PageTile(
                "After beta, size, past price, \(counted(first.horizon, "week"))",
                percent(0, "excess_neutral"),
                note: interval("excess_neutral")
            ),
            PageTile(
                "As good by chance",
                PageNumber.percent(rows.number(0, "p")),
                note: "of screens that know nothing"
            ),
            PageTile("A week, after costs", percent(0, "net"), note: "over holding all ranked coins"),
            PageTile(
                "Money it takes in",
                PageNumber.money(rows.number(0, "capacity_all"), RankRequest.dollar),
                note: "at 1 % of the daily volume of the newest members"
            ),
        ]
    }

    // MARK: Charts and tables

    private func charts(of weeks: Table, horizon: Int) -> [StoryChart] {
        let after = counted(horizon, "week")
        let wealth: [Picture.Mark] = [
            .init(.line("wealth_members"), .development, "passed"), .init(.dashes("wealth_all"), .volume, "all"),
        ]
        return [
            StoryChart(
                "Excess week by week",
                "Blue, upwards: the coins that passed earned more in the \(after) after; amber, downwards: less. No bar: none passed.",
                .amounts,
                [.init(.bars("excess"), .sign)],
                of: weeks
            ),
            StoryChart(
                "What 1 grew to",
                "Equal parts of the coins that passed, net of costs, and of all, over the weeks in which some were held.",
                .span,
                wealth,
                of: weeks
            ),
        ]
    }

    /// All horizons and endings.
    private var table: StoryTable {
        let heads: [StoryHead] = [
            .text("Held"), .text("Verdict"), .number("Periods"), .number("Excess"),
            .number("After beta, size, past price"),
            .number("90 % from"), .number("to"), .number("p"), .number("q"), .number("A week, net"),
            .number("Members", isExtra: true), .text("Coins without a price", isExtra: true),
        ]
        let cells = rows.rows.indices.map { row -> [StoryCell] in
            let shares = ["excess", "excess_neutral", "excess_neutral_low", "excess_neutral_high"]
            let chances = ["p", "q"].map { StoryCell(PageNumber.fixed(rows.number(row, $0), 3)) }
            return [
                StoryCell(counted(rows.whole(row, "horizon") ?? 0, "week")), StoryCell(rows.text(row, "verdict")),
                StoryCell("\(rows.whole(row, "periods") ?? 0)"),
            ] + shares.map { StoryCell(percent(row, $0)) } + chances + [
                StoryCell(percent(row, "net")), StoryCell(PageNumber.fixed(rows.number(row, "members"), 1)),
                StoryCell(rows.text(row, "ending")),
            ]
        }
        var table = StoryTable("By time held", heads, cells)
        table.note = StoryTable.endingsNote
        return table.leavingOutEmptyColumns()
    }

    private func done(_ horizon: Int) -> String {
        "Every week the coins were screened by the figures up to that day. Those that passed were bought a week later and sold after "
            + "\(counted(horizon, "week")), and what they returned was set against the mean of all coins that were ranked then."
    }
}
