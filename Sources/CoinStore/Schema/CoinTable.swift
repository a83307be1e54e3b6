internal import CoinModel
internal import GRDB

struct CoinTable {
    let database: Database

    /// The tables of what a coin has several of.
    private static let lists = ["coin_repository", "coin_tag", "coin_upstream"]

    /// Takes entries of coin lists: a newer entry replaces the older one, which stays as a revision, and what it
    /// does not have stays; returns how many entries changed nothing.
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
                try storeRevision(of: entry.id, by: load)
                for table in CoinTable.lists { try database.run("DELETE FROM \(table) WHERE coin_id = ?", [entry.id]) }
            }
            try write(new, load)
        }
        return unchanged
    }

    /// The listed coins with their repositories and tags, by id in byte order.
    func present() throws -> [Coin] {
        func lists(_ table: String, _ column: String) throws -> [String: [String]] {
            var lists: [String: [String]] = [:]
            let rows = try database.cursor("SELECT coin_id, \(column) FROM \(table) ORDER BY coin_id, position")
            while let row = try rows.next() { lists[row[0], default: []].append(row[1]) }
            return lists
        }
        let repositories = try lists("coin_repository", "repository")
        let tags = try lists("coin_tag", "tag")
        let upstreams = try lists("coin_upstream", "upstream")
        let coins = try database.cursor("SELECT coin_id, symbol, name FROM coin ORDER BY coin_id").map { row in
            let id: String = row[0]
            return Coin(
                id: id,
                symbol: row[1],
                name: row[2],
                repositories: repositories[id, default: []],
                tags: tags[id, default: []],
                upstreams: upstreams[id, default: []]
            )
        }
        return try Array(coins)
    }

    /// The listed coins as they stood after a load, by id in byte order.
    func coins(upTo lastLoad: Int) throws -> [Coin] {
        let newest: Int = try database.value("SELECT max(load_id) FROM coin") ?? 0
        let present = try present()
        guard newest > lastLoad else { return present }
        let sql = "SELECT * FROM coin_revision WHERE since <= ?1 AND load_id > ?1"
        let before = try database.rows(sql, [lastLoad]).map { row in
            let texts = { (name: String) in (row[name] as String).split(separator: "\n").map(String.init) }
            return Coin(
                id: row["coin_id"],
                symbol: row["symbol"],
                name: row["name"],
                repositories: texts("repositories"),
                tags: texts("tags"),
                upstreams: texts("upstreams")
            )
        }
        let unchanged = Set(try database.values("SELECT coin_id FROM coin WHERE load_id <= ?", [lastLoad]) as [String])
        return (before + present.filter { unchanged.contains($0.id) })
            .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    private func storeRevision(of id: String, by load: Int) throws {
        let texts = { (column: String, table: String) in
            """
            ifnull((SELECT group_concat(\(column), char(10)) FROM
              (SELECT \(column) FROM \(table) WHERE coin_id = coin.coin_id ORDER BY position)), '')
            """
        }
        // An entry that the same load brought was never seen.
        let sql = """
            INSERT INTO coin_revision (coin_id, since, load_id, symbol, name, repositories, tags, upstreams)
            SELECT coin_id, load_id, ?2, symbol, name, \(texts("repository", "coin_repository")),
                   \(texts("tag", "coin_tag")), \(texts("upstream", "coin_upstream")) FROM coin WHERE coin_id = ?1 AND load_id < ?2
            """
        try database.run(sql, [id, load])
    }

    private func write(_ coin: Coin, _ load: Int) throws {
        let sql = """
            INSERT INTO coin (coin_id, symbol, name, load_id) VALUES (?, ?, ?, ?)
            ON CONFLICT (coin_id) DO UPDATE SET
              symbol = excluded.symbol, name = excluded.name, load_id = excluded.load_id
            """
        try database.run(sql, [coin.id, coin.symbol, coin.name, load])
        let texts = [coin.repositories.map(\.description), coin.tags, coin.upstreams.map(\.description)]
        for (table, texts) in zip(CoinTable.lists, texts) {
            for (position, text) in texts.enumerated() {
                try database.run("INSERT INTO \(table) VALUES (?, ?, ?)", [coin.id, position, text])
            }
        }
    }
}

extension Coin {
    fileprivate init(
        id: String,
        symbol: String,
        name: String,
        repositories: [String],
        tags: [String],
        upstreams: [String]
    ) {
        self.init(
            id: id,
            symbol: symbol,
            name: name,
            repositories: repositories.compactMap { RepositoryName($0) },
            tags: tags,
            upstreams: upstreams.compactMap { RepositoryUpstream($0) }
        )
    }
}
