internal import CoinModel
internal import CoinTables

/// A ranking as a terminal shows it: which coins stand out, the first rows under up to three headings, and at most four
/// lines below.
///
/// Where it has 120 columns, or where standard output is not a terminal, a row has all columns; with 80 it has no state, change
/// and capitalisation; with fewer the band of the pace, then that of the rank are left out, and the last line names them.
/// The marks of headings are for terminals alone.
struct RankingScreen {
    private let rows: RankingRows
    private let table: Table
    private let summary: RankingSummary
    private let style: ReportStyle

    /// Nil for a table that is shown as it is.
    init?(_ table: Table, _ style: ReportStyle) {
        guard let summary = table.summary, let rows = RankingRows(table, asOf: summary.asOf) else { return nil }
        (self.rows, self.table, self.summary, self.style) = (rows, table, summary, style)
    }

    /// Writes it.
    func render(into write: (String) throws -> Void) throws {
        let layout = ScreenLayout(rows, width: style.width)
        try write(style.paragraph(table.heading, .bold) + "\n")
        if !table.rows.isEmpty { try write(TerminalInk.bold.painted(layout.heading, style.color) + "\n") }
        for group in rows.groups {
            if let heading = heading(group) { try write(heading + "\n") }
            for row in group.rows { try write(layout.line(row, isRanked: group.kind != .unranked) + "\n") }
        }
        try write(table.rows.isEmpty ? "" : "\n")
        for line in footer(layout) { try write(style.paragraph(line, .dim)) }
        guard style.isVerbose else { return }
        try write("\n")
        for note in table.notes { try write(style.paragraph(note, .dim)) }
        for (reason, coins) in summary.unranked {
            try write(style.paragraph("Not ranked, \(reason): \(listed(coins, most: .max)).", .dim))
        }
    }

    /// The heading of a group; nil where all ranked rows are one group.
    private func heading(_ group: RankingRows.Group) -> String? {
        let count = group.rows.count
        let best = RankingScreen.word(Overview.bestCount(ofRanked: summary.ranked))
        let (mark, text, ink): (String, String, TerminalInk) =
            switch group.kind {
            case .standsOut: ("▲ ", count == 1 ? "stands out" : "stand out", .blue)
            case .next: ("· ", "next: probably among the best \(best)", .orange)
            case .other:
                (
                    rows.groups.first?.kind == .other ? "" : "  ",
                    "the next \(count == 1 ? "coin" : "\(count)"), not told apart", .plain
                )
            case .unranked: ("  ", "not ranked, with the reason", .plain)
            }
        let isMarked = style.width != nil
        return ink.painted(isMarked ? mark + text : text, style.color)
    }

    static func word(_ number: Int) -> String {
        let words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        return words.indices.contains(number) ? words[number] : "\(number)"
    }

    /// What the figures are, of when prices are, what is not shown, and what to type next.
    private func footer(_ layout: ScreenLayout) -> [String] {
        let last = PageNumber.date(summary.asOf.lastCompleteWeek.lastDay.description)
        let isWide = layout.isWide
        let unit = rows.hasDays ? "days: developer-days a week" : "commits: those by people a week"
        var what = "\(unit), last 12 weeks and the 40 before, to \(last)."
        if rows.hasCommits, rows.hasDays, !isWide {
            what = "days: developer-days a week (c: commits); 12 weeks, 40 before, to \(last)."
        }
        if rows.hasFew, isWide { what += " *: under 100 in the year." }
        let leftOut = layout.leftOut.isEmpty ? "" : "Left out to fit: \(layout.leftOut.joined(separator: ", "))."
        return [what, prices(isWide), rest(isWide), leftOut.isEmpty ? next(isWide) : leftOut].filter { !$0.isEmpty }
    }

    private func prices(_ isWide: Bool) -> String {
        let missing = isWide && rows.lacksChange ? " –: no price of a week before." : ""
        guard let first = summary.newPrices.first, let last = summary.newPrices.last else {
            return (summary.oldPrices.isEmpty ? "No ranked coin has a price." : "Each price has its day.") + missing
        }
        let days = first == last ? "" : PageNumber.day(first, beside: last) + " to "
        var text = "\(isWide ? "Prices and caps" : "Prices") of \(days)\(PageNumber.date(last)) where no date stands"
        if let first = summary.oldPrices.first, let last = summary.oldPrices.last {
            let asOf = summary.asOf.description
            let until = first == last ? "" : " to " + PageNumber.day(last, beside: asOf)
            let (count, day) = (summary.oldPrices.count, PageNumber.day(first, beside: asOf))
            text += "; \(count) of \(summary.ranked) \(count == 1 ? "is" : "are") of \(day)\(until)"
        }
        return text + "." + missing
    }

    private func rest(_ isWide: Bool) -> String {
        let ranked = summary.ranked - rows.count { $0 != .unranked }
        let others = summary.unranked.reduce(0) { $0 + $1.coins.count } - rows.count { $0 == .unranked }
        let more = ranked > 0 ? "\(ranked) more ranked" : nil
        let counts = [more, others > 0 ? "\(others) not\(more == nil ? " ranked" : "")" : nil].compactMap(\.self)
        let which = counts.isEmpty ? "All coins are shown" : counts.joined(separator: ", ")
        guard !style.isVerbose else { return counts.isEmpty ? "" : which + "." }
        let why = others > 0 ? "says why, with" : "has"
        return "\(which): --verbose \(why) weights, sources and digests."
    }

    private func next(_ isWide: Bool) -> String {
        guard let name = rows.firstName else { return "" }
        var commands = ["assay why \(shellOperand(name))", "assay coin \(shellOperand(name))"]
        if isWide { commands += [#"assay rank --where "'privacy' in tags""#, "assay rank --by tag"] }
        let isMore = !isWide && summary.ranked > rows.count { $0 != .unranked }
        if isMore { commands.append("assay rank --top \(summary.ranked)") }
        if !isWide { commands.append("assay explain pace") }
        func line() -> String { "Next: " + commands.joined(separator: " · ") }
        while let width = style.width, line().displayWidth > width, commands.count > 1 { commands.removeLast() }
        return line()
    }
}
