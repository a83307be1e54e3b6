internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// The table `weekly_activity`: commits and developers of each repository and source in the newest weeks of the store.
///
/// It ends with the newest week of any repository, and is as long as the recent span that rankings look at: 52 weeks
/// would make a store with 3,500 repositories 5 % larger, 12 make it 1 %.
struct WeeklyActivity {
    let tiles: TileTable

    static let weeks = 12

    /// What a load changed: for each source the groups of entities and the weeks.
    struct Touched {
        fileprivate private(set) var bySource: [Int: (groups: Set<Int>, weeks: Set<Int64>)] = [:]

        /// Adds weeks in which facts of groups changed.
        mutating func add(_ weeks: [Int64], _ groups: Set<Int>, _ key: Staging.Key) {
            bySource[key.source, default: ([], [])].groups.formUnion(groups)
            bySource[key.source, default: ([], [])].weeks.formUnion(weeks)
        }
    }

    /// A repository's week as a source tells it; NaN where it tells nothing.
    private struct Row {
        let entity: Int
        let source: Int
        let week: Int64
        let commits: Double
        let developers: Double

        var key: [Int] { [entity, source, Int(week)] }
    }

    /// Brings the table up to what a load changed.
    func refresh(_ touched: Touched) throws {
        guard !touched.bySource.isEmpty, let span = try span() else { return }
        try tiles.database.execute(sql: "DELETE FROM weekly_activity WHERE week < ?", arguments: [span.lowerBound])
        for (source, part) in touched.bySource.sorted(by: { $0.key < $1.key }) {
            let weeks = part.weeks.filter { span.contains($0) }
            guard let first = weeks.min(), let last = weeks.max() else { continue }
            for group in part.groups.sorted() {
                let rows = try rows(source, group, first...last)
                try tiles.database.insert(rows, "INSERT OR REPLACE INTO weekly_activity", width: 5) {
                    row,
                    statement,
                    before in
                    try statement.bind(row.entity, at: before + 1)
                    try statement.bind(row.source, at: before + 2)
                    try statement.bind(row.week, at: before + 3)
                    if !row.commits.isNaN { try statement.bind(row.commits, at: before + 4) }
                    if !row.developers.isNaN { try statement.bind(row.developers, at: before + 5) }
                }
            }
        }
    }

    /// The rows that are not what the tiles say.
    func differing() throws -> Int {
        var expected: [[Int]: [Double?]] = [:]
        if let span = try span() {
            let groups = try GRDB.Row.fetchAll(
                tiles.database,
                sql: "SELECT DISTINCT source_id, entity_group FROM tile WHERE resolution = 2"
            )
            for group in groups {
                for row in try rows(group[0], group[1], span) {
                    expected[row.key] = [row.commits, row.developers].map { $0.isNaN ? nil : $0 }
                }
            }
        }
        var differing = 0
        let rows = try GRDB.Row.fetchCursor(tiles.database, sql: "SELECT * FROM weekly_activity")
        while let row = try rows.next() {
            if expected.removeValue(forKey: [row[0], row[1], row[2]]) != [row[3], row[4]] { differing += 1 }
        }
        return differing + expected.count
    }

    /// The weeks that the table covers; nil without activity.
    private func span() throws -> ClosedRange<Int64>? {
        // Only the newest bucket of each series is looked at; CROSS JOIN keeps SQLite from scanning all tiles.
        let newest = try Int64.fetchOne(
            tiles.database,
            sql: """
                SELECT max(tile.last_time)
                FROM metric CROSS JOIN source CROSS JOIN tile USING (source_id, metric_id)
                WHERE metric.name IN (?, ?) AND tile.resolution = 2 AND tile.bucket =
                  (SELECT max(bucket) FROM tile AS other
                   WHERE other.source_id = source.source_id AND other.metric_id = metric.metric_id
                     AND other.resolution = 2)
                """,
            arguments: [Metric.commits.name, Metric.developers.name]
        )
        return newest.map { $0 - Int64(WeeklyActivity.weeks - 1)...$0 }
    }

    /// The rows of a group of entities in a span of weeks, by entity and week.
    private func rows(_ source: Int, _ group: Int, _ span: ClosedRange<Int64>) throws -> [Row] {
        let width = span.count
        var columns: [[Double]] = []
        for metric in [Metric.commits, .developers] {
            var values = [Double](repeating: .nan, count: TileMatrix.slotCount * width)
            let number = try Int.fetchOne(
                tiles.database.cachedStatement(sql: "SELECT metric_id FROM metric WHERE name = ?"),
                arguments: [metric.name]
            )
            for bucket in Bucket.index(of: span.lowerBound, .week)...Bucket.index(of: span.upperBound, .week) {
                let place = TilePlace(
                    source: source,
                    metric: number ?? -1,
                    resolution: .week,
                    bucket: bucket,
                    group: group
                )
                guard let matrix = try VisibleTiles(tiles: tiles, lastLoad: nil).matrix(place) else { continue }
                for (step, week) in matrix.steps.enumerated() where span.contains(week) {
                    for slot in 0..<TileMatrix.slotCount {
                        values[slot * width + Int(week - span.lowerBound)] =
                            matrix.values[slot * matrix.steps.count + step]
                    }
                }
            }
            columns.append(values)
        }
        return columns[0].indices.filter { !columns[0][$0].isNaN || !columns[1][$0].isNaN }.map { cell in
            Row(
                entity: group * Int(Bucket.groupSize) + cell / width,
                source: source,
                week: span.lowerBound + Int64(cell % width),
                commits: columns[0][cell],
                developers: columns[1][cell]
            )
        }
    }
}

extension ObservationBlock {
    /// The first week of each subject in which a metric is above zero, for those that have one.
    func firstWeeks(ofColumn column: Int) -> [(subject: Int, week: Int32)] {
        var first = [Int64](repeating: .max, count: subjectCount)
        for row in 0..<count where values[column][row] > 0 {
            first[Int(subjectIndex[row])] = min(first[Int(subjectIndex[row])], times[row])
        }
        return first.indices.filter { first[$0] != .max }.map { ($0, Int32(first[$0])) }
    }
}
