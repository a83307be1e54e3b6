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
            database.cachedStatement(
                sql: """
                    SELECT source_id FROM source WHERE EXISTS
                      (SELECT 1 FROM tile WHERE tile.source_id = source.source_id AND metric_id = ?)
                    """
            ),
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
        guard matrix.weeks > 0 else { return }
        let oldest = newest.advanced(by: 1 - matrix.weeks)
        let buckets = Bucket.index(of: oldest, .week)...Bucket.index(of: newest, .week)
        try eachTile(metric, source, .week, buckets) { place, reader throws(TileError) in
            // Steps ascend, so the weeks within the matrix lie side by side.
            let columns = reader.steps.map { Int(newest.index) - Int($0) }
            let inside = columns.indices.filter { columns[$0] >= 0 && columns[$0] < matrix.weeks }
            guard let first = inside.first, let last = inside.last else { return }
            var values = [Double](repeating: .nan, count: columns.count)
            for slot in reader.slots {
                let entity = place.group * Int(Bucket.groupSize) + Int(slot)
                guard entity < rowOfEntity.count, rowOfEntity[entity] >= 0 else { continue }
                try reader.decode(slot: slot, into: &values)
                let start = Int(rowOfEntity[entity]) * matrix.weeks
                matrix.withValues { cells in
                    for index in first...last where cells[start + columns[index]].isNaN {
                        cells[start + columns[index]] = values[index]
                    }
                }
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
        let week = asOf.lastCompleteWeek.advanced(by: 1)
        for resolution in [Resolution.snapshot, .day] {
            let bucket = Bucket.index(of: week, resolution)
            try eachTile(metric, source, resolution, bucket...bucket) { place, reader throws(TileError) in
                let instants = reader.steps.map(resolution.instant(of:))
                let wanted = instants.indices.filter { instants[$0] <= asOf.limit && instants[$0].week >= week }
                guard !wanted.isEmpty else { return }
                var values = [Double](repeating: .nan, count: instants.count)
                for slot in reader.slots {
                    let entity = place.group * Int(Bucket.groupSize) + Int(slot)
                    guard entity < rowOfEntity.count, rowOfEntity[entity] >= 0 else { continue }
                    try reader.decode(slot: slot, into: &values)
                    guard let last = wanted.last(where: { !values[$0].isNaN }) else { continue }
                    let row = Int(rowOfEntity[entity])
                    if newest[row].map({ $0.at < instants[last] }) ?? true {
                        newest[row] = (values[last], instants[last])
                    }
                }
            }
        }
        return newest
    }

    /// Calls with each tile of a metric of one source in a span of buckets, by bucket and group.
    private func eachTile(
        _ metric: Metric,
        _ source: String,
        _ resolution: Resolution,
        _ buckets: ClosedRange<Int>,
        _ body: (TilePlace, TileReader) throws(TileError) -> Void
    ) throws {
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source] else { return }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT bucket, entity_group, bytes FROM tile WHERE source_id = ? AND metric_id = ?
                    AND resolution = ? AND bucket BETWEEN ? AND ? ORDER BY bucket, entity_group
                    """
            ),
            arguments: [sourceID, metricID, resolution.rawValue, buckets.lowerBound, buckets.upperBound]
        )
        while let row = try rows.next() {
            let place = TilePlace(
                source: sourceID,
                metric: metricID,
                resolution: resolution,
                bucket: row[0],
                group: row[1]
            )
            let bytes = try row.withUnsafeData(atIndex: 2) { $0.map { Array($0) } ?? [] }
            do throws(TileError) {
                try body(place, try TileReader(bytes))
            } catch {
                throw tiles.damage(place, error)
            }
        }
    }
}

extension StoreReader {
    /// For each entity whether it is wanted and has any fact of a metric of a source.
    ///
    /// Reads the directories of tiles from the newest bucket backwards until all wanted ones of a group are found, so
    /// the cost grows with the history only for what lies far back or was never observed.
    ///
    /// - Parameters:
    ///   - metric: the metric.
    ///   - source: whose series.
    ///   - wanted: for each entity whether it is wanted.
    /// - Returns: for each entity whether it is wanted and has one.
    /// - Throws: `StoreError` when a tile is damaged.
    public func entities(with metric: Metric, source: String, among wanted: [Bool]) throws -> [Bool] {
        var found = [Bool](repeating: false, count: wanted.count)
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source] else { return found }
        var missing: [Int: Int] = [:]
        for entity in wanted.indices where wanted[entity] { missing[Bucket.group(of: Int32(entity)), default: 0] += 1 }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT resolution, bucket, entity_group FROM tile WHERE source_id = ? AND metric_id = ?
                    ORDER BY resolution DESC, bucket DESC, entity_group DESC
                    """
            ),
            arguments: [sourceID, metricID]
        )
        while !missing.isEmpty, let row = try rows.next() {
            let group: Int = row[2]
            guard let resolution = Resolution(rawValue: row[0]), var rest = missing[group] else { continue }
            let place = TilePlace(
                source: sourceID,
                metric: metricID,
                resolution: resolution,
                bucket: row[1],
                group: group
            )
            for slot in try tiles.reader(place)?.slots ?? [] {
                let entity = group * Int(Bucket.groupSize) + Int(slot)
                guard entity < wanted.count, wanted[entity], !found[entity] else { continue }
                found[entity] = true
                rest -= 1
            }
            missing[group] = rest == 0 ? nil : rest
        }
        return found
    }
}
