internal import CoinModel
internal import CoinStore

/// This is the only place where facts of days become the weekly use of coins.
///
/// A coin has what its list names: an asset of a chain's source, articles. Several are added up, and a week counts where each of
/// them that is known within the year is known in it. Of several sources one is read: the preferred one, else that of most weeks,
/// of the newest week, of the first name.
struct WeeklyUses {
    private let reader: StoreReader
    private let order: SourceOrder
    private let newest: Week
    /// The coins of entities, −1 for none.
    private let coinOfEntity: [Int32]
    /// The next names of former ones.
    private let nextName: [Int32: Int32]

    init(_ reader: StoreReader, _ resolution: EntityResolution, _ order: SourceOrder, at asOf: AsOf) {
        (self.reader, self.order, newest) = (reader, order, asOf.lastCompleteWeek)
        (coinOfEntity, nextName) = (resolution.certainCoinOfEntity, resolution.nextName)
    }

    /// The weeks of each coin, by its place, those of stars from its repositories; coins without any are absent.
    func all(_ stars: RepositoryStars) throws -> [Int: [WeeklyUse: UseWeeks]] {
        var all: [Int: [WeeklyUse: UseWeeks]] = [:]
        for use in WeeklyUse.allCases {
            var found: [Int: [UseWeeks]] = [:]
            for source in try reader.sources(of: use.metric) {
                for (coin, values) in try use == .stars ? stars.weeks(by: source) : weeks(of: use, by: source) {
                    found[coin, default: []].append(UseWeeks(source: source, values: values))
                }
            }
            for (coin, candidates) in found { all[coin, default: [:]][use] = candidates.max(by: isBehind) }
        }
        return all
    }

    private func isBehind(_ one: UseWeeks, _ other: UseWeeks) -> Bool {
        func place(_ weeks: UseWeeks) -> (Int, Int, Int) {
            let known = weeks.values.count { !$0.isNaN }
            return (-order.rank(of: weeks.source), known, -(weeks.newest ?? .max))
        }
        let (left, right) = (place(one), place(other))
        return left == right ? one.source > other.source : left < right
    }

    /// The weeks of each coin by a source, which has a day of it within the year.
    private func weeks(of use: WeeklyUse, by source: String) throws -> [Int: [Double]] {
        let count = CrossSection.weeks
        let first = newest.advanced(by: 1 - count)
        // Each entity is a row of its own, for a coin may have several.
        let rows = coinOfEntity.indices.map { coinOfEntity[$0] < 0 ? -1 : Int32($0) }
        var days: [Int: [Double]] = [:]
        let span = Instant(startOf: first.start)...Instant(milliseconds: newest.end.milliseconds - 1)
        try reader.facts(use.metric, source: source, in: span, rowOfEntity: rows) { row, times, values in
            for time in times where !values[time.index].isNaN {
                let day = first.start.distance(to: time.at.day)
                days[row, default: Array(repeating: .nan, count: 7 * count)][day] = values[time.index]
            }
        }
        var weeks: [Int: [Double]] = [:]
        for (row, days) in joined(days, addsUp: use == .pageViews).sorted(by: { $0.key < $1.key }) {
            let figures = (0..<count).map { weeksBack in
                let start = 7 * (count - 1 - weeksBack)
                return use.figure(ofDays: days[start..<start + 7])
            }
            let coin = Int(coinOfEntity[row])
            // What is missing of one is missing of the sum.
            weeks[coin] = weeks[coin].map { zip($0, figures).map(+) } ?? figures
        }
        return weeks
    }

    /// The days of names with those of their former ones; a former name by itself is nothing, for what came after it is not known.
    ///
    /// Before the first known day of a name the former one's days are its own. After it the views of both are: whoever follows an
    /// old link reads the same article. Of an asset the later name's figure is the whole one.
    private func joined(_ days: [Int: [Double]], addsUp: Bool) -> [Int: [Double]] {
        func later(_ row: Int) -> some Sequence<Int> {
            sequence(first: row) { nextName[Int32($0)].flatMap { $0 < 0 ? nil : Int($0) } }.prefix(nextName.count + 1)
        }
        guard !nextName.isEmpty else { return days }
        var joined = days
        let depths = days.keys.map { row in (row: row, depth: later(row).reduce(0) { depth, _ in depth + 1 }) }
        for (row, _) in depths.sorted(by: { ($1.depth, $0.row) < ($0.depth, $1.row) }) {
            guard nextName[Int32(row)] != nil, let former = joined.removeValue(forKey: row) else { continue }
            guard let next = later(row).dropFirst().first(where: { joined[$0] != nil }), let known = joined[next] else {
                continue
            }
            let first = known.firstIndex { !$0.isNaN } ?? known.count
            joined[next] = zip(former, known).enumerated().map { day, values in
                let (before, after) = values
                if day < first { return before }
                return addsUp && !before.isNaN ? before + after : after
            }
        }
        return joined
    }
}
