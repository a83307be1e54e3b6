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

    /// The marts that are made from the facts of a metric; none for most metrics.
    static func made(from fact: Metric) -> [WeeklyMart] {
        allCases.filter { $0.fact(fact.unit.lowercased()) == fact }
    }

    /// The week's value of each slot from a row of facts by time for each, in both of which NaN is missing.
    func values(of facts: TileMatrix) -> [Double] {
        let width = facts.steps.count
        let cells = facts.values.span
        var values: [Double] = []
        values.reserveCapacity(TileMatrix.slotCount)
        var room: [Double] = []
        for slot in 0..<TileMatrix.slotCount {
            values.append(value(of: cells.extracting(slot * width..<(slot + 1) * width), &room))
        }
        return values
    }

    /// The week's value of an entity from its facts of the week by time; the room is for putting values in order.
    private func value(of facts: Span<Double>, _ room: inout [Double]) -> Double {
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
            room.removeAll(keepingCapacity: true)
            for index in facts.indices where !facts[index].isNaN { room.append(facts[index]) }
            return room.isEmpty ? .nan : room.takeMedian()
        }
    }
}

extension [Double] {
    /// The median of its numbers, one at least, the mean of the middle two for an even count; it changes their order.
    ///
    /// Hoare's selection (1961): linear, where to sort all would cost more than reading them.
    fileprivate mutating func takeMedian() -> Double {
        let middle = count / 2
        var numbers = mutableSpan
        var (low, high) = (0, numbers.count - 1)
        while low < high {
            let pivot = numbers[(low + high) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while numbers[left] < pivot { left += 1 }
                while pivot < numbers[right] { right -= 1 }
                guard left <= right else { break }
                numbers.swapAt(left, right)
                left += 1
                right -= 1
            }
            if middle <= right { high = right } else if middle >= left { low = left } else { break }
        }
        guard numbers.count % 2 == 0 else { return numbers[middle] }
        var below = -Double.infinity
        for index in 0..<middle { below = Swift.max(below, numbers[index]) }
        return (below + numbers[middle]) / 2
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
    /// The values of the week that was read last, where they were at hand.
    private var fresh: [WeeklyMart: [Double]]?

    init(metric: Int, source: Int, group: Int) {
        self.metric = metric
        self.source = source
        self.group = group
    }

    /// The week's value of each slot.
    func values(_ mart: WeeklyMart) -> [Double] {
        fresh?[mart] ?? mart.values(of: matrix)
    }

    /// Reads the facts of a week; those whose values are at hand already only where the week has days too.
    mutating func read(_ week: Week, _ tiles: VisibleTiles, unless known: PendingMarts = PendingMarts()) throws {
        let bucket = Bucket.index(of: week, .day)
        if dayBucket != bucket {
            days = try tiles.matrix(place(.day, bucket))
            dayBucket = bucket
        }
        let inWeek = Int64(week.start.index)...Int64(week.lastDay.index)
        let columns = (days?.steps ?? []).enumerated().filter { inWeek.contains($1) }
        let snapshotPlace = place(.snapshot, Int(week.index))
        fresh = columns.isEmpty ? known[snapshotPlace] : nil
        guard fresh == nil else { return }
        let snapshots = try tiles.matrix(snapshotPlace) ?? TileMatrix(steps: [])
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
