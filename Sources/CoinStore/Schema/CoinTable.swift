internal import CoinModel
internal import GRDB

struct CoinTable {
    let database: Database

    /// The tables of what a coin has several of.
    private static let lists = [
        (table: "coin_repository", column: "repository"), ("coin_tag", "tag"), ("coin_upstream", "upstream"),
    ]

    /// Takes entries of coin lists over older ones, which stay as revisions; returns how many entries changed nothing.
    func merge(
        _ entries: [Coin],
        into listed: inout ListedCoins,
        load: Int,
        _ links: inout LoadLinks
    ) throws -> Int {
        var unchanged = 0
        for entry in entries {
            let old = listed[entry.id]
            let earlier: Int32? =
                try old == nil ? nil : database.value("SELECT load_id FROM coin WHERE coin_id = ?", [entry.id])
            let new = Coin(
                id: entry.id,
                symbol: entry.symbol.isEmpty ? old?.symbol ?? "" : entry.symbol,
                name: entry.name.isEmpty ? old?.name ?? "" : entry.name,
                repositories: entry.repositories.isEmpty ? old?.repositories ?? [] : entry.repositories,
                tags: entry.tags.isEmpty ? old?.tags ?? [] : entry.tags,
                upstreams: entry.upstreams.isEmpty ? old?.upstreams ?? [] : entry.upstreams
            )
            // An entry that says less than the one before has the rest of it.
            if let earlier, new == old || new != entry { links.restsOn(earlier) }
            if new == old {
                unchanged += 1
                continue
            }
            if let earlier { links.replaces(earlier) }
            listed.put(new)
            if old != nil {
                try storeRevision(of: entry.id, by: load)
                for (table, _) in CoinTable.lists {
                    try database.run("DELETE FROM \(table) WHERE coin_id = ?", [entry.id])
                }
            }
            try write(new, load)
        }
        return unchanged
    }

    /// The listed coins, by id in byte order.
    func present() throws -> [Coin] {
        let lists = try CoinTable.lists.map { table, column in
            var lists: [String: [String]] = [:]
            let rows = try database.cursor("SELECT coin_id, \(column) FROM \(table) ORDER BY coin_id, position")
            while let row = try rows.next() { lists[row[0], default: []].append(row[1]) }
            return lists
        }
        let coins = try database.cursor("SELECT coin_id, symbol, name FROM coin ORDER BY coin_id").map { row in
            let id: String = row[0]
            return Coin(row, id: id, lists[0][id] ?? [], lists[1][id] ?? [], lists[2][id] ?? [])
        }
        return try Array(coins)
    }

    /// The listed coins as they stood after a load, by id in byte order.
    func coins(upTo lastLoad: Int) throws -> [Coin] {
        let newest: Int? = try database.value(
            "SELECT max(load_id) FROM (SELECT load_id FROM coin UNION ALL SELECT load_id FROM coin_revision)"
        )
        let present = try present()
        guard newest ?? 0 > lastLoad else { return present }
        // What the first later load replaced is what stood, be it that of a load before it or nothing.
        let sql = """
            SELECT coin_id, symbol, name, repositories, tags, upstreams, since, min(load_id) FROM coin_revision
            WHERE load_id > ? GROUP BY coin_id
            """
        let replaced = try database.rows(sql, [lastLoad])
        let before = replaced.filter { $0[6] <= lastLoad }.map(CoinTable.coin)
        var unchanged = Set(try database.values("SELECT coin_id FROM coin WHERE load_id <= ?", [lastLoad]) as [String])
        unchanged.subtract(replaced.map { $0[0] })
        return (before + present.filter { unchanged.contains($0.id) })
            .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    /// Takes back what a load said: what it replaced stands again, of loads that are not forgotten themselves.
    func forget(_ forgotten: Int, all: Set<Int>, load: Int) throws {
        let revision = """
            SELECT coin_id, symbol, name, repositories, tags, upstreams, since FROM coin_revision
            WHERE coin_id = ? AND load_id = ?
            """
        for id in try database.values("SELECT coin_id FROM coin WHERE load_id = ?", [forgotten]) as [String] {
            try storeRevision(of: id, by: load)
            var before = try database.row(revision, [id, forgotten])
            while let row = before, all.contains(row[6]) { before = try database.row(revision, [id, row[6] as Int]) }
            for table in CoinTable.lists.map(\.0) + ["coin"] {
                try database.run("DELETE FROM \(table) WHERE coin_id = ?", [id])
            }
            if let before { try write(CoinTable.coin(before), before[6]) }
        }
    }

    private static func coin(_ row: Row) -> Coin {
        let lists = (3...5).map { (row[$0] as String).split(separator: "\n").map(String.init) }
        return Coin(row, id: row[0], lists[0], lists[1], lists[2])
    }

    private func storeRevision(of id: String, by load: Int) throws {
        let texts = CoinTable.lists.map { table, column in
            """
            ifnull((SELECT group_concat(\(column), char(10)) FROM
              (SELECT \(column) FROM \(table) WHERE coin_id = coin.coin_id ORDER BY position)), '')
            """
        }
        // An entry that the same load brought was never seen.
        let sql = """
            INSERT INTO coin_revision (coin_id, since, load_id, symbol, name, repositories, tags, upstreams)
            SELECT coin_id, load_id, ?2, symbol, name, \(texts.joined(separator: ", "))
            FROM coin WHERE coin_id = ?1 AND load_id < ?2
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
        for ((table, _), texts) in zip(CoinTable.lists, texts) {
            for (position, text) in texts.enumerated() {
                try database.run("INSERT INTO \(table) VALUES (?, ?, ?)", [coin.id, position, text])
            }
        }
    }
}

extension Coin {
    /// A coin by its id, symbol and name in a row, and its lists.
    fileprivate init(_ row: Row, id: String, _ repositories: [String], _ tags: [String], _ upstreams: [String]) {
        let repositories = repositories.compactMap { RepositoryName($0) }
        let upstreams = upstreams.compactMap { RepositoryUpstream($0) }
        self.init(id: id, symbol: row[1], name: row[2], repositories: repositories, tags: tags, upstreams: upstreams)
    }
}
