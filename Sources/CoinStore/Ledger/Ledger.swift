public import CoinModel
internal import GRDB

/// A row of the ledger: an input, and what became of it.
public struct LedgerEntry: Hashable, Sendable {
    /// Its number, in order of loading.
    public let inputID: Int
    /// The load, that is the transaction, that it belongs to.
    public let loadID: Int
    /// Why it was refused as a whole; nil when it was loaded.
    public let refusal: Reject?
    /// What the input was.
    public let input: LedgerInput
    /// When it was accepted, by the clock of that load.
    public let acceptedAt: Instant
    /// What became of its rows.
    public let outcome: InputOutcome

    /// Whether it was refused as a whole.
    public var isRefused: Bool { refusal != nil }
}

/// Questions to the ledger inside a transaction.
enum Ledger {
    /// What version 4 added to the table `load`, in a new store too.
    ///
    /// `identity` tells the file of an input, unchanged, from all others; NULL where only its bytes do.
    static let sinceVersion3 = """
        ALTER TABLE load ADD COLUMN identity INTEGER;
        CREATE INDEX load_refused ON load (path, digest, context) WHERE status = 'refused';

        """

    /// Whether an input was refused before for the same reason.
    static func isRefused(_ input: LedgerInput, because reject: Reject, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM load JOIN reject USING (input_id) WHERE status = 'refused' AND path = ?
                AND digest = ? AND context = ? AND reason = ? AND detail = ?)
                """
        )
        return try Bool.fetchOne(
            statement,
            arguments: [input.path, input.digest, input.context, reject.reason, reject.detail]
        ) ?? false
    }

    /// The newest load that was accepted at a moment or before; 0 when none was.
    ///
    /// Loads are numbered as they were accepted, for the ledger's clock never goes back.
    static func lastLoad(acceptedBy moment: Instant, _ database: Database) throws -> Int {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT load_id, accepted_at FROM load GROUP BY load_id ORDER BY load_id DESC"
        )
        while let row = try rows.next() {
            if let accepted = Instant(row[1] as String), accepted <= moment { return row[0] }
        }
        return 0
    }

    /// When a load that begins now counts as accepted: not before the one before it.
    static func acceptance(_ now: Instant, _ database: Database) throws -> Instant {
        // The next numbers follow from the last ones.
        for column in ["load_id", "input_id"] {
            let last = try Int.fetchOne(database, sql: "SELECT max(\(column)) FROM load") ?? 0
            guard (0..<Int(Int32.max)).contains(last) else { throw UnreadableRow(column: column) }
        }
        let newest = try String.fetchOne(database, sql: "SELECT accepted_at FROM load ORDER BY load_id DESC LIMIT 1")
        return max(now, newest.flatMap { Instant($0) } ?? now)
    }
}

extension Store {
    /// Runs one load: what the body hands over is in the store when this returns, or nothing of it.
    ///
    /// - Parameters:
    ///   - acceptedAt: the moment that the ledger gets.
    ///   - waitingLimit: the most rows that wait in memory before they are written.
    ///   - body: hands over whole inputs.
    /// - Returns: what the body returned, and what became of each input by its number.
    /// - Throws: `StoreError`, or what the body throws; then nothing of the load is in the store.
    @discardableResult
    public func load<Value>(
        acceptedAt: Instant,
        waitingLimit: Int = LoadSession.waitingLimit,
        _ body: (LoadSession) throws -> Value
    ) throws -> (value: Value, outcomes: [Int32: InputOutcome]) {
        try write { database in
            let session = try LoadSession(
                database,
                path: path,
                acceptedAt: acceptedAt,
                waitingLimit: waitingLimit
            )
            let value = try body(session)
            return (value, try session.finish())
        }
    }

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
}
