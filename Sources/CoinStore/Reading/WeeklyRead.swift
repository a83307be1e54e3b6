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
    /// The newest load that is seen; nil for all.
    let lastLoad: Int?
    /// A source that is told of as if it had no facts; nil for none.
    private(set) var passedOver: String?

    var tiles: TileTable { TileTable(database: database, path: path) }
    var visible: VisibleTiles { VisibleTiles(tiles: tiles, lastLoad: lastLoad) }
}

extension Store {
    /// Reads inside one transaction: everything that the body sees belongs to one state.
    ///
    /// - Parameters:
    ///   - known: the moment as of whose loads the store is read; nil for all of them.
    ///   - body: reads.
    /// - Returns: what the body returned.
    /// - Throws: `StoreError`, or what the body throws.
    public func reading<Value>(known: AsOf? = nil, _ body: (StoreReader) throws -> Value) throws -> Value {
        try StoreError.translatingDatabase(path) {
            try queue.read { database in
                let lastLoad = try known.map { try Ledger.lastLoad(acceptedBy: $0.limit, database) }
                let catalog = try Catalog(database, upTo: lastLoad ?? .max)
                return try body(
                    StoreReader(
                        database: database,
                        path: path,
                        metricIDs: Dictionary(uniqueKeysWithValues: catalog.metrics.map { ($1, $0) }),
                        sourceIDs: Dictionary(uniqueKeysWithValues: catalog.sources.map { ($1, $0) }),
                        catalog: catalog,
                        lastLoad: lastLoad,
                        passedOver: nil
                    )
                )
            }
        }
    }
}

extension StoreReader {
    /// The same view without what one source says.
    public func passing(over source: String) -> StoreReader {
        var reader = self
        reader.passedOver = source
        return reader
    }

