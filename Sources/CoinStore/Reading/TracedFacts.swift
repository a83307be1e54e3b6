public import CoinModel
internal import GRDB
internal import SeriesEncoding

/// A fact with the load that brought its value.
public struct TracedFact: Hashable, Sendable {
    /// The last second that it tells of.
    public let at: Instant
    /// The value.
    public let value: Double
    /// The load.
    public let load: Int
}

extension StoreReader {
    /// The facts of a metric of one source for an entity in a span of time, each with its load, oldest first.
    ///
    /// A few tiles are read. Weekly marts have no loads of their own: ask for the facts that they are made from.
    ///
    /// - Parameters:
    ///   - metric: the metric of the facts.
    ///   - source: whose series.
    ///   - entity: the entity.
    ///   - span: the first and the last moment.
    /// - Returns: the facts that are to be seen.
    /// - Throws: `StoreError` when a tile is damaged.
    public func traced(
        _ metric: Metric,
        source: String,
        of entity: Int32,
        in span: ClosedRange<Instant>
    ) throws -> [TracedFact] {
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source] else { return [] }
        var facts: [TracedFact] = []
        for resolution in Resolution.allCases {
            let buckets = try Set(
                Int.fetchAll(
                    database.cachedStatement(
                        sql: """
                            SELECT bucket FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = ?
                            AND bucket BETWEEN ? AND ?
                            """
                    ),
                    arguments: [
                        sourceID, metricID, resolution.rawValue,
                        Bucket.index(of: span.lowerBound.week.advanced(by: -1), resolution),
                        Bucket.index(of: span.upperBound.week, resolution),
                    ]
                )
            )
            for bucket in buckets {
                let place = TilePlace(
                    source: sourceID,
                    metric: metricID,
                    resolution: resolution,
                    bucket: bucket,
                    group: Bucket.group(of: entity)
                )
                for (step, value, load) in try visible.traced(place, Bucket.slot(of: entity)) {
                    let at = resolution.instant(of: step)
                    if span.contains(at) { facts.append(TracedFact(at: at, value: value, load: load)) }
                }
            }
        }
        return facts.sorted { $0.at < $1.at }
    }

    /// The inputs of some loads that were taken, by load; a row of the ledger each, in order.
    ///
    /// - Throws: `StoreError` when the ledger cannot be read.
    public func inputs(ofLoads loads: Set<Int>) throws -> [Int: [LedgerEntry]] {
        var found: [Int: [LedgerEntry]] = [:]
        for load in loads.sorted() {
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: "SELECT * FROM load WHERE load_id = ? AND status = 'loaded' ORDER BY input_id"
                ),
                arguments: [load]
            )
            found[load] = try rows.map { try LedgerEntry($0) }
        }
        return found
    }

    /// The load that brought the entry of a listed coin as it stands; nil for a coin of no list.
    ///
    /// - Throws: `StoreError` when the table cannot be read.
    public func load(ofCoin id: String) throws -> Int? {
        try Int.fetchOne(
            database,
            sql: """
                SELECT load_id FROM coin WHERE coin_id = ?1 AND load_id <= ?2
                UNION ALL SELECT since FROM coin_revision WHERE coin_id = ?1 AND since <= ?2 AND load_id > ?2
                """,
            arguments: [id, lastLoad ?? Int(Int32.max)]
        )
    }
}

extension VisibleTiles {
    /// The values of a slot that are to be seen, each with its time and load.
    fileprivate func traced(
        _ place: TilePlace,
        _ slot: UInt16
    ) throws -> [(step: Int64, value: Double, load: Int)] {
        var found: [Int64: (value: Double, load: Int)] = [:]
        let last = Int32(clamping: lastLoad ?? .max)
        if let stored = try tiles.stored(place) {
            do throws(TileError) {
                let draft = try TileDraft(stored)
                let width = draft.matrix.steps.count
                for (column, step) in draft.matrix.steps.enumerated() {
                    let cell = Int(slot) * width + column
                    let load = draft.marks.load(ofCell: cell)
                    if !draft[cell].isNaN, load <= last { found[step] = (draft[cell], Int(load)) }
                }
            } catch {
                throw tiles.damage(place, error)
            }
            if stored.load > last {
                try Revisions.replaced(tiles, place, after: last) { cell, before in
                    if cell.slot == Int(slot), before.load <= last {
                        found[cell.step] = (before.value, Int(before.load))
                    }
                }
            }
        }
        if place.resolution == .snapshot {
            let open = OpenWeekSnapshots(tiles: tiles)
            let snapshots = try open.snapshots(
                source: place.source,
                metric: place.metric,
                bucket: place.bucket,
                upTo: lastLoad
            )
            for snapshot in snapshots {
                snapshot.visit(place.group) { own, value in
                    if own == Int(slot) { found[snapshot.time] = (value, snapshot.load) }
                }
            }
        }
        return found.map { ($0.key, $0.value.value, $0.value.load) }.sorted { $0.0 < $1.0 }
    }
}
