internal import CoinModel
internal import GRDB
internal import GRDBSQLite
internal import SeriesEncoding

/// A table function of SQL over the tiles: the facts of one metric, a row each.
///
/// `weekly` has the series of weeks, marts of running weeks made as every reader makes them; `snapshots` has the facts
/// at their times and days. It answers from one state of the store and remembers where each metric lies.
final class FactFunction {
    enum Kind: String, CaseIterable {
        case weekly, snapshots
    }

    /// Facts of 256 entities in one bucket of time.
    struct Place {
        let tile: TilePlace
        /// The mart of the tile where weeks of it are rebuilt.
        let mart: VisibleMart?
    }

    let kind: Kind
    let reader: StoreReader
    /// What went wrong in the store while SQLite was asking.
    private(set) var failure: (any Error)?

    private let metrics: [Metric]
    private var places: [Int: [Place]] = [:]

    init(_ kind: Kind, _ reader: StoreReader) throws {
        self.kind = kind
        self.reader = reader
        var metrics: Set<Metric> = []
        for row in try reader.database.rows("SELECT DISTINCT metric_id, resolution FROM tile") {
            guard let metric = reader.catalog.metrics[row[0]] else { continue }
            let isWeekly = row[1] == Resolution.week.rawValue
            if isWeekly == (kind == .weekly) { metrics.insert(metric) }
            guard !isWeekly, kind == .weekly else { continue }
            // A mart may not be written yet while its week is as it came.
            metrics.formUnion(WeeklyMart.made(from: metric).map(\.metric))
        }
        self.metrics = metrics.sorted { $0.name < $1.name }
    }

    /// Does a part of the work for SQLite, to which no error can be thrown: the first one is stored; SQLite's code.
    func attempt(_ work: () throws -> Void) -> Int32 {
        do {
            try work()
            return SQLITE_OK
        } catch {
            failure = failure ?? error
            return SQLITE_ERROR
        }
    }

    func number(ofMetric name: String) throws -> Int {
        if let number = metrics.firstIndex(where: { $0.name == name }) { return number }
        let names = metrics.map(\.name)
        let all = names.isEmpty ? "the store has none yet" : "there are: \(names.joined(separator: ", "))"
        throw QueryError(.wrong, "\(kind.rawValue)(): \(unknown("metric", name, among: names, else: all))")
    }

    /// Where a metric has facts, by source, resolution, bucket and group.
    func places(ofMetric number: Int) throws -> [Place] {
        if let found = places[number] { return found }
        let metric = metrics[number]
        var marts: [TilePlace: VisibleMart?] = [:]
        for (series, bucket) in try reader.buckets(of: metric) where (series.resolution == .week) == (kind == .weekly) {
            for place in try reader.visible.places(series, bucket) { marts[place] = .some(nil) }
        }
        for source in reader.sourceIDs.values where kind == .weekly {
            let mart = try VisibleMart(metric, source: source, reader)
            for place in try mart?.rebuilt.flatMap({ try mart?.places(withSnapshotsIn: $0) ?? [] }) ?? [] {
                marts[place] = mart
            }
        }
        let found = marts.map { Place(tile: $0, mart: $1) }.sorted { $0.tile.order < $1.tile.order }
        places[number] = found
        return found
    }

    func facts(_ place: Place) throws -> TileReader? {
        guard let mart = place.mart else { return try reader.visible.reader(place.tile) }
        return try mart.matrix(place.tile).written().map { written in
            try place.tile.decoding(in: reader.path) { try TileReader(written.bytes) }
        }
    }
}

extension TilePlace {
    fileprivate var order: (Int, Int, Int, Int) { (series.source, resolution.rawValue, bucket, group) }
}
