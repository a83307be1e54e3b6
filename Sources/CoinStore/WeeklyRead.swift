public import CoinModel
internal import GRDB
internal import SeriesEncoding

/// One consistent view of the store for reading.
public struct StoreReader {
    let database: Database
    /// The store file.
    public let path: String
    let metricIDs: [Metric: Int]
    let sourceIDs: [String: Int]
    /// The small tables.
    public let catalog: Catalog

    var tiles: TileTable { TileTable(database: database, path: path) }
}

extension Store {
    /// Reads inside one transaction: everything that the body sees belongs to one state.
    ///
    /// - Throws: `StoreError`, or what the body throws.
    public func reading<Value>(_ body: (StoreReader) throws -> Value) throws -> Value {
        try Store.translatingAny(path) {
            try queue.read { database in
                let catalog = try Catalog(database)
                return try body(
                    StoreReader(
                        database: database,
                        path: path,
                        metricIDs: Dictionary(uniqueKeysWithValues: catalog.metrics.map { ($1, $0) }),
                        sourceIDs: Dictionary(uniqueKeysWithValues: catalog.sources.map { ($1, $0) }),
                        catalog: catalog
                    )
                )
            }
        }
    }
}

extension StoreReader {
    /// The sources that have any facts of a metric, by name.
    ///
    /// - Throws: `StoreError`.
    public func sources(of metric: Metric) throws -> [String] {
        guard let number = metricIDs[metric] else { return [] }
        let numbers = try Int.fetchAll(
            database,
            sql: "SELECT DISTINCT source_id FROM tile WHERE metric_id = ?",
            arguments: [number]
        )
        return numbers.compactMap { catalog.sources[$0] }.sorted()
    }

    /// Fills the rows of a matrix with the newest weeks of a weekly metric of one source.
    ///
    /// A cell that has a value keeps it, so of several entities of one row the one with the smaller number holds.
    /// About 2 ns a value plus one BLOB for each 256 entities and 52 weeks.
    ///
    /// - Parameters:
    ///   - matrix: the rows to fill; column 0 is `newest`.
    ///   - metric: the weekly metric.
    ///   - source: whose series.
    ///   - newest: the week of column 0.
    ///   - rowOfEntity: for each entity its row, or −1 to leave it out.
    /// - Throws: `StoreError` when a tile is damaged.
    public func fill(
        _ matrix: inout WeeklyMatrix,
        _ metric: Metric,
        source: String,
        newest: Week,
        rowOfEntity: [Int32]
    ) throws {
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source], matrix.weeks > 0 else { return }
        let oldest = newest.advanced(by: 1 - matrix.weeks)
        for bucket in Bucket.index(of: oldest, .week)...Bucket.index(of: newest, .week) {
            for group in try tiles.groups(source: sourceID, metric: metricID, resolution: .week, bucket: bucket) {
                let place = TilePlace(
                    source: sourceID,
                    metric: metricID,
                    resolution: .week,
                    bucket: bucket,
                    group: group
                )
                guard let reader = try tiles.reader(place) else { continue }
                try fill(&matrix, reader, place, newest, rowOfEntity)
            }
        }
    }

    private func fill(
        _ matrix: inout WeeklyMatrix,
        _ reader: TileReader,
        _ place: TilePlace,
        _ newest: Week,
        _ rowOfEntity: [Int32]
    ) throws {
        let columns = reader.steps.map { Int(newest.index) - Int($0) }
        var values = [Double](repeating: .nan, count: columns.count)
        for slot in reader.slots {
            let entity = place.group * Int(Bucket.groupSize) + Int(slot)
            guard entity < rowOfEntity.count, rowOfEntity[entity] >= 0 else { continue }
            do throws(TileError) {
                try reader.decode(slot: slot, into: &values)
            } catch {
                throw tiles.damage(place, error)
            }
            let start = Int(rowOfEntity[entity]) * matrix.weeks
            for (index, column) in columns.enumerated()
            where column >= 0 && column < matrix.weeks && matrix.values[start + column].isNaN {
                matrix.values[start + column] = values[index]
            }
        }
    }

    /// The newest facts of a metric of one source in the week that holds `asOf`, at or before it: for each row the
    /// value and its moment, where there is one.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func newestInRunningWeek(
        _ metric: Metric,
        source: String,
        asOf: AsOf,
        rowOfEntity: [Int32],
        rows: Int
    ) throws -> [(value: Double, at: Instant)?] {
        var newest = [(value: Double, at: Instant)?](repeating: nil, count: rows)
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source] else { return newest }
        let week = asOf.lastCompleteWeek.advanced(by: 1)
        for resolution in [Resolution.snapshot, .day] {
            let bucket = Bucket.index(of: week, resolution)
            for group in try tiles.groups(
                source: sourceID,
                metric: metricID,
                resolution: resolution,
                bucket: bucket
            ) {
                let place = TilePlace(
                    source: sourceID,
                    metric: metricID,
                    resolution: resolution,
                    bucket: bucket,
                    group: group
                )
                guard let tile = try tiles.tile(place) else { continue }
                let instants = tile.steps.map(resolution.instant(of:))
                let wanted = instants.indices.filter { instants[$0] <= asOf.limit && instants[$0].week >= week }
                guard !wanted.isEmpty else { continue }
                for run in tile.runs {
                    let entity = group * Int(Bucket.groupSize) + Int(run.slot)
                    guard entity < rowOfEntity.count, rowOfEntity[entity] >= 0,
                        let last = wanted.last(where: { !run.values[$0].isNaN })
                    else { continue }
                    let row = Int(rowOfEntity[entity])
                    if newest[row].map({ $0.at < instants[last] }) ?? true {
                        newest[row] = (run.values[last], instants[last])
                    }
                }
            }
        }
        return newest
    }
}

extension StoreReader {
    /// The entities that have any fact of a metric of a source.
    ///
    /// Reads the directories of all its tiles, so the cost grows with the history.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func entities(with metric: Metric, source: String) throws -> Set<Int32> {
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source] else { return [] }
        var found: Set<Int32> = []
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT resolution, bucket, entity_group FROM tile WHERE metric_id = ? AND source_id = ?",
            arguments: [metricID, sourceID]
        )
        while let row = try rows.next() {
            guard let resolution = Resolution(rawValue: row[0]) else { continue }
            let place = TilePlace(
                source: sourceID,
                metric: metricID,
                resolution: resolution,
                bucket: row[1],
                group: row[2]
            )
            guard let reader = try tiles.reader(place) else { continue }
            for slot in reader.slots { found.insert(Int32(place.group) * Bucket.groupSize + Int32(slot)) }
        }
        return found
    }
}
