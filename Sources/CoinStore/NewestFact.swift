public import CoinModel
internal import GRDB

extension Store {
    /// The newest market fact, as the as-of moment that just holds it: a day for a fact of a whole day.
    ///
    /// Nil without market data. Reads tile rows only, so it costs the same however long the history is.
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

private func newestFact(of metrics: [Metric], _ database: Database) throws -> AsOf? {
    var newest: (at: Instant, asOf: AsOf)?
    for metric in metrics {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT resolution, max(last_time) FROM tile WHERE metric_id = (SELECT metric_id FROM metric WHERE name = ?)
                GROUP BY resolution
                """,
            arguments: [metric.name]
        )
        for row in rows {
            guard let resolution = Resolution(rawValue: row[0]) else { continue }
            let instant = resolution.instant(of: row[1])
            if newest.map({ $0.at < instant }) ?? true {
                newest = (instant, resolution == .snapshot ? .instant(instant) : .day(instant.day))
            }
        }
    }
    return newest?.asOf
}
