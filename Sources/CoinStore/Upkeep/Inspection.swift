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
    /// The size of every metric of every source, in order of source, metric and resolution; read from the tiles' rows and
    /// directories alone.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func sizes() throws -> [MetricSize] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT source_id, metric_id, resolution, count(*) AS tiles, count(DISTINCT bucket) AS buckets,
                       total(value_count) AS value_count, total(length(bytes)) AS bytes,
                       min(first_time) AS first_time, max(last_time) AS last_time
                FROM tile GROUP BY source_id, metric_id, resolution
                """
        ).map(size(of:)).sorted {
            ($0.source, $0.metric.name, $0.resolution.rawValue) < ($1.source, $1.metric.name, $1.resolution.rawValue)
        }
    }

    /// The size of the file.
    ///
    /// - Throws: `StoreError`.
    public func fileSize() throws -> FileSize {
        func pragma(_ name: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0 }
        return FileSize(
            pageSize: try pragma("page_size"),
            pages: try pragma("page_count"),
            free: try pragma("freelist_count")
        )
    }

    private func size(of row: Row) throws -> MetricSize {
        guard let sourceID = row.integer("source_id"), let metricID = row.integer("metric_id"),
            let source = catalog.sources[sourceID], let metric = catalog.metrics[metricID],
            let resolution = row.integer("resolution").flatMap(Resolution.init(rawValue:)),
            let first = row.integer("first_time").flatMap({ resolution.day(of: Int64($0)) }),
            let last = row.integer("last_time").flatMap({ resolution.day(of: Int64($0)) }),
            let values = row.integer("value_count"), let bytes = row.integer("bytes"),
            let tiles = row.integer("tiles"), let buckets = row.integer("buckets")
        else {
            throw StoreError(damaged: path, "it has tiles of nothing known, or outside the calendar")
        }
        return MetricSize(
            source: source,
            metric: metric,
            resolution: resolution,
            tiles: tiles,
            values: values,
            bytes: bytes,
            buckets: buckets,
            first: first,
            last: last,
            encodings: try encodings(source: sourceID, metric: metricID, resolution)
        )
    }

    private func encodings(
        source: Int,
        metric: Int,
        _ resolution: Resolution
    ) throws -> [(name: String, runs: Int)] {
        var runs: [String: Int] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT bucket, entity_group, bytes FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = ?
                """,
            arguments: [source, metric, resolution.rawValue]
        )
        while let row = try rows.next() {
            let bytes: Data = row[2]
            do throws(TileError) {
                for run in try TileReader(Array(bytes)).encodings { runs[run.encoding.name, default: 0] += 1 }
            } catch {
                let place = TilePlace(
                    source: source,
                    metric: metric,
                    resolution: resolution,
                    bucket: row[0],
                    group: row[1]
                )
                throw tiles.damage(place, error)
            }
        }
        return runs.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }
}
