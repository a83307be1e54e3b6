public import CoinModel
internal import GRDB
internal import SeriesEncoding

extension Store {
    /// The newest market fact, as the as-of moment that just holds it: a day for a fact of a whole day.
    ///
    /// Nil without market data. Costs the same however long the history is.
    ///
    /// - Throws: `StoreError`.
    public func newestMarketFact(quote: String) throws -> AsOf? {
        try read { try newestFact(of: [.price(quote), .marketCap(quote), .volume(quote)], $0) }
    }
}

extension StoreReader {
    /// The newest market fact, as `Store.newestMarketFact` gives it.
    ///
    /// - Throws: `StoreError`.
    public func newestMarketFact(quote: String) throws -> AsOf? {
        try newest(of: [.price(quote), .marketCap(quote), .volume(quote)])
    }

    /// The newest observation of any kind; a week stands as its last day.
    ///
    /// Nil in an empty store.
    ///
    /// - Throws: `StoreError`.
    public func newestObservation() throws -> AsOf? {
        try newest(of: Array(metricIDs.keys))
    }

    private func newest(of metrics: [Metric]) throws -> AsOf? {
        lastLoad == nil ? try newestFact(of: metrics, database) : try newestKnownFact(of: metrics)
    }

    /// The newest fact among those that are to be seen: tiles are read from the newest bucket backwards until one has
    /// any.
    private func newestKnownFact(of metrics: [Metric]) throws -> AsOf? {
        var newest: AsOf?
        for metric in metrics {
            var found: Set<[Int]> = []
            for bucket in try buckets(of: metric) where !found.contains([bucket.source, bucket.resolution.rawValue]) {
                for place in try visible.places(bucket) {
                    guard let step = try visible.reader(place)?.steps.last else { continue }
                    found.insert([bucket.source, bucket.resolution.rawValue])
                    let asOf = try bucket.resolution.asOf(step)
                    if newest.map({ $0.limit < asOf.limit }) ?? true { newest = asOf }
                }
            }
        }
        return newest
    }

    /// The buckets that a metric has facts in, the newest first; each as the place of its first group.
    func buckets(of metric: Metric) throws -> [TilePlace] {
        guard let metricID = metricIDs[metric] else { return [] }
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT DISTINCT source_id, resolution, bucket FROM tile WHERE metric_id = ?
                ORDER BY source_id, resolution, bucket DESC
                """,
            arguments: [metricID]
        )
        return rows.compactMap { row in
            Resolution(rawValue: row[1]).map {
                TilePlace(source: row[0], metric: metricID, resolution: $0, bucket: row[2], group: 0)
            }
        }
    }
}

/// CROSS JOIN keeps SQLite from scanning all tiles.
///
/// Of each series only the tiles of its newest bucket are looked at, and of those only their spans.
private func newestFact(of metrics: [Metric], _ database: Database) throws -> AsOf? {
    let marks = databaseQuestionMarks(count: metrics.count)
    let rows = try Row.fetchAll(
        database,
        sql: """
            SELECT tile.resolution, max(tile.last_time)
            FROM metric CROSS JOIN source CROSS JOIN (SELECT 0 AS resolution UNION ALL SELECT 1 UNION ALL SELECT 2) AS timing
            CROSS JOIN tile USING (source_id, metric_id, resolution)
            WHERE metric.name IN (\(marks)) AND tile.bucket =
              (SELECT max(bucket) FROM tile AS other
               WHERE other.source_id = source.source_id AND other.metric_id = metric.metric_id
                 AND other.resolution = timing.resolution)
            GROUP BY tile.resolution
            """,
        arguments: StatementArguments(metrics.map(\.name))
    )
    var newest: AsOf?
    for row in rows {
        guard let resolution = Resolution(rawValue: row[0]) else { continue }
        let asOf = try resolution.asOf(row[1])
        if newest.map({ $0.limit < asOf.limit }) ?? true { newest = asOf }
    }
    return newest
}

extension Resolution {
    /// The moment that just holds a fact of this time.
    fileprivate func asOf(_ time: Int64) throws -> AsOf {
        guard day(of: time) != nil else { throw UnreadableRow(column: "last_time") }
        let instant = instant(of: time)
        return self == .snapshot ? .instant(instant) : .day(instant.day)
    }
}