    /// The sources that have any facts of a metric, by name; one that is passed over is none of them.
    ///
    /// - Throws: `StoreError`.
    public func sources(of metric: Metric) throws -> [String] {
        // A mart may not be written yet while its week is as it came.
        let told = WeeklyMart(metric)?.fact(metric.unit.lowercased()) ?? metric
        guard let number = metricIDs[told] else { return [] }
        let numbers = try Int.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT source_id FROM source WHERE EXISTS
                      (SELECT 1 FROM tile WHERE tile.source_id = source.source_id AND metric_id = ?)
                    """
            ),
            arguments: [number]
        )
        return numbers.compactMap { catalog.sources[$0] }.filter { $0 != passedOver }.sorted()
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
        try weeks(of: metric, source: source, newest: newest, count: matrix.weeks, rowOfEntity: rowOfEntity).fill(
            &matrix
        )
    }

    /// The newest weeks of a weekly metric of one source as they lie in the store, to be put into rows of a matrix.
    ///
    /// - Parameters:
    ///   - metric: the weekly metric.
    ///   - source: whose series.
    ///   - newest: the newest week.
    ///   - count: how many weeks.
    ///   - rowOfEntity: for each entity its row, or −1 to leave it out.
    /// - Returns: the weeks.
    /// - Throws: `StoreError`.
    public func weeks(
        of metric: Metric,
        source: String,
        newest: Week,
        count: Int,
        rowOfEntity: [Int32]
    ) throws -> WeeklyTiles {
        var weeks = WeeklyTiles(path: path, newest: newest, count: count, rowOfEntity: rowOfEntity)
        guard count > 0 else { return weeks }
        let span = newest.advanced(by: 1 - count)...newest
        let wanted = StoreReader.groups(of: rowOfEntity)
        weeks.apart = try weeksApart(metric, source, in: span)
        let buckets = Bucket.index(of: span.lowerBound, .week)...Bucket.index(of: newest, .week)
        weeks.tiles = try placedTiles(metric, source, .week, buckets, among: wanted)
        weeks.facts = try factsApart(metric, source, weeks.apart, among: wanted)
        return weeks
    }

    /// The weeks of a mart that are made anew from their facts; none for a metric that is no mart.
    private func weeksApart(_ metric: Metric, _ source: String, in weeks: ClosedRange<Week>) throws -> Set<Week> {
        guard let mart = WeeklyMart(metric), let sourceID = sourceIDs[source],
            let factID = metricIDs[mart.fact(metric.unit.lowercased())]
        else { return [] }
        return try visible.weeksApart(source: sourceID, metric: factID, in: weeks)
    }

    /// The values of a mart in such weeks.
    private func factsApart(
        _ metric: Metric,
        _ source: String,
        _ apart: Set<Week>,
        among groups: Set<Int>
    ) throws -> [WeeklyTiles.Facts] {
        guard !apart.isEmpty, let mart = WeeklyMart(metric), let sourceID = sourceIDs[source],
            let factID = metricIDs[mart.fact(metric.unit.lowercased())]
        else { return [] }
        var found: [WeeklyTiles.Facts] = []
        for group in groups.sorted() {
            var facts = WeekFacts(metric: factID, source: sourceID, group: group)
            for week in apart.sorted() {
                try facts.read(week, visible)
                found.append(WeeklyTiles.Facts(group: group, week: week, values: facts.values(mart)))
            }
        }
        return found
    }

    /// The groups in which an entity has a row.
    private static func groups(of rowOfEntity: [Int32]) -> Set<Int> {
        var groups: Set<Int> = []
        for (entity, row) in rowOfEntity.enumerated() where row >= 0 { groups.insert(entity / Int(Bucket.groupSize)) }
        return groups
    }

    /// The newest facts of a metric of one source in some weeks, at or before a moment.
    ///
    /// - Parameters:
    ///   - metric: the metric.
    ///   - source: whose facts.
    ///   - count: how many weeks are looked at; the last of them holds the moment.
    ///   - asOf: the moment.
    ///   - rowOfEntity: for each entity its row, or −1 to leave it out.
    ///   - rows: how many rows there are.
    /// - Returns: for each row the value and its moment, where there is one.
    /// - Throws: `StoreError` when a tile is damaged.
    public func newest(
        _ metric: Metric,
        source: String,
        weeks count: Int,
        asOf: AsOf,
        rowOfEntity: [Int32],
        rows: Int
    ) throws -> [(value: Double, at: Instant)?] {
        var newest = [(value: Double, at: Instant)?](repeating: nil, count: rows)
        let last = asOf.lastCompleteWeek.advanced(by: 1)
        let first = last.advanced(by: 1 - count)
        for resolution in [Resolution.snapshot, .day] {
            let buckets = Bucket.index(of: first, resolution)...Bucket.index(of: last, resolution)
            let wanted = StoreReader.groups(of: rowOfEntity)
            for tile in try placedTiles(metric, source, resolution, buckets, among: wanted) {
                let reader = try tile.reader(path)
                let instants = reader.steps.map(resolution.instant(of:))
                let wanted = instants.indices.filter { instants[$0] <= asOf.limit && instants[$0].week >= first }
                guard !wanted.isEmpty else { continue }
                var values = [Double](repeating: .nan, count: instants.count)
                for slot in reader.slots {
                    let entity = tile.place.group * Int(Bucket.groupSize) + Int(slot)
                    guard entity < rowOfEntity.count, rowOfEntity[entity] >= 0 else { continue }
                    try tile.checked(path) { () throws(TileError) in try reader.decode(slot: slot, into: &values) }
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

    /// The tiles of some groups of a metric of one source in a span of buckets, by bucket and group.
    private func placedTiles(
        _ metric: Metric,
        _ source: String,
        _ resolution: Resolution,
        _ buckets: ClosedRange<Int>,
        among groups: Set<Int>
    ) throws -> [PlacedTile] {
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source] else { return [] }
        func place(_ bucket: Int, _ group: Int) -> TilePlace {
            TilePlace(source: sourceID, metric: metricID, resolution: resolution, bucket: bucket, group: group)
        }
        let last = WeeklyMart(metric) == nil ? lastLoad ?? .max : .max
        var found: [PlacedTile] = []
        var overlaid: Set<Int> = []
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT bucket, entity_group, bytes, load_id FROM tile WHERE source_id = ? AND metric_id = ?
                    AND resolution = ? AND bucket BETWEEN ? AND ? ORDER BY bucket, entity_group
                    """
            ),
            arguments: [sourceID, metricID, resolution.rawValue, buckets.lowerBound, buckets.upperBound]
        )
        while let row = try rows.next() {
            let place = place(row[0], row[1])
            // Groups ascend, so snapshots as they came show first that their week has to be put together.
            if place.group < 0 { overlaid.insert(place.bucket) }
            if overlaid.contains(place.bucket) || !groups.contains(place.group) { continue }
            if (row[3] as Int) > last {
                if let bytes = try visible.bytes(place) { found.append(PlacedTile(place: place, bytes: bytes)) }
            } else {
                let bytes = try row.withUnsafeData(atIndex: 2) { $0.map { Array($0) } ?? [] }
                found.append(PlacedTile(place: place, bytes: bytes))
            }
        }
        for bucket in overlaid.sorted() {
            for place in try visible.places(place(bucket, 0)) where groups.contains(place.group) {
                if let bytes = try visible.bytes(place) { found.append(PlacedTile(place: place, bytes: bytes)) }
            }
        }
        return found
    }

    func checked<Value>(_ place: TilePlace, _ work: () throws(TileError) -> Value) throws -> Value {
        do throws(TileError) {
            return try work()
        } catch {
            throw tiles.damage(place, error)
        }
    }
}
