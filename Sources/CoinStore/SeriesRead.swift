public import CoinModel
internal import GRDB
internal import SeriesEncoding

/// One metric of one source for one entity, oldest first.
public struct StoredSeries: Sendable {
    /// The metric.
    public let metric: Metric
    /// The source.
    public let source: String
    /// What `times` counts.
    public let resolution: Resolution
    /// The times of its facts.
    public let times: [Int64]
    /// The values of its facts.
    public let values: [Double]
}

extension StoreReader {
    /// All series of an entity, weekly marts among them.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func series(of entity: Int32) throws -> [StoredSeries] {
        let places = try Row.fetchAll(
            database,
            sql: """
                SELECT source_id, metric_id, resolution, bucket FROM tile WHERE entity_group = ?
                ORDER BY source_id, metric_id, resolution, bucket
                """,
            arguments: [Bucket.group(of: entity)]
        ).compactMap { row -> TilePlace? in
            guard let resolution = Resolution(rawValue: row[2]) else { return nil }
            return TilePlace(
                source: row[0],
                metric: row[1],
                resolution: resolution,
                bucket: row[3],
                group: Bucket.group(of: entity)
            )
        }
        var found: [StoredSeries] = []
        for chunk in places.chunked(by: {
            $0.source == $1.source && $0.metric == $1.metric && $0.resolution == $1.resolution
        }) {
            guard let first = chunk.first, let metric = catalog.metrics[first.metric],
                let source = catalog.sources[first.source]
            else { continue }
            var times: [Int64] = []
            var values: [Double] = []
            for place in chunk {
                guard let reader = try tiles.reader(place) else { continue }
                do throws(TileError) {
                    guard let part = try reader.series(slot: Bucket.slot(of: entity)) else { continue }
                    times += part.times
                    values += part.values
                } catch {
                    throw tiles.damage(place, error)
                }
            }
            if !times.isEmpty {
                found.append(
                    StoredSeries(
                        metric: metric,
                        source: source,
                        resolution: first.resolution,
                        times: times,
                        values: values
                    )
                )
            }
        }
        return found
    }
}

extension Array {
    /// Runs of neighbours that belong together.
    func chunked(by belongs: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices.dropFirst() where !belongs(self[index - 1], self[index]) {
            chunks.append(self[start..<index])
            start = index
        }
        if start < endIndex { chunks.append(self[start..<endIndex]) }
        return chunks
    }
}
