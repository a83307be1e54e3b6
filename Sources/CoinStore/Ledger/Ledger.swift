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
