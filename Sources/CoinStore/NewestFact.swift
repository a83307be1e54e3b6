public import CoinModel
internal import GRDB

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
        try newestFact(of: [.price(quote), .marketCap(quote), .volume(quote)], database)
    }

    /// The newest observation of any kind; a week stands as its last day.
    ///
    /// Nil in an empty store.
    ///
    /// - Throws: `StoreError`.
    public func newestObservation() throws -> AsOf? {
        try newestFact(of: Array(metricIDs.keys), database)
    }
}

/// CROSS JOIN keeps SQLite from scanning all tiles: of each series only the tiles of its newest bucket are looked at, and of those only their spans.
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
    var newest: (at: Instant, asOf: AsOf)?
    for row in rows {
        guard let resolution = Resolution(rawValue: row[0]) else { continue }
        let instant = resolution.instant(of: row[1])
        if newest.map({ $0.at < instant }) ?? true {
            newest = (instant, resolution == .snapshot ? .instant(instant) : .day(instant.day))
        }
    }
    return newest?.asOf
}
