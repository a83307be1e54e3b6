internal import CoinModel
internal import SeriesEncoding

/// Keeps the weekly marts of market data: for each touched week, its close, volumes and capitalisation.
///
/// A mart is made from all facts of the week of one source, snapshots at their times and days at their last second:
/// close = newest positive price; capitalisation = newest one; volumes = mean and median, 0 being a value.
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
    ///   - metricID: gives the number of a metric in the store, made if it has none.
    /// - Throws: `StoreError`.
    func refresh(_ touched: Set<Touched>, metricID: (Metric) throws -> Int) throws {
        let places = Dictionary(grouping: touched) { week in
            MartPlace(
                source: week.source,
                quote: week.quote,
                bucket: Bucket.index(of: week.week, .week),
                group: week.group
            )
        }
        for (place, weeks) in places.sorted(by: { $0.key < $1.key }) {
            try refresh(place, weeks.map(\.week).sorted(), metricID)
        }
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

    private func refresh(_ place: MartPlace, _ weeks: [Week], _ metricID: (Metric) throws -> Int) throws {
        let facts = [Metric.price(place.quote), .marketCap(place.quote), .volume(place.quote)]
        var days = try facts.map { FactTiles(metric: try metricID($0), resolution: .day, place.source, place.group) }
        var moments = try facts.map {
            FactTiles(metric: try metricID($0), resolution: .snapshot, place.source, place.group)
        }
        let marts = try [
            Metric.close(place.quote), .capitalisation(place.quote), .volumeMean(place.quote),
            .volumeMedian(place.quote),
        ].map { metric in
            TilePlace(
                source: place.source,
                metric: try metricID(metric),
                resolution: .week,
                bucket: place.bucket,
                group: place.group
            )
        }
        var drafts = try marts.map { place in TileDraft(try tiles.tile(place)) }
        for index in drafts.indices { drafts[index].reserve(steps: weeks.map { Int64($0.index) }) }
        var changed = [Bool](repeating: false, count: marts.count)
        for week in weeks {
            for slot in 0..<UInt16(Bucket.groupSize) {
                let series = try facts.indices.map { fact in
                    try moments[fact].facts(of: slot, in: week, tiles) + days[fact].facts(of: slot, in: week, tiles)
                }
                let values = WeeklyMarts.summarise(price: series[0], cap: series[1], volume: series[2])
                for index in marts.indices {
                    let isNew = drafts[index].set(values[index], slot: slot, step: Int64(week.index))
                    changed[index] = changed[index] || isNew
                }
            }
        }
        for index in marts.indices where changed[index] {
            try tiles.write(drafts[index].tile(), at: marts[index], load: load)
        }
    }

    /// Close, capitalisation, mean and median volume of a week's facts; NaN where there is none.
    static func summarise(price: [Fact], cap: [Fact], volume: [Fact]) -> [Double] {
        func newest(_ facts: [Fact], where holds: (Double) -> Bool) -> Double {
            facts.filter { holds($0.value) }.max { $0.instant < $1.instant }?.value ?? .nan
        }
        let volumes = volume.sorted { $0.instant < $1.instant }.map(\.value)
        let ordered = volumes.sorted()
        let middle = ordered.count / 2
        let median =
            ordered.isEmpty
            ? Double.nan : ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
        return [
            newest(price) { $0 > 0 }, newest(cap) { _ in true },
            volumes.isEmpty ? .nan : volumes.reduce(0, +) / Double(volumes.count), median,
        ]
    }
}

/// A value at the moment at which it stands.
struct Fact {
    let instant: Instant
    let value: Double
}

/// The facts of one metric, source and group, read a tile at a time.
struct FactTiles {
    private let metric: Int
    private let resolution: Resolution
    private let source: Int
    private let group: Int
    private var bucket: Int?
    private var steps: [Int64] = []
    private var rows: [UInt16: [Double]] = [:]

    init(metric: Int, resolution: Resolution, _ source: Int, _ group: Int) {
        self.metric = metric
        self.resolution = resolution
        self.source = source
        self.group = group
    }

    /// The facts of an entity in a week, by time.
    mutating func facts(of slot: UInt16, in week: Week, _ tiles: TileTable) throws -> [Fact] {
        let wanted = Bucket.index(of: week, resolution)
        if bucket != wanted {
            bucket = wanted
            let place = TilePlace(
                source: source,
                metric: metric,
                resolution: resolution,
                bucket: wanted,
                group: group
            )
            let tile = try tiles.tile(place)
            steps = tile?.steps ?? []
            rows = Dictionary(uniqueKeysWithValues: (tile?.runs ?? []).map { ($0.slot, $0.values) })
        }
        guard let row = rows[slot] else { return [] }
        return steps.indices.compactMap { index in
            guard !row[index].isNaN else { return nil }
            let instant = resolution.instant(of: steps[index])
            return instant.week == week ? Fact(instant: instant, value: row[index]) : nil
        }
    }
}

extension Resolution {
    /// Where a fact with this time stands: a day at its last second, a week at its last.
    func instant(of time: Int64) -> Instant {
        switch self {
        case .snapshot: Instant(milliseconds: time)
        case .day: Instant(lastSecondOf: Day(index: Int32(time)))
        case .week: Instant(lastSecondOf: Week(index: Int32(time)).lastDay)
        }
    }
}
