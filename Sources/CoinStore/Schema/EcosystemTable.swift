internal import CoinModel
internal import GRDB

/// The repositories that coins have by ecosystems: a dated map, beside what the coin lists say.
///
/// A row says what a coin has by one ecosystem since a moment; of two loads that say so of the same moment the later
/// one holds, and the earlier one stays for those who ask what was known.
struct EcosystemTable {
    let database: Database

    /// The table and its view.
    static let schema = """

        -- What coins have by ecosystems since a moment: owner/name of each repository, a line each.
        CREATE TABLE coin_ecosystem (
          coin_id TEXT NOT NULL, ecosystem TEXT NOT NULL, since TEXT NOT NULL, load_id INTEGER NOT NULL,
          scope TEXT NOT NULL, repositories TEXT NOT NULL,
          PRIMARY KEY (coin_id, ecosystem, since, load_id)
        ) STRICT;
        CREATE VIEW v_coin_ecosystem AS
          SELECT coin_id, ecosystem, scope, since, load_id, value AS repository
          FROM coin_ecosystem, \(eachLine(of: "repositories"));

        """

    /// Takes what a load says; returns how many repositories of it were known as they are.
    func merge(_ entries: [CoinEcosystem], load: Int, _ links: inout LoadLinks) throws -> Int {
        var unchanged = 0
        let newest = """
            SELECT load_id, scope = ?1 AND repositories = ?2 FROM coin_ecosystem
            WHERE coin_id = ?3 AND ecosystem = ?4 AND since = ?5 AND \(Ledger.counts("?6"))
            ORDER BY load_id DESC LIMIT 1
            """
        let insertion = """
            INSERT OR REPLACE INTO coin_ecosystem (scope, repositories, coin_id, ecosystem, since, load_id)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        for entry in entries {
            let (ecosystem, part) = (entry.ecosystem, entry.ecosystem.part)
            let row: StatementArguments = [
                part.scope.rawValue, written(ecosystem.repositories.map(\.description)), entry.coin, part.name,
                ecosystem.since.description,
            ]
            let before = try database.row(newest, row + [load])
            if let before, before[1] {
                unchanged += ecosystem.repositories.count
                links.restsOn(before[0])
            } else {
                if let before { links.replaces(before[0]) }
                try database.run(insertion, row + [load])
            }
        }
        return unchanged
    }

    /// Visits what was known after a load, by coin, ecosystem and moment; at a moment, if given, only what holds: of
    /// each ecosystem of a coin the newest statement not after it, else the oldest one, as a list without dates would.
    func visit(upTo lastLoad: Int, holdingAt moment: AsOf?? = nil, _ body: (CoinEcosystem) throws -> Void) throws {
        let sql = """
            SELECT rowid, coin_id, ecosystem, since, max(load_id) FROM coin_ecosystem WHERE \(Ledger.counts("?1"))
            GROUP BY coin_id, ecosystem, since ORDER BY coin_id, ecosystem, since
            """
        let keys = try database.rows(sql, [lastLoad]).map { row in
            guard let since = Instant(try row.writtenText("since")) else { throw UnreadableRow(column: "since") }
            let (coin, name) = (try row.writtenText("coin_id"), try row.writtenText("ecosystem"))
            return Key(row: row[0], coin: coin, name: name, since: since)
        }
        for (place, key) in keys.enumerated() {
            if let moment {
                let isFirst = place == 0 || !keys[place - 1].isOfSame(key)
                let isLast = place + 1 == keys.count || !keys[place + 1].isOfSame(key)
                let isReached = isFirst || (moment?.includes(key.since) ?? true)
                guard isReached, isLast || !(moment?.includes(keys[place + 1].since) ?? true) else { continue }
            }
            try body(try entry(key))
        }
    }

    /// Where a statement stands, and what it is about.
    private struct Key {
        let row: Int64
        let coin: String
        let name: String
        let since: Instant

        func isOfSame(_ other: Key) -> Bool { coin == other.coin && name == other.name }
    }

    private func entry(_ key: Key) throws -> CoinEcosystem {
        let row = try database.row("SELECT scope, repositories FROM coin_ecosystem WHERE rowid = ?", [key.row])
        guard let row, let scope = EcosystemScope(rawValue: try row.writtenText("scope")) else {
            throw UnreadableRow(column: "scope")
        }
        let names = lines(try row.writtenText("repositories"))
        let repositories = names.compactMap { RepositoryName($0) }
        guard repositories.count == names.count else { throw UnreadableRow(column: "repositories") }
        let part = EcosystemPart(name: key.name, scope: scope)
        let ecosystem = Ecosystem(part: part, since: key.since, count: names.count, repositories: repositories)
        return CoinEcosystem(coin: key.coin, ecosystem: ecosystem)
    }
}
