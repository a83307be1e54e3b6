internal import CoinModel
internal import CoinTables

/// The page of a ranking by signals: the short list as cards, then all coins with intervals and weekly bars as pictures, by
/// wish of one state, of one sector, or summed up by sector.
///
/// The first 1,000 ranked rows stand in it, readable without script; the others are found by the filter, by rank, score,
/// state and name, so that a page of 17,000 coins stays below 3.5 MB. Coins without a rank are a folded table.
struct RankingPage {
    private static let mostRows = 1000
    private static let mostFolded = 300

    let table: Table
    let overview: Overview
    let columns: RankingColumns
    let sectors: RankingSectors
    /// How many coins have a rank.
    let ranked: Int

    /// Nil for a table that is not a ranking by signals, or has no overview.
    init?(_ table: Table) {
        guard let overview = table.overview, let columns = RankingColumns(table) else { return nil }
        (self.table, self.overview, self.columns) = (table, overview, columns)
        sectors = RankingSectors(table, columns)
        ranked = table.rows.indices.count { columns.whole("rank", $0) != nil }
    }

    /// Writes the page.
    func render(into write: (String) throws -> Void) throws {
        let templates = PageTemplates.ranking
        let ranked = table.rows.indices.filter { columns.whole("rank", $0) != nil }
        let others = table.rows.indices.filter { columns.whole("rank", $0) == nil }
        let head = head(ranked: ranked)
        try write(templates.render("head", head))
        for row in ranked.prefix(RankingPage.mostRows) { try write(templates.render("row", view(row))) }
        try write(templates.render("middle", head))
        if !others.isEmpty { try write(templates.render("fold", fold(others))) }
        try write(templates.render("foot", foot))
        let left = ranked.dropFirst(RankingPage.mostRows) + others.dropFirst(RankingPage.mostFolded)
        for (place, row) in left.enumerated() { try write((place == 0 ? "" : ",") + "\n" + line(row).jsonQuoted) }
        try write(templates.render("end", ["script": PageAsset.rankingScript.text]))
    }

    private func head(ranked: [Int]) -> [String: Any] {
        let counts = Dictionary(grouping: ranked) { columns.text("state", $0) }.mapValues(\.count)
        let all = Dictionary(grouping: table.rows.indices) { columns.text("state", $0) }
        let chips = CoinState.all.filter { counts[$0] != nil }.map { name in
            ["state": name, "sign": CoinState(name).sign, "count": "\(counts[name] ?? 0)"]
        }
        let states = overview.states.filter { all[$0.name] != nil }.map { name, meaning in
            ["state": name, "sign": CoinState(name).sign, "tone": CoinState(name).tone, "meaning": meaning]
        }.sorted { CoinState($0["state"] ?? "").order > CoinState($1["state"] ?? "").order }
        var fields = table.frame.head(table.title, .rankingStyle, .rankingScript)
        for view in [table.answerView, RankingCards(table)?.view ?? [:], ["sectors": sectors.views]] {
            fields.merge(view) { _, new in new }
        }
        let own: [String: Any] = [
            "isPrivate": false, "asOf": PageNumber.date(overview.asOf.description),
            "lastDay": PageNumber.date(overview.asOf.lastCompleteWeek.lastDay.description),
            "ranked": ranked.count, "count": table.rows.count, "chips": chips, "states": states,
            "hasImages": !overview.pictures.isEmpty,
            "hasMarks": ranked.contains { !columns.mark($0).isEmpty },
        ]
        return fields.merging(own) { _, own in own }
    }

    private func fold(_ rows: [Int]) -> [String: Any] {
        let noun = rows.count == 1 ? "coin that is" : "coins that are"
        return [
            "title": "\(rows.count) \(noun) not ranked, and why", "reasons": reasons(of: rows),
            "rows": rows.prefix(RankingPage.mostFolded).map(view),
            "isCut": rows.count > RankingPage.mostFolded, "shown": RankingPage.mostFolded,
        ]
    }

    private var foot: [String: Any] {
        var fields = table.frame.foot(table.notes, .rankingScript)
        fields["files"] = overview.files
        fields["sources"] = table.sources.map(PlainTable.view)
        fields["score"] = score
        let names = listed(columns.further.map(\.name), most: 12)
        fields["others"] = names.isEmpty ? "" : "Columns that only the other formats show: \(names)."
        return fields
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

    /// Why rows have no rank, with how many, the most frequent first.
    private func reasons(of rows: [Int]) -> String {
        let counts = Dictionary(grouping: rows) { columns.text("reason", $0) }.mapValues(\.count)
        let sorted = counts.filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.prefix(8).map { "\($0.key): \($0.value)" }.joined(separator: "; ")
    }
}
