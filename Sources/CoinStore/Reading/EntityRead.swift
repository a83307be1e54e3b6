public import CoinModel
internal import GRDB
internal import SeriesEncoding

extension StoreReader {
    /// For each entity whether it is wanted and has any fact of a metric of a source, up to a moment if one is named.
    ///
    /// Reads the directories of tiles from the newest bucket backwards until all wanted ones of a group are found, so
    /// the cost grows with the history only for what lies far back or was never observed.
    ///
    /// - Parameters:
    ///   - metric: the metric.
    ///   - source: whose series.
    ///   - wanted: for each entity whether it is wanted.
    ///   - asOf: the moment up to which facts count, weeks when they are over; nil for all.
    /// - Returns: for each entity whether it is wanted and has one.
    /// - Throws: `StoreError` when a tile is damaged.
    public func entities(
        with metric: Metric,
        source: String,
        among wanted: [Bool],
        upTo asOf: AsOf? = nil
    ) throws -> [Bool] {
        var found = [Bool](repeating: false, count: wanted.count)
        guard let metricID = metricIDs[metric], let sourceID = sourceIDs[source] else { return found }
        var missing: [Int: Int] = [:]
        for entity in wanted.indices where wanted[entity] { missing[Bucket.group(of: Int32(entity)), default: 0] += 1 }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT resolution, bucket, entity_group FROM tile WHERE source_id = ? AND metric_id = ?
                    ORDER BY resolution DESC, bucket DESC, entity_group DESC
                    """
            ),
            arguments: [sourceID, metricID]
        )
        var overlaid: Set<Int> = []
        while !missing.isEmpty, let row = try rows.next() {
            guard let resolution = Resolution(rawValue: row[0]) else { continue }
            let bucket: Int = row[1]
            // Snapshots as they came are of all groups.
            let isNew = (row[2] as Int) >= 0 || overlaid.insert(bucket).inserted
            let groups = (row[2] as Int) >= 0 ? [row[2]] : missing.keys.sorted()
            for group in groups where isNew {
                guard var rest = missing[group] else { continue }
                let place = TilePlace(
                    source: sourceID,
                    metric: metricID,
                    resolution: resolution,
                    bucket: bucket,
                    group: group
                )
                guard let reader = try visible.reader(place) else { continue }
                let limit = asOf?.limit ?? Instant(milliseconds: .max)
                func isPast(_ step: Int64?) -> Bool { step.map { resolution.instant(of: $0) <= limit } ?? false }
                // Only a tile that reaches beyond the moment has to be asked for times.
                let isWhole = asOf == nil || isPast(reader.steps.last)
                if !isWhole, !isPast(reader.steps.first) { continue }
                for slot in reader.slots {
                    let entity = group * Int(Bucket.groupSize) + Int(slot)
                    guard entity < wanted.count, wanted[entity], !found[entity] else { continue }
                    if !isWhole {
                        let series = try checked(place) { () throws(TileError) in try reader.series(slot: slot) }
                        guard isPast(series?.times.first) else { continue }
                    }
                    found[entity] = true
                    rest -= 1
                }
                missing[group] = rest == 0 ? nil : rest
            }
        }
        return found
    }
}
