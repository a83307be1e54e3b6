public import CoinModel
internal import GRDB
internal import SeriesEncoding

extension Store {
    /// The newest market fact, as the moment that just holds it: a day for a fact of a whole day; nil without one.
    public func newestMarketFact(quote: String) throws -> AsOf? {
        try newest(of: [.price(quote), .marketCap(quote), .volume(quote)])
    }

    /// The newest fact of some metrics, as `StoreReader.newest` gives it, without reading the small tables.
    public func newest(of metrics: [Metric], upTo asOf: AsOf? = nil) throws -> AsOf? {
        try read { try NewestFact(tiles: TileTable(database: $0, path: path), lastLoad: nil).time(metrics, upTo: asOf) }
    }
}

extension StoreReader {
    /// The newest market fact, as `Store.newestMarketFact` gives it.
    public func newestMarketFact(quote: String) throws -> AsOf? {
        try newest(of: [.price(quote), .marketCap(quote), .volume(quote)])
    }

    /// The newest observation of any kind, a week standing as its last day; nil in an empty store.
    public func newestObservation() throws -> AsOf? { try newest(of: Array(metricIDs.keys)) }

    /// The newest fact of some metrics, at or before a moment if one is named; nil without one.
    public func newest(of metrics: [Metric], upTo asOf: AsOf? = nil) throws -> AsOf? {
        try NewestFact(tiles: tiles, lastLoad: lastLoad).time(metrics, upTo: asOf)
    }

    /// The newest fact of some metrics of each source, by its name, at or before a moment; sources without one are left out.
    public func newestOfSources(_ metrics: [Metric], upTo asOf: AsOf) throws -> [String: AsOf] {
        let found = try NewestFact(tiles: tiles, lastLoad: lastLoad).times(metrics, upTo: asOf)
        let named = found.compactMap { fact in catalog.sources[fact.source].map { ($0, fact.time) } }
        return Dictionary(named) { $0.limit < $1.limit ? $1 : $0 }
    }

    /// The day of the newest fact of a source up to a day, of weekly ones the day on which the week begins; nil without one.
    public func newestDay(ofSource name: String, upTo day: Day) throws -> Day? {
        guard let source = sourceIDs[name] else { return nil }
        let fact = NewestFact(tiles: tiles, lastLoad: lastLoad)
        return try fact.times(Array(metricIDs.keys), of: source, upTo: .day(day)).map { found in
            found.isWeekly ? found.time.limit.day.advanced(by: -6) : found.time.limit.day
        }.max()
    }

    /// The buckets that a metric has facts in, the newest first.
    func buckets(of metric: Metric) throws -> [(series: TileSeries, bucket: Int)] {
        try NewestFact(tiles: tiles, lastLoad: lastLoad).buckets(of: metric)
    }
}

/// Looks for the newest fact; where not all loads or facts count, tiles are read from the newest bucket backwards until one
/// has any.
private struct NewestFact {
    let tiles: TileTable
    let lastLoad: Int?

    func time(_ metrics: [Metric], upTo asOf: AsOf?) throws -> AsOf? {
        if lastLoad == nil {
            let newest = try newestFact(of: metrics, tiles.database)
            if newest.map({ asOf?.includes($0.limit) ?? true }) ?? true { return newest }
        }
        return try times(metrics, upTo: asOf).map(\.time).max { $0.limit < $1.limit }
    }

    /// The newest fact of each series of the metrics, of one source or of all.
    func times(
        _ metrics: [Metric],
        of source: Int? = nil,
        upTo asOf: AsOf?
    ) throws -> [(source: Int, time: AsOf, isWeekly: Bool)] {
        let visible = VisibleTiles(tiles: tiles, lastLoad: lastLoad)
        var times: [(source: Int, time: AsOf, isWeekly: Bool)] = []
        for metric in metrics {
            var found: Set<TileSeries> = []
            for (series, bucket) in try buckets(of: metric) where !found.contains(series) {
                guard source.map({ series.source == $0 }) ?? true else { continue }
                let begins = Bucket.weeks(in: bucket, series.resolution).lowerBound
                guard asOf.map({ begins <= $0.limit.week }) ?? true else { continue }
                for place in try visible.places(series, bucket) {
                    let steps = try visible.reader(place)?.steps ?? []
                    let step = steps.last { asOf?.includes(series.resolution.instant(of: $0)) ?? true }
                    guard let step else { continue }
                    found.insert(series)
                    times.append((series.source, try series.resolution.asOf(step), series.resolution == .week))
                }
            }
        }
        return times
    }

    func buckets(of metric: Metric) throws -> [(series: TileSeries, bucket: Int)] {
        let sql = """
            SELECT DISTINCT source_id, resolution, bucket, metric_id FROM tile
            WHERE metric_id = (SELECT metric_id FROM metric WHERE name = ?)
            ORDER BY source_id, resolution, bucket DESC
            """
        return try tiles.database.rows(sql, [metric.name]).compactMap { row in
            guard let resolution = Resolution(rawValue: row[1]) else { return nil }
            return (TileSeries(source: row[0], metric: row[3], resolution: resolution), row[2])
        }
    }
}

/// The newest fact of all loads, by the spans of the tiles in the newest bucket of each series.
private func newestFact(of metrics: [Metric], _ database: Database) throws -> AsOf? {
    // CROSS JOIN keeps SQLite from scanning all tiles.
    let sql = """
        SELECT tile.resolution, max(tile.last_time)
        FROM metric CROSS JOIN source CROSS JOIN (SELECT 0 AS resolution UNION ALL SELECT 1 UNION ALL SELECT 2) AS timing
        CROSS JOIN tile USING (source_id, metric_id, resolution)
        WHERE metric.name IN (\(databaseQuestionMarks(count: metrics.count))) AND tile.value_count > 0 AND tile.bucket =
          (SELECT bucket FROM tile AS other
           WHERE other.source_id = source.source_id AND other.metric_id = metric.metric_id
             AND other.resolution = timing.resolution AND other.value_count > 0
           ORDER BY bucket DESC LIMIT 1)
        GROUP BY tile.resolution
        """
    let times = try database.rows(sql, StatementArguments(metrics.map(\.name))).compactMap { row in
        try Resolution(rawValue: row[0])?.asOf(row[1])
    }
    return times.max { $0.limit < $1.limit }
}

extension Resolution {
    /// The moment that just holds a fact of this time.
    fileprivate func asOf(_ time: Int64) throws -> AsOf {
        guard day(of: time) != nil else { throw UnreadableRow(column: "last_time") }
        let instant = instant(of: time)
        return self == .snapshot ? .instant(instant) : .day(instant.day)
    }
}
