internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// One metric of one snapshot of a running week, over all entities: a tile whose steps are entities.
struct OpenSnapshot {
    let time: Int64
    let load: Int
    /// The entities, ascending.
    let entities: [Int64]
    let values: [Double]
}

/// The part of a week that is still as it came: a row of `tile` for each snapshot and metric over all entities, under
/// a group below zero, so that taking a snapshot costs a handful of rows however many coins it has.
///
/// Its snapshots are younger than all in the tiles of the week. When a younger week comes, or a row that is late or
/// contradicts, the part is closed: its snapshots go into the tiles of their groups.
struct OpenWeekSnapshots {
    let tiles: TileTable

    /// The most snapshots that are taken as they come; more at a time go into tiles at once.
    static let batchLimit = 2

    /// Takes rows of a bucket as they are, when each is younger than everything that the source has; nil when they must
    /// be merged.
    func take(
        _ rows: Staging.Rows,
        _ key: Staging.Key,
        _ newest: inout NewestFacts,
        load: Int32
    ) throws -> BucketWriter.Outcome? {
        guard key.resolution == .snapshot, rows.times.count <= OpenWeekSnapshots.batchLimit,
            let first = rows.times.min(),
            try isYounger(first, than: key)
        else { return nil }
        let order = rows.entities.indices.sorted {
            (rows.timeIndex[$0], rows.entities[$0]) < (rows.timeIndex[$1], rows.entities[$1])
        }
        for (one, next) in zip(order, order.dropFirst())
        where rows.timeIndex[one] == rows.timeIndex[next] && rows.entities[one] == rows.entities[next] {
            return nil
        }
        var outcome = BucketWriter.Outcome()
        var changed = [Bool](repeating: false, count: rows.entities.count)
        for (metric, values) in zip(key.metrics, rows.values) {
            for (index, time) in rows.times.enumerated().sorted(by: { $0.element < $1.element }) {
                let present = order.filter { rows.timeIndex[$0] == index && !values[$0].isNaN }
                guard !present.isEmpty else { continue }
                for row in present { changed[row] = true }
                let snapshot = OpenSnapshot(
                    time: time,
                    load: Int(load),
                    entities: present.map { Int64(rows.entities[$0]) },
                    values: present.map { values[$0] }
                )
                try append(snapshot, key, metric)
                newest.note(snapshot, source: key.source, metric: metric)
            }
        }
        outcome.count(changed, of: rows)
        return outcome
    }

    /// The snapshots of a metric of a source that are still as they came, oldest first; of loads up to one, if it is
    /// named.
    func snapshots(source: Int, metric: Int, bucket: Int, upTo lastLoad: Int? = nil) throws -> [OpenSnapshot] {
        let rows = try Row.fetchAll(
            tiles.database.cachedStatement(
                sql: """
                    SELECT first_time, load_id, bytes, entity_group FROM tile WHERE source_id = ? AND metric_id = ?
                    AND resolution = 0 AND bucket = ? AND entity_group < 0 ORDER BY first_time
                    """
            ),
            arguments: [source, metric, bucket]
        )
        var found: [OpenSnapshot] = []
        for row in rows where (row[1] as Int) <= lastLoad ?? .max {
            do throws(TileError) {
                if let snapshot = try OpenSnapshot([UInt8](row[2] as Data), time: row[0], load: row[1]) {
                    found.append(snapshot)
                }
            } catch {
                let place = TilePlace(
                    source: source,
                    metric: metric,
                    resolution: .snapshot,
                    bucket: bucket,
                    group: row[3]
                )
                throw tiles.damage(place, error)
            }
        }
        return found
    }

    /// The weeks of a source up to one that have snapshots as they came, with the metrics of these.
    func weeks(ofSource source: Int, upTo bucket: Int) throws -> [(bucket: Int, metrics: [Int])] {
        let rows = try Row.fetchAll(
            tiles.database.cachedStatement(
                sql: """
                    SELECT DISTINCT bucket, metric_id FROM tile WHERE entity_group < 0 AND source_id = ? AND bucket <= ?
                    ORDER BY bucket, metric_id
                    """
            ),
            arguments: [source, bucket]
        )
        return Dictionary(grouping: rows) { $0[0] as Int }.map { ($0, $1.map { $0[1] }) }.sorted { $0.0 < $1.0 }
    }

