internal import CoinModel
internal import SeriesEncoding

/// A weekly mart of one source as a reader sees it: its tiles, and weeks that these do not have, rebuilt from facts.
struct VisibleMart {
    private let mart: WeeklyMart
    private let visible: VisibleTiles
    /// The mart's own tiles; their metric is −1 where none is written yet.
    let series: TileSeries
    private let fact: Int
    /// The weeks that are rebuilt, ascending.
    let rebuilt: [Week]

    private static let allWeeks = Week(index: -100_000)...Week(index: 100_000)

    /// The mart in some weeks; nil where a metric is not a mart, or has no facts.
    init?(_ metric: Metric, source: Int, _ reader: StoreReader, in weeks: ClosedRange<Week> = allWeeks) throws {
        guard let mart = WeeklyMart(metric), let fact = reader.metricIDs[mart.fact(metric.unit.lowercased())] else {
            return nil
        }
        self.mart = mart
        self.fact = fact
        visible = reader.visible
        series = TileSeries(source: source, metric: reader.metricIDs[metric] ?? -1, resolution: .week)
        rebuilt = try visible.weeksWithoutMarts(source: source, metric: fact, in: weeks).sorted()
    }

    private func rebuilt(in bucket: Int) -> [Week] { rebuilt.filter { Bucket.weeks(in: bucket, .week).contains($0) } }

    /// The places of the mart's tiles for all groups of entities that have snapshots in a week.
    func places(withSnapshotsIn week: Week) throws -> [TilePlace] {
        let facts = TileSeries(source: series.source, metric: fact, resolution: .snapshot)
        let bucket = Bucket.index(of: week, .week)
        return try visible.places(facts, Bucket.index(of: week, .snapshot)).map { series.place(bucket, $0.group) }
    }

    /// The rebuilt weeks of a bucket for a group of entities.
    func rebuiltMatrix(_ place: TilePlace) throws -> TileMatrix {
        try rebuild(place, in: TileMatrix(steps: rebuilt(in: place.bucket).map { Int64($0.index) }))
    }

    /// All weeks of a bucket for a group of entities.
    func matrix(_ place: TilePlace) throws -> TileMatrix {
        let weeks = rebuilt(in: place.bucket).map { Int64($0.index) }
        return try rebuild(place, in: visible.tiles.draft(place, adding: weeks, by: 0).matrix)
    }

    private func rebuild(_ place: TilePlace, in matrix: TileMatrix) throws -> TileMatrix {
        var matrix = matrix
        var facts = WeekFacts(visible, source: series.source, metric: fact, group: place.group)
        for week in rebuilt(in: place.bucket) { matrix.put(mart.values(of: try facts.read(week)), at: week) }
        return matrix
    }
}
