internal import CoinModel
internal import CoinTables

/// The numbers of a coin's row in groups, each with what it means and how it came about.
struct CoinMeasureList {
    private let dossier: Dossier

    init(_ dossier: Dossier) { self.dossier = dossier }

    /// What the template can ask: the title of each group and its measures; a group without values is left out.
    var groups: [[String: Any]] {
        CoinMeasureList.named.filter(isKnown).map { title, measures, fields in
            ["title": title, "measures": measures.compactMap(html).joined(separator: "\n"), "said": fields.map(said)]
        }
    }

    /// Whether any value of a group is there.
    private func isKnown(_ title: String, _ measures: [Measure], _ fields: [(String, CoinField)]) -> Bool {
        let known = zip(dossier.row.columns, dossier.row.rows[0]).filter { $1.text != nil || $1.value != nil }
        let names = known.map(\.0.name)
        return measures.contains { measure in names.contains { matches($0, measure.column) } }
            || fields.contains { dossier.details[$1] != nil }
    }

    /// What a source said of the coin, with who and when.
    private func said(_ title: String, _ field: CoinField) -> [String: String] {
        guard let detail = dossier.details[field] else {
            return ["title": title, "value": PageNumber.missing, "note": "no loaded source states it"]
        }
        let value =
            switch detail.value {
            case .number(let number):
                field.form.kind == .money
                    ? PageNumber.money(number, detail.quote)
                    : PageNumber.fixed(number, number == number.rounded() ? 0 : 1) + " " + field.unit(in: detail.quote)
            case .text(let text): PageNumber.date(text).cut(toWidth: 40)
            }
        let day = PageNumber.day(detail.time.description, beside: dossier.asOf.description)
        return ["title": title, "value": value, "note": "by \(detail.source), \(day)"]
    }

    /// A column as the page names it and writes its values, without a form as tables do; a moment as its day.
    private typealias Measure = (column: String, title: String, form: PageForm?)

    /// A line that opens to what the measure means, as HTML, which templates would take ten times as long for.
    private func html(_ measure: Measure) -> String? {
        guard let place = dossier.row.columns.firstIndex(where: { matches($0.name, measure.column) }),
            let cell = dossier.row.rows.first?[place]
        else { return nil }
        let column = dossier.row.columns[place]
        var lines = dossier.explanations[column.name] ?? []
        var (value, unit, why) = (PageNumber.missing, "", "")
        if case .missing(let reason) = cell {
            why = reason.meaning
        } else if let text = cell.text {
            let isTime = measure.column.hasSuffix("_time")
            value = text.isEmpty ? "none" : isTime ? PageNumber.date(String(text.prefix(10))) : text
        } else if let exact = cell.numberText {
            let written = measure.form.flatMap { form in cell.value.map { form.written($0, column.unit) } }
            value = written ?? cell.display(column).text.replacingScalars { $0 == "-" ? "\u{2212}" : nil }
            unit = written == nil ? column.unit : ""
            if written != nil { lines.insert("Exactly \(exact) \(column.unit)", at: 0) }
            if let day = dossier.row.asides[column.name]?.first, !day.isEmpty { value += " (\(PageNumber.date(day)))" }
        }
        func tagged(_ text: String, _ open: String, _ close: String) -> String {
            text.isEmpty ? "" : open + PageText().escapeText(text) + close
        }
        let name = tagged(column.name, "", "")
        let known = tagged(value, "", "") + tagged(unit, " <small>", "</small>")
        let inner = ([column.meaning] + lines).map { tagged($0, "<p>", "</p>") }.joined()
        return "<details id=\"why-\(name)\"><summary>" + tagged(measure.title, "<span>", "</span>")
            + "<span class=\"val\">\(known)\(tagged(why, "<small class=\"w\">", "</small>"))</span></summary>"
            + "<div class=\"in\">\(inner)<p><code>\(name)</code></p></div></details>"
    }

    /// A column of money is named without its currency.
    private func matches(_ column: String, _ name: String) -> Bool {
        column == name || name.hasSuffix("_") && column.hasPrefix(name) && !column.dropFirst(name.count).contains("_")
    }

    private static let named: [(String, [Measure], [(String, CoinField)])] = [
        (
            "Development",
            [
                ("theta_median", "Pace, 12 against 40 weeks", .times), ("theta_p05", "90 % of it lie from", .times),
                ("theta_p95", "90 % of it lie to", .times), ("p_up", "Chance of +25 % or more", .share),
                ("p_down", "Chance of −20 % or less", .share), ("dev12", "Commits, mean of 12 weeks", nil),
                ("dev52", "Commits, mean of 52 weeks", nil), ("dev_change_pct", "Commits, 12 against 52", nil),
                ("units_recent", "Work of 12 weeks", nil), ("units_base", "Work of the 40 before", nil),
                ("phi", "Unevenness of weeks", nil), ("developers12", "Developers of 12 weeks", nil),
                ("developers52", "Developers of 52 weeks", nil), ("full_time", "Full-time", nil),
                ("part_time", "Part-time", nil), ("newcomers", "Newcomers", nil),
                ("leavers", "Leavers", nil), ("retention", "Share of developers who stayed", .share),
                ("breadth", "Work spread over more (+) or fewer (−)", nil),
                ("top_share", "Share of the most active", .share), ("inherited52", "Inherited commits", nil),
                ("releases52", "Release days of 52 weeks", nil), ("days_since_release", "Days since a release", nil),
                ("stars12", "New stars a week, 12 weeks", nil), ("stars52", "New stars a week, 52 weeks", nil),
                ("star_burst", "Weeks of many stars", nil), ("open_issues", "Open issues", nil),
                ("open_pulls", "Open pull requests", nil),
                ("flags", "Flags", nil),
            ],
            []
        ),
        (
            "Market",
            [
                ("price_", "Price", .money), ("market_cap_", "Market cap", .money),
                ("cap_share", "Share of all", .share),
                ("price_time", "Priced", nil), ("last_price_", "Last price known", .money),
                ("last_price_time", "Last priced", nil), ("change_1h", "Price in an hour", nil),
                ("change_24h", "Price in 24 hours", nil), ("change_7d", "Price in 7 days", nil),
                ("change_30d", "Price in 30 days", nil), ("change_90d", "Price in 90 days", nil),
                ("change_180d", "Price in 180 days", nil), ("change_1y", "Price in a year", nil),
                ("change_12w", "Price in 12 weeks", nil), ("volatility52", "Volatility a year", .share),
                ("drawdown", "Below the year’s high", .share), ("drawdown_ever", "Below the highest known", .share),
                ("above_low_ever", "Above the lowest known", .signedShare),
                ("vol12", "Volume a day, 12 weeks", .money), ("vol52", "Volume a day, 52 weeks", .money),
                ("vol_trend", "Volume against the market’s", nil), ("turnover", "Traded a day by cap", .share),
                ("price_source", "Price’s source", nil), ("market_flags", "Flags", nil),
            ],
            [("Lowest ever", .atl), ("When that was", .atlDate)]
        ),
        (
            "Use",
            [
                ("tvl_", "Locked in its protocols", .money), ("chain_tvl_", "Locked on its chain", .money),
                ("tvl_change_90d", "Locked, in 90 days", nil), ("fees_30d", "Fees of 30 days", .money),
                ("revenue_30d", "Revenue of 30 days", .money), ("p_f", "Cap by fees of a year", nil),
                ("p_s", "Cap by revenue of a year", nil), ("fees_per_developer_day", "Fees by developer-day", .money),
                ("protocols", "Protocols", nil), ("fundamentals_time", "Asked for", nil),
                ("addresses12", "Addresses a day, 12 weeks", nil),
                ("address_change_pct", "Addresses, 12 against 52", nil),
                ("transactions12", "Transactions a day, 12 weeks", nil),
                ("transaction_change_pct", "Transactions, 12 against 52", nil),
                ("chain_fees12", "Fees of its chain a day", .money), ("nvt", "Cap by value moved a day", nil),
                ("active_supply_pct", "Coins moved in a year", nil),
                ("attention12", "Page views a week, 12 weeks", nil),
                ("attention_momentum", "Page views, 12 against 40 weeks, log", nil),
                ("use_sources", "Whose these weeks are", nil),
            ],
            []
        ),
        (
            "Supply, chain, search",
            [
                ("circulating_supply", "Circulating", .coins), ("total_supply", "Total supply", .coins),
                ("max_supply", "Maximum supply", .coins), ("circulating_share", "Circulating share", .share),
                ("fully_diluted", "Fully diluted", .money), ("supply_growth", "Supply in a year", .signedShare),
                ("search_momentum", "Search, 12 against 40 weeks, log", nil), ("search_low", "… at least", nil),
                ("search_high", "… at most", nil), ("asvi", "Search, newest week, log", nil),
                ("cap_against_volume", "Capitalisation above (+) or below (−) peers of its volume", nil),
                ("coverage", "Weight that rests on data", .share), ("score", "Score", nil),
                ("score_pct", "Score of 100", nil), ("age_weeks", "Known for", nil),
            ],
            [("Algorithm", .hashingAlgorithm), ("Block time", .blockTime), ("First block", .genesis)]
        ),
    ]
}