    /// Moves the snapshots of a week into the tiles of their groups.
    ///
    /// - Returns: the groups that have any.
    func close(source: Int, bucket: Int, metrics: [Int]) throws -> Set<Int> {
        var groups: Set<Int> = []
        for metric in metrics {
            let open = try snapshots(source: source, metric: metric, bucket: bucket)
            let place = { group in
                TilePlace(source: source, metric: metric, resolution: .snapshot, bucket: bucket, group: group)
            }
            for group in OpenSnapshot.groups(of: open) {
                var draft = try tiles.draft(place(group), adding: open.map(\.time), by: 0)
                let columns = TileMatrix.places(of: open.map(\.time), in: draft.matrix.steps)
                for (snapshot, column) in zip(open, columns) {
                    draft.set(Int32(snapshot.load), ofColumn: column)
                    snapshot.visit(group) { slot, value in
                        let cell = slot * draft.matrix.steps.count + column
                        draft.set(value, ofCell: cell, by: Int32(snapshot.load))
                    }
                }
                try tiles.write(draft, at: place(group))
                groups.insert(group)
            }
            try tiles.database.cachedStatement(
                sql: """
                    DELETE FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = 0 AND bucket = ?
                    AND entity_group < 0
                    """
            ).execute(arguments: [source, metric, bucket])
        }
        return groups
    }

    /// Whether a time lies after every snapshot that the source has of the metrics.
    private func isYounger(_ time: Int64, than key: Staging.Key) throws -> Bool {
        for metric in key.metrics {
            let newest = try Int64.fetchOne(
                tiles.database.cachedStatement(
                    sql: """
                        SELECT max(last_time) FROM tile WHERE source_id = ?1 AND metric_id = ?2 AND resolution = 0
                        AND bucket = (SELECT max(bucket) FROM tile WHERE source_id = ?1 AND metric_id = ?2
                                      AND resolution = 0)
                        """
                ),
                arguments: [key.source, metric]
            )
            if let newest, newest >= time { return false }
        }
        return true
    }

    private func append(_ snapshot: OpenSnapshot, _ key: Staging.Key, _ metric: Int) throws {
        let first = try Int.fetchOne(
            tiles.database.cachedStatement(
                sql: """
                    SELECT min(entity_group) FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = 0
                    AND bucket = ? AND entity_group < 0
                    """
            ),
            arguments: [key.source, metric, key.bucket]
        )
        let place = TilePlace(
            source: key.source,
            metric: metric,
            resolution: .snapshot,
            bucket: key.bucket,
            group: (first ?? 0) - 1
        )
        let tile = Tile(steps: snapshot.entities, runs: [Tile.Run(slot: 0, values: snapshot.values)])
        try tiles.insert(
            place,
            StoredTile(load: snapshot.load, bytes: tile.encoded(), stepLoads: nil, ownLoads: nil),
            span: (snapshot.time, snapshot.time),
            valueCount: snapshot.values.count
        )
    }
}

extension OpenSnapshot {
    /// A snapshot from the bytes of its row; nil when it is empty.
    init?(_ bytes: [UInt8], time: Int64, load: Int) throws(TileError) {
        guard let run = try TileReader(bytes).series(slot: 0) else { return nil }
        self.init(time: time, load: load, entities: run.times, values: run.values)
    }

    /// The groups of entities that any of some snapshots has a value of, ascending.
    static func groups(of snapshots: [OpenSnapshot]) -> [Int] {
        Set(snapshots.flatMap { Set($0.entities.lazy.map { Bucket.group(of: Int32($0)) }) }).sorted()
    }

    /// Hands on the values of a group by slot.
    func visit(_ group: Int, _ body: (_ slot: Int, _ value: Double) -> Void) {
        let first = Int64(group) * Int64(Bucket.groupSize)
        var (low, high) = (0, entities.count)
        while low < high {
            let middle = (low + high) / 2
            if entities[middle] < first { low = middle + 1 } else { high = middle }
        }
        while low < entities.count, entities[low] < first + Int64(Bucket.groupSize) {
            body(Int(entities[low] - first), values[low])
            low += 1
        }
    }
}
