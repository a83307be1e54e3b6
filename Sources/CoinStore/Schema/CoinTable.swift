internal import CoinModel
internal import GRDB

/// The coin lists: each entry as a load brought it, what the entry left out taken from the one before.
struct CoinTable {
    let database: Database

    /// The table, and views of the newest entries.
    static let schema = """

        -- Entries of coin lists, since '' where they always held; a line a repository, with role and weight behind its name
        -- (`owner/app:side:0.6`), a tag, and an upstream (`fork/name<source/name`).
        CREATE TABLE coin_entry (
          coin_id TEXT NOT NULL, since TEXT NOT NULL, load_id INTEGER NOT NULL,
          symbol TEXT NOT NULL, name TEXT NOT NULL, repositories TEXT NOT NULL, tags TEXT NOT NULL,
          upstreams TEXT NOT NULL,
          PRIMARY KEY (coin_id, load_id, since)
        ) STRICT, WITHOUT ROWID;
        CREATE VIEW coin AS
          SELECT coin_id, symbol, name, repositories, tags, upstreams, load_id FROM
            (SELECT *, row_number() OVER (PARTITION BY coin_id ORDER BY since DESC, load_id DESC) AS place FROM
              (SELECT *, max(iif(since = '', load_id, 0)) OVER (PARTITION BY coin_id) AS base FROM coin_entry
               WHERE load_id NOT IN (SELECT load_id FROM load WHERE forgotten_by IS NOT NULL))
             WHERE load_id >= base)
          WHERE place = 1;
        \(view("coin_repository", of: "repositories", "repository"))
        \(view("coin_tag", of: "tags", "tag"))
        \(view("coin_upstream", of: "upstreams", "upstream"))

        """

    /// A view with a row for each line of a column.
    private static func view(_ name: String, of column: String, _ line: String) -> String {
        """
        CREATE VIEW \(name) AS SELECT coin_id, key AS position, value AS \(line) FROM coin, \(eachLine(of: column));
        """
    }

    /// What was known after a load of each coin, by its id in byte order.
    func coins(upTo lastLoad: Int) throws -> [(id: String, listed: ListedCoin)] {
        let sql = """
            SELECT coin_id, symbol, name, repositories, tags, upstreams, since, load_id FROM coin_entry
            WHERE \(Ledger.counts("?1")) ORDER BY coin_id, load_id, since
            """
        var coins: [(id: String, listed: ListedCoin)] = []
        let rows = try database.cursor(sql, [lastLoad])
        while let row = try rows.next() {
            let (id, since): (String, String) = (row[0], row[6])
            let moment = Instant(since)
            guard moment != nil || since.isEmpty else { throw BadRow(column: "since") }
            if coins.last.map({ !$0.id.utf8.elementsEqual(id.utf8) }) ?? true { coins.append((id, ListedCoin())) }
            coins[coins.count - 1].listed.put(Coin(row, id: id), since: moment, load: row[7])
        }
        return coins
    }

    /// Takes entries of coin lists over older ones, which stay for who asks what was known; returns how many entries
    /// changed nothing.
    ///
    /// Those since a moment leave alone what held before it.
    func merge(
        _ entries: [Coin],
        since: Instant?,
        into listed: inout ListedCoins,
        load: Int,
        _ links: inout LoadLinks
    ) throws -> Int {
        let insertion = "INSERT OR REPLACE INTO coin_entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        var unchanged = 0
        for entry in entries {
            let known = listed[entry.id]
            let before = known?.coin(at: since.map { .instant($0) })
            let new = entry.filled(from: before)
            // An entry that says less than the one before has the rest of it, and one since a moment leaves it.
            if let known, new == before || new != entry || since != nil {
                for load in known.loads { links.restsOn(load) }
            }
            if new == before, since != nil || known?.dated.isEmpty ?? true {
                unchanged += 1
                continue
            }
            let replaced = since == nil ? known?.loads : known?.dated.filter { $0.since == since }.map(\.load)
            for load in replaced ?? [] { links.replaces(load) }
            let lists = [new.listing, new.tags, new.upstreams.map(\.description)]
            let values: [any StatementBinding] = [new.id, since?.description ?? "", load, new.symbol, new.name]
            try database.insert(insertion, values + lists.map(written))
            listed.put(new, since: since, load: Int32(load))
        }
        return unchanged
    }
}

extension Coin {
    /// A coin by its id, symbol, name, repositories, tags and upstreams in a row, the latter a line each.
    fileprivate init(_ row: Row, id: String) {
        let lists = (3...5).map { lines(row[$0]) }
        let upstreams = lists[2].compactMap { RepositoryUpstream($0) }
        self.init(id: id, symbol: row[1], name: row[2], tags: lists[1], upstreams: upstreams)
        list(lists[0].compactMap { ListedRepository($0) })
        owners = lists[0].compactMap { RepositoryOwner($0) }
    }

    /// Its repositories with their roles, and owners, as a list has them.
    var listing: [String] { listedRepositories.map(\.description) + owners.map(\.description) }
}
