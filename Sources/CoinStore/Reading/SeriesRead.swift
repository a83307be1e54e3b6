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
                for metric in WeeklyMart.made(from: fact).map(\.metric) {
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
        let facts = try facts(of: entity, series, mart)
        guard !facts.isEmpty, let source = catalog.sources[series.source] else { return nil }
        return StoredSeries(
            metric: metric,
            source: source,
            resolution: series.resolution,
            times: facts.map(\.time),
            values: facts.map(\.value)
        )
    }

    /// The facts of an entity in some weeks and perhaps others, nil for all, oldest first; those of a mart came with no
    /// load of their own.
    private func facts(
        of entity: Int32,
        _ series: TileSeries,
        _ mart: VisibleMart? = nil,
        in weeks: ClosedRange<Week>? = nil
    ) throws -> [(time: Int64, value: Double, load: Int32)] {
        let sql = "SELECT DISTINCT bucket FROM tile WHERE \(TileSeries.condition) AND bucket BETWEEN ? AND ?"
        let wanted = weeks.map { Bucket.indices(of: $0, series.resolution) } ?? .min ... .max
        let ends: StatementArguments = [wanted.lowerBound, wanted.upperBound]
        var buckets = Set(try database.values(sql, series.arguments + ends) as [Int])
        if let mart { buckets.formUnion(mart.rebuilt.map { Bucket.index(of: $0, .week) }) }
        var facts: [(time: Int64, value: Double, load: Int32)] = []
        for bucket in buckets.sorted() {
            let place = series.place(bucket, Bucket.group(of: entity))
            let draft = mart == nil ? try visible.draft(place) : nil
            guard let matrix = try draft?.matrix ?? mart?.matrix(place) else { continue }
            for (column, time) in matrix.steps.enumerated() {
                let cell = Int(Bucket.slot(of: entity)) * matrix.steps.count + column
                guard !matrix.values[cell].isNaN else { continue }
                facts.append((time, matrix.values[cell], draft?.marks.load(ofCell: cell) ?? 0))
            }
        }
        return facts
    }
}

/// A fact with the load that brought its value.
public struct TracedFact: Hashable, Sendable {
    /// Its last second.
    public let at: Instant
    /// The value.
    public let value: Double
    /// The load.
    public let load: Int
}

extension StoreReader {
    /// The facts of a metric, no mart, of one source for an entity in a span of time that are to be seen, oldest first.
    public func traced(
        _ metric: Metric,
        source: String,
        of entity: Int32,
        in span: ClosedRange<Instant>
    ) throws -> [TracedFact] {
        var facts: [TracedFact] = []
        let weeks = span.lowerBound.week.advanced(by: -1)...span.upperBound.week
        for resolution in Resolution.allCases {
            guard let series = series(metric, source, resolution) else { continue }
            for fact in try self.facts(of: entity, series, in: weeks) {
                let at = resolution.instant(of: fact.time)
                if span.contains(at) { facts.append(TracedFact(at: at, value: fact.value, load: Int(fact.load))) }
            }
        }
        return facts.sorted { $0.at < $1.at }
    }

    /// The inputs that some loads took, by load; a row of the ledger each, in order.
    public func inputs(ofLoads loads: Set<Int>) throws -> [Int: [LedgerEntry]] {
        let sql = "SELECT * FROM load WHERE load_id = ? AND status = 'loaded' ORDER BY input_id"
        return try loads.reduce(into: [:]) { found, load in
            found[load] = try database.rows(sql, [load]).map { try LedgerEntry($0) }
        }
    }

    /// The load that brought the entry of a listed coin as it stands; nil for a coin of no list.
    public func load(ofCoin id: String) throws -> Int? {
        let sql = """
            SELECT ifnull(max(iif(since = '', load_id, NULL)), min(load_id)) FROM coin_entry
            WHERE coin_id = ?1 AND \(Ledger.counts("?2"))
            """
        return try database.value(sql, [id, lastLoad ?? Int(Int32.max)])
    }
}
