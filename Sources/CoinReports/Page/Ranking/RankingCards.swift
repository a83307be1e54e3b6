internal import CoinModel
internal import CoinTables

/// The coins that stand out, and those that probably belong to the best, as cards at the head of a page.
struct RankingCards {
    private let columns: RankingColumns
    private let table: Table
    private let asOf: AsOf
    /// The rows of the coins that stand out, and of those that are less sure, best first.
    private let rows: (clear: [Int], likely: [Int])
    /// How many coins have a rank.
    private let ranked: Int

    /// The most cards of either kind; the sentence above them has more names, and the table has all.
    private static let mostCards = 6

    /// Nil for a table that is not a ranking by signals, or has no overview.
    init?(_ table: Table) {
        guard let columns = RankingColumns(table), let overview = table.overview else { return nil }
        self.columns = columns
        self.table = table
        asOf = overview.asOf
        ranked = table.rows.indices.count { columns.whole("rank", $0) != nil }
        rows = (
            clear: table.rows.indices.filter { columns.standing($0) == .standsOut },
            likely: table.rows.indices.filter { columns.standing($0) == .next }
        )
    }

    /// What templates can ask.
    var view: [String: Any] {
        let many = RankingScreen.word(Overview.bestCount(ofRanked: ranked))
        return [
            "best": many, "clear": rows.clear.prefix(RankingCards.mostCards).map { card($0, many) },
            "likely": rows.likely.prefix(RankingCards.mostCards).map { card($0, many) },
        ]
    }

    private func card(_ row: Int, _ best: String) -> [String: Any] {
        let state = CoinState(columns.text("state", row))
        let quote = columns.quote
        let price = columns.price(row, near: asOf)
        let cap = columns.number("market_cap_" + quote, row)
        let sure = columns.number("p_top10", row)
        return [
            "name": columns.text("name", row).cut(toWidth: 60), "symbol": columns.text("symbol", row).cut(toWidth: 20),
            "page": table.coinPages[columns.text("coin_id", row)] ?? "", "state": state.name,
            "sign": state.sign, "tone": state.tone, "pace": PageNumber.fixed(columns.number("theta_median", row), 2),
            "low": PageNumber.fixed(columns.number("theta_p05", row), 2),
            "high": PageNumber.fixed(columns.number("theta_p95", row), 2), "why": columns.why(row),
            "price": price.text, "day": price.day, "change": price.change,
            "cap": PageNumber.money(cap, quote), "sure": Overview.chance(sure), "best": best,
        ]
    }
}
