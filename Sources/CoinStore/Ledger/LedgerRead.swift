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

    /// The paths of all inputs that were loaded, forgotten ones among them, each with its format.
    public func loadedPaths() throws -> [(path: String, format: String)] {
        try read { database in
            let sql = "SELECT DISTINCT path, format FROM load WHERE status = 'loaded' AND kind <> 'unknown'"
            return try Array(database.cursor(sql).map { ($0[0], $0[1]) })
        }
    }

    /// The inputs that were loaded and hold as they were, of the sizes in bytes that are in question; nil for all.
    ///
    /// One is left out where its load was forgotten. `files` gives those to load now that have the content of an input.
    public func loadedInputs(
        ofSizes sizes: [Int]? = nil,
        among files: (_ input: InputDescriptor) -> Set<String> = { _ in [] }
    ) throws -> LoadedInputs {
        let wanted = sizes.map { " AND size IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        return try read { database in
            let replacing = try Ledger.replacing(database, among: files)
            let sql = "SELECT * FROM load WHERE status = 'loaded' AND forgotten_by IS NULL" + wanted
            let rows = try Row.fetchCursor(database, sql: sql)
            var loaded = LoadedInputs()
            while let row = try rows.next() {
                loaded.insert(try InputDescriptor(row), replacedWith: replacing[row["load_id"], default: []])
            }
            loaded.lastLoad = try database.value("SELECT max(load_id) FROM load") ?? 0
            return loaded
        }
    }
}

extension StoreReader {
    /// Which inputs are seen; nil where nothing was loaded.
    public func ledgerState() throws -> String? { try Ledger.state(database, upTo: lastLoad) }
}
