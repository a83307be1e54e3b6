internal import CoinModel
internal import CoinTables

/// Holdings as a terminal shows them.
///
/// First what all are worth and what today brought, then a row a coin with a row of sums, and at most four lines below;
/// `--verbose` shows all columns and notes instead.
struct HoldingsScreen {
    private let table: Table
    private let summary: HoldingsSummary
    private let style: ReportStyle
    private let cells: NamedRows

    /// Nil for a table that is shown as it is.
    init?(_ table: Table, _ style: ReportStyle) {
        guard let summary = table.holdings, !style.isVerbose else { return nil }
        (self.table, self.summary, self.style) = (table, summary, style)
        cells = NamedRows(table)
    }

    /// Writes it.
    func render(into write: (String) throws -> Void) throws {
        try write(style.paragraph(sentence, .bold) + "\n")
        var (columns, leftOut) = (self.columns, [String]())
        func total() -> Int { columns.reduce(-2) { $0 + $1.width + 2 } }
        // What is left out is named; the coin, its amount and its worth always stand.
        for heading in ["share", "7 d", "24 h", "price", "gain"] where total() > style.width ?? .max {
            columns.removeAll { $0.heading == heading }
            leftOut.append(heading)
        }
        func line(_ text: (ScreenColumn) -> String) -> String {
            screenLine(columns.map { (text($0), $0.width, $0.isRight) }, between: "  ")
        }
        if !table.rows.isEmpty {
            try write(TerminalInk.bold.painted(line(\.heading), style.color) + "\n")
            for row in 0...table.rows.count { try write(line { $0.cells[row] } + "\n") }
            try write("\n")
        }
        for text in footer(leftOut) { try write(style.paragraph(text, .dim)) }
    }

    /// The answer, such as `$37,769 in 5 coins; +$1,335 (+3.7 %) in 24 h, +$21,422 (+131 %) on its cost`.
    private var sentence: String {
        guard summary.coins > 0 else { return "No coins are owned." }
        let coins = counted(summary.coins, "coin")
        let day = summary.changes["24h"].flatMap { moved($0, " in 24 h") }
        let moves = [day, moved(summary.gain, " on its cost")].compactMap(\.self).joined(separator: ", ")
        let worth =
            summary.worth.amount.isFinite ? "\(money(summary.worth.amount)) in \(coins)" : "\(coins), none with a price"
        return worth + (moves.isEmpty ? "" : "; " + moves) + "."
    }

    private func moved(_ sum: HoldingsSummary.Sum, _ what: String) -> String? {
        guard sum.amount.isFinite else { return nil }
        let share = sum.percent.isFinite ? " (\(percent(sum.percent)))" : ""
        return money(sum.amount, signed: true) + share + what
    }

    private var columns: [ScreenColumn] {
        func column(_ heading: String, isRight: Bool = true, _ all: String, _ text: (Int) -> String) -> ScreenColumn {
            ScreenColumn(heading: heading, isRight: isRight, cells: table.rows.indices.map(text) + [all])
        }
        let quote = summary.currency
        let (day, week) = (summary.changes["24h"]?.percent ?? .nan, summary.changes["7d"]?.percent ?? .nan)
        return [
            column("coin", isRight: false, "all") { summary.name(cells.text($0, "coin")).cut(toWidth: 20) },
            column("amount", "") { grouped(cells.text($0, "amount")) },
            column("price", isRight: false, "") { row in
                let old = summary.oldPrices[cells.text(row, "coin")].map {
                    " " + PageNumber.day("\($0)", beside: "\(summary.asOf)")
                }
                return money(cells.number(row, "price_" + quote)) + (old ?? "")
            },
            column("worth", money(summary.worth.amount)) { money(cells.number($0, "value_" + quote)) },
            column("share", summary.worth.amount.isFinite ? "100 %" : PageNumber.missing) { row in
                plain(PageNumber.percent(cells.number(row, "value_" + quote) / summary.worth.amount))
            },
            column("24 h", percent(day)) { percent(cells.number($0, "change_24h_pct")) },
            column("7 d", percent(week)) { percent(cells.number($0, "change_7d_pct")) },
            column("gain", money(summary.gain.amount, signed: true)) {
                money(cells.number($0, "unrealised_" + quote), signed: true)
            },
        ]
    }

    private func footer(_ leftOut: [String]) -> [String] {
        guard summary.coins > 0 else {
            let next = "`assay portfolio add buy bitcoin 0.25 --price 61000 --time 2024-03-01` enters a first purchase."
            return [next] + table.notes.dropFirst().prefix(3)
        }
        let (realised, income) = summary.taken
        var taken = ""
        if realised.isFinite, income.isFinite, realised != 0 || income != 0 {
            taken = " Taken: \(money(realised)) by sales, \(money(income)) income."
        }
        let old = summary.oldPrices.sorted { $0.key < $1.key }.map { id, day in
            "\(summary.name(id)) of \(PageNumber.day("\(day)", beside: "\(summary.asOf)"))"
        }
        let left = summary.changes.values.flatMap(\.without).contains { summary.oldPrices[$0] != nil }
        let unpriced = summary.worth.without.map(summary.name)
        let costless = summary.gain.without.filter { !summary.worth.without.contains($0) }.map(summary.name)
        let missing = [
            summary.later, unpriced.isEmpty ? nil : "Without a value, in no sum: \(listed(unpriced)).",
            costless.isEmpty ? nil : "Of unknown cost: \(listed(costless)).",
        ].compactMap(\.self).joined(separator: " ")
        return [
            "As of \(PageNumber.date("\(summary.asOf)")), costs by \(summary.method).\(taken)",
            old.isEmpty ? "" : "Older prices: \(listed(old))\(left ? "; left out of changes" : "").", missing,
            leftOut.isEmpty
                ? "Also: assay portfolio value · performance · activity · --verbose: all columns"
                : "Left out to fit: \(leftOut.joined(separator: ", ")); --verbose has all columns.",
        ].filter { !$0.isEmpty }
    }

    private func money(_ amount: Double, signed: Bool = false) -> String {
        (signed && amount > 0 ? "+" : "") + plain(PageNumber.money(amount, summary.currency))
    }

    private func percent(_ percent: Double) -> String {
        percent.isFinite ? plain(PageNumber.percent(percent / 100, signed: true)) : PageNumber.missing
    }

    /// All digits of an amount, with marks between thousands.
    private func grouped(_ amount: String) -> String {
        let parts = amount.split(separator: ".", maxSplits: 1).map(String.init)
        let whole = thousandsMarked(parts.first ?? "").replacingScalars { $0 == "-" ? "\u{2212}" : nil }
        return whole + (parts.count > 1 ? "." + parts[1] : "")
    }
}
