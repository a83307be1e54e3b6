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
    /// All series of an entity: first facts, then the weekly marts that are made from them.
    public func series(of entity: Int32) throws -> [StoredSeries] {
        let sql = "SELECT DISTINCT source_id, metric_id, resolution FROM tile ORDER BY source_id, metric_id, resolution"
        let facts = try database.rows(sql).compactMap { row -> StoredSeries? in
            guard let resolution = Resolution(rawValue: row[2]), let metric = catalog.metrics[row[1]],
                WeeklyMart(metric) == nil
            else { return nil }
            return try read(metric, TileSeries(source: row[0], metric: row[1], resolution: resolution), of: entity)
        }
        // A metric may have facts of several resolutions.
        let metricsOfSource = Dictionary(grouping: facts, by: \.source).mapValues { Set($0.map(\.metric)) }
        var marts: [StoredSeries] = []
        for (name, metrics) in metricsOfSource.sorted(by: { $0.key < $1.key }) {
            for fact in metrics.sorted(by: { $0.name < $1.name }) {
                let quote = fact.unit.lowercased()
                for metric in WeeklyMart.allCases.filter({ $0.fact(quote) == fact }).map({ $0.metric(quote) }) {
                    let mart = try sourceIDs[name].flatMap { try VisibleMart(metric, source: $0, self) }
                    if let mart, let series = try read(metric, mart.series, of: entity, mart) { marts.append(series) }
                }
            }
        }
        return facts + marts
    }

    private func read(
        _ metric: Metric,
        _ series: TileSeries,
        of entity: Int32,
        _ mart: VisibleMart? = nil
    ) throws -> StoredSeries? {
        let sql = "SELECT DISTINCT bucket FROM tile WHERE \(TileSeries.condition)"
        var buckets = Set(try database.values(sql, series.arguments) as [Int])
        if let mart { buckets.formUnion(mart.rebuilt.map { Bucket.index(of: $0, .week) }) }
        let slot = Int(Bucket.slot(of: entity))
        var (times, values): ([Int64], [Double]) = ([], [])
        for bucket in buckets.sorted() {
            let place = series.place(bucket, Bucket.group(of: entity))
            guard let matrix = try mart?.matrix(place) ?? visible.draft(place)?.matrix else { continue }
            for (column, time) in matrix.steps.enumerated() {
                let value = matrix.values[slot * matrix.steps.count + column]
                guard !value.isNaN else { continue }
                times.append(time)
                values.append(value)
            }
        }
        guard !times.isEmpty, let source = catalog.sources[series.source] else { return nil }
        let resolution = series.resolution
        return StoredSeries(metric: metric, source: source, resolution: resolution, times: times, values: values)
    }
}
