internal import CoinModel
internal import SeriesEncoding

/// Writes the weekly marts of market data: those in whose weeks facts changed.
struct WeeklyMarts {
    let tiles: TileTable
    let load: Int

    private struct Place: Hashable {
        let source: Int
        let quote: String
        let bucket: Int
        let group: Int

        var order: (Int, String, Int, Int) { (source, quote, bucket, group) }
    }

    /// Rebuilds the marts of the touched weeks; `metricID` gives the number of a metric in the store, a new one too.
    func refresh(_ touched: Set<TouchedWeek>, _ pending: PendingMarts, metricID: (Metric) throws -> Int) throws {
        let places = Dictionary(grouping: touched) {
            Place(source: $0.source, quote: $0.quote, bucket: Bucket.index(of: $0.week, .week), group: $0.group)
        }
        var new: [TileInput] = []
        for (place, weeks) in places.sorted(by: { $0.key.order < $1.key.order }) {
            new += try changed(place, weeks.map(\.week).sorted(), pending, metricID)
            if new.count >= TileInput.waitingLimit {
                try tiles.write(new, load: load)
                new = []
            }
        }
        try tiles.write(new, load: load)
    }

    /// The tiles of a place with what some weeks hold now, those that differ from what is stored.
    private func changed(
        _ place: Place,
        _ weeks: [Week],
        _ pending: PendingMarts,
        _ metricID: (Metric) throws -> Int
    ) throws -> [TileInput] {
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
                let values = try facts.values(of: marts, in: week, pending)
                for index in marts.indices { matrices[index].put(values[index], at: week) }
            }
            for index in marts.indices where !matrices[index].holdsSame(as: old[index]) {
                new.append(TileInput(place: places[index], matrix: matrices[index]))
            }
        }
        return new
    }
}

/// A week of a source and quote in which facts changed, for one group of entities.
struct TouchedWeek: Hashable {
    let source: Int
    let quote: String
    let week: Week
    let group: Int
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
