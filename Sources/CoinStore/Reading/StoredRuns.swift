public import CoinModel
internal import GRDB

/// The ranks of a ranking as it was kept, and what it had seen.
public struct StoredRun: Sendable {
    /// What it was made from.
    public let key: RankingKey
    /// When the newest load that it saw was accepted.
    public let known: Instant
    /// Its notes; the last one tells what it was made from.
    public let notes: [String]
    /// The rank of each coin that has one, by id.
    public let ranks: [String: Int]
}

extension Store {
    /// The newest ranking of a preset that was kept for a moment, the one with these options before others; nil without.
    ///
    /// - Parameters:
    ///   - preset: the preset's name.
    ///   - asOf: the moment, as it is printed.
    ///   - options: the options, in canonical text.
    /// - Returns: its ranks.
    /// - Throws: `StoreError`.
    public func keptRun(preset: String, asOf: String, options: String) throws -> StoredRun? {
        try read { database in
            let columns = Set(try database.columns(in: "ranking").map(\.name))
            guard columns.isSuperset(of: ["coin_id", "rank"]) else { return nil }
            let run = try Row.fetchOne(
                database,
                sql: """
                    SELECT run_id, options, notes, (SELECT max(accepted_at) FROM load WHERE input_id <= ledger_mark) AS known
                    FROM ranking_run WHERE preset = ? AND as_of = ?
                    ORDER BY options = ? DESC, run_id DESC LIMIT 1
                    """,
                arguments: [preset, asOf, options]
            )
            guard let run, let known = (run["known"] as String?).flatMap({ Instant($0) }) else { return nil }
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT coin_id, rank FROM ranking WHERE run_id = ? AND rank IS NOT NULL AND coin_id IS NOT NULL",
                arguments: [run["run_id"] as Int64]
            )
            return StoredRun(
                key: RankingKey(preset: preset, asOf: asOf, options: run["options"]),
                known: known,
                notes: (run["notes"] as String).split(separator: "\n").map(String.init),
                ranks: Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
            )
        }
    }
}
