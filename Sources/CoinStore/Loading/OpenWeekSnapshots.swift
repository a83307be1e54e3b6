internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// The part of a week that is still as it came: a row of `tile` for each snapshot and metric over all entities, under
/// a group below zero, so that taking a snapshot costs a handful of rows however many coins it has.
///
/// Its snapshots are younger than all in the tiles of the week. When a younger week comes, or a row that is late or
/// contradicts, the part is closed: its snapshots go into the tiles of their groups.
struct OpenWeekSnapshots {
    let tiles: TileTable
    let load: Int32

    /// The most snapshots that are taken as they come; more at a time go into tiles at once.
    private static let batchLimit = 2

    /// Takes rows of a bucket as they are, if younger than all that the source has; nil when they must be merged.
    func take(_ rows: StagedRows, _ key: StagedRows.Key) throws -> BucketWriter.Outcome? {
        guard key.resolution == .snapshot, rows.times.count <= OpenWeekSnapshots.batchLimit,
            let first = rows.times.min(), try isYounger(first, than: key)
        else { return nil }
        func place(_ row: Int) -> (time: Int32, entity: Int32) { (rows.timeIndex[row], rows.entities[row]) }
        let order = rows.entities.indices.sorted { place($0) < place($1) }
        let hasRivals = zip(order, order.dropFirst()).contains { place($0) == place($1) }
        if hasRivals { return nil }
        var outcome = BucketWriter.Outcome()
        var changed = [Bool](repeating: false, count: rows.entities.count)
        for (metric, values) in zip(key.metrics, rows.values) {
            for (index, time) in rows.times.enumerated().sorted(by: { $0.element < $1.element }) {
                let present = order.filter { rows.timeIndex[$0] == index && !values[$0].isNaN }
                guard !present.isEmpty else { continue }
                for row in present { changed[row] = true }
                let entities = present.map { Int64(rows.entities[$0]) }
                let found = present.map { values[$0] }
                let snapshot = OpenSnapshot(time: time, load: Int(load), entities: entities, values: found)
                try append(snapshot, key.series(metric), key.bucket)
            }
        }
        outcome.finish(changed, of: rows) { _ in "" }
        return outcome
    }

    /// Closes the weeks of a source up to one; each with its metrics and the groups that have any snapshot.
    func close(source: Int, upTo bucket: Int) throws -> [(week: Week, metrics: [Int], groups: Set<Int>)] {
        let sql = """
            SELECT DISTINCT bucket, metric_id FROM tile WHERE entity_group < 0 AND source_id = ? AND bucket <= ?
            ORDER BY bucket, metric_id
            """
        let rows = try tiles.database.rows(sql, [source, bucket])
        return try Dictionary(grouping: rows) { $0[0] as Int }.sorted { $0.key < $1.key }.map { bucket, rows in
            let metrics = rows.map { $0[1] as Int }
            let groups = try metrics.map { metric in
                try close(TileSeries(source: source, metric: metric, resolution: .snapshot), bucket)
            }
            return (Week(index: Int32(bucket)), metrics, groups.reduce([]) { $0.union($1) })
        }
    }

    /// Moves the snapshots of a week into the tiles of their groups, which are returned.
    private func close(_ series: TileSeries, _ bucket: Int) throws -> [Int] {
        let snapshots = try tiles.openSnapshots(series, bucket)
        let groups = OpenSnapshot.groups(of: snapshots)
        for group in groups {
            var draft = try tiles.draft(series.place(bucket, group), adding: snapshots.map(\.time), by: 0)
            draft.put(snapshots, ofGroup: group)
            try tiles.write(draft, at: series.place(bucket, group))
        }
        let sql = "DELETE FROM tile WHERE \(TileSeries.condition) AND bucket = ? AND entity_group < 0"
        try tiles.database.run(sql, series.arguments + [bucket])
        return groups
    }

    /// Whether a time lies after every snapshot that the source has of the metrics.
    private func isYounger(_ time: Int64, than key: StagedRows.Key) throws -> Bool {
        let sql = """
            SELECT max(last_time) FROM tile WHERE source_id = ?1 AND metric_id = ?2 AND resolution = 0
            AND bucket = (SELECT max(bucket) FROM tile WHERE source_id = ?1 AND metric_id = ?2 AND resolution = 0)
            """
        return try key.metrics.allSatisfy { metric in
            let newest: Int64? = try tiles.database.value(sql, [key.source, metric])
            return newest.map { $0 < time } ?? true
        }
    }

    private func append(_ snapshot: OpenSnapshot, _ series: TileSeries, _ bucket: Int) throws {
        let sql = "SELECT min(entity_group) FROM tile WHERE \(TileSeries.condition) AND bucket = ?"
        let lowest: Int = try tiles.database.value(sql, series.arguments + [bucket]) ?? 0
        let tile = Tile(steps: snapshot.entities, runs: [Tile.Run(slot: 0, values: snapshot.values)])
        let stored = StoredTile(load: snapshot.load, bytes: tile.encoded())
        let (place, time) = (series.place(bucket, min(lowest, 0) - 1), snapshot.time)
        try tiles.insert(place, stored, times: time...time, valueCount: snapshot.values.count)
    }
}
