internal import CoinModel
public import CoinTables

extension Dossier {
    /// One self-contained page: what the numbers come to, charts over the same weeks, and how the numbers came about.
    ///
    /// It is readable without script, with nothing remote; nil where the coin's row is none of a ranking by signals.
    ///
    /// - Throws: an error of a template of the program.
    public func page(among others: AmongCoins) throws -> [UInt8]? {
        try CoinPage(self, others).map { Array(try $0.html.utf8) }
    }
}

/// The page of one coin.
struct CoinPage {
    private let dossier: Dossier
    private let columns: RankingColumns
    private let others: AmongCoins
    /// Its weeks; nil where nothing is known of them.
    private let charts: TimePicture?

    /// The periods that charts are drawn for, beside all that is known.
    private static let periods: [(weeks: Int, title: String)] = [(13, "3 m"), (26, "6 m"), (52, "1 y"), (104, "2 y")]

    init?(_ dossier: Dossier, _ others: AmongCoins) {
        guard let columns = RankingColumns(dossier.row), dossier.row.rows.count == 1 else { return nil }
        self.dossier = dossier
        self.columns = columns
        self.others = others
        let known = dossier.weeks.rows.count
        // A period that is all but a sixth of the history would look like it.
        let periods = CoinPage.periods.map(\.weeks).filter { $0 <= known && ($0 <= 52 || $0 < known * 5 / 6) }
        let all = known > max(52, periods.last ?? 0) ? [(weeks: known, name: "all")] : []
        charts = dossier.weeks.pictures.first.flatMap { picture in
            TimePicture(picture, NamedRows(dossier.weeks), periods: periods.map { ($0, nil) } + all)
        }
    }

    var html: String {
        get throws {
            let templates = PageTemplates.coin
            return try templates.render("head", head)
                + (charts.map { try templates.render("charts", view(of: $0)) } ?? "") + templates.render("rest", rest)
        }
    }

    private func number(_ name: String) -> Double { columns.number(name, 0) }

    // MARK: Head

    private var head: [String: Any] {
        let name = columns.text("name", 0)
        let symbol = columns.text("symbol", 0)
        let state = CoinState(columns.text("state", 0))
        let image = dossier.picture?.view(within: 32)
        let verdict = Verdict(columns, of: dossier)
        let own: [String: Any] = [
            "hasImages": image != nil, "image": image ?? [:], "name": name.cut(toWidth: 80),
            "symbol": symbol.cut(toWidth: 20), "state": state.name, "sign": state.sign, "tone": state.tone,
            "verdict": verdict.text,
            "sentences": verdict.parts.map { ["text": $0.text, "isStrong": $0.isStrong] as [String: Any] },
            "facts": facts, "box": PriceBox(dossier, columns).view, "sectors": sectors, "screens": screens,
            "among": others.rows(of: columns),
        ]
        let title = "\(name) (\(symbol)): developer activity and market"
        return dossier.frame.head(title, .coinStyle, .coinScript).merging(own) { _, own in own }
    }

    private var facts: [[String: String]] {
        func fact(_ title: String, _ value: String, _ detail: String, _ picture: String = "") -> [String: String] {
            ["title": title, "value": value, "detail": detail, "picture": picture]
        }
        var rank = fact("Rank", PageNumber.missing, columns.text("reason", 0))
        if let (place, low, high) = columns.rank(0) {
            let picture = RowPicture.rank(place, low: low, high: high, of: dossier.ranked)
            rank = fact("Rank", "\(place)", "80 %: \(low)–\(high) of \(dossier.ranked)", picture)
        }
        let unit = columns.text("unit", 0) == "commits" ? "Commits" : "Developer-days"
        let quote = columns.quote
        var pace = fact("Pace", PageNumber.missing, columns.text("reason", 0))
        if let interval = columns.interval(0) {
            let bounds = [interval.low, interval.high].map { PageNumber.fixed($0, 2) }.joined(separator: "–")
            let picture = RowPicture.ratio(interval.value, low: interval.low, high: interval.high)
            pace = fact("Pace", PageNumber.fixed(interval.value, 2) + "×", "90 %: \(bounds)×", picture)
        }
        func money(_ name: String) -> String { PageNumber.money(number(name), quote) }
        func detail(_ name: String, _ text: String) -> String { columns.reason(name, 0) ?? text }
        let weeks = columns.observedWeeks(0) ?? "12 weeks"
        let day = columns.price(0, near: dossier.asOf).day
        return [
            pace, rank,
            fact(
                unit + " a week",
                PageNumber.fixed(number("pace12"), 1),
                detail("pace12", "\(weeks); \(PageNumber.fixed(number("pace40"), 1)) in the 40 before")
            ),
            fact(
                "Market cap",
                money("market_cap_" + quote),
                detail(
                    "market_cap_" + quote,
                    "\(PageNumber.percent(number("cap_share"))) of all" + (day.isEmpty ? "" : ", " + day)
                )
            ),
            number("vol12").isFinite
                ? fact("Traded a day", money("vol12"), detail("vol12", "mean of 12 weeks"))
                : fact("Traded in 24 hours", money("volume_24h_" + quote), detail("volume_24h_" + quote, day)),
        ]
    }

