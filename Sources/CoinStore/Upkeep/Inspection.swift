public import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

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
    /// How many runs each encoding holds, the one with the most first.
    public let encodings: [(name: String, runs: Int)]
}

/// The size of the store's file, in pages.
public struct FileSize: Hashable, Sendable {
    /// The bytes of a page.
    public let pageSize: Int
    /// All pages.
    public let pages: Int
    /// Pages that hold nothing: later loads fill them, and compacting gives them back.
    public let free: Int
}

extension StoreReader {
    /// The size of every metric by source, metric and resolution, from the rows and directories of the tiles alone.
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

    /// The size of the file.
    public func fileSize() throws -> FileSize {
        let (pageSize, pages) = (try database.pragma("page_size"), try database.pragma("page_count"))
        return FileSize(pageSize: pageSize, pages: pages, free: try database.pragma("freelist_count"))
    }

    private func size(of row: Row) throws -> MetricSize {
        func integer(_ name: String) throws(UnreadableRow) -> Int { try row.written(name) }
        let (sourceID, metricID) = (try integer("source_id"), try integer("metric_id"))
        guard let source = catalog.sources[sourceID], let metric = catalog.metrics[metricID],
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
            last: last,
            encodings: try encodings(of: TileSeries(source: sourceID, metric: metricID, resolution: resolution))
        )
    }

    private func encodings(of series: TileSeries) throws -> [(name: String, runs: Int)] {
        var runs: [String: Int] = [:]
        let sql = "SELECT bucket, entity_group, bytes FROM tile WHERE \(TileSeries.condition)"
        let rows = try database.cursor(sql, series.arguments)
        while let row = try rows.next() {
            try series.place(row[0], row[1]).decoding(in: path) {
                for run in try TileReader(Array(row[2] as Data)).encodings { runs[run.encoding.name, default: 0] += 1 }
            }
        }
        return runs.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }
}
