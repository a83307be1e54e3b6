public import CoinModel
internal import GRDB

/// A row of the ledger: an input, and what became of it.
public struct LedgerEntry: Hashable, Sendable {
    /// Its number, in order of loading.
    public let inputID: Int
    /// The load, that is the transaction, that it belongs to.
    public let loadID: Int
    /// Whether it was refused as a whole.
    public let isRefused: Bool
    /// What the input was.
    public let input: LedgerInput
    /// When it was accepted, by the clock of that load.
    public let acceptedAt: String
    /// What became of its rows.
    public let outcome: InputOutcome
}

/// Inputs that were loaded, by digest and context.
public struct KnownInputs: Sendable {
    private var keys: Set<[String]> = []
    private var sizes: Set<Int> = []

    /// None.
    public init() {}

    /// Adds an input.
    public mutating func insert(digest: String, context: String, size: Int) {
        keys.insert([digest, context])
        sizes.insert(size)
    }

    /// Whether an input was loaded.
    public func contains(digest: String, context: String) -> Bool {
        keys.contains([digest, context])
    }

    /// Whether an input of so many bytes was loaded: if not, no file of that size needs its digest to be known as new.
    public func containsSize(_ size: Int) -> Bool {
        sizes.contains(size)
    }
}

extension Store {
    /// Runs one load: what the body hands over is in the store when this returns, or nothing of it.
    ///
    /// - Parameters:
    ///   - acceptedAt: the moment that the ledger gets.
    ///   - body: hands over whole inputs.
    /// - Returns: what the body returned, and what became of each input by its number.
    /// - Throws: `StoreError`, or what the body throws; then nothing of the load is in the store.
    @discardableResult
    public func load<Value>(
        acceptedAt: Instant,
        _ body: (LoadSession) throws -> Value
    ) throws -> (value: Value, outcomes: [Int32: InputOutcome]) {
        try write { database in
            let session = try LoadSession(database, path: path, acceptedAt: acceptedAt)
            let value = try body(session)
            return (value, try session.finish())
        }
    }

    /// The inputs that were loaded.
    ///
    /// - Throws: `StoreError`.
    public func knownInputs() throws -> KnownInputs {
        try read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT digest, context, size FROM load WHERE status = 'loaded'"
            )
            var known = KnownInputs()
            while let row = try rows.next() { known.insert(digest: row[0], context: row[1], size: row[2]) }
            return known
        }
    }

    /// The ledger, oldest input first.
    ///
    /// - Throws: `StoreError`.
    public func ledger() throws -> [LedgerEntry] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM load ORDER BY input_id").map { row in
                var outcome = InputOutcome()
                outcome.accepted = row["rows_accepted"]
                outcome.unchanged = row["rows_unchanged"]
                outcome.rejected = row["rows_rejected"]
                return LedgerEntry(
                    inputID: row["input_id"],
                    loadID: row["load_id"],
                    isRefused: row["status"] == "refused",
                    input: LedgerInput(
                        kind: row["kind"],
                        format: row["format"],
                        path: row["path"],
                        size: row["size"],
                        digest: row["digest"],
                        context: row["context"],
                        stem: ""
                    ),
                    acceptedAt: row["accepted_at"],
                    outcome: outcome
                )
            }
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
}
