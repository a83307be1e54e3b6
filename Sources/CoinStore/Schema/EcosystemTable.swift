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

    /// Visits what was known after a load, by coin, ecosystem and moment.
    func visit(upTo lastLoad: Int, _ body: (CoinEcosystem) throws -> Void) throws {
        try visitRows(upTo: lastLoad) { try body(EcosystemTable.entry($0)) }
    }

    /// What holds at a moment, nil for the newest: of each ecosystem of a coin the newest statement not after it, else
    /// the oldest one, as a list without dates would.
    func entries(at moment: AsOf?, upTo lastLoad: Int) throws -> [CoinEcosystem] {
        var holding: [Row] = []
        try visitRows(upTo: lastLoad) { row in
            let isOther = ["coin_id", "ecosystem"].contains { holding.last?.text($0) != row.text($0) }
            if isOther {
                holding.append(row)
            } else if try moment?.includes(EcosystemTable.since(row)) ?? true {
                holding[holding.count - 1] = row
            }
        }
        return try holding.map(EcosystemTable.entry)
    }

    private func visitRows(upTo lastLoad: Int, _ body: (Row) throws -> Void) throws {
        let sql = """
            SELECT coin_id, ecosystem, since, scope, repositories, max(load_id) FROM coin_ecosystem
            WHERE \(Ledger.counts("?1")) GROUP BY coin_id, ecosystem, since ORDER BY coin_id, ecosystem, since
            """
        let rows = try database.cursor(sql, [lastLoad])
        while let row = try rows.next() { try body(row.copy()) }
    }

    private static func since(_ row: Row) throws -> Instant {
        guard let since = Instant(try row.writtenText("since")) else { throw BadRow(column: "since") }
        return since
    }

    private static func entry(_ row: Row) throws -> CoinEcosystem {
        guard let scope = EcosystemScope(rawValue: try row.writtenText("scope")) else {
            throw BadRow(column: "scope")
        }
        let names = lines(try row.writtenText("repositories"))
        let repositories = names.compactMap { RepositoryName($0) }
        guard repositories.count == names.count else { throw BadRow(column: "repositories") }
        let part = EcosystemPart(name: try row.writtenText("ecosystem"), scope: scope)
        let ecosystem = Ecosystem(part: part, since: try since(row), count: names.count, repositories: repositories)
        return CoinEcosystem(coin: try row.writtenText("coin_id"), ecosystem: ecosystem)
    }
}
