internal import CoinModel
internal import SeriesEncoding

/// The weekly marts that follow from the facts of a load, made again for the weeks in which it changed any and written once
/// these are complete.
struct WeeklyMarts {
    /// Where the marts of one currency of a source lie.
    private struct Place: Hashable {
        let source: Int
        let quote: String
        let bucket: Int
        let group: Int

        var order: (Int, String, Int, Int) { (source, quote, bucket, group) }
    }

    private let tiles: TileTable
    private let load: Int
    private let waitingLimit: Int
    /// The weeks in which facts changed.
    private var touched: [Place: Set<Week>] = [:]
    /// The sources of which anything changed.
    private(set) var sources: Set<Int> = []
    /// The weekly values of snapshots that were written: decoding their tiles again takes a seventh of the whole load.
    private var waiting: [TilePlace: [WeeklyMart: [Double]]] = [:]

    /// The marts of a load; at most so many tiles wait with their weekly values, of two to four kilobytes each.
    init(_ tiles: TileTable, load: Int, waitingLimit: Int) {
        (self.tiles, self.load, self.waitingLimit) = (tiles, load, waitingLimit)
    }

    /// Takes what tiles hold now that were written, from which some marts are made by their metric; on all cores.
    mutating func note(_ written: [TileInput], for marts: [Int: [WeeklyMart]]) {
        let snapshots = written.filter {
            $0.place.resolution == .snapshot && marts[$0.place.series.metric]?.isEmpty == false
        }
        let made = onAllCores(parts: snapshots.count) { index in
            let tile = snapshots[index]
            return [marts[tile.place.series.metric, default: []].map { ($0, $0.values(of: tile.matrix)) }]
        }
        for (tile, values) in zip(snapshots, made) { waiting[tile.place] = Dictionary(firstOf: values) }
    }

    /// Forgets the weekly values of a week of a source that was changed in another way.
    mutating func forget(source: Int, bucket: Int) {
        waiting = waiting.filter { $0.key.series.source != source || $0.key.bucket != bucket }
    }

    /// Notes that facts of some metrics changed in some weeks and groups of entities.
    mutating func touch(_ source: Int, _ metrics: [Metric], _ weeks: Set<Week>, _ groups: Set<Int>) {
        sources.insert(source)
        for quote in Set(metrics.filter { !$0.weeklyMarts.isEmpty }.map { $0.unit.lowercased() }) {
            for (bucket, weeks) in Dictionary(grouping: weeks, by: { Bucket.index(of: $0, .week) }) {
                for group in groups {
                    let place = Place(source: source, quote: quote, bucket: bucket, group: group)
                    touched[place, default: []].formUnion(weeks)
                }
            }
        }
    }

    /// Makes the marts where many weekly values wait.
    mutating func writeIfMany(_ metricID: (Metric) throws -> Int) throws {
        if waiting.count >= waitingLimit { try write(metricID) }
    }

    /// Makes the marts of the touched weeks; `metricID` gives the number of a metric in the store, a new one too.
    mutating func write(_ metricID: (Metric) throws -> Int) throws {
        var new: [TileInput] = []
        for (place, weeks) in touched.sorted(by: { $0.key.order < $1.key.order }) {
            new += try changed(place, weeks.sorted(), metricID)
            if new.count >= TileInput.waitingLimit {
                try tiles.write(new, load: load)
                new = []
            }
        }
        try tiles.write(new, load: load)
        touched = [:]
        waiting = [:]
    }

    /// The tiles of a place with what some weeks hold now, those that differ from what is stored.
    private func changed(_ place: Place, _ weeks: [Week], _ metricID: (Metric) throws -> Int) throws -> [TileInput] {
        var new: [TileInput] = []
        let visible = VisibleTiles(tiles: tiles)
        let steps = weeks.map { Int64($0.index) }
        let martsOfFact = Dictionary(grouping: WeeklyMart.allCases) { $0.fact(place.quote) }
        for (fact, marts) in martsOfFact.sorted(by: { $0.key.name < $1.key.name }) {
            var facts = WeekFacts(visible, source: place.source, metric: try metricID(fact), group: place.group)
            let places = try marts.map { mart in
                let metric = try metricID(mart.metric(place.quote))
                let series = TileSeries(source: place.source, metric: metric, resolution: .week)
                return series.place(place.bucket, place.group)
            }
            let old = try places.map { try tiles.draft($0, adding: steps, by: 0).matrix }
            var matrices = old
            for week in weeks {
                let values = try facts.values(of: marts, in: week, waiting)
                for index in marts.indices { matrices[index].put(values[index], at: week) }
            }
            for index in marts.indices where !matrices[index].holdsSame(as: old[index]) {
                new.append(TileInput(place: places[index], matrix: matrices[index]))
            }
        }
        return new
    }
}

extension TileMatrix {
    mutating func put(_ values: [Double], at week: Week) {
        guard let column = steps.firstIndex(of: Int64(week.index)) else { return }
        for (slot, value) in values.enumerated() { self.values[slot * steps.count + column] = value }
    }

    /// Whether both hold the same values, bit for bit.
    fileprivate func holdsSame(as other: TileMatrix) -> Bool {
        steps == other.steps
            && zip(values, other.values).allSatisfy { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN }
    }
}
