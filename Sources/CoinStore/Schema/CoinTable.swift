internal import CoinModel
internal import GRDB

struct CoinTable {
    let database: Database

    /// The tables of what a coin has several of.
    private static let lists = [
        (table: "coin_repository", column: "repository"), ("coin_tag", "tag"), ("coin_upstream", "upstream"),
    ]

    /// Takes entries of coin lists over older ones, which stay as revisions; returns how many entries changed nothing.
    ///
    /// Those since a moment leave alone what held before it.
    func merge(
        _ entries: [Coin],
        since: Instant?,
        into listed: inout ListedCoins,
        load: Int,
        _ links: inout LoadLinks
    ) throws -> Int {
        let dated = DatedCoinTable(database: database)
        let hasDates = try since != nil || !dated.isEmpty()
        var unchanged = 0
        for entry in entries {
            let old = listed[entry.id]
            let earlier: Int32? =
                try old == nil ? nil : database.value("SELECT load_id FROM coin WHERE coin_id = ?", [entry.id])
            let others = hasDates && old != nil ? try dated.entries(upTo: load, of: entry.id) : []
            let history = others.isEmpty ? nil : try history(of: entry.id, upTo: load)
            let before = history.map { $0.coin(at: since.map { .instant($0) }) } ?? old
            let new = entry.filled(from: before)
            // An entry that says less than the one before has the rest of it, and one since a moment leaves it.
            if let earlier, new == before || new != entry || since != nil {
                links.restsOn(earlier)
                for other in others { links.restsOn(Int32(other.load)) }
            }
            if new == before, history == nil || since != nil {
                unchanged += 1
                continue
            }
            if let since {
                for other in others where other.entry.since == since { links.replaces(Int32(other.load)) }
                try dated.add(new, since: since, load: load)
            }
            if since == nil || history?.entries.last.map({ $0.since <= since ?? $0.since }) ?? true { listed.put(new) }
            guard since == nil || old == nil else { continue }
            if let earlier { links.replaces(earlier) }
            for other in others { links.replaces(Int32(other.load)) }
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

    /// The newest entry of each listed coin, by id in byte order.
    func newest() throws -> [Coin] {
        let (undated, dated) = (try present(), DatedCoinTable(database: database))
        let histories = try dated.isEmpty() ? [:] : dated.histories(upTo: .max, undated: undated)
        return undated.map { histories[$0.coin.id]?.coin(at: nil) ?? $0.coin }
    }

    private func history(of id: String, upTo lastLoad: Int) throws -> CoinHistory? {
        try DatedCoinTable(database: database).histories(upTo: lastLoad, of: id, undated: present(id))[id]
    }

    /// The entries without a moment, or that of one coin, by id in byte order.
    private func present(_ id: String? = nil) throws -> [UndatedCoin] {
        let wanted = id == nil ? "" : "WHERE coin_id = ?"
        let arguments = StatementArguments([id].compactMap { $0 })
        let lists = try CoinTable.lists.map { table, column in
            var lists: [String: [String]] = [:]
            let sql = "SELECT coin_id, \(column) FROM \(table) \(wanted) ORDER BY coin_id, position"
            let rows = try database.cursor(sql, arguments)
            while let row = try rows.next() { lists[row[0], default: []].append(row[1]) }
            return lists
        }
        let sql = "SELECT coin_id, symbol, name, load_id FROM coin \(wanted) ORDER BY coin_id"
        let coins = try database.cursor(sql, arguments).map { row in
            let id: String = row[0]
            let coin = Coin(row, id: id, lists[0][id] ?? [], lists[1][id] ?? [], lists[2][id] ?? [])
            return UndatedCoin(coin: coin, load: row[3])
        }
        return try Array(coins)
    }

    /// The entries without a moment as they stood after a load, by id in byte order.
    func coins(upTo lastLoad: Int) throws -> [UndatedCoin] {
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
        let before = replaced.filter { $0[6] <= lastLoad }.map { UndatedCoin(coin: Coin(whole: $0), load: $0[6]) }
        let changed = Set(replaced.map { $0[0] as String })
        return (before + present.filter { $0.load <= lastLoad && !changed.contains($0.coin.id) })
            .sorted { $0.coin.id.utf8.lexicographicallyPrecedes($1.coin.id.utf8) }
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
            if let before { try write(Coin(whole: before), before[6]) }
        }
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
        let texts = [coin.listing, coin.tags, coin.upstreams.map(\.description)]
        for ((table, _), texts) in zip(CoinTable.lists, texts) {
            for (position, text) in texts.enumerated() {
                try database.run("INSERT INTO \(table) VALUES (?, ?, ?)", [coin.id, position, text])
            }
        }
    }
}
