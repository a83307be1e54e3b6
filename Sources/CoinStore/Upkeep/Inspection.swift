public import CoinModel
internal import GRDB

/// The size of one metric of one source at one resolution.
public struct MetricSize: Sendable {
    /// The source.
    public let source: String
    /// The metric.
    public let metric: Metric
    /// The resolution.
    public let resolution: Resolution
    /// Tiles.
    public let tiles: Int
    /// Values.
    public let values: Int
    /// Bytes of the tiles.
    public let bytes: Int
    /// Buckets of time that the tiles lie in.
    public let buckets: Int
    /// The day of the first value; a week stands at its Sunday.
    public let first: Day
    /// The day of the last value.
    public let last: Day
}

extension StoreReader {
    /// The size of every metric by source, metric and resolution, from the rows of the tiles alone.
    public func sizes() throws -> [MetricSize] {
        let sql = """
            SELECT source_id, metric_id, resolution, count(*) AS tiles, count(DISTINCT bucket) AS buckets,
                   total(value_count) AS value_count, total(length(bytes)) AS bytes,
                   min(first_time) AS first_time, max(last_time) AS last_time
            FROM tile WHERE value_count > 0 GROUP BY source_id, metric_id, resolution
            """
        return try database.rows(sql).map(size(of:)).sorted {
            ($0.source, $0.metric.name, $0.resolution.rawValue) < ($1.source, $1.metric.name, $1.resolution.rawValue)
        }
    }

    /// The bytes of a page of the file, how many pages there are, and how many have nothing in them: later loads fill
    /// these, and compacting gives them back.
    public func fileSize() throws -> (pageSize: Int, pages: Int, free: Int) {
        (try database.pragma("page_size"), try database.pragma("page_count"), try database.pragma("freelist_count"))
    }

    private func size(of row: Row) throws -> MetricSize {
        func integer(_ name: String) throws(UnreadableRow) -> Int { try row.written(name) }
        guard let source = catalog.sources[try integer("source_id")],
            let metric = catalog.metrics[try integer("metric_id")],
            let resolution = Resolution(rawValue: try integer("resolution")),
            let first = resolution.day(of: try row.written("first_time")),
            let last = resolution.day(of: try row.written("last_time"))
        else { throw StoreError(damaged: path, "it has tiles of an unknown metric, or outside the calendar") }
        return MetricSize(
            source: source,
            metric: metric,
            resolution: resolution,
            tiles: try integer("tiles"),
            values: try integer("value_count"),
            bytes: try integer("bytes"),
            buckets: try integer("buckets"),
            first: first,
            last: last
        )
    }
}
