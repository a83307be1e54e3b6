public import CoinModel
internal import SeriesEncoding

/// The weekly series of market data that rankings read, each made from the facts of one metric in a week of one
/// source, snapshots at their times and days at their last second.
enum WeeklyMart: CaseIterable {
    /// The newest positive price.
    case close
    /// The newest capitalisation.
    case capitalisation
    /// The mean of the volumes, 0 being a value.
    case volumeMean
    /// Their median, the mean of the middle two for an even number.
    case volumeMedian

    /// The mart that a metric is; nil for others.
    init?(_ metric: Metric) {
        let quote = metric.unit.lowercased()
        guard let mart = WeeklyMart.allCases.first(where: { $0.metric(quote) == metric }) else { return nil }
        self = mart
    }

    /// The metric of the series.
    func metric(_ quote: String) -> Metric {
        switch self {
        case .close: .close(quote)
        case .capitalisation: .capitalisation(quote)
        case .volumeMean: .volumeMean(quote)
        case .volumeMedian: .volumeMedian(quote)
        }
    }

    /// The metric of the facts that it is made from.
    func fact(_ quote: String) -> Metric {
        switch self {
        case .close: .price(quote)
        case .capitalisation: .marketCap(quote)
        case .volumeMean, .volumeMedian: .volume(quote)
        }
    }

    /// The week's value of an entity from its facts of the week by time, in both of which NaN is missing.
    func value(of facts: Span<Double>) -> Double {
        switch self {
        case .close, .capitalisation:
            for index in facts.indices.reversed() where !facts[index].isNaN && (self != .close || facts[index] > 0) {
                return facts[index]
            }
            return .nan
        case .volumeMean:
            var (sum, count) = (0.0, 0)
            for index in facts.indices where !facts[index].isNaN {
                sum += facts[index]
                count += 1
            }
            return count == 0 ? .nan : sum / Double(count)
        case .volumeMedian:
            var present: [Double] = []
            for index in facts.indices where !facts[index].isNaN { present.append(facts[index]) }
            guard !present.isEmpty else { return .nan }
            present.sort()
            let middle = present.count / 2
            return present.count % 2 == 1 ? present[middle] : (present[middle - 1] + present[middle]) / 2
        }
    }
}

/// The facts of one metric, source and group of entities, a week at a time; a tile of days is read once for its weeks.
struct WeekFacts {
    let metric: Int
    let source: Int
    let group: Int
    private var dayBucket: Int?
    private var days: TileMatrix?
    /// The facts of the week that was read last, a row for each slot, by time; NaN where one is missing.
    private(set) var matrix = TileMatrix(steps: [])

    init(metric: Int, source: Int, group: Int) {
        self.metric = metric
        self.source = source
        self.group = group
    }

    /// The week's value of a slot.
    func value(_ mart: WeeklyMart, slot: Int) -> Double {
        let width = matrix.steps.count
        return mart.value(of: matrix.values.span.extracting(slot * width..<(slot + 1) * width))
    }

    /// Reads the facts of a week.
    mutating func read(_ week: Week, _ tiles: VisibleTiles) throws {
        let bucket = Bucket.index(of: week, .day)
        if dayBucket != bucket {
            days = try tiles.matrix(place(.day, bucket))
            dayBucket = bucket
        }
        let snapshots = try tiles.matrix(place(.snapshot, Int(week.index))) ?? TileMatrix(steps: [])
        let inWeek = Int64(week.start.index)...Int64(week.lastDay.index)
        let columns = (days?.steps ?? []).enumerated().filter { inWeek.contains($1) }
        guard let days, !columns.isEmpty else {
            matrix = snapshots
            return
        }
        // A snapshot at a day's last second stands before the day's own fact, so a moment is told twice from it.
        let width = snapshots.steps.count
        let moments =
            snapshots.steps.map { 2 * $0 }
            + columns.map { 2 * Resolution.day.instant(of: $0.element).milliseconds + 1 }
        let order = moments.indices.sorted { moments[$0] < moments[$1] }
        var joined = TileMatrix(steps: order.map { moments[$0] })
        for slot in 0..<TileMatrix.slotCount {
            for (to, from) in order.enumerated() {
                joined.values[slot * order.count + to] =
                    from < width
                    ? snapshots.values[slot * width + from]
                    : days.values[slot * days.steps.count + columns[from - width].offset]
            }
        }
        matrix = joined
    }

    private func place(_ resolution: Resolution, _ bucket: Int) -> TilePlace {
        TilePlace(source: source, metric: metric, resolution: resolution, bucket: bucket, group: group)
    }
}

extension Resolution {
    /// Where a fact with this time stands: a day at its last second, a week at its last.
    public func instant(of time: Int64) -> Instant {
        switch self {
        case .snapshot: Instant(milliseconds: time)
        case .day: Instant(lastSecondOf: Day(index: Int32(time)))
        case .week: Instant(lastSecondOf: Week(index: Int32(time)).lastDay)
        }
    }
}
