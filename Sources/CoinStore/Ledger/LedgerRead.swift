internal import CoinModel
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

    /// The inputs that were loaded, of the sizes in bytes that are in question; nil for all.
    public func loadedInputs(ofSizes sizes: [Int]? = nil) throws -> LoadedInputs {
        let wanted = sizes.map { " AND size IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        return try read { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM load WHERE status = 'loaded'" + wanted)
            var loaded = LoadedInputs()
            while let row = try rows.next() { loaded.insert(try InputDescriptor(row)) }
            return loaded
        }
    }
}

extension StoreReader {
    /// Which inputs are seen; nil where nothing was loaded.
    public func ledgerState() throws -> String? { try Ledger.state(database, upTo: lastLoad) }
}
