internal import GRDB

/// Which inputs a store had taken in when it was read: two readings with the same state see the same facts.
public struct LedgerState: Hashable, Sendable {
    /// How many inputs were loaded.
    public let inputs: Int
    /// The number of the newest of them.
    public let newestInput: Int
    /// The digest of its bytes.
    public let newestDigest: String
    /// When it was accepted.
    public let acceptedAt: String

    /// The state as of a load; nil where nothing was loaded by then.
    ///
    /// Refused inputs leave no fact, so they count for nothing.
    init?(_ database: Database, upTo lastLoad: Int?) throws {
        let loaded = "FROM load WHERE status = 'loaded'" + (lastLoad.map { " AND load_id <= \($0)" } ?? "")
        let newest = try Row.fetchOne(
            database,
            sql: "SELECT input_id, digest, accepted_at \(loaded) ORDER BY input_id DESC LIMIT 1"
        )
        guard let newest else { return nil }
        inputs = try Int.fetchOne(database, sql: "SELECT count(*) \(loaded)") ?? 0
        (newestInput, newestDigest, acceptedAt) = (newest[0], newest[1], newest[2])
    }
}

extension LedgerState: CustomStringConvertible {
    /// As `4 inputs, the newest 4 of 2024-03-25T10:00:00Z with DIGEST`.
    public var description: String {
        "\(inputs) inputs, the newest \(newestInput) of \(acceptedAt) with \(newestDigest)"
    }
}

extension StoreReader {
    /// Which inputs are seen.
    ///
    /// - Returns: the state; nil where nothing was loaded.
    /// - Throws: `StoreError`.
    public func ledgerState() throws -> LedgerState? {
        try LedgerState(database, upTo: lastLoad)
    }
}
