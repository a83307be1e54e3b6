internal import CoinModel
public import CoinTables

extension Dossier {
    /// The coin on one screen.
    ///
    /// Where it stands and why, then price, commits and search interest with bars of the last 52 weeks. A row for each, of a word and a sentence; what is not known has none.
    ///
    /// - Returns: the rows; none where the coin's row is none of a ranking by signals.
    public var summary: Table {
        let columns = [
            Column.text("of", "Of", "What the sentence is about."), .text("known", "Known", "What is known of it."),
        ]
        let summary = DossierSummary(self)
        let rows = summary?.lines.map { [Cell.text($0.of), .text($0.known)] } ?? []
        return Table(title: summary?.title ?? "", columns: columns, rows: rows)
    }
}

/// The lines of a coin's screen.
private struct DossierSummary {
    private let dossier: Dossier
    private let columns: RankingColumns

    init?(_ dossier: Dossier) {
        guard let columns = RankingColumns(dossier.row), dossier.row.rows.count == 1 else { return nil }
        (self.dossier, self.columns) = (dossier, columns)
    }

    var title: String {
        let words = ["symbol", "coin_id"].map { columns.text($0, 0) }.filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(columns.text("name", 0)) (\(words)), as of \(dossier.asOf)"
    }

    var lines: [(of: String, known: String)] {
        let all = [
            ("in short", Verdict(columns, of: dossier).text), ("state", columns.text("state", 0)),
            ("rank", rank), ("score", score), ("signals", signals),
            ("price", price), ("52 weeks", bars("close_" + columns.quote, fromZero: false)), ("worth", worth),
            ("commits", recently("dev12", "dev52", "a week", change: "dev_change_pct")),
            ("52 weeks", bars("counted", fromZero: true)),
            ("searches", recently("trend12", "trend52", "of 100", change: nil)),
            ("52 weeks", bars("interest", fromZero: true)), ("remarks", remarks),
            ("code", listed(dossier.repositoryWeeks.map(\.name))),
        ]
        return all.filter { !$0.1.isEmpty }
    }

    private var rank: String {
        guard let (rank, low, high) = columns.rank(0) else { return "none" }
        return "\(rank) of \(dossier.ranked), between \(low) and \(high) with a probability of 80\u{202F}%"
    }

    private var score: String {
        let percent = fixed("score_pct", 1)
        return percent.isEmpty
            ? ""
            : "\(percent) of 100, 50 is the middle; data for \(PageNumber.percent(columns.number("coverage", 0))) of the weight"
    }

    /// What each signal adds to the score.
    private var signals: String {
        if columns.whole("rank", 0) == nil { return "" }
        return columns.signals.map { signal in
            let amount = columns.number("contribution_" + signal, 0)
            return amount.isFinite ? "\(signal) \(PageNumber.fixed(amount, 2, signed: true))" : "\(signal) not known"
        }.joined(separator: ", ")
    }

    private var price: String {
        let changes = PriceSpan.allCases.map(\.name).compactMap { span -> String? in
            let change = columns.number("change_" + span, 0)
            let by = columns.text("change_\(span)_by", 0)
            return change.isFinite ? "\(span) \(PriceBox.text(change))" + (by == "prices" ? "" : " (\(by))") : nil
        }
        let (name, last) = ("price_" + columns.quote, "last_price_" + columns.quote)
        let price = columns.dated(money(name), name, 0)
        let day = columns.text("last_price_time", 0).prefix(10)
        let known =
            price.isEmpty && !day.isEmpty ? "last known \(money(last)) (\(PageNumber.date(String(day))))" : price
        return ([known] + changes).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var worth: String {
        let parts = [("market cap", "market_cap_" + columns.quote), ("traded a day", "vol12")].map { title, column in
            (title, money(column))
        }
        return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    private var remarks: String {
        ["reason", "flags", "market_flags"].map { columns.text($0, 0) }.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// The means of 12 and of 52 weeks.
    private func recently(_ recent: String, _ year: String, _ unit: String, change: String?) -> String {
        let (now, mean) = (fixed(recent, 1), fixed(year, 1))
        guard !now.isEmpty else { return "" }
        let change = columns.number(change ?? "", 0)
        let weeks = (recent == "dev12" ? columns.observedWeeks(0) : nil) ?? "12 weeks"
        return "\(now) \(unit) over \(weeks), \(mean.isEmpty ? PageNumber.missing : mean) over 52"
            + (change.isFinite ? ": \(PriceBox.text(change))" : "")
    }

    private func bars(_ column: String, fromZero: Bool) -> String {
        let weeks = DrawnTable(dossier.weeks).numbers(column) ?? []
        return sparkBars(weeks.prefix(52).reversed(), fromZero: fromZero)
    }

    private func money(_ name: String) -> String {
        let amount = columns.number(name, 0)
        return amount.isFinite ? PageNumber.money(amount, columns.quote) : ""
    }

    private func fixed(_ name: String, _ places: Int) -> String {
        let value = columns.number(name, 0)
        return value.isFinite ? PageNumber.fixed(value, places) : ""
    }
}