/// Why a coin has its score: a row for each signal, with a bar from where the ones before end.
struct CoinScore {
    private let table: NamedRows
    private let amounts: [Double]

    /// The contributions, as `assay why` has them.
    init(_ table: Table) {
        self.table = NamedRows(table)
        amounts = self.table.numbers("contribution") ?? table.rows.map { _ in .nan }
    }

    /// What the template can ask of each row.
    var rows: [[String: String]] {
        amounts.enumerated().map { row, amount in
            func signed(_ name: String) -> String { PageNumber.fixed(table.number(row, name), 2, signed: true) }
            let signal = table.text(row, "signal")
            return [
                "title": CoinScore.titles[signal] ?? signal, "missing": table.text(row, "missing"),
                "weight": PageNumber.percent(table.number(row, "weight")), "value": signed("value"),
                "standing": signed("standing"), "amount": signed("contribution"),
                "bar": amount.isFinite ? CoinScore.bar(amount, signal) : "",
            ]
        }
    }

    /// What they add up to; nil where nothing is known.
    var sum: String? {
        let known = amounts.filter(\.isFinite)
        return known.isEmpty ? nil : PageNumber.fixed(known.reduce(0, +), 2, signed: true)
    }

    private static let titles = [
        "development": "Developer activity", "developers": "Developers", "volume": "Volume", "search": "Searches",
        "cap_against_volume": "Cap against traded volume",
    ]

    /// A bar from zero over the full cell.
    private static func bar(_ amount: Double, _ signal: String) -> String {
        let scale = ChartScale(-1.6, 1.6, length: 100)
        return "<svg class=\"wf\" aria-hidden=\"true\"><rect class=\"tr\" y=\"6\" width=\"100%\" height=\"4\"/>"
            + scale.bar(from: 0, to: amount, y: 1, height: 14, class: "f-" + signal)
            + "<line class=\"ax\" x1=\"50%\" x2=\"50%\" y2=\"16\"/></svg>"
    }
}
