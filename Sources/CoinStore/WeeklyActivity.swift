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

    /// A row's place: the entity, the source and the week.
    private struct Key: Hashable, Comparable {
        let entity: Int
        let source: Int
        let week: Int64

        static func < (left: Key, right: Key) -> Bool {
            (left.entity, left.source, left.week) < (right.entity, right.source, right.week)
        }
    }

    /// Brings the table up to what a load changed.
    func refresh(_ touched: Touched) throws {
        guard !touched.bySource.isEmpty, let span = try span() else { return }
        try tiles.database.execute(sql: "DELETE FROM weekly_activity WHERE week < ?", arguments: [span.lowerBound])
        let statement = try tiles.database.makeStatement(
            sql: "INSERT OR REPLACE INTO weekly_activity VALUES (?, ?, ?, ?, ?)"
        )
        for (source, part) in touched.bySource.sorted(by: { $0.key < $1.key }) {
            let weeks = part.weeks.filter { span.contains($0) }
            guard let first = weeks.min(), let last = weeks.max() else { continue }
            for group in part.groups.sorted() {
                for (key, values) in try rows(source, group, first...last).sorted(by: { $0.key < $1.key }) {
                    try statement.execute(
                        arguments: [key.entity, key.source, key.week] + StatementArguments(values)
                    )
                }
            }
        }
    }

    /// The rows that are not what the tiles say.
    func differing() throws -> Int {
        var expected: [Key: [Double?]] = [:]
        if let span = try span() {
            let groups = try Row.fetchAll(
                tiles.database,
                sql: "SELECT DISTINCT source_id, entity_group FROM tile WHERE resolution = 2"
            )
            for row in groups { expected.merge(try rows(row[0], row[1], span)) { $1 } }
        }
        var differing = 0
        let rows = try Row.fetchCursor(tiles.database, sql: "SELECT * FROM weekly_activity")
        while let row = try rows.next() {
            let key = Key(entity: row[0], source: row[1], week: row[2])
            if expected.removeValue(forKey: key) != [row[3], row[4]] { differing += 1 }
        }
        return differing + expected.count
    }

    /// The weeks that the table covers; nil without activity.
    private func span() throws -> ClosedRange<Int64>? {
        let newest = try Int64.fetchOne(
            tiles.database,
            sql: """
                SELECT max(last_time) FROM tile JOIN metric USING (metric_id)
                WHERE resolution = 2 AND metric.name IN (?, ?)
                """,
            arguments: [Metric.commits.name, Metric.developers.name]
        )
        return newest.map { $0 - Int64(WeeklyActivity.weeks - 1)...$0 }
    }

    /// The rows of a group of entities in a span of weeks: commits and developers, nil where missing.
    private func rows(_ source: Int, _ group: Int, _ span: ClosedRange<Int64>) throws -> [Key: [Double?]] {
        var rows: [Key: [Double?]] = [:]
        for (column, metric) in [Metric.commits, .developers].enumerated() {
            let number = try Int.fetchOne(
                tiles.database,
                sql: "SELECT metric_id FROM metric WHERE name = ?",
                arguments: [metric.name]
            )
            guard let number else { continue }
            for bucket in Bucket.index(of: span.lowerBound, .week)...Bucket.index(of: span.upperBound, .week) {
                let place = TilePlace(source: source, metric: number, resolution: .week, bucket: bucket, group: group)
                guard let matrix = try VisibleTiles(tiles: tiles, lastLoad: nil).matrix(place) else { continue }
                for (step, week) in matrix.steps.enumerated() where span.contains(week) {
                    for slot in 0..<TileMatrix.slotCount {
                        let value = matrix.values[slot * matrix.steps.count + step]
                        if value.isNaN { continue }
                        let entity = group * Int(Bucket.groupSize) + slot
                        rows[Key(entity: entity, source: source, week: week), default: [nil, nil]][column] = value
                    }
                }
            }
        }
        return rows
    }
}
