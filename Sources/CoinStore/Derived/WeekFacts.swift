internal import CoinModel
internal import SeriesEncoding

/// The facts of one metric, source and group of entities, a week at a time; a tile of days is read once for its weeks.
struct WeekFacts {
    private let tiles: VisibleTiles
    private let source: Int
    private let metric: Int
    private let group: Int
    private var dayBucket: Int?
    private var days: TileMatrix?

    init(_ tiles: VisibleTiles, source: Int, metric: Int, group: Int) {
        (self.tiles, self.source, self.metric, self.group) = (tiles, source, metric, group)
    }

    /// The week's values of some marts, those that wait unless the week has days too.
    mutating func values(
        of marts: [WeeklyMart],
        in week: Week,
        _ waiting: [TilePlace: [WeeklyMart: [Double]]]
    ) throws -> [[Double]] {
        let place = TileSeries(source: source, metric: metric, resolution: .snapshot).place(Int(week.index), group)
        if let made = waiting[place], try dayColumns(of: week).isEmpty { return marts.map { made[$0] ?? [] } }
        let facts = try read(week)
        return marts.map { $0.values(of: facts) }
    }

    /// The facts of a week, a row for each slot, by time; NaN where one is missing.
    mutating func read(_ week: Week) throws -> TileMatrix {
        let columns = try dayColumns(of: week)
        let snapshots = try matrix(.snapshot, Int(week.index)) ?? TileMatrix(steps: [])
        guard let days, !columns.isEmpty else { return snapshots }
        let width = snapshots.steps.count
        let moments =
            snapshots.steps.map { Resolution.snapshot.moment(of: $0) }
            + columns.map { Resolution.day.moment(of: $0.element) }
        let order = moments.indices.sorted { moments[$0] < moments[$1] }
        var joined = TileMatrix(steps: order.map { moments[$0] })
        for slot in 0..<TileMatrix.slotCount {
            for (to, from) in order.enumerated() {
                joined.values[slot * order.count + to] =
                    from < width
                    ? snapshots.values[slot * width + from]
                    : days.values[slot * days.steps.count + columns[from - width].offset]
            }
        }
        return joined
    }

    /// The columns of the days of a week, with their days.
    private mutating func dayColumns(of week: Week) throws -> [(offset: Int, element: Int64)] {
        let bucket = Bucket.index(of: week, .day)
        if dayBucket != bucket {
            days = try matrix(.day, bucket)
            dayBucket = bucket
        }
        let inWeek = Int64(week.start.index)...Int64(week.lastDay.index)
        return (days?.steps ?? []).enumerated().filter { inWeek.contains($1) }
    }

    private func matrix(_ resolution: Resolution, _ bucket: Int) throws -> TileMatrix? {
        let series = TileSeries(source: source, metric: metric, resolution: resolution)
        return try tiles.draft(series.place(bucket, group))?.matrix
    }
}
