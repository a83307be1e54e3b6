public import CoinModel
internal import GRDB

extension Store {
    /// The ledger, oldest input first; the reasons of refused inputs are looked up in the table of rejects if wanted.
    public func ledger(withReasons: Bool = true) throws -> [LedgerEntry] {
        // A refused input has one reject, its reason.
        let joined = """
            SELECT load.*, line, field, reason, detail FROM load
            LEFT JOIN reject ON status = 'refused' AND reject.input_id = load.input_id
            GROUP BY load.input_id ORDER BY load.input_id
            """
        return try read { database in
            try database.rows(withReasons ? joined : "SELECT * FROM load ORDER BY input_id").map { try LedgerEntry($0) }
        }
    }

    /// The rejects of the newest load of each input, the first so many of them, with the input's path.
    public func rejects(limit: Int) throws -> [(path: String, reject: Reject)] {
        let sql = """
            SELECT path, line, field, reason, detail FROM reject JOIN load USING (input_id)
            ORDER BY input_id, line LIMIT ?
            """
        return try read { database in
            try database.rows(sql, [limit]).map { row in
                (row[0], Reject(reason: row[3], line: row[1], column: row[2], detail: row[4]))
            }
        }
    }

    /// The inputs that were loaded, of the sizes in bytes that are in question; nil for all.
    public func loadedInputs(ofSizes sizes: [Int]? = nil) throws -> LoadedInputs {
        let wanted = sizes.map { " AND size IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        return try read { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM load WHERE status = 'loaded'" + wanted)
            var loaded = LoadedInputs()
            while let row = try rows.next() { loaded.insert(try LedgerInput(row)) }
            return loaded
        }
    }
}

extension StoreReader {
    /// Which inputs are seen; nil where nothing was loaded.
    public func ledgerState() throws -> LedgerState? { try LedgerState(database, upTo: lastLoad) }
}
