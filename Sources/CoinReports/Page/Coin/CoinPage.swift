internal import CoinModel
public import CoinTables
internal import Mustache

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
    private let frames: [TimeFrame]

    /// The periods that charts are drawn for, beside all that is known.
    private static let periods: [(weeks: Int, title: String)] = [(13, "3 m"), (26, "6 m"), (52, "1 y"), (104, "2 y")]

    init?(_ dossier: Dossier) {
        guard let columns = RankingColumns(dossier.row), dossier.row.rows.count == 1 else { return nil }
        (self.dossier, self.columns) = (dossier, columns)
        let known = dossier.panels.map(\.values.count).max() ?? 0
        let newest = dossier.asOf.lastCompleteWeek
        // A period that is all but a sixth of the history would look like it.
        let periods = CoinPage.periods.map(\.weeks).filter { $0 <= known && ($0 <= 52 || $0 < known * 5 / 6) }
        frames =
            periods.map { TimeFrame(count: $0, newest: newest) }
            + (known > max(52, periods.last ?? 0) ? [TimeFrame(count: known, newest: newest, name: "all")] : [])
    }

    func render(into write: (String) throws -> Void) throws {
        let templates = try CoinTemplates()
        try write(templates.head.render(head))
        if !frames.isEmpty { try write(templates.charts.render(charts)) }
        let prices = PriceSpans(dossier.changes, quote: columns.quote)
        if let view = prices.view { try write(templates.prices.render(view)) }
        try write(templates.rest.render(rest))
    }

    private func number(_ name: String) -> Double { columns.number(name, 0) }

    // MARK: Head

    private var head: [String: Any] {
        let name = columns.text("name", 0)
        let symbol = columns.text("symbol", 0)
        let state = CoinState(columns.text("state", 0))
        let image = dossier.picture?.view(within: 32)
        let verdict = Verdict(columns, of: dossier)
        return [
            "hasImages": image != nil, "image": image ?? false,
            "title": "\(name) (\(symbol)): developer activity and market", "name": name.cut(toWidth: 80),
            "symbol": symbol.cut(toWidth: 20), "state": state.name, "sign": state.sign, "tone": state.tone,
            "style": PageAsset.coinStyle.text, "styleDigest": PageAsset.coinStyle.digest,
            "scriptDigest": PageAsset.coinScript.digest,
            "verdict": verdict.text,
            "sentences": verdict.parts.map { ["text": $0.text, "isStrong": $0.isStrong] as [String: Any] },
            "links": dossier.links.map { ["title": $0.title, "address": $0.address] }, "facts": facts,
            "hasPages": true, "asOfBeside": PageNumber.date(dossier.asOf.description),
            "pages": dossier.pages.map { ["title": $0.title, "address": $0.address] },
        ]
    }

    private var facts: [[String: String]] {
        func fact(_ title: String, _ value: String, _ detail: String, _ picture: String = "") -> [String: String] {
            ["title": title, "value": value, "detail": detail, "picture": picture]
        }
        var rank = fact("Rank", "–", "not ranked")
        if let place = columns.whole("rank", 0) {
            let (low, high) = (columns.whole("rank_low", 0) ?? place, columns.whole("rank_high", 0) ?? place)
            let picture = RowPicture.rank(place, low: low, high: high, of: dossier.ranked)
            rank = fact("Rank", "\(place)", "80 %: \(low)–\(high) of \(dossier.ranked)", picture)
        }
        let pace = number("units_recent") / number("weeks_recent")
        let base = number("units_base") / number("weeks_base")
        let unit = columns.text("unit", 0) == "commits" ? "Commits" : "Developer-days"
        let quote = columns.quote
        let change = number("change_7d")
        return [
            rank, fact("Score", PageNumber.fixed(number("score_pct"), 1), "50 is the middle"),
            fact(unit, PageNumber.fixed(pace, 1), "a week; before \(PageNumber.fixed(base, 1))"),
            fact(
                "Price",
                columns.dated(PageNumber.money(number("price_" + quote), quote), "price_" + quote, 0),
                change.isFinite
                    ? "\(PriceSpans.text(change)) in 7 days"
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

    private var charts: [String: Any] {
        let periods = frames.map { frame in
            let period = CoinPage.periods.first { "\($0.weeks)" == frame.name }
            return [
                "weeks": "\(frame.count)", "name": frame.name, "title": period?.title ?? "all",
                "checked": frame.count == chosen ? "checked" : "",
            ]
        }
        let panels = dossier.panels.enumerated().map { place, panel -> [String: Any] in
            [
                "place": "\(place + 1)", "name": panel.name, "title": title(of: panel.name), "note": panel.note,
                "newest": newest(of: panel), "swatch": CoinPage.swatches[panel.name, default: "f-valuation"],
                "html": frames.map { frame in
                    PanelChart(panel, frame, ranked: dossier.ranked, quote: columns.quote).html
                }.joined(),
            ]
        }
        var fields: [String: Any] = ["periods": periods, "panels": panels, "axis": frames.map(\.axis).joined()]
        fields["rules"] = dossier.panels.indices.map { "\($0 + 1)" }
        if !dossier.repositoryWeeks.isEmpty {
            let rows = dossier.repositoryWeeks.map(\.commits)
            let most = HeatChart(rows: rows, frame: frames[frames.count - 1]).greatest
            fields["heat"] =
                [
                    "place": "\(dossier.panels.count + 1)", "names": dossier.repositoryWeeks.map(\.name),
                    "most": PageNumber.fixed(most, 0),
                    "html": frames.map { HeatChart(rows: rows, frame: $0).html }.joined(),
                ] as [String: Any]
        }
        fields["numbers"] = numbers
        fields["lastWeek"] = week(0)
        if let all = frames.last, all.step > 1 {
            fields["coarse"] =
                "Of all, a mark stands for \(all.step) weeks: the newest price and rank of them, of the others the mean."
        }
        fields["last"] = "\((frames.last?.count ?? 1) - 1)"
        return fields
    }

    /// The classes of the panels' colours; lines of prices and ranks are ink.
    private static let swatches = [
        "developer-days": "f-development", "commits": "b-others", "developers": "f-developers", "volume": "f-volume",
        "search": "f-search",
    ]

    /// The period that is shown at first: a year, or what there is.
    private var chosen: Int { frames.last { $0.count <= 52 }?.count ?? frames.last?.count ?? 0 }

    private func title(of name: String) -> String {
        name == "search" ? "Search interest" : name.prefix(1).uppercased() + name.dropFirst()
    }

    private func newest(of panel: Dossier.Panel) -> String {
        panel.values.last.map { $0.isFinite ? PanelChart.written($0, panel, columns.quote) : "–" } ?? "–"
    }

    private func week(_ ago: Int) -> String {
        PageNumber.date(dossier.asOf.lastCompleteWeek.advanced(by: -ago).description)
    }

    /// The newest 52 weeks in numbers, newest first.
    private var numbers: [String: Any] {
        let count = min(52, frames.last?.count ?? 0)
        let rows = (0..<count).map { ago -> [String: Any] in
            let cells = dossier.panels.map { panel -> String in
                let place = panel.values.count - 1 - ago
                return panel.values.indices.contains(place) && panel.values[place].isFinite
                    ? PanelChart.written(panel.values[place], panel, columns.quote) : "–"
            }
            return ["week": week(ago), "cells": cells]
        }
        return ["headings": dossier.panels.map { title(of: $0.name) }, "rows": rows, "count": count]
    }

    /// What the script shows beside the charts of the week under the pointer, oldest week first.
    private var readouts: String {
        let total = frames.last?.count ?? 0
        let weeks = (0..<total).reversed().map { week($0).jsonQuoted }.joined(separator: ",")
        let panels = dossier.panels.map { panel -> String in
            let (others, bounds) = (panel.others, panel.bounds)
            let first = panel.values.count - total
            let values = (first..<panel.values.count).map { place -> String in
                // Where the oldest step is not full, its first weeks lie before all that is known.
                guard place >= 0, panel.values[place].isFinite else { return "null" }
                var text = PanelChart.written(panel.values[place], panel, columns.quote)
                if !others.isEmpty, others[place] > 0 {
                    text += " + \(PageNumber.fixed(others[place], 0)) merges and by bots"
                }
                if panel.drawing == .rank, !bounds.isEmpty, bounds[place].low.isFinite {
                    text += " (\(PageNumber.fixed(bounds[place].low, 0))–\(PageNumber.fixed(bounds[place].high, 0)))"
                }
                return text.jsonQuoted
            }
            return "[" + values.joined(separator: ",") + "]"
        }
        return "{\"weeks\":[\(weeks)],\"panels\":[\(panels.joined(separator: ","))]}"
    }

    // MARK: The rest

    private var rest: [String: Any] {
        let score = CoinScore(dossier.contributions)
        return [
            "signals": score.rows, "sum": score.sum ?? false, "hasSignals": !dossier.contributions.rows.isEmpty,
            "ranked": dossier.ranked, "groups": CoinMeasureList(dossier).groups,
            "tables": dossier.tables.filter { !$0.rows.isEmpty }.map(PlainTable.view), "notes": dossier.notes,
            "data": readouts, "script": PageAsset.coinScript.text, "id": columns.text("coin_id", 0),
            "hasCharts": !frames.isEmpty,
        ]
    }
}