    private var sectors: [[String: String]] {
        let address = dossier.frame.pages.first(where: \.isCurrent)?.address ?? ""
        return columns.tags(0).prefix(6).map { ["name": RankingSectors.name($0), "address": address] }
    }

    private var screens: [[String: String]] {
        dossier.screens.enumerated().map { place, screen in
            let end = place == dossier.screens.count - 1 ? "" : " · "
            return ["name": screen.title.cut(toWidth: 80), "address": screen.address, "end": end]
        }
    }

    // MARK: Charts

    private func view(of charts: TimePicture) -> [String: Any] {
        let frames = charts.frames
        // The period that is shown at first: a year, or what there is.
        let chosen = frames.last { $0.count <= 52 }?.count ?? frames.last?.count ?? 0
        let periods = frames.map { frame in
            let period = CoinPage.periods.first { "\($0.weeks)" == frame.name }
            return [
                "weeks": "\(frame.count)", "name": frame.name, "title": period?.title ?? "all",
                "checked": frame.count == chosen ? "checked" : "",
            ]
        }
        let panels = charts.panels.enumerated().map { place, drawn -> [String: String] in
            let title = drawn.panel.title
            return [
                "place": "\(place + 1)", "name": title.lowercased().prefix { $0 != " " }.description, "title": title,
                "note": drawn.panel.note, "newest": drawn.value(0) ?? "not known", "lastWeek": week(0),
                "html": charts.html(of: drawn), "swatch": "f-" + drawn.lead.mark.tone.rawValue,
            ]
        }
        var fields: [String: Any] = ["periods": periods, "panels": panels, "axis": charts.axis]
        if !dossier.repositoryWeeks.isEmpty, let all = frames.last {
            let rows = dossier.repositoryWeeks.map(\.commits)
            fields["heat"] =
                [
                    "place": "\(panels.count + 1)", "names": dossier.repositoryWeeks.map(\.name),
                    "most": PageNumber.fixed(HeatChart(rows: rows, frame: all).greatest, 0),
                    "html": frames.map { HeatChart(rows: rows, frame: $0).html }.joined(),
                ] as [String: Any]
        }
        var year = dossier.weeks
        year.title = "Weeks in numbers"
        year.rows = Array(year.rows.prefix(52))
        fields["numbers"] = PlainTable.view(year)
        if let all = frames.last, all.step > 1 {
            fields["coarse"] =
                "Of all, a mark stands for \(all.step) weeks: the newest price and rank of them, of the others the mean."
        }
        fields["last"] = "\((frames.last?.count ?? 1) - 1)"
        return fields
    }

    private func day(of time: Instant) -> String { PageNumber.date(time.day.description) }

    private func week(_ weeksBack: Int) -> String {
        PageNumber.date(dossier.asOf.lastCompleteWeek.advanced(by: -weeksBack).description)
    }

    /// What the script shows beside the charts of the week under the pointer, oldest week first.
    private var readouts: String {
        let weeks = (0..<(charts?.frames.last?.count ?? 0)).reversed()
        let panels = (charts?.panels ?? []).map { panel in
            weeks.map { panel.words($0)?.jsonQuoted ?? "null" }.joined(separator: ",")
        }
        let names = weeks.map { week($0).jsonQuoted }.joined(separator: ",")
        return "{\"weeks\":[\(names)],\"panels\":[\(panels.map { "[\($0)]" }.joined(separator: ","))]}"
    }

    // MARK: The rest

    private var rest: [String: Any] {
        let score = CoinScore(dossier.contributions)
        let about = dossier.details[.description]
        let own: [String: Any] = [
            "signals": score.rows, "sum": score.sum ?? "",
            "score": number("score_pct").isFinite ? PageNumber.fixed(number("score_pct"), 0) : "",
            "ranked": dossier.ranked, "groups": CoinMeasureList(dossier).groups,
            "tables": dossier.tables.filter { !$0.rows.isEmpty }.map(PlainTable.view), "data": readouts,
            "id": columns.text("coin_id", 0),
            "about": about?.value.text?.cut(toWidth: 900) ?? "No loaded source describes it.",
            "aboutNote": about.map { "As \($0.source) wrote by \(day(of: $0.time)); markup removed." } ?? "",
            "links": dossier.links.map { ["title": $0.title, "address": $0.address] },
            "linksNote": dossier.linksNote,
        ]
        return dossier.frame.foot(dossier.notes, .coinScript).merging(own) { _, own in own }
    }
}
