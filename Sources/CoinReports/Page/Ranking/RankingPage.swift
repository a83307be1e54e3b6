internal import CoinModel
internal import CoinTables

/// The page of a ranking by signals: intervals, contributions and weekly bars as pictures, a filter, a choice of columns.
///
/// The first 1,000 ranked rows stand in it, readable without script; the others are found by the filter, by rank, score,
/// state and name, so that a page of 17,000 coins stays below 3.5 MB. Coins without repositories, ranked among
/// themselves, and those without any rank are folded tables.
struct RankingPage {
    private static let mostRows = 1000
    private static let mostFolded = 300

    private let table: Table
    private let overview: Overview
    private let columns: RankingColumns

    /// Nil for a table that is no ranking by signals, or tells nothing around it.
    init?(_ table: Table) {
        guard let overview = table.overview, let columns = RankingColumns(table) else { return nil }
        (self.table, self.overview, self.columns) = (table, overview, columns)
    }

    /// Writes the page.
    func render(into write: (String) throws -> Void) throws {
        let templates = try PageResource.ranking.templates()
        let ranked = table.rows.indices.filter { columns.whole("rank", $0) != nil }
        let others = table.rows.indices.filter { columns.whole("rank", $0) == nil }
        let apart = others.filter { columns.whole("rank_without_repositories", $0) != nil }
        let unranked = others.filter { columns.whole("rank_without_repositories", $0) == nil }
        try write(templates.render("head", head(ranked: ranked)))
        for row in ranked.prefix(RankingPage.mostRows) { try write(templates.render("row", view(row, ranked.count))) }
        try write(templates.render("middle"))
        for (rows, title) in [
            (apart, "coins without repositories, ranked among themselves by volume and search"),
            (unranked, "coins without a rank"),
        ] where !rows.isEmpty {
            let name = rows.count == 1 ? title.replacing("coins", with: "coin") : title
            let shown = rows.prefix(RankingPage.mostFolded).map { view($0, apart.count) }
            let fields: [String: Any] = [
                "title": "\(rows.count) \(name)", "reasons": reasons(of: rows), "rows": shown,
                "isCut": shown.count < rows.count, "isRanked": rows.first == apart.first, "shown": shown.count,
            ]
            try write(templates.render("fold", fields))
        }
        let foot: [String: Any] = ["notes": table.notes, "files": overview.files, "hasFiles": !overview.files.isEmpty]
        try write(templates.render("foot", foot))
        let left =
            ranked.dropFirst(RankingPage.mostRows) + apart.dropFirst(RankingPage.mostFolded)
            + unranked.dropFirst(RankingPage.mostFolded)
        for (place, row) in left.enumerated() {
            try write((place == 0 ? "" : ",") + "\n" + view(row, ranked.count).line.jsonQuoted)
        }
        try write(templates.render("end", ["script": PageAsset.rankingScript.text]))
    }

    private func view(_ row: Int, _ ranked: Int) -> RankingRow {
        func series(_ name: String) -> [Double] {
            guard let trace = table.traces.first(where: { $0.name == name }), row < trace.series.count else {
                return []
            }
            return trace.series[row]
        }
        let page = table.coinPages[columns.text("coin_id", row)]
        return RankingRow(
            row,
            of: columns,
            ranked: ranked,
            units: series("units"),
            close: series("close"),
            page: page,
            image: overview.pictures[columns.text("coin_id", row)]
        )
    }

    private func head(ranked: [Int]) -> [String: Any] {
        let counts = Dictionary(grouping: table.rows.indices) { columns.text("state", $0) }.mapValues(\.count)
        let states = CoinState.all.filter { counts[$0] != nil }.map { name in
            ["state": name, "sign": CoinState(name).sign, "count": "\(counts[name] ?? 0)"]
        }
        let choices = columns.further.enumerated().map { place, column in
            [
                "place": "\(place + 9)", "name": column.title, "unit": column.unit, "form": form(of: column),
                "meaning": column.meaning,
            ]
        }
        return [
            "title": table.title, "lead": table.lead, "style": PageAsset.rankingStyle.text,
            "styleDigest": PageAsset.rankingStyle.digest,
            "scriptDigest": PageAsset.rankingScript.digest, "asOf": PageNumber.date(overview.asOf.description),
            "lastDay": PageNumber.date(overview.asOf.lastCompleteWeek.lastDay.description),
            "ranked": ranked.count, "count": table.rows.count, "figures": overview.figures.map(figure),
            "states": states, "choices": choices, "signals": columns.signals, "score": score,
            "hasCalls": table.rows.indices.contains { !columns.call($0).isEmpty },
            "pages": table.pages.map { ["title": $0.title, "address": $0.address] },
            "hasPages": !table.pages.isEmpty, "hasImages": !overview.pictures.isEmpty,
        ]
    }

    /// What the score adds up, in words.
    private var score: String {
        let words = [
            "development": "developer-days", "developers": "developers", "volume": "volume",
            "search": "search interest",
        ]
        let compared = columns.signals.compactMap { words[$0] }
        let list =
            compared.count < 2
            ? compared.joined() : compared.dropLast().joined(separator: ", ") + " and " + compared[compared.count - 1]
        let capitalisation =
            columns.signals.contains("cap_against_volume") ? ", and capitalisation with that of peers" : ""
        return "how \(list) of the last 12 weeks compare with the 40 before\(capitalisation)"
    }

    private func figure(_ figure: Overview.Figure) -> [String: String] {
        let isShare = figure.column.unit.isEmpty
        func written(_ value: Double) -> String {
            isShare ? PageNumber.percent(value) : PageNumber.money(value, columns.quote)
        }
        let oldest = figure.series.firstIndex { $0.isFinite }
        let ago = oldest.map { figure.series.count - 1 - $0 } ?? 0
        return [
            "title": figure.column.title, "value": written(figure.newest),
            "line": RowPicture.line(figure.series + [figure.newest], class: "fl", width: 96, height: 26),
            "before": oldest.map { ago > 0 ? "\(ago) weeks ago \(written(figure.series[$0]))" : "" } ?? "",
        ]
    }

    /// How the script writes a column's numbers.
    private func form(of column: Column) -> String {
        switch column.display {
        case .plain, .exact, .excerpt, .tags: "n"
        case .fixed(let places): "f\(places)"
        case .signed(let places): "s\(places)"
        case .money: "m"
        }
    }

    /// Why rows have no rank, with how many, the most frequent first.
    private func reasons(of rows: [Int]) -> String {
        let counts = Dictionary(grouping: rows) { columns.text("reason", $0) }.mapValues(\.count)
        let sorted = counts.filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.prefix(8).map { "\($0.key): \($0.value)" }.joined(separator: "; ")
    }
}
