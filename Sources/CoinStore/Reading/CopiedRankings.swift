internal import GRDB

extension Store {
    /// Takes over the kept rankings of another store that has the same inputs; this one keeps none yet.
    ///
    /// - Parameter other: the file of the other store.
    /// - Throws: `StoreError`.
    public func takeRankings(from other: String) throws(StoreError) {
        try StoreError.translating(path) {
            // A file can only be attached outside a transaction.
            try queue.inDatabase { database in
                try database.execute(sql: "ATTACH DATABASE ? AS other", arguments: [StorePlace.literal(other)])
                // Only what is written to is locked: the other store may be held.
                try database.inTransaction(.deferred) {
                    let known = Set(try database.columns(in: "ranking").map(\.name))
                    let columns = try Row.fetchAll(
                        database,
                        sql: "SELECT name, type FROM pragma_table_info('ranking', 'other')"
                    )
                    for column in columns where !known.contains(column[0]) {
                        let name = (column[0] as String).quotedDatabaseIdentifier
                        try database.execute(sql: "ALTER TABLE main.ranking ADD COLUMN \(name) \(column[1] as String)")
                    }
                    let names = columns.map { ($0[0] as String).quotedDatabaseIdentifier }.joined(separator: ", ")
                    try database.execute(
                        sql: """
                            INSERT INTO main.ranking_run SELECT * FROM other.ranking_run;
                            INSERT INTO main.ranking (\(names)) SELECT \(names) FROM other.ranking
                            """
                    )
                    return .commit
                }
                try database.execute(sql: "DETACH DATABASE other")
            }
        }
    }
}
