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
                SELECT DISTINCT source_id, metric_id, resolution, bucket FROM tile WHERE entity_group = ? OR entity_group < 0
                ORDER BY source_id, metric_id, resolution, bucket
                """,
            arguments: [Bucket.group(of: entity)]
        ).compactMap { row -> TilePlace? in
            guard let resolution = Resolution(rawValue: row[2]), let metric = catalog.metrics[row[1]],
                WeeklyMart(metric) == nil
            else { return nil }
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
                guard let reader = try visible.reader(place) else { continue }
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
        let facts = Set(found.map { SourcedMetric(metric: $0.metric, source: $0.source) })
        for fact in facts.sorted(by: { ($0.source, $0.metric.name) < ($1.source, $1.metric.name) }) {
            for mart in WeeklyMart.allCases where mart.fact(fact.metric.unit.lowercased()) == fact.metric {
                if let series = try series(mart, of: fact, entity) { found.append(series) }
            }
        }
        return found
    }

    private struct SourcedMetric: Hashable {
        let metric: Metric
        let source: String
    }

    /// The weeks of a mart of an entity: those that are kept, and those that are made anew from their facts.
    private func series(_ mart: WeeklyMart, of fact: SourcedMetric, _ entity: Int32) throws -> StoredSeries? {
        let metric = mart.metric(fact.metric.unit.lowercased())
        guard let sourceID = sourceIDs[fact.source], let factID = metricIDs[fact.metric] else { return nil }
        let group = Bucket.group(of: entity)
        var values: [Int64: Double] = [:]
        if let metricID = metricIDs[metric] {
            let buckets = try Int.fetchAll(
                database,
                sql: """
                    SELECT bucket FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = 2 AND entity_group = ?
                    """,
                arguments: [sourceID, metricID, group]
            )
            for bucket in buckets {
                let place = TilePlace(
                    source: sourceID,
                    metric: metricID,
                    resolution: .week,
                    bucket: bucket,
                    group: group
                )
                guard let stored = try tiles.stored(place) else { continue }
                do throws(TileError) {
                    guard let part = try TileReader(stored.bytes).series(slot: Bucket.slot(of: entity)) else {
                        continue
                    }
                    for (time, value) in zip(part.times, part.values) { values[time] = value }
                } catch {
                    throw tiles.damage(place, error)
                }
            }
        }
        let ever = Week(index: -100_000)...Week(index: 100_000)
        var facts = WeekFacts(metric: factID, source: sourceID, group: group)
        for week in try visible.weeksApart(source: sourceID, metric: factID, in: ever) {
            try facts.read(week, visible)
            let value = facts.values(mart)[Int(Bucket.slot(of: entity))]
            values[Int64(week.index)] = value.isNaN ? nil : value
        }
        let times = values.keys.sorted()
        guard !times.isEmpty else { return nil }
        return StoredSeries(
            metric: metric,
            source: fact.source,
            resolution: .week,
            times: times,
            values: times.map { values[$0] ?? .nan }
        )
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
