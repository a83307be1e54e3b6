public import CoinModel
internal import GRDB

/// The repositories that coins have by ecosystems: a dated map, beside what the coin lists say.
///
/// A row says what a coin has by one ecosystem since a moment; of two loads that say so of the same moment the later
/// one holds, and the earlier one stays for those who ask what was known.
struct EcosystemTable {
    let database: Database

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
                part.scope.rawValue, EcosystemTable.written(ecosystem.repositories), entry.coin, part.name,
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
        let repositories = try EcosystemTable.read(try row.writtenText("repositories"))
        let part = EcosystemPart(name: key.name, scope: scope)
        let count = repositories.count
        let ecosystem = Ecosystem(part: part, since: key.since, count: count, repositories: repositories)
        return CoinEcosystem(coin: key.coin, ecosystem: ecosystem)
    }

    /// No name of a repository has a character that JSON escapes.
    private static func written(_ repositories: [RepositoryName]) -> String {
        repositories.isEmpty ? "[]" : "[\"" + repositories.map(\.description).joined(separator: "\",\"") + "\"]"
    }

    private static func read(_ text: String) throws(UnreadableRow) -> [RepositoryName] {
        var bytes = Array(text.utf8)[...]
        guard bytes.popFirst() == UInt8(ascii: "["), bytes.popLast() == UInt8(ascii: "]") else {
            throw UnreadableRow(column: "repositories")
        }
        var names: [RepositoryName] = []
        for quoted in bytes.split(separator: UInt8(ascii: ",")) {
            guard quoted.count > 2, quoted.first == UInt8(ascii: "\""), quoted.last == UInt8(ascii: "\""),
                let name = RepositoryName(String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self))
            else { throw UnreadableRow(column: "repositories") }
            names.append(name)
        }
        return names
    }
}

extension StoreReader {
    /// What coins have by ecosystems at a moment, nil for the newest, by coin and ecosystem; listed coins or not.
    public func ecosystems(at moment: AsOf?) throws -> [CoinEcosystem] {
        var found: [CoinEcosystem] = []
        let table = EcosystemTable(database: database)
        try table.visit(upTo: lastLoad ?? .max, holdingAt: .some(moment)) { found.append($0) }
        return found
    }
}
