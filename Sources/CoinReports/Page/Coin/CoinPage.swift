internal import CoinModel
public import CoinTables

extension Dossier {
    /// Writes one self-contained page: what the numbers come to, charts over the same weeks, and how the numbers came about;
    /// readable without script, with nothing remote.
    ///
    /// - Parameter write: takes the page piece by piece.
    /// - Throws: what `write` throws; `ReportError` where the coin's row is none of a ranking by signals.
    public func renderPage(into write: (String) throws -> Void) throws {
        guard let page = CoinPage(self) else { throw ReportError.noRanking }
        try page.render(into: write)
    }
}

/// What cannot be written.
public enum ReportError: Error, CustomStringConvertible {
    /// The row of a coin's page lacks columns of a ranking by signals.
    case noRanking

    /// What is wrong.
    public var description: String { "the row of the coin is none of a ranking by signals" }
}

/// The page of one coin.
struct CoinPage {
    private let dossier: Dossier
    private let columns: RankingColumns
    /// Its weeks; nil where nothing is known of them.
    private let charts: TimePicture?

    /// The periods that charts are drawn for, beside all that is known.
    private static let periods: [(weeks: Int, title: String)] = [(13, "3 m"), (26, "6 m"), (52, "1 y"), (104, "2 y")]

    init?(_ dossier: Dossier) {
        guard let columns = RankingColumns(dossier.row), dossier.row.rows.count == 1 else { return nil }
        self.dossier = dossier
        self.columns = columns
        let known = dossier.weeks.rows.count
        // A period that is all but a sixth of the history would look like it.
        let periods = CoinPage.periods.map(\.weeks).filter { $0 <= known && ($0 <= 52 || $0 < known * 5 / 6) }
        let all = known > max(52, periods.last ?? 0) ? [(weeks: known, name: "all")] : []
        charts = dossier.weeks.pictures.first.flatMap { picture in
            TimePicture(picture, DrawnTable(dossier.weeks), periods: periods.map { ($0, nil) } + all)
        }
    }

    func render(into write: (String) throws -> Void) throws {
        let templates = try PageResource.coin.templates()
        try write(templates.render("head", head))
        if let charts { try write(templates.render("charts", view(of: charts))) }
        let prices = PriceCards(dossier.changes, quote: columns.quote)
        if let view = prices.view { try write(templates.render("prices", view)) }
        try write(templates.render("rest", rest))
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
            "hasImages": image != nil, "image": image ?? false, "name": name.cut(toWidth: 80),
            "symbol": symbol.cut(toWidth: 20), "state": state.name, "sign": state.sign, "tone": state.tone,
            "verdict": verdict.text,
            "sentences": verdict.parts.map { ["text": $0.text, "isStrong": $0.isStrong] as [String: Any] },
            "links": dossier.links.map { ["title": $0.title, "address": $0.address] }, "facts": facts,
        ]
        let title = "\(name) (\(symbol)): developer activity and market"
        return dossier.frame.head(title, .coinStyle, .coinScript).merging(own) { _, own in own }
    }

    private var facts: [[String: String]] {
        func fact(_ title: String, _ value: String, _ detail: String, _ picture: String = "") -> [String: String] {
            ["title": title, "value": value, "detail": detail, "picture": picture]
        }
        var rank = fact("Rank", "–", "not ranked")
        if let (place, low, high) = columns.rank(0) {
            let picture = RowPicture.rank(place, low: low, high: high, of: dossier.ranked)
            rank = fact("Rank", "\(place)", "80 %: \(low)–\(high) of \(dossier.ranked)", picture)
        }
        let unit = columns.text("unit", 0) == "commits" ? "Commits" : "Developer-days"
        let quote = columns.quote
        let change = number("change_7d")
        return [
            rank, fact("Score", PageNumber.fixed(number("score_pct"), 1), "50 is the middle"),
            fact(
                unit,
                PageNumber.fixed(number("pace12"), 1),
                "a week\(columns.observedWeeks(0).map { ", \($0)" } ?? ""); before \(PageNumber.fixed(number("pace40"), 1))"
            ),
            fact(
                "Price",
                columns.dated(PageNumber.money(number("price_" + quote), quote), "price_" + quote, 0),
                change.isFinite
                    ? "\(PriceCards.text(change)) in 7 days"
                        + (columns.text("change_7d_by", 0) == "stated" ? ", stated" : "")
                    : "7 days before: not known"
            ),
            fact(
                "Market cap",
                PageNumber.money(number("market_cap_" + quote), quote),
                "\(PageNumber.percent(number("cap_share"))) of all"
            ),
            fact("Volume a day", PageNumber.money(number("vol12"), quote), "mean of 12 weeks"),
        ]
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
                "note": drawn.panel.note, "newest": drawn.value(0) ?? PageNumber.missing,
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
        fields["lastWeek"] = week(0)
        if let all = frames.last, all.step > 1 {
            fields["coarse"] =
                "Of all, a mark stands for \(all.step) weeks: the newest price and rank of them, of the others the mean."
        }
        fields["last"] = "\((frames.last?.count ?? 1) - 1)"
        return fields
    }

    private func week(_ ago: Int) -> String {
        PageNumber.date(dossier.asOf.lastCompleteWeek.advanced(by: -ago).description)
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
        let own: [String: Any] = [
            "signals": score.rows, "sum": score.sum ?? false, "hasSignals": !dossier.contributions.rows.isEmpty,
            "ranked": dossier.ranked, "groups": CoinMeasureList(dossier).groups,
            "tables": dossier.tables.filter { !$0.rows.isEmpty }.map(PlainTable.view), "data": readouts, "id": columns.text("coin_id", 0),
            "hasCharts": charts != nil,
        ]
        return dossier.frame.foot(dossier.notes, .coinScript).merging(own) { _, own in own }
    }
}
