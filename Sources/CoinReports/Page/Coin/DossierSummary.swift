internal import CoinModel
public import CoinTables

extension Dossier {
    /// The word before what is not known of a coin.
    public static let unknownWord = "not known"

    /// The coin on one screen.
    ///
    /// What its figures come to, then its rank, price, worth, work, commits and search interest with bars of the last 52
    /// weeks, and last what is not known, with the reasons. A row for each, of a word and a sentence; none where the coin's row
    /// is none of a ranking by signals.
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
        let state = CoinState(columns.text("state", 0))
        let tags = columns.text("tags", 0).split(separator: ";").prefix(3).joined(separator: ", ")
        let words = [
            columns.title(0), "\(state.sign) \(state.name)", tags, "as of \(PageNumber.date(dossier.asOf.description))",
        ]
        return words.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    var lines: [(of: String, known: String)] {
        let (unit, verdict) = (columns.text("unit", 0), Verdict(columns, of: dossier).text)
        let year = "  1 year"
        let all = [
            ("", verdict), ("rank", rank), ("price", price), ("  7 days", week),
            (year, bars("close_" + columns.quote, fromZero: false)), ("worth", worth),
            ("work", work(unit)), (year, unit == "commits" ? "" : bars("developer_days", fromZero: true)),
            ("commits", commits), (year, bars("counted", fromZero: true)), ("searches", searches),
            (year, bars("interest", fromZero: true)), ("remarks", columns.remarks(0, beyond: verdict)),
            ("code", listed(dossier.repositoryWeeks.map(\.name))), (Dossier.unknownWord, unknown),
        ]
        return all.filter { !$0.1.isEmpty }
    }

    private var rank: String {
        guard let rank = columns.whole("rank", 0) else { return "" }
        return "\(rank) of \(dossier.ranked); score \(fixed("score_pct", 1)) of 100, and 50 is the middle"
    }

    private var price: String {
        let changes = [PriceSpan.hour, .day, .week, .month, .year].compactMap { span -> String? in
            let change = columns.number("change_" + span.name, 0)
            let by = columns.text("change_\(span.name)_by", 0)
            let title = "\(span.name.dropLast()) \(span.name.suffix(1))"
            return change.isFinite ? "\(title) \(PriceBox.text(change))" + (by == "prices" ? "" : " (\(by))") : nil
        }
        let (name, last) = ("price_" + columns.quote, "last_price_" + columns.quote)
        let price = columns.dated(money(name), name, 0)
        let day = columns.text("last_price_time", 0).prefix(10)
        let known =
            price.isEmpty && !day.isEmpty ? "last known \(money(last)) (\(PageNumber.date(String(day))))" : price
        return ([known] + changes).filter { !$0.isEmpty }.joined(separator: "   ")
    }

    /// The prices of the week that the change of seven days is over.
    private var week: String {
        guard let week = dossier.weekPrices?.prices, week.count > 1 else { return "" }
        let prices = week.suffix(52).map(\.price)
        let ends = [("low", prices.min()), ("high", prices.max())].compactMap { word, price in
            price.map { "\(word) \(PageNumber.money($0, columns.quote))" }
        }
        return "\(sparkBars(prices, fromZero: false))   \(ends.joined(separator: ", "))"
    }

    private var worth: String {
        let share = columns.number("cap_share", 0)
        let (cap, volume) = (money("market_cap_" + columns.quote), money("vol12"))
        let ofAll = share.isFinite ? " (\(PageNumber.percent(share)) of all)" : ""
        let ofDay = volume.isEmpty ? money(volumeOfDay) : ""
        return [
            cap.isEmpty ? "" : "cap \(cap)\(ofAll)", volume.isEmpty ? "" : "traded a day \(volume)",
            ofDay.isEmpty ? "" : "traded in 24 h \(ofDay)",
        ]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var volumeOfDay: String { "volume_24h_" + columns.quote }

    /// The units of activity a week, of the recent weeks and of those before.
    private func work(_ unit: String) -> String {
        func weekly(_ part: String) -> Double {
            columns.number("units_" + part, 0) / columns.number("weeks_" + part, 0)
        }
        let (recent, base) = (weekly("recent"), weekly("base"))
        guard recent.isFinite, base.isFinite else { return "" }
        let weeks = columns.observedWeeks(0).map { ", \($0)" } ?? ""
        let before = columns.whole("weeks_base", 0) ?? 40
        return
            "\(PageNumber.fixed(recent, 1)) \(unit) a week\(weeks), \(PageNumber.fixed(base, 1)) in the \(before) weeks before"
    }

    private var commits: String {
        let (now, mean) = (fixed("dev12", 1), fixed("dev52", 1))
        guard !now.isEmpty else { return "" }
        let bots = dossier.botShare
        return "\(now) a week by people, \(mean.isEmpty ? PageNumber.missing : mean) over 52"
            + (bots > 0 ? "; bots made \(PageNumber.percent(bots)) of all" : "")
    }

    private var searches: String {
        let (now, mean) = (fixed("trend12", 0), fixed("trend52", 0))
        guard !now.isEmpty else { return "" }
        let term = columns.text("trend_term", 0)
        return "\(now) of 100 over 12 weeks, \(mean.isEmpty ? PageNumber.missing : mean) over 52"
            + (term.isEmpty ? "" : " (‘\(term)’)")
    }

    /// What is not known of it, by the reason.
    private var unknown: String {
        let named = [
            ("price", "price_" + columns.quote), ("market cap", "market_cap_" + columns.quote),
            ("traded volume", columns.reason("vol12", 0) == nil ? "vol12" : volumeOfDay),
            ("activity", "theta_median"), ("developers in 12 weeks", "developers12"), ("search interest", "trend12"),
            ("all-time high", "ath_" + columns.quote), ("supply limit", "max_supply"),
        ]
        var reasons: [(reason: String, names: [String])] = []
        for (name, column) in named {
            guard let reason = columns.reason(column, 0) else { continue }
            if let place = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[place].names.append(name)
            } else {
                reasons.append((reason, [name]))
            }
        }
        return reasons.map { "\($0.names.joined(separator: ", ")): \($0.reason)" }.joined(separator: "\n")
    }

    private func bars(_ column: String, fromZero: Bool) -> String {
        let weeks = NamedRows(dossier.weeks).numbers(column) ?? []
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
