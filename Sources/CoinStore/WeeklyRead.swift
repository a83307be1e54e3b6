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
        try Store.translatingAny(path) {
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
        guard matrix.weeks > 0 else { return }
        let weeks = newest.advanced(by: 1 - matrix.weeks)...newest
        let apart = try weeksApart(metric, source, in: weeks)
        let buckets = Bucket.index(of: weeks.lowerBound, .week)...Bucket.index(of: newest, .week)
        let wanted = StoreReader.groups(of: rowOfEntity)
        try eachTile(metric, source, .week, buckets, among: wanted) { place, reader throws(TileError) in
            // Steps ascend, so the weeks within the matrix lie side by side.
            let columns = reader.steps.map { Int(newest.index) - Int($0) }
            let inside = columns.indices.filter { columns[$0] >= 0 && columns[$0] < matrix.weeks }
            guard let first = inside.first, let last = inside.last else { return }
            let told = columns.map { !apart.contains(newest.advanced(by: -$0)) }
            var values = [Double](repeating: .nan, count: columns.count)
            for slot in reader.slots {
                let entity = place.group * Int(Bucket.groupSize) + Int(slot)
                guard entity < rowOfEntity.count, rowOfEntity[entity] >= 0 else { continue }
                try reader.decode(slot: slot, into: &values)
                let start = Int(rowOfEntity[entity]) * matrix.weeks
                let (values, columns, told) = (values.span, columns.span, told.span)
                matrix.withValues { all in
                    var cells = all.mutableSpan
                    for index in first...last where cells[start + columns[index]].isNaN && told[index] {
                        cells[start + columns[index]] = values[index]
                    }
                }
            }
        }
        try fillApart(&matrix, metric, source, apart, newest, rowOfEntity)
    }

    /// The weeks of a mart that are made anew from their facts; none for a metric that is no mart.
    private func weeksApart(_ metric: Metric, _ source: String, in weeks: ClosedRange<Week>) throws -> Set<Week> {
        guard let mart = WeeklyMart(metric), let sourceID = sourceIDs[source],
            let factID = metricIDs[mart.fact(metric.unit.lowercased())]
        else { return [] }
        return try visible.weeksApart(source: sourceID, metric: factID, in: weeks)
    }

    private func fillApart(
        _ matrix: inout WeeklyMatrix,
        _ metric: Metric,
        _ source: String,
        _ apart: Set<Week>,
        _ newest: Week,
        _ rowOfEntity: [Int32]
    ) throws {
        guard !apart.isEmpty, let mart = WeeklyMart(metric), let sourceID = sourceIDs[source],
            let factID = metricIDs[mart.fact(metric.unit.lowercased())]
        else { return }
        for group in StoreReader.groups(of: rowOfEntity).sorted() {
            var facts = WeekFacts(metric: factID, source: sourceID, group: group)
            for week in apart.sorted() {
                try facts.read(week, visible)
                let column = Int(newest.index - week.index)
                for (slot, value) in facts.values(mart).enumerated() {
                    let entity = group * Int(Bucket.groupSize) + slot
                    guard entity < rowOfEntity.count, rowOfEntity[entity] >= 0 else { continue }
                    let cell = Int(rowOfEntity[entity]) * matrix.weeks + column
                    matrix.withValues { cells in
                        if cells[cell].isNaN { cells[cell] = value }
                    }
                }
            }
        }
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
            try eachTile(metric, source, resolution, buckets, among: wanted) {
                place,
                reader throws(TileError) in
                let instants = reader.steps.map(resolution.instant(of:))
                let wanted = instants.indices.filter { instants[$0] <= asOf.limit && instants[$0].week >= first }
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

    /// Calls with each tile of some groups of a metric of one source in a span of buckets, by bucket and group.
    private func eachTile(
        _ metric: Metric,
        _ source: String,
        _ resolution: Resolution,
        _ buckets: ClosedRange<Int>,
        among groups: Set<Int>,
        _ body: (TilePlace, TileReader) throws(TileError) -> Void
    ) throws {
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source] else { return }
        let last = WeeklyMart(metric) == nil ? lastLoad ?? .max : .max
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
            let place = TilePlace(
                source: sourceID,
                metric: metricID,
                resolution: resolution,
                bucket: row[0],
                group: row[1]
            )
            // Groups ascend, so snapshots as they came show first that their week has to be put together.
            if place.group < 0 { overlaid.insert(place.bucket) }
            if overlaid.contains(place.bucket) || !groups.contains(place.group) { continue }
            let reader: TileReader?
            if (row[3] as Int) > last {
                reader = try visible.reader(place)
            } else {
                let bytes = try row.withUnsafeData(atIndex: 2) { $0.map { Array($0) } ?? [] }
                reader = try checked(place) { () throws(TileError) in try TileReader(bytes) }
            }
            if let reader { try checked(place) { () throws(TileError) in try body(place, reader) } }
        }
        for bucket in overlaid.sorted() {
            let place = TilePlace(
                source: sourceID,
                metric: metricID,
                resolution: resolution,
                bucket: bucket,
                group: 0
            )
            for place in try visible.places(place) where groups.contains(place.group) {
                guard let reader = try visible.reader(place) else { continue }
                try checked(place) { () throws(TileError) in try body(place, reader) }
            }
        }
    }

    func checked<Value>(_ place: TilePlace, _ work: () throws(TileError) -> Value) throws -> Value {
        do throws(TileError) {
            return try work()
        } catch {
            throw tiles.damage(place, error)
        }
    }
}
