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
}

/// Looks for the newest fact of each series of some metrics, from the newest bucket backwards.
private struct NewestFact {
    let tiles: TileTable
    let lastLoad: Int?

    func time(_ metrics: [Metric], upTo asOf: AsOf?) throws -> AsOf? {
        try times(metrics, upTo: asOf).map(\.time).max { $0.limit < $1.limit }
    }

    /// The newest fact of each series of the metrics, of one source or of all.
    func times(
        _ metrics: [Metric],
        of source: Int? = nil,
        upTo asOf: AsOf?
    ) throws -> [(source: Int, time: AsOf, isWeekly: Bool)] {
        try series(of: metrics, source).compactMap { series in
            guard let step = try newestStep(of: series, upTo: asOf) else { return nil }
            return (series.source, try series.resolution.asOf(step), series.resolution == .week)
        }
    }

    private func series(of metrics: [Metric], _ source: Int?) throws -> [TileSeries] {
        // CROSS JOIN keeps SQLite from scanning all tiles.
        let sql = """
            SELECT source_id, metric_id, resolution FROM metric CROSS JOIN source
            CROSS JOIN (SELECT 0 AS resolution UNION ALL SELECT 1 UNION ALL SELECT 2) AS timing
            WHERE source_id = ifnull(?, source_id) AND metric.name IN (\(databaseQuestionMarks(count: metrics.count)))
            AND EXISTS (SELECT 1 FROM tile WHERE tile.source_id = source.source_id
              AND tile.metric_id = metric.metric_id AND tile.resolution = timing.resolution)
            """
        let arguments: StatementArguments = [source]
        return try tiles.database.rows(sql, arguments + StatementArguments(metrics.map(\.name))).compactMap { row in
            Resolution(rawValue: row[2]).map { TileSeries(source: row[0], metric: row[1], resolution: $0) }
        }
    }

    /// The newest time of a series up to a moment; tiles are read where not all of their facts or loads count.
    private func newestStep(of series: TileSeries, upTo asOf: AsOf?) throws -> Int64? {
        let newest = """
            SELECT bucket, max(last_time) FILTER (WHERE value_count > 0), max(load_id) FROM tile
            WHERE \(TileSeries.condition) AND bucket =
              (SELECT max(bucket) FROM tile WHERE \(TileSeries.condition) AND bucket < ?)
            GROUP BY bucket
            """
        let visible = VisibleTiles(tiles: tiles, lastLoad: lastLoad)
        var end = asOf.map { Bucket.index(of: $0.limit.week, series.resolution) + 1 } ?? .max
        while let row = try tiles.database.row(newest, series.arguments + series.arguments + [end]) {
            let (bucket, last, load): (Int, Int64?, Int) = (row[0], row[1], row[2])
            if let last, series.resolution.day(of: last) == nil { throw BadRow(column: "last_time") }
            func isReached(_ step: Int64) -> Bool { asOf?.includes(series.resolution.instant(of: step)) ?? true }
            if load <= lastLoad ?? .max, last.map(isReached) ?? true {
                if let last { return last }
            } else {
                let steps = try visible.places(series, bucket).compactMap { place in
                    try visible.reader(place)?.steps.last(where: isReached)
                }
                if let step = steps.max() { return step }
            }
            end = bucket
        }
        return nil
    }
}

extension Resolution {
    /// The moment that just holds a fact of this time.
    fileprivate func asOf(_ time: Int64) throws -> AsOf {
        guard day(of: time) != nil else { throw BadRow(column: "last_time") }
        let instant = instant(of: time)
        return self == .snapshot ? .instant(instant) : .day(instant.day)
    }
}
