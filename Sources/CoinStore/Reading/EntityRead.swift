public import CoinModel
internal import GRDB
internal import SeriesEncoding

extension StoreReader {
    /// For each entity whether it is wanted and has a fact of a metric of a source, of weeks that are over by a moment.
    public func entities(with metric: Metric, source: String, among wanted: [Bool], upTo asOf: AsOf?) throws -> [Bool] {
        var found = [Bool](repeating: false, count: wanted.count)
        guard let metric = metricIDs[metric], let source = sourceIDs[source] else { return found }
        // How many entities of each group are still to be found.
        var missing: [Int: Int] = [:]
        for entity in wanted.indices where wanted[entity] { missing[Bucket.group(of: Int32(entity)), default: 0] += 1 }
        let sql = """
            SELECT resolution, bucket, entity_group FROM tile WHERE source_id = ? AND metric_id = ?
            ORDER BY resolution DESC, bucket DESC, entity_group DESC
            """
        // From the newest bucket backwards, so the cost grows with the history only for what lies far back or is missing.
        let rows = try database.cursor(sql, [source, metric])
        var openBuckets: Set<Int> = []
        while !missing.isEmpty, let row = try rows.next() {
            guard let resolution = Resolution(rawValue: row[0]) else { continue }
            let (bucket, group): (Int, Int) = (row[1], row[2])
            // Snapshots as they came are of all groups, and several of them make one tile of each.
            if group < 0, !openBuckets.insert(bucket).inserted { continue }
            for group in group < 0 ? missing.keys.sorted() : [group] {
                guard var rest = missing[group] else { continue }
                let place = TileSeries(source: source, metric: metric, resolution: resolution).place(bucket, group)
                func isMissing(_ entity: Int) -> Bool { entity < wanted.count && wanted[entity] && !found[entity] }
                for entity in try entities(at: place, upTo: asOf, where: isMissing) {
                    found[entity] = true
                    rest -= 1
                }
                missing[group] = rest == 0 ? nil : rest
            }
        }
        return found
    }

    /// The entities of a tile that fulfil a condition and have a fact up to a moment.
    private func entities(at place: TilePlace, upTo asOf: AsOf?, where isWanted: (Int) -> Bool) throws -> [Int] {
        guard let reader = try visible.reader(place) else { return [] }
        func isPast(_ step: Int64?) -> Bool {
            guard let asOf else { return true }
            return step.map { place.resolution.instant(of: $0) <= asOf.limit } ?? false
        }
        guard isPast(reader.steps.first) else { return [] }
        // Only a tile that reaches beyond the moment has to be asked for times.
        let isWhole = isPast(reader.steps.last)
        return try reader.slots.compactMap { slot in
            let entity = place.entity(inSlot: slot)
            guard isWanted(entity) else { return nil }
            if isWhole { return entity }
            let series = try place.decoding(in: path) { try reader.series(slot: slot) }
            return isPast(series?.times.first) ? entity : nil
        }
    }
}
