internal import CoinModel
internal import GRDB

/// The listed coins.
struct CoinTable {
    let database: Database

    /// Takes entries of coin lists: a newer entry replaces what the older one said, and what it is silent about stays.
    ///
    /// - Returns: how many entries changed nothing.
    func merge(_ entries: [Coin]) throws -> Int {
        guard !entries.isEmpty else { return 0 }
        var listed = Dictionary(
            try Catalog.coins(database).map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var unchanged = 0
        for entry in entries {
            let old = listed[entry.id]
            let new = Coin(
                id: entry.id,
                symbol: entry.symbol.isEmpty ? old?.symbol ?? "" : entry.symbol,
                name: entry.name.isEmpty ? old?.name ?? "" : entry.name,
                repositories: entry.repositories.isEmpty ? old?.repositories ?? [] : entry.repositories,
                tags: entry.tags.isEmpty ? old?.tags ?? [] : entry.tags
            )
            if new == old {
                unchanged += 1
                continue
            }
            listed[entry.id] = new
            try write(new)
        }
        return unchanged
    }

    private func write(_ coin: Coin) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO coin (coin_id, symbol, name) VALUES (?, ?, ?)
                ON CONFLICT (coin_id) DO UPDATE SET symbol = excluded.symbol, name = excluded.name
                """
        ).execute(arguments: [coin.id, coin.symbol, coin.name])
        for table in ["coin_repository", "coin_tag"] {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE coin_id = ?").execute(arguments: [coin.id])
        }
        for (position, repository) in coin.repositories.enumerated() {
            try database.cachedStatement(sql: "INSERT INTO coin_repository VALUES (?, ?, ?)")
                .execute(arguments: [coin.id, position, repository.description])
        }
        for (position, tag) in coin.tags.enumerated() {
            try database.cachedStatement(sql: "INSERT INTO coin_tag VALUES (?, ?, ?)")
                .execute(arguments: [coin.id, position, tag])
        }
    }
}
