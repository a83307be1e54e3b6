internal import CoinModel
internal import GRDB

/// Entries of coin lists that hold from a moment on, beside the table of those that always held.
///
/// An entry without a moment replaces all that were loaded before it. Of several since one moment the one loaded last
/// holds; the others stay for those who ask what was known.
struct DatedCoinTable {
    let database: Database

    /// Whether there is none.
    func isEmpty() throws -> Bool { try database.row("SELECT 1 FROM coin_dated LIMIT 1") == nil }

    /// Adds an entry; of one load the last one since a moment stays.
    func add(_ coin: Coin, since: Instant, load: Int) throws {
        let sql = """
            INSERT OR REPLACE INTO coin_dated (coin_id, since, load_id, symbol, name, repositories, tags, upstreams)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        let lists = [coin.listing, coin.tags, coin.upstreams.map(\.description)]
        let texts = lists.map { $0.joined(separator: "\n") }
        let values: [any StatementBinding] = [coin.id, since.description, load, coin.symbol, coin.name]
        try database.insert(sql, values + texts)
    }

    /// What was known after a load of coins, or of one of them, that have such entries; `undated` are the other entries
    /// known then.
    func histories(
        upTo lastLoad: Int,
        of id: String? = nil,
        undated: [UndatedCoin]
    ) throws -> [String: CoinHistory] {
        let undated = Dictionary(firstOf: undated.map { ($0.coin.id, $0) })
        return try entries(upTo: lastLoad, of: id).reduce(into: [:]) { histories, row in
            guard let base = undated[row.entry.coin.id], row.load >= base.load else { return }
            let history = histories[base.coin.id]
            // The first entry of a coin stands in both tables.
            let before = row.load == base.load ? nil : history.map(\.before) ?? base.coin
            let others = history?.entries.filter { $0.since != row.entry.since } ?? []
            histories[base.coin.id] = CoinHistory(before: before, others + [row.entry])
        }
    }

    /// The entries known after a load, or those of one coin, by coin, moment and load.
    func entries(upTo lastLoad: Int, of id: String? = nil) throws -> [(entry: DatedCoin, load: Int)] {
        let sql = """
            SELECT coin_id, symbol, name, repositories, tags, upstreams, since, load_id FROM coin_dated
            WHERE (?2 IS NULL OR coin_id = ?2) AND \(Ledger.counts("?1")) ORDER BY coin_id, since, load_id
            """
        return try database.rows(sql, [lastLoad, id]).map { row in
            guard let since = Instant(try row.writtenText("since")) else { throw UnreadableRow(column: "since") }
            return (DatedCoin(Coin(whole: row), since: since), row[7])
        }
    }
}
