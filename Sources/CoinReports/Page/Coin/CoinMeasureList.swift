internal import CoinModel
internal import CoinTables

/// The numbers of a coin's row in groups, each with what it means and how it came about.
struct CoinMeasureList {
    private let dossier: Dossier

    init(_ dossier: Dossier) { self.dossier = dossier }

    /// What the template can ask: the title of each group and its measures; a group without values is left out.
    var groups: [[String: Any]] {
        CoinMeasureList.named.map { title, measures, fields in
            ["title": title, "measures": measures.compactMap(view), "said": fields.map(said)]
        }
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

    /// A column as the page names it and writes its values.
    private typealias Measure = (column: String, title: String, form: Form)

    /// How people read a number.
    private enum Form {
        /// As tables show it.
        case column
        case times, share, signedShare
        /// As an amount in the quote currency, or of coins.
        case money, coins
        /// A moment as its day.
        case day
    }

    private func view(_ measure: Measure) -> [String: Any]? {
        guard let place = dossier.row.columns.firstIndex(where: { matches($0.name, measure.column) }),
            let cell = dossier.row.rows.first?[place]
        else { return nil }
        let column = dossier.row.columns[place]
        let shown = cell.display(column)
        var lines = dossier.explanations[column.name] ?? []
        var why = ""
        if case .missing(let reason) = cell { why = reason.meaning }
        var (value, unit) = (PageNumber.missing, "")
        if case .text(let text) = cell {
            value = text.isEmpty ? "none" : measure.form == .day ? PageNumber.date(String(text.prefix(10))) : text
        } else if !shown.isMissing {
            let written = written(cell, as: measure.form, of: column)
            value = written ?? shown.text.replacingScalars { $0 == "-" ? "\u{2212}" : nil }
            unit = written == nil ? column.unit : ""
            if let exact = cell.numberText, written != nil { lines.insert("Exactly \(exact) \(column.unit)", at: 0) }
            if let day = dossier.row.asides[column.name]?.first, !day.isEmpty { value += " (\(PageNumber.date(day)))" }
        }
        return [
            "name": column.name, "title": measure.title, "unit": unit, "value": value,
            "meaning": column.meaning, "lines": lines, "why": why,
        ]
    }

    /// A number in a form of its own; nil where it is written as tables show it.
    private func written(_ cell: Cell, as form: Form, of column: Column) -> String? {
        guard let value = cell.value else { return nil }
        switch form {
        case .column, .day: return nil
        case .times: return PageNumber.fixed(value, 2) + "×"
        case .share: return PageNumber.percent(value)
        case .signedShare: return PageNumber.percent(value, signed: true)
        case .money: return PageNumber.money(value, column.unit)
        case .coins: return PageNumber.amount(value) + " coins"
        }
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
                ("p_down", "Chance of −20 % or less", .share), ("dev12", "Commits, mean of 12 weeks", .column),
                ("dev52", "Commits, mean of 52 weeks", .column), ("dev_change_pct", "Commits, 12 against 52", .column),
                ("units_recent", "Work of 12 weeks", .column), ("units_base", "Work of the 40 before", .column),
                ("phi", "Unevenness of weeks", .column), ("developers12", "Developers of 12 weeks", .column),
                ("developers52", "Developers of 52 weeks", .column), ("full_time", "Full-time", .column),
                ("part_time", "Part-time", .column), ("newcomers", "Newcomers", .column),
                ("leavers", "Leavers", .column), ("retention", "Share of developers who stayed", .share),
                ("breadth", "Work spread over more (+) or fewer (−)", .column),
                ("top_share", "Share of the most active", .share), ("inherited52", "Inherited commits", .column),
                ("flags", "Flags", .column),
            ],
            []
        ),
        (
            "Market",
            [
                ("price_", "Price", .money), ("market_cap_", "Market cap", .money),
                ("cap_share", "Share of all", .share),
                ("price_time", "Priced", .day), ("last_price_", "Last price known", .money),
                ("last_price_time", "Last priced", .day), ("change_1h", "Price in an hour", .column),
                ("change_24h", "Price in 24 hours", .column), ("change_7d", "Price in 7 days", .column),
                ("change_30d", "Price in 30 days", .column), ("change_90d", "Price in 90 days", .column),
                ("change_180d", "Price in 180 days", .column), ("change_1y", "Price in a year", .column),
                ("change_12w", "Price in 12 weeks", .column), ("volatility52", "Volatility a year", .share),
                ("drawdown", "Below the year’s high", .share), ("drawdown_ever", "Below the highest known", .share),
                ("above_low_ever", "Above the lowest known", .signedShare),
                ("vol12", "Volume a day, 12 weeks", .money), ("vol52", "Volume a day, 52 weeks", .money),
                ("vol_trend", "Volume against the market’s", .column), ("turnover", "Traded a day by cap", .share),
                ("price_source", "Price’s source", .column), ("market_flags", "Flags", .column),
            ],
            [("Lowest ever", .atl), ("When that was", .atlDate)]
        ),
        (
            "Supply, chain, search",
            [
                ("circulating_supply", "Circulating", .coins), ("total_supply", "Total supply", .coins),
                ("max_supply", "Maximum supply", .coins), ("circulating_share", "Circulating share", .share),
                ("fully_diluted", "Fully diluted", .money), ("supply_growth", "Supply in a year", .signedShare),
                ("search_momentum", "Search, 12 against 40 weeks, log", .column), ("search_low", "… at least", .column),
                ("search_high", "… at most", .column), ("asvi", "Search, newest week, log", .column),
                ("cap_against_volume", "Capitalisation above (+) or below (−) peers of its volume", .column),
                ("coverage", "Weight that rests on data", .share), ("score", "Score", .column),
                ("score_pct", "Score of 100", .column), ("age_weeks", "Known for", .column),
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
