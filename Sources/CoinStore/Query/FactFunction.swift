internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// A table function of SQL over the tiles: the facts of one metric, a row each.
///
/// `weekly` has the series of weeks, marts of running weeks made as every reader makes them; `snapshots` has the facts
/// at their times and days. It answers from one state of the store and remembers where each metric lies.
final class FactFunction {
    /// Which facts it gives.
    enum Kind: String, CaseIterable {
        case weekly, snapshots

        /// The name of the column that tells when.
        var timeColumn: String { self == .weekly ? "week_start" : "time" }
    }

    /// Facts of 256 entities in one bucket of time.
    struct Place {
        let tile: TilePlace
        /// The weeks of a mart that have to be made from these facts.
        let apart: [Week]
    }

    let kind: Kind
    let reader: StoreReader
    /// What went wrong in the store while SQLite was asking.
    private(set) var failure: (any Error)?

    private let metrics: [Metric]
    private var found: [Int: [Place]] = [:]

    init(_ kind: Kind, _ reader: StoreReader) throws {
        self.kind = kind
        self.reader = reader
        let rows = try Row.fetchAll(reader.database, sql: "SELECT DISTINCT metric_id, resolution FROM tile")
        var metrics: Set<Metric> = []
        for row in rows {
            guard let metric = reader.catalog.metrics[row[0]] else { continue }
            let isWeekly = row[1] == Resolution.week.rawValue
            if isWeekly == (kind == .weekly) { metrics.insert(metric) }
            guard !isWeekly, kind == .weekly else { continue }
            // A mart may not be written yet while its week is as it came.
            let quote = metric.unit.lowercased()
            metrics.formUnion(WeeklyMart.allCases.filter { $0.fact(quote) == metric }.map { $0.metric(quote) })
        }
        self.metrics = metrics.sorted { $0.name < $1.name }
    }

    /// Does a part of the work for SQLite, and keeps what went wrong.
    func attempt(_ work: () throws -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            if failure == nil { failure = error }
            return false
        }
    }

    /// The number of a metric in this function.
    func number(ofMetric name: String) throws -> Int {
        if let number = metrics.firstIndex(where: { $0.name == name }) { return number }
        let names = metrics.map(\.name)
        let near = nearestNames(to: name, among: names)
        let hint =
            names.isEmpty
            ? "the store has none yet"
            : near.isEmpty
                ? "there are: \(names.joined(separator: ", "))" : "did you mean \(near.joined(separator: ", "))?"
        throw QueryError(.wrong, "\(kind.rawValue)('\(name)'): no such metric here; \(hint)")
    }

    /// Where a metric has facts, by source, resolution, bucket and group.
    func places(ofMetric number: Int) throws -> [Place] {
        if let known = found[number] { return known }
        let places =
            try kind == .weekly ? weeklyPlaces(metrics[number]) : stored(metrics[number]) { $0 != .week }
        found[number] = places
        return places
    }

    /// The facts at a place, or nil where there are none.
    func facts(_ place: Place, ofMetric number: Int) throws -> TileReader? {
        let metric = metrics[number]
        guard !place.apart.isEmpty, let mart = WeeklyMart(metric),
            let fact = reader.metricIDs[mart.fact(metric.unit.lowercased())]
        else { return try reader.visible.reader(place.tile) }
        let stored = try reader.visible.reader(place.tile)
        let weeks = place.apart.map { Int64($0.index) }
        return try checked(place.tile) { () throws(TileError) in
            try stored.map { stored throws(TileError) in try TileMatrix(stored, adding: weeks) }
                ?? TileMatrix(steps: weeks)
        }.making(mart, fact, place, reader.visible).written().map { written in
            try checked(place.tile) { () throws(TileError) in try TileReader(written.bytes) }
        }
    }

    /// Does something with a tile, and names it when its bytes are not what was written.
    func checked<Value>(_ place: TilePlace, _ work: () throws(TileError) -> Value) throws -> Value {
        do throws(TileError) {
            return try work()
        } catch {
            throw reader.tiles.damage(place, error)
        }
    }

    private func stored(_ metric: Metric, _ wanted: (Resolution) -> Bool) throws -> [Place] {
        try reader.buckets(of: metric).filter { wanted($0.resolution) }
            .flatMap { try reader.visible.places($0) }
            .map { Place(tile: $0, apart: []) }
            .sorted { $0.tile.order < $1.tile.order }
    }

    private func weeklyPlaces(_ metric: Metric) throws -> [Place] {
        var weeks: [TilePlace: [Week]] = [:]
        for place in try stored(metric, { $0 == .week }) { weeks[place.tile] = [] }
        if let mart = WeeklyMart(metric), let fact = reader.metricIDs[mart.fact(metric.unit.lowercased())] {
            let ever = Week(index: -100_000)...Week(index: 100_000)
            for source in reader.sourceIDs.values {
                for week in try reader.visible.weeksApart(source: source, metric: fact, in: ever) {
                    let facts = TilePlace(
                        source: source,
                        metric: fact,
                        resolution: .snapshot,
                        bucket: Bucket.index(of: week, .snapshot),
                        group: 0
                    )
                    for place in try reader.visible.places(facts) {
                        let tile = TilePlace(
                            source: source,
                            metric: reader.metricIDs[metric] ?? -1,
                            resolution: .week,
                            bucket: Bucket.index(of: week, .week),
                            group: place.group
                        )
                        weeks[tile, default: []].append(week)
                    }
                }
            }
        }
        return weeks.map { Place(tile: $0, apart: $1.sorted()) }.sorted { $0.tile.order < $1.tile.order }
    }
}

extension TilePlace {
    fileprivate var order: (Int, Int, Int, Int) { (source, resolution.rawValue, bucket, group) }
}

extension TileMatrix {
    /// The matrix of a mart with the weeks of a place made from their facts.
    fileprivate func making(
        _ mart: WeeklyMart,
        _ metric: Int,
        _ place: FactFunction.Place,
        _ visible: VisibleTiles
    ) throws -> TileMatrix {
        var made = self
        var facts = WeekFacts(metric: metric, source: place.tile.source, group: place.tile.group)
        let columns = TileMatrix.places(of: place.apart.map { Int64($0.index) }, in: steps)
        for (week, column) in zip(place.apart, columns) {
            try facts.read(week, visible)
            for (slot, value) in facts.values(mart).enumerated() {
                made.values[slot * steps.count + column] = value
            }
        }
        return made
    }
}
