internal import CoinModel
internal import SeriesEncoding

/// The facts of one metric, source and group of entities, a week at a time; a tile of days is read once for its weeks.
struct WeekFacts {
    let source: Int
    let metric: Int
    let group: Int
    private var dayBucket: Int?
    private var days: TileMatrix?

    init(source: Int, metric: Int, group: Int) {
        self.source = source
        self.metric = metric
        self.group = group
    }

    /// The facts of a week, a row for each slot, by time; NaN where one is missing.
    mutating func read(_ week: Week, _ tiles: VisibleTiles) throws -> TileMatrix {
        let bucket = Bucket.index(of: week, .day)
        if dayBucket != bucket {
            days = try matrix(.day, bucket, tiles)
            dayBucket = bucket
        }
        let inWeek = Int64(week.start.index)...Int64(week.lastDay.index)
        let columns = (days?.steps ?? []).enumerated().filter { inWeek.contains($1) }
        let snapshots = try matrix(.snapshot, Int(week.index), tiles) ?? TileMatrix(steps: [])
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

    private func matrix(_ resolution: Resolution, _ bucket: Int, _ tiles: VisibleTiles) throws -> TileMatrix? {
        let series = TileSeries(source: source, metric: metric, resolution: resolution)
        return try tiles.draft(series.place(bucket, group))?.matrix
    }
}
