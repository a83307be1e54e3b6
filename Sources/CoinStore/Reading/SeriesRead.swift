public import CoinModel
internal import GRDB
internal import SeriesEncoding

/// One metric of one source for one entity, oldest first.
public struct StoredSeries: Sendable {
    /// What the values are.
    public let metric: Metric
    /// Who says so.
    public let source: String
    /// What `times` counts.
    public let resolution: Resolution
    /// When each value holds.
    public let times: [Int64]
    /// The values.
    public let values: [Double]
}

extension StoreReader {
    /// All series of an entity, weekly marts among them.
    public func series(of entity: Int32) throws -> [StoredSeries] {
        var found: [StoredSeries] = []
        for source in catalog.sources.keys.sorted() {
            for metric in catalog.metrics.keys.sorted() {
                for resolution in Resolution.allCases {
                    let series = TileSeries(source: source, metric: metric, resolution: resolution)
                    if let read = try read(series, of: entity) { found.append(read) }
                }
            }
        }
        return found
    }

    private func read(_ series: TileSeries, of entity: Int32) throws -> StoredSeries? {
        let sql = "SELECT DISTINCT bucket FROM tile WHERE \(TileSeries.condition)"
        guard let metric = catalog.metrics[series.metric] else { return nil }
        var buckets = Set(try database.values(sql, series.arguments) as [Int])
        var mart: VisibleMart?
        if series.resolution == .week {
            let weeks = VisibleMart.allWeeks
            mart = try VisibleMart(metric, source: series.source, numbers: metricIDs, visible, in: weeks)
            buckets.formUnion(mart?.rebuilt.map { Bucket.index(of: $0, .week) } ?? [])
        }
        let slot = Int(Bucket.slot(of: entity))
        var facts: [(time: Int64, value: Double)] = []
        for bucket in buckets.sorted() {
            let place = series.place(bucket, Bucket.group(of: entity))
            guard let matrix = try mart?.matrix(place) ?? visible.draft(place)?.matrix else { continue }
            let row = matrix.values[slot * matrix.steps.count..<(slot + 1) * matrix.steps.count]
            facts += zip(matrix.steps, row).filter { !$1.isNaN }
        }
        guard !facts.isEmpty, let source = catalog.sources[series.source] else { return nil }
        let (times, values) = (facts.map(\.time), facts.map(\.value))
        return StoredSeries(
            metric: metric,
            source: source,
            resolution: series.resolution,
            times: times,
            values: values
        )
    }
}
