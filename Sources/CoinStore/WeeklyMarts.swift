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
        let quote = place.quote
        var facts = try [Metric.price(quote), .marketCap(quote), .volume(quote)].map {
            FactTiles(metric: try metricID($0), source: place.source, group: place.group)
        }
        let marts = try [Metric.close(quote), .capitalisation(quote), .volumeMean(quote), .volumeMedian(quote)].map {
            TilePlace(
                source: place.source,
                metric: try metricID($0),
                resolution: .week,
                bucket: place.bucket,
                group: place.group
            )
        }
        let steps = weeks.map { Int64($0.index) }
        var drafts = try marts.map { place in DenseTile(try tiles.tile(place), adding: steps) }
        let columns = drafts.map { $0.columns(of: steps) }
        var changed = [Bool](repeating: false, count: marts.count)
        for (index, week) in weeks.enumerated() {
            let ofWeek = try facts.indices.map { try facts[$0].facts(of: week, tiles) }
            for slot in 0..<Int(Bucket.groupSize) {
                let volumes = ofWeek[2][slot]
                let values = [
                    ofWeek[0][slot].last { $0 > 0 } ?? .nan, ofWeek[1][slot].last ?? .nan,
                    volumes.isEmpty ? .nan : volumes.reduce(0, +) / Double(volumes.count), median(volumes),
                ]
                for mart in marts.indices {
                    let isNew = drafts[mart].set(values[mart], slot: slot, column: columns[mart][index])
                    changed[mart] = changed[mart] || isNew
                }
            }
        }
        for mart in marts.indices where changed[mart] {
            try tiles.write(drafts[mart].tile(), at: marts[mart], load: load)
        }
    }
}

/// The median, the mean of the middle two for an even number; NaN of nothing.
private func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let ordered = values.sorted()
    let middle = ordered.count / 2
    return ordered.count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
}

/// The facts of one metric, source and group, a week at a time; a tile of days is read once for its 13 weeks.
private struct FactTiles {
    let metric: Int
    let source: Int
    let group: Int
    private var dayBucket: Int?
    private var days: Tile?

    init(metric: Int, source: Int, group: Int) {
        self.metric = metric
        self.source = source
        self.group = group
    }

    /// The values of each slot in a week, by time.
    mutating func facts(of week: Week, _ tiles: TileTable) throws -> [[Double]] {
        let bucket = Bucket.index(of: week, .day)
        if dayBucket != bucket {
            days = try tiles.tile(place(.day, bucket))
            dayBucket = bucket
        }
        let snapshots = try tiles.tile(place(.snapshot, Int(week.index)))
        var facts = [[Double]](repeating: [], count: Int(Bucket.groupSize))
        let inWeek = Int64(week.start.index)...Int64(week.lastDay.index)
        let dayColumns = (days?.steps ?? []).enumerated().filter { inWeek.contains($1) }
        guard let snapshots, !dayColumns.isEmpty else {
            // One resolution alone is in order as it is.
            for run in snapshots?.runs ?? [] { facts[Int(run.slot)] = run.values.filter { !$0.isNaN } }
            guard !dayColumns.isEmpty else { return facts }
            for run in days?.runs ?? [] {
                facts[Int(run.slot)] = dayColumns.map { run.values[$0.offset] }.filter { !$0.isNaN }
            }
            return facts
        }
        let moments = snapshots.steps + dayColumns.map { Resolution.day.instant(of: $0.element).milliseconds }
        let order = moments.indices.sorted { (moments[$0], $0) < (moments[$1], $1) }
        var rows = [[Double]](
            repeating: Array(repeating: .nan, count: moments.count),
            count: Int(Bucket.groupSize)
        )
        for run in snapshots.runs { rows[Int(run.slot)].replaceSubrange(..<snapshots.steps.count, with: run.values) }
        for run in days?.runs ?? [] {
            for (index, column) in dayColumns.enumerated() {
                rows[Int(run.slot)][snapshots.steps.count + index] = run.values[column.offset]
            }
        }
        return rows.map { row in order.map { row[$0] }.filter { !$0.isNaN } }
    }

    private func place(_ resolution: Resolution, _ bucket: Int) -> TilePlace {
        TilePlace(source: source, metric: metric, resolution: resolution, bucket: bucket, group: group)
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
