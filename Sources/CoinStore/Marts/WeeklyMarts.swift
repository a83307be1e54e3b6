internal import CoinModel
internal import SeriesEncoding

/// Keeps the weekly marts of market data: makes those anew in whose weeks facts changed.
struct WeeklyMarts {
    let tiles: TileTable
    let load: Int

    /// A week of a source and quote in which facts changed, for one group of entities.
    struct Touched: Hashable {
        let source: Int
        let quote: String
        let week: Week
        let group: Int
    }

    /// Makes the marts of the touched weeks anew.
    ///
    /// - Parameters:
    ///   - touched: the weeks.
    ///   - fresh: the values of some of them.
    ///   - metricID: gives the number of a metric in the store, made if it has none.
    /// - Throws: `StoreError`.
    func refresh(_ touched: Set<Touched>, _ fresh: PendingMarts, metricID: (Metric) throws -> Int) throws {
        let places = Dictionary(grouping: touched) { week in
            MartPlace(
                source: week.source,
                quote: week.quote,
                bucket: Bucket.index(of: week.week, .week),
                group: week.group
            )
        }
        var new: [NewTile] = []
        for (place, weeks) in places.sorted(by: { $0.key < $1.key }) {
            new += try changed(place, weeks.map(\.week).sorted(), fresh, metricID)
            if new.count >= NewTile.waitingLimit {
                try tiles.write(new, load: load)
                new = []
            }
        }
        try tiles.write(new, load: load)
    }

    private struct MartPlace: Hashable, Comparable {
        let source: Int
        let quote: String
        let bucket: Int
        let group: Int

        static func < (left: MartPlace, right: MartPlace) -> Bool {
            (left.source, left.quote, left.bucket, left.group) < (right.source, right.quote, right.bucket, right.group)
        }
    }

    /// The tiles of a place with what some weeks hold now, those that differ from what is stored.
    private func changed(
        _ place: MartPlace,
        _ weeks: [Week],
        _ fresh: PendingMarts,
        _ metricID: (Metric) throws -> Int
    ) throws -> [NewTile] {
        var new: [NewTile] = []
        let visible = VisibleTiles(tiles: tiles, lastLoad: nil)
        let steps = weeks.map { Int64($0.index) }
        for (fact, marts) in Dictionary(grouping: WeeklyMart.allCases, by: { $0.fact(place.quote) })
            .sorted(by: { $0.key.name < $1.key.name })
        {
            var facts = WeekFacts(metric: try metricID(fact), source: place.source, group: place.group)
            let places = try marts.map { mart in
                TilePlace(
                    source: place.source,
                    metric: try metricID(mart.metric(place.quote)),
                    resolution: .week,
                    bucket: place.bucket,
                    group: place.group
                )
            }
            var drafts = try places.map { try tiles.draft($0, adding: steps, by: 0).matrix }
            let old = drafts
            for week in weeks {
                try facts.read(week, visible, unless: fresh)
                for (index, mart) in marts.enumerated() {
                    let width = drafts[index].steps.count
                    guard let column = drafts[index].steps.firstIndex(of: Int64(week.index)) else { continue }
                    for (slot, value) in facts.values(mart).enumerated() {
                        drafts[index].values[slot * width + column] = value
                    }
                }
            }
            for index in marts.indices where !drafts[index].holdsSame(as: old[index]) {
                new.append(NewTile(place: places[index], matrix: drafts[index]))
            }
        }
        return new
    }
}

extension TileMatrix {
    /// Whether both hold the same values, bit for bit.
    fileprivate func holdsSame(as other: TileMatrix) -> Bool {
        steps == other.steps
            && zip(values, other.values).allSatisfy { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN }
    }
}
