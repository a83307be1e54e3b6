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

    /// The listed coins with their repositories and tags, by id in byte order.
    func present() throws -> [Coin] {
        func lists(_ table: String, _ column: String) throws -> TextLists {
            try TextLists(database, "SELECT coin_id, \(column) FROM \(table) ORDER BY coin_id, position")
        }
        var repositories = try lists("coin_repository", "repository")
        var tags = try lists("coin_tag", "tag")
        var upstreams = try lists("coin_upstream", "upstream")
        var coins: [Coin] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT coin_id, symbol, name FROM coin ORDER BY coin_id")
        while let row = try rows.next() {
            let id: String = row[0]
            coins.append(
                Coin(
                    id: id,
                    symbol: row[1],
                    name: row[2],
                    repositories: try repositories.texts(of: id).compactMap { RepositoryName($0) },
                    tags: try tags.texts(of: id),
                    upstreams: try upstreams.texts(of: id).compactMap { RepositoryUpstream($0) }
                )
            )
        }
        return coins
    }

    /// The listed coins as they stood after a load, by id in byte order.
    func coins(upTo lastLoad: Int) throws -> [Coin] {
        let newest = try Int.fetchOne(database, sql: "SELECT max(load_id) FROM coin") ?? 0
        let present = try present()
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

/// The second column's texts of each value of the first, by which the rows are ordered, asked for in that order.
private struct TextLists {
    private let rows: RowCursor
    /// The row that was read last and belongs to none that was asked for yet.
    private var next: (key: String, text: String)?

    init(_ database: Database, _ sql: String) throws {
        rows = try Row.fetchCursor(database, sql: sql)
        try step()
    }

    private mutating func step() throws {
        next = try rows.next().map { ($0[0], $0[1]) }
    }

    /// The texts of a key; those of keys before it are passed over.
    mutating func texts(of key: String) throws -> [String] {
        var texts: [String] = []
        while let row = next {
            if row.key == key {
                texts.append(row.text)
            } else if !row.key.utf8.lexicographicallyPrecedes(key.utf8) {
                break
            }
            try step()
        }
        return texts
    }
}
