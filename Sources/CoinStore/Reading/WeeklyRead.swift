public import CoinModel
internal import GRDB

extension StoreReader {
    /// Fills the rows of a matrix with the newest weeks of a weekly metric of one source, as `weeks` and its `fill` do.
    public func fill(
        _ matrix: inout WeeklyMatrix,
        _ metric: Metric,
        source: String,
        newest: Week,
        rowOfEntity: [Int32]
    ) throws {
        let (count, rows) = (matrix.weeks, EntityRows(rowOfEntity))
        try weeks(of: metric, source: source, newest: newest, count: count, rows: rows).fill(&matrix)
    }

    /// So many weeks of a weekly metric of one source up to the newest as they lie in the store, to be put into rows of
    /// a matrix; one BLOB is read for 256 entities and 52 weeks.
    ///
    /// Those that are not held are read each time that they are put somewhere, while the reader is there.
    public func weeks(
        of metric: Metric,
        source: String,
        newest: Week,
        count: Int,
        rows: EntityRows,
        areInMemory: Bool = true
    ) throws -> WeeklyTiles {
        let span = newest.advanced(by: min(0, 1 - count))...newest
        let groups = rows.groups
        var tiles: [WeeklyTile] = []
        if let source = sourceIDs[source], count > 0 {
            let buckets = Bucket.indices(of: span, .week)
            let mart = try VisibleMart(metric, source: source, self, in: span)
            if let number = metricIDs[metric] {
                let series = TileSeries(source: source, metric: number, resolution: .week)
                // Weeks of a mart that loads changed which are not to be seen are rebuilt.
                tiles = try weeklyTiles(series, buckets, groups, upTo: mart == nil ? lastLoad : nil, areInMemory)
            }
            if let mart, !mart.rebuilt.isEmpty {
                for index in tiles.indices { tiles[index].hidden = Set(mart.rebuilt.map { Int64($0.index) }) }
                let rebuilt = Set(mart.rebuilt.map { Bucket.index(of: $0, .week) }).sorted()
                for place in rebuilt.flatMap({ bucket in groups.sorted().map { mart.series.place(bucket, $0) } }) {
                    tiles.append(WeeklyTile(place: place, content: .matrix(try mart.rebuiltMatrix(place))))
                }
            }
        }
        return WeeklyTiles(path: path, newest: newest, count: count, rows: rows, tiles: tiles)
    }

    /// The weeks from the oldest facts of a weekly metric of one source up to `newest`, in spans whose tiles are read
    /// at once, the oldest first and without gaps; none where there are no facts by then.
    public func spans(of metric: Metric, source: String, upTo newest: Week) throws -> [ClosedRange<Week>] {
        // A mart may not be written yet while its week is as it came.
        let metrics = [metric, metric.factOfWeek].compactMap(\.self)
        let firsts = try metrics.flatMap { metric in
            try Resolution.allCases.compactMap { resolution -> Week? in
                guard let series = series(metric, source, resolution) else { return nil }
                let sql = "SELECT min(bucket) FROM tile WHERE \(TileSeries.condition)"
                let first: Int? = try database.value(sql, series.arguments)
                return first.map { Bucket.weeks(in: $0, resolution).lowerBound }
            }
        }
        guard let oldest = firsts.min(), oldest <= newest else { return [] }
        return Bucket.indices(of: oldest...newest, .week).map { bucket in
            let weeks = Bucket.weeks(in: bucket, .week)
            return weeks.lowerBound...min(weeks.upperBound, newest)
        }
    }

