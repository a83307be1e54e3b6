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
            Column("of", "Of", .text, meaning: "What the sentence is about."),
            Column("known", "Known", .text, meaning: "What is known of it."),
        ]
        let lines = DossierSummary(self)?.lines ?? []
        return Table(
            title: DossierSummary.title(of: self),
            columns: columns,
            rows: lines.map { [.text($0.of), .text($0.known)] }
        )
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

    static func title(of dossier: Dossier) -> String {
        guard let columns = RankingColumns(dossier.row), dossier.row.rows.count == 1 else { return "" }
        let words = ["symbol", "coin_id"].map { columns.text($0, 0) }.filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(columns.text("name", 0)) (\(words)), as of \(dossier.asOf)"
    }

    var lines: [(of: String, known: String)] {
        let all = [
            ("in short", Verdict(columns, of: dossier).text), ("state", columns.text("state", 0)),
            ("rank", rank), ("score", score), ("signals", signals),
            ("price", price), ("52 weeks", bars("close_" + columns.quote, fromZero: false)), ("worth", worth),
            ("commits", commits),
            ("52 weeks", bars("counted", fromZero: true)), ("searches", searches),
            ("52 weeks", bars("interest", fromZero: true)), ("remarks", remarks), ("code", repositories),
        ]
        return all.filter { !$0.1.isEmpty }
    }

    private var rank: String {
        guard let place = columns.whole("rank", 0) else { return "none" }
        let (low, high) = (columns.whole("rank_low", 0) ?? place, columns.whole("rank_high", 0) ?? place)
        return "\(place) of \(dossier.ranked), between \(low) and \(high) with a probability of 80\u{202F}%"
    }

    private var score: String {
        let percent = fixed("score_pct", 1)
        return percent.isEmpty
            ? "" : "\(percent) of 100, 50 is the middle; data for \(percentage("coverage")) of the weight"
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
            return change.isFinite ? "\(span) \(signed(change))" + (by == "prices" ? "" : " (\(by))") : nil
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

    private var commits: String { recently("dev12", "dev52", "a week", change: "dev_change_pct") }

    private var searches: String { recently("trend12", "trend52", "of 100", change: nil) }

    private var remarks: String {
        ["reason", "flags", "market_flags"].map { columns.text($0, 0) }.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private var repositories: String {
        listed(dossier.repositoryWeeks.map(\.name))
    }

    /// The means of 12 and of 52 weeks.
    private func recently(_ recent: String, _ year: String, _ unit: String, change: String?) -> String {
        let (now, mean) = (fixed(recent, 1), fixed(year, 1))
        guard !now.isEmpty else { return "" }
        let change = columns.number(change ?? "", 0)
        let weeks = (recent == "dev12" ? columns.observedWeeks(0) : nil) ?? "12 weeks"
        return "\(now) \(unit) over \(weeks), \(mean.isEmpty ? PageNumber.missing : mean) over 52"
            + (change.isFinite ? ": \(signed(change))" : "")
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

    private func signed(_ percent: Double) -> String { PageNumber.fixed(percent, 1, signed: true) + "\u{202F}%" }

    private func percentage(_ name: String) -> String { PageNumber.percent(columns.number(name, 0)) }
}
