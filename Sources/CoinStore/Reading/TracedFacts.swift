public import CoinModel
internal import GRDB
internal import SeriesEncoding

/// A fact with the load that brought its value.
public struct TracedFact: Hashable, Sendable {
    /// Its last second.
    public let at: Instant
    /// The value.
    public let value: Double
    /// The load.
    public let load: Int
}

extension StoreReader {
    /// The facts of a metric, no mart, of one source for an entity in a span of time that are to be seen, oldest first.
    public func traced(
        _ metric: Metric,
        source: String,
        of entity: Int32,
        in span: ClosedRange<Instant>
    ) throws -> [TracedFact] {
        var facts: [TracedFact] = []
        let weeks = span.lowerBound.week.advanced(by: -1)...span.upperBound.week
        for resolution in Resolution.allCases {
            guard let series = series(metric, source, resolution) else { continue }
            let sql = "SELECT DISTINCT bucket FROM tile WHERE \(TileSeries.condition) AND bucket BETWEEN ? AND ?"
            let wanted = Bucket.indices(of: weeks, resolution)
            let buckets: [Int] = try database.values(sql, series.arguments + [wanted.lowerBound, wanted.upperBound])
            for bucket in buckets {
                guard let draft = try visible.draft(series.place(bucket, Bucket.group(of: entity))) else { continue }
                let steps = draft.matrix.steps
                for (column, step) in steps.enumerated() {
                    let cell = Int(Bucket.slot(of: entity)) * steps.count + column
                    let at = resolution.instant(of: step)
                    guard !draft[cell].isNaN, span.contains(at) else { continue }
                    facts.append(TracedFact(at: at, value: draft[cell], load: Int(draft.marks.load(ofCell: cell))))
                }
            }
        }
        return facts.sorted { $0.at < $1.at }
    }

    /// The inputs that some loads took, by load; a row of the ledger each, in order.
    public func inputs(ofLoads loads: Set<Int>) throws -> [Int: [LedgerEntry]] {
        let sql = "SELECT * FROM load WHERE load_id = ? AND status = 'loaded' ORDER BY input_id"
        return try loads.reduce(into: [:]) { found, load in
            found[load] = try database.rows(sql, [load]).map { try LedgerEntry($0) }
        }
    }

    /// The load that brought the entry of a listed coin as it stands; nil for a coin of no list.
    public func load(ofCoin id: String) throws -> Int? {
        let sql = """
            SELECT load_id FROM coin WHERE coin_id = ?1 AND load_id <= ?2
            UNION ALL SELECT since FROM coin_revision WHERE coin_id = ?1 AND since <= ?2 AND load_id > ?2
            """
        return try database.value(sql, [id, lastLoad ?? Int(Int32.max)])
    }
}
