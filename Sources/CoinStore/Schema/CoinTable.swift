internal import CoinModel
internal import GRDB

/// The listed coins.
struct CoinTable {
    let database: Database

    /// Takes entries of coin lists: a newer entry replaces what the older one said, which is kept, and what it is silent
    /// about stays.
    ///
    /// Returns how many entries changed nothing.
    func merge(_ entries: [Coin], into listed: inout ListedCoins, load: Int) throws -> Int {
        var unchanged = 0
        for entry in entries {
            let old = listed[entry.id]
            let new = Coin(
                id: entry.id,
                symbol: entry.symbol.isEmpty ? old?.symbol ?? "" : entry.symbol,
                name: entry.name.isEmpty ? old?.name ?? "" : entry.name,
                repositories: entry.repositories.isEmpty ? old?.repositories ?? [] : entry.repositories,
                tags: entry.tags.isEmpty ? old?.tags ?? [] : entry.tags,
                upstreams: entry.upstreams.isEmpty ? old?.upstreams ?? [] : entry.upstreams
            )
            if new == old {
                unchanged += 1
                continue
            }
            listed.put(new)
            if old != nil {
                try keepReplaced(entry.id, by: load)
                try removeLists(of: entry.id)
            }
            try write(new, load)
        }
        return unchanged
    }

    /// The listed coins as they stood after a load, by id in byte order.
    func coins(upTo lastLoad: Int) throws -> [Coin] {
        let newest = try Int.fetchOne(database, sql: "SELECT max(load_id) FROM coin") ?? 0
        let present = try Catalog.coins(database)
        guard newest > lastLoad else { return present }
        var coins: [Coin] = []
        let before = try Row.fetchAll(
            database,
            sql: "SELECT * FROM coin_revision WHERE since <= ?1 AND load_id > ?1",
            arguments: [lastLoad]
        )
        for row in before {
            let texts = { (name: String) in (row[name] as String).split(separator: "\n").map(String.init) }
            coins.append(
                Coin(
                    id: row["coin_id"],
                    symbol: row["symbol"],
                    name: row["name"],
                    repositories: texts("repositories").compactMap { RepositoryName($0) },
                    tags: texts("tags"),
                    upstreams: texts("upstreams").compactMap { RepositoryUpstream($0) }
                )
            )
        }
        let still = try Set(
            String.fetchAll(database, sql: "SELECT coin_id FROM coin WHERE load_id <= ?", arguments: [lastLoad])
        )
        coins += present.filter { still.contains($0.id) }
        return coins.sorted { Array($0.id.utf8).lexicographicallyPrecedes(Array($1.id.utf8)) }
    }

    private func keepReplaced(_ id: String, by load: Int) throws {
        let texts = { (column: String, table: String) in
            """
            ifnull((SELECT group_concat(\(column), char(10)) FROM
              (SELECT \(column) FROM \(table) WHERE coin_id = coin.coin_id ORDER BY position)), '')
            """
        }
        // An entry that the same load brought was never seen.
        try database.cachedStatement(
            sql: """
                INSERT INTO coin_revision (coin_id, since, load_id, symbol, name, repositories, tags, upstreams)
                SELECT coin_id, load_id, ?2, symbol, name, \(texts("repository", "coin_repository")),
                       \(texts("tag", "coin_tag")), \(texts("upstream", "coin_upstream")) FROM coin WHERE coin_id = ?1 AND load_id < ?2
                """
        ).execute(arguments: [id, load])
    }

    /// The tables of what a coin has several of.
    private static let lists = ["coin_repository", "coin_tag", "coin_upstream"]

    private func removeLists(of coin: String) throws {
        for table in CoinTable.lists {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE coin_id = ?").execute(arguments: [coin])
        }
    }

    private func write(_ coin: Coin, _ load: Int) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO coin (coin_id, symbol, name, load_id) VALUES (?, ?, ?, ?)
                ON CONFLICT (coin_id) DO UPDATE SET
                  symbol = excluded.symbol, name = excluded.name, load_id = excluded.load_id
                """
        ).execute(arguments: [coin.id, coin.symbol, coin.name, load])
        let lists = zip(
            CoinTable.lists,
            [coin.repositories.map(\.description), coin.tags, coin.upstreams.map(\.description)]
        )
        for (table, texts) in lists {
            for (position, text) in texts.enumerated() {
                try database.cachedStatement(sql: "INSERT INTO \(table) VALUES (?, ?, ?)")
                    .execute(arguments: [coin.id, position, text])
            }
        }
    }
}
