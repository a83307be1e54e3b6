public import CoinModel
internal import GRDB

/// The repositories that coins have by ecosystems: a dated map, beside what the coin lists say.
///
/// A row says what a coin has by one ecosystem since a moment; of two loads that say so of the same moment the later one
/// holds, and the earlier one stays for those who ask what was known.
struct EcosystemTable {
    let database: Database

    /// Takes what a load says.
    ///
    /// - Returns: how many repositories of it were known as they are.
    func merge(_ entries: [CoinEcosystem], load: Int) throws -> Int {
        var unchanged = 0
        for entry in entries {
            let (ecosystem, scope) = (entry.ecosystem, entry.ecosystem.part.scope.rawValue)
            let repositories = EcosystemTable.written(ecosystem.repositories)
            let key: StatementArguments = [entry.coin, ecosystem.part.name, ecosystem.since.description]
            let known = try Row.fetchOne(
                database,
                sql: """
                    SELECT scope = ? AND repositories = ? FROM coin_ecosystem
                    WHERE coin_id = ? AND ecosystem = ? AND since = ? ORDER BY load_id DESC LIMIT 1
                    """,
                arguments: [scope, repositories] + key
            )
            if known?[0] == true {
                unchanged += ecosystem.repositories.count
                continue
            }
            try database.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO coin_ecosystem (coin_id, ecosystem, since, load_id, scope, repositories)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: key + [load, scope, repositories])
        }
        return unchanged
    }

    /// Hands on what was known after a load, by coin, ecosystem and moment.
    ///
    /// - Parameters:
    ///   - lastLoad: the load.
    ///   - moment: where given, only what holds then: of each ecosystem of a coin the newest statement not after it, else
    ///     the oldest one, as a list without dates would hold then as well.
    ///   - body: takes each entry.
    /// - Throws: `UnreadableRow` when a row is damaged, and what the body throws.
    func visit(upTo lastLoad: Int, holdingAt moment: AsOf?? = nil, _ body: (CoinEcosystem) throws -> Void) throws {
        let keys = try Row.fetchAll(
            database,
            sql: """
                SELECT rowid, coin_id, ecosystem, since, max(load_id) FROM coin_ecosystem WHERE load_id <= ?
                GROUP BY coin_id, ecosystem, since ORDER BY coin_id, ecosystem, since
                """,
            arguments: [lastLoad]
        ).map { row in
            let since = Instant(try row.writtenText("since"))
            guard let since else { throw UnreadableRow(column: "since") }
            return Key(
                row: row[0],
                coin: try row.writtenText("coin_id"),
                name: try row.writtenText("ecosystem"),
                since: since
            )
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
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT scope, repositories FROM coin_ecosystem WHERE rowid = ?"),
            arguments: [key.row]
        )
        guard let row, let scope = EcosystemScope(rawValue: try row.writtenText("scope")) else {
            throw UnreadableRow(column: "scope")
        }
        let repositories = try EcosystemTable.read(try row.writtenText("repositories"))
        let ecosystem = Ecosystem(
            part: EcosystemPart(name: key.name, scope: scope),
            since: key.since,
            count: repositories.count,
            repositories: repositories
        )
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
    /// What coins have by ecosystems at a moment, by coin and ecosystem; listed coins or not.
    ///
    /// - Parameter moment: the moment; nil for the newest.
    /// - Returns: the statements that hold then.
    /// - Throws: `UnreadableRow` when the table is damaged, which the reading turns into a `StoreError`.
    public func ecosystems(at moment: AsOf?) throws -> [CoinEcosystem] {
        var found: [CoinEcosystem] = []
        try EcosystemTable(database: database).visit(upTo: lastLoad ?? .max, holdingAt: .some(moment)) {
            found.append($0)
        }
        return found
    }
}
