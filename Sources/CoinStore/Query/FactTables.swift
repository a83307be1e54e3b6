internal import CoinModel
internal import CoinTables
internal import GRDB
internal import SeriesEncoding

extension StoreReader {
    /// The tables of facts, one for each metric and of its name: a row a fact, or a row a week of a weekly series, marts of
    /// running weeks made as every reader makes them; of a metric that has both, the other facts are in `NAME_by_time`.
    func factTables() throws -> [PublishedTable] {
        var forms: [Metric: Set<Bool>] = [:]
        for row in try database.rows("SELECT DISTINCT metric_id, resolution FROM tile") {
            guard let metric = catalog.metrics[row[0]] else { continue }
            forms[metric, default: []].insert(row[1] == Resolution.week.rawValue)
            // A mart may not be written yet while its week is as it came.
            for made in WeeklyMart.made(from: metric) { forms[made.metric, default: []].insert(true) }
        }
        return forms.sorted { $0.key.name < $1.key.name }.flatMap { metric, forms in
            forms.sorted { $0 && !$1 }.map { isWeekly in
                let ending = isWeekly || forms.count < 2 ? "" : "_by_time"
                return table(metric.name.lowercased() + ending, of: metric, isWeekly: isWeekly)
            }
        }
    }

    private func table(_ name: String, of metric: Metric, isWeekly: Bool) -> PublishedTable {
        typealias Column = CoinTables.Column
        let time =
            isWeekly
            ? Column("week_start", "Week", .text, meaning: "The Sunday on which the week begins, UTC.")
            : Column("time", "Time", .text, meaning: "A moment, or the day of a fact of a whole day.")
        let columns = [
            Column("entity_id", "Entity", .integer, meaning: "The number of what it is about in the table `entity`."),
            Column("key", "Key", .text, meaning: "What the source calls the coin or repository."),
            Column("source", "Source", .text, meaning: "The format that says so."),
            time,
            Column("value", "Value", .number, unit: metric.unit, meaning: "What it says."),
        ]
        return PublishedTable(name: name, columns: columns, key: []) { try visit(metric, isWeekly, $0) }
    }

    /// Hands over the facts of a metric as rows, by source, bucket of time, entity and time.
    private func visit(_ metric: Metric, _ isWeekly: Bool, _ take: ([Cell]) throws -> Void) throws {
        var marts: [TilePlace: VisibleMart?] = [:]
        let sql = """
            SELECT DISTINCT source_id, resolution, bucket FROM tile WHERE metric_id = ? AND (resolution = 2) = ?
            """
        let number = metricIDs[metric] ?? -1
        for row in try database.rows(sql, [number, isWeekly]) {
            guard let resolution = Resolution(rawValue: row[1]) else { continue }
            let series = TileSeries(source: row[0], metric: number, resolution: resolution)
            for place in try visible.places(series, row[2]) { marts[place] = .some(nil) }
        }
        for source in sourceIDs.values where isWeekly {
            let mart = try VisibleMart(metric, source: source, self)
            for place in try mart?.rebuilt.flatMap({ try mart?.places(withSnapshotsIn: $0) ?? [] }) ?? [] {
                marts[place] = mart
            }
        }
        for (place, mart) in marts.sorted(by: { $0.key.order < $1.key.order }) {
            guard let matrix = try mart?.matrix(place) ?? visible.draft(place)?.matrix else { continue }
            let source = Cell.text(catalog.sources[place.series.source] ?? "")
            let times = matrix.steps.map { Cell.text(place.resolution.text($0)) }
            for slot in 0..<TileMatrix.slotCount {
                let row = matrix.values[slot * times.count..<(slot + 1) * times.count]
                guard row.contains(where: { !$0.isNaN }) else { continue }
                let entity = place.entity(inSlot: slot)
                guard catalog.entities.indices.contains(entity) else {
                    throw StoreError(damaged: path, "the tile at \(place) names an unknown entity")
                }
                let start = [Cell.integer(entity), .text(catalog.entities[entity].key), source]
                for (time, value) in zip(times, row) where !value.isNaN { try take(start + [time, .number(value)]) }
            }
        }
    }
}

extension TilePlace {
    fileprivate var order: (Int, Int, Int, Int) { (series.source, resolution.rawValue, bucket, group) }
}

extension Resolution {
    /// A time as it is shown: a moment, a day or the Sunday of a week.
    fileprivate func text(_ time: Int64) -> String {
        switch self {
        case .snapshot: Instant(milliseconds: time).description
        case .day: Day(index: Int32(truncatingIfNeeded: time)).description
        case .week: Week(index: Int32(truncatingIfNeeded: time)).description
        }
    }
}