    /// For each row the newest of the wanted facts of a metric of one source from a moment on and up to the row's own limit;
    /// each entity has a row, or −1 to leave it out.
    public func newest(
        _ metric: Metric,
        source: String,
        since first: Instant,
        upTo limits: [Instant],
        rowOfEntity: [Int32],
        where isWanted: (Double) -> Bool = { !$0.isNaN }
    ) throws -> [(value: Double, at: Instant)?] {
        var newest = [(value: Double, at: Instant)?](repeating: nil, count: limits.count)
        guard let last = limits.max(), first <= last else { return newest }
        try facts(metric, source: source, in: first...last, rowOfEntity: rowOfEntity) { row, times, values in
            let fact = times.last { $0.at <= limits[row] && isWanted(values[$0.index]) }
            guard let fact, newest[row].map({ $0.at < fact.at }) ?? true else { return }
            newest[row] = (values[fact.index], fact.at)
        }
        return newest
    }

    /// Calls with the facts of a metric of one source in a span of time, tile by tile: the row that their entity has, the times
    /// within the span and the place of each among the values, of which those of other times are not to be read and NaN are
    /// missing.
    public func facts(
        _ metric: Metric,
        source: String,
        in span: ClosedRange<Instant>,
        rowOfEntity: [Int32],
        _ body: (_ row: Int, _ times: [(index: Int, at: Instant)], _ values: [Double]) -> Void
    ) throws {
        let groups = EntityRows(rowOfEntity).groups
        for resolution in [Resolution.snapshot, .day] {
            guard let series = series(metric, source, resolution) else { continue }
            let buckets = Bucket.indices(of: span.lowerBound.week...span.upperBound.week, resolution)
            for tile in try weeklyTiles(series, buckets, groups, upTo: lastLoad) {
                func row(_ slot: Int) -> Int {
                    let entity = tile.place.entity(inSlot: slot)
                    return entity < rowOfEntity.count ? Int(rowOfEntity[entity]) : -1
                }
                func wanted(_ times: [Int64]) -> [(index: Int, at: Instant)]? {
                    let facts = times.enumerated().map { (index: $0, at: resolution.instant(of: $1)) }
                    let wanted = facts.filter { span.contains($0.at) }
                    return wanted.isEmpty ? nil : wanted
                }
                func isWanted(_ slot: Int) -> Bool { row(slot) >= 0 }
                try tile.visit(in: path, slots: isWanted, wanted) { times, slot, values in
                    body(row(slot), times, values)
                }
            }
        }
    }

    /// The tiles of some groups of a series in a span of buckets, by bucket and group, as of a load if one is named.
    private func weeklyTiles(
        _ series: TileSeries,
        _ buckets: ClosedRange<Int>,
        _ groups: Set<Int>,
        upTo last: Int?,
        _ areInMemory: Bool = true
    ) throws -> [WeeklyTile] {
        var found: [WeeklyTile] = []
        var open: Set<Int> = []
        let sql = """
            SELECT bucket, entity_group, load_id\(areInMemory ? ", bytes" : "") FROM tile
            WHERE \(TileSeries.condition) AND bucket BETWEEN ? AND ? ORDER BY bucket, entity_group
            """
        let rows = try database.cursor(sql, series.arguments + [buckets.lowerBound, buckets.upperBound])
        while let row = try rows.next() {
            let place = series.place(row[0], row[1])
            // Groups ascend, so snapshots as they came show first that their week has to be put together.
            if place.group < 0 { open.insert(place.bucket) }
            if open.contains(place.bucket) || !groups.contains(place.group) { continue }
            if (row[2] as Int) > last ?? .max {
                guard let draft = try visible.draft(place) else { continue }
                found.append(WeeklyTile(place: place, content: .matrix(draft.matrix)))
            } else if areInMemory {
                let bytes = try row.withUnsafeData(atIndex: 3) { $0.map { Array($0) } ?? [] }
                found.append(WeeklyTile(place: place, content: .bytes(bytes)))
            } else {
                found.append(WeeklyTile(place: place, content: .stored(tileConnection)))
            }
        }
        for bucket in open.sorted() {
            for (place, draft) in try visible.drafts(series, bucket) where groups.contains(place.group) {
                found.append(WeeklyTile(place: place, content: .matrix(draft.matrix)))
            }
        }
        return found
    }
}
