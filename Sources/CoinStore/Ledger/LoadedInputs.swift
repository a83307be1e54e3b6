public import CoinModel
internal import GRDB

/// Inputs that were loaded: by digest and context, and by what tells their files without reading them.
public struct LoadedInputs: Sendable {
    private struct Content: Hashable {
        let digest: String
        let context: String
    }

    private var contents: Set<Content> = []
    private var files: [Int64: [LedgerInput]] = [:]
    private var sizes: Set<Int> = []

    /// None, and room for so many.
    public init(room: Int = 0) {
        contents.reserveCapacity(room)
    }

    /// Adds an input.
    public mutating func insert(_ input: LedgerInput) {
        insert(digest: input.digest, context: input.context)
        if let identity = input.identity { files[identity, default: []].append(input) }
        sizes.insert(input.size)
    }

    /// Adds what an input says, whichever file says it.
    public mutating func insert(digest: String, context: String) {
        contents.insert(Content(digest: digest, context: context))
    }

    /// Whether an input was loaded.
    public func contains(digest: String, context: String) -> Bool {
        contents.contains(Content(digest: digest, context: context))
    }

    /// What was loaded of the file that is just as it was then.
    public func inputs(ofFile identity: Int64) -> [LedgerInput] {
        files[identity] ?? []
    }

    /// Whether an input of so many bytes was loaded: if not, no file of that size needs its digest to be known as new.
    public func containsSize(_ size: Int) -> Bool {
        sizes.contains(size)
    }
}

extension Store {
    /// The ledger, oldest input first.
    ///
    /// - Parameter withReasons: whether the reasons of refused inputs are looked up, which the table of rejects has.
    /// - Returns: an entry for each input.
    /// - Throws: `StoreError`.
    public func ledger(withReasons: Bool = true) throws -> [LedgerEntry] {
        // A refused input has one reject, its reason.
        let joined = """
            SELECT load.*, line, field, reason, detail FROM load
            LEFT JOIN reject ON status = 'refused' AND reject.input_id = load.input_id
            GROUP BY load.input_id ORDER BY load.input_id
            """
        return try read { database in
            try Row.fetchAll(database, sql: withReasons ? joined : "SELECT * FROM load ORDER BY input_id")
                .map { try LedgerEntry($0) }
        }
    }

    /// The rejects of the newest load of each input, the first so many of them, with the input's path.
    ///
    /// - Throws: `StoreError`.
    public func rejects(limit: Int) throws -> [(path: String, reject: Reject)] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT path, line, field, reason, detail FROM reject JOIN load USING (input_id)
                    ORDER BY input_id, line LIMIT ?
                    """,
                arguments: [limit]
            ).map { row in
                (row[0], Reject(reason: row[3], line: row[1], column: row[2], detail: row[4]))
            }
        }
    }

    /// The inputs that were loaded.
    ///
    /// - Parameter sizes: the bytes that the inputs in question have; nil when all may be asked for.
    /// - Returns: the inputs, of these sizes.
    /// - Throws: `StoreError`.
    public func loadedInputs(ofSizes sizes: [Int]? = nil) throws -> LoadedInputs {
        try read { database in
            let wanted = sizes.map { " AND size IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
            let rows = try Row.fetchCursor(database, sql: "SELECT * FROM load WHERE status = 'loaded'" + wanted)
            var loaded = LoadedInputs()
            while let row = try rows.next() {
                loaded.insert(try LedgerInput(row))
            }
            return loaded
        }
    }
}

extension LoadSession {
    /// Whether an input was loaded by an earlier load.
    ///
    /// - Throws: `StoreError`.
    public func hasLoaded(digest: String, context: String) throws -> Bool {
        guard !digest.isEmpty else { return false }
        let statement = try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM load WHERE status = 'loaded' AND digest = ? AND context = ?)"
        )
        return try Bool.fetchOne(statement, arguments: [digest, context]) ?? false
    }
}
