internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// The table `weekly_activity`: commits and developers of each repository and source in the newest weeks of the store.
///
/// It ends with the newest week of any repository, and is as long as the recent span that rankings look at: 52 weeks
/// would make a store with 3,500 repositories 5 % larger, 12 make it 1 %.
struct WeeklyActivity: Derived {
    let table = "weekly_activity"
    let tiles: TileTable

    private static let weeks: Int64 = 12

    private typealias Row = (entity: Int, source: Int, week: Int64, commits: Double?, developers: Double?)

    func columns() -> (key: [String], values: [String]) {
        (["entity_id", "source_id", "week"], ["commits", "developers"])
    }

    func refresh(_ touched: Touched) throws {
        guard !touched.activity.isEmpty, let span = try span() else { return }
        try tiles.database.run("DELETE FROM weekly_activity WHERE week < ?", [span.lowerBound])
        for (source, part) in touched.activity.sorted(by: { $0.key < $1.key }) {
            let weeks = part.weeks.filter { span.contains($0) }
            guard let first = weeks.min(), let last = weeks.max() else { continue }
            for group in part.groups.sorted() {
                for row in try rows(source, group, first...last) { try insert(row) }
            }
        }
    }

    func rebuild() throws {
        try tiles.database.run("DELETE FROM weekly_activity")
        for row in try all() { try insert(row) }
    }

    private func insert(_ row: Row) throws {
        let sql = "INSERT OR REPLACE INTO weekly_activity VALUES (?, ?, ?, ?, ?)"
        try tiles.database.insert(sql, [row.entity, row.source, row.week, row.commits, row.developers])
    }

    /// What the tiles say.
    private func all() throws -> [Row] {
        guard let span = try span() else { return [] }
        let sql = "SELECT DISTINCT source_id, entity_group FROM tile WHERE resolution = 2"
        return try tiles.database.rows(sql).flatMap { try rows($0[0], $0[1], span) }
    }

    func expected() throws -> [[Int]: [Double?]] {
        Dictionary(firstOf: try all().map { ([$0.entity, $0.source, Int($0.week)], [$0.commits, $0.developers]) })
    }

    /// The weeks that the table covers; nil without activity.
    private func span() throws -> ClosedRange<Int64>? {
        // Only the newest bucket of each series is looked at; CROSS JOIN keeps SQLite from scanning all tiles.
        let sql = """
            SELECT max(tile.last_time)
            FROM metric CROSS JOIN source CROSS JOIN tile USING (source_id, metric_id)
            WHERE metric.name IN (?, ?) AND tile.resolution = 2 AND tile.value_count > 0 AND tile.bucket =
              (SELECT bucket FROM tile AS other
               WHERE other.source_id = source.source_id AND other.metric_id = metric.metric_id
                 AND other.resolution = 2 AND other.value_count > 0
               ORDER BY bucket DESC LIMIT 1)
            """
        let newest: Int64? = try tiles.database.value(sql, [Metric.commits.name, Metric.developers.name])
        return newest.map { $0 - WeeklyActivity.weeks + 1...$0 }
    }

    /// The rows of a group of entities in a span of weeks, by entity and week.
    private func rows(_ source: Int, _ group: Int, _ span: ClosedRange<Int64>) throws -> [Row] {
        let columns = try [Metric.commits, .developers].map { try values($0, source, group, span) }
        return columns[0].indices.compactMap { cell in
            let (commits, developers) = (columns[0][cell], columns[1][cell])
            guard commits != nil || developers != nil else { return nil }
            let entity = group * Int(Bucket.groupSize) + cell / span.count
            return (entity, source, span.lowerBound + Int64(cell % span.count), commits, developers)
        }
    }

    /// What a metric has in a span of weeks, by slot and week.
    private func values(_ metric: Metric, _ source: Int, _ group: Int, _ span: ClosedRange<Int64>) throws -> [Double?] {
        var values = [Double?](repeating: nil, count: TileMatrix.slotCount * span.count)
        let number: Int? = try tiles.database.value("SELECT metric_id FROM metric WHERE name = ?", [metric.name])
        guard let number else { return values }
        let series = TileSeries(source: source, metric: number, resolution: .week)
        for bucket in Bucket.index(of: span.lowerBound, .week)...Bucket.index(of: span.upperBound, .week) {
            guard let matrix = try VisibleTiles(tiles: tiles).draft(series.place(bucket, group))?.matrix else {
                continue
            }
            for (step, week) in matrix.steps.enumerated() where span.contains(week) {
                for slot in 0..<TileMatrix.slotCount {
                    let value = matrix.values[slot * matrix.steps.count + step]
                    if !value.isNaN { values[slot * span.count + Int(week - span.lowerBound)] = value }
                }
            }
        }
        return values
    }
}

extension TileTable {
    /// All tables that follow from the tiles.
    var derived: [any Derived] { [LatestTable(tiles: self), WeeklyActivity(tiles: self)] }
}
