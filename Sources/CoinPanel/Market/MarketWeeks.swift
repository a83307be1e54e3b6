internal import CoinIdentity
internal import CoinModel
internal import CoinStore

/// The weekly market series of all coins up to a moment, each read from the store once.
struct MarketWeeks {
    let reader: StoreReader
    let coinOfEntity: [Int32]
    let coinCount: Int
    let asOf: AsOf
    /// The series that coins continue, by the migrations of the moment or of another one.
    private let continued: ContinuedSeries
    let order: SourceOrder
    private var read: [Series: Future<WeeklyMatrix>] = [:]

    private struct Series: Hashable {
        let metric: Metric
        let source: String
    }

    init(
        _ reader: StoreReader,
        _ order: SourceOrder,
        _ resolution: EntityResolution,
        _ asOf: AsOf,
        firstDays: [Int: Day],
        migratedBy moment: AsOf? = nil
    ) {
        (self.reader, self.order, self.asOf) = (reader, order, asOf)
        (coinOfEntity, coinCount) = (resolution.coinOfEntity, resolution.universe.coins.count)
        let migrations = resolution.migrations(by: moment ?? asOf)
        continued = ContinuedSeries(
            migrations,
            firstDays: firstDays,
            resolution.universe,
            entityCount: coinOfEntity.count
        )
    }

    /// Begins to read a metric of all sources.
    mutating func begin(_ metric: Metric) throws {
        for source in try reader.sources(of: metric) { _ = try begun(metric, of: source) }
    }

    /// The weeks that rankings use.
    mutating func weeks(_ metric: Metric, of source: String) throws -> WeeklyMatrix {
        try begun(metric, of: source).value()
    }

    private mutating func begun(_ metric: Metric, of source: String) throws -> Future<WeeklyMatrix> {
        let series = Series(metric: metric, source: source)
        if let cached = read[series] { return cached }
        let tiles = try reader.weeks(of: metric, source: source, asOf, rowOfEntity: coinOfEntity)
        let weeks: Future<WeeklyMatrix>
        if continued.isEmpty {
            weeks = Future([tiles], rows: coinCount)
        } else {
            let join = try joiner(metric, of: source, weeks: CrossSection.weeks, upTo: asOf.lastCompleteWeek)
            weeks = Future { [coinCount] in
                var matrix = WeeklyMatrix(rows: coinCount, weeks: CrossSection.weeks)
                try tiles.fill(&matrix)
                try join(&matrix) { _ in true }
                return matrix
            }
        }
        read[series] = weeks
        return weeks
    }

    /// Joins the weeks of predecessors to those of the wanted coins, of which a matrix of so many weeks has a row each.
    ///
    /// The store is read at once, the tiles where the matrix is.
    func joiner(
        _ metric: Metric,
        of source: String,
        weeks count: Int,
        upTo newest: Week
    ) throws -> @Sendable (_ weeks: inout WeeklyMatrix, _ isWanted: (Int) -> Bool) throws -> Void {
        guard !continued.isEmpty else { return { _, _ in } }
        let continued = continued
        let tiles = try reader.weeks(
            of: metric,
            source: source,
            newest: newest,
            count: count,
            rowOfEntity: continued.rowOfEntity
        )
        let span = newest.advanced(by: 1 - count)...newest
        let changes = try continued.weeksOfChange(metric, source, in: span, reader) { coin in
            coinOfEntity.indices.filter { coinOfEntity[$0] == Int32(coin) }.map(Int32.init)
        }
        return { weeks, isWanted in
            var former = WeeklyMatrix(rows: continued.rowCount, weeks: count)
            try tiles.fill(&former)
            continued.join(&weeks, former, metric, newest: newest, changes, where: isWanted)
        }
    }

    /// Each coin's weeks of a metric from the preferred source that observed any of the newest four, among sources of one rank
    /// from the one that observed most of them all, the first by name of equals.
    mutating func best(_ metric: Metric) throws -> (weeks: WeeklyMatrix, sources: [String?]) {
        var best = WeeklyMatrix(rows: coinCount, weeks: CrossSection.weeks)
        var most = [Int](repeating: 0, count: coinCount)
        var ranks = [Int](repeating: .max, count: coinCount)
        var sources = [String?](repeating: nil, count: coinCount)
        for (place, source) in try reader.sources(of: metric).enumerated() {
            let (weeks, orderedRank) = (try weeks(metric, of: source), order.rank(of: source))
            if place == 0 { best = weeks }
            for coin in 0..<coinCount {
                let row = weeks[row: coin]
                let observed = row.count { !$0.isNaN }
                let rank = row.prefix(4).allSatisfy(\.isNaN) ? .max : orderedRank
                guard observed > 0, rank == ranks[coin] ? observed > most[coin] : rank < ranks[coin] else { continue }
                (most[coin], ranks[coin]) = (observed, rank)
                sources[coin] = source
                if place > 0 { best[row: coin] = row }
            }
        }
        return (best, sources)
    }

    /// The newest value of each coin over all sources, of the preferred one as long as that is of the last four weeks: of the
    /// running week from its facts, of earlier weeks from the mart.
    mutating func newest(_ fact: Metric, _ mart: Metric) throws -> (values: [Double], times: [Instant?]) {
        var newest = NewestFacts(coins: coinCount, oldestPreferred: oldestPreferred)
        for source in try reader.sources(of: fact) {
            let rank = order.rank(of: source)
            let running = try self.newest(fact, of: source, weeks: 1)
            let quiet = (0..<coinCount).filter { running[$0] == nil }
            newest.take(running, of: 0..<coinCount, rank)
            newest.take(try newestWeeks(of: quiet, mart, source), of: quiet, rank)
        }
        return (newest.values, zip(newest.values, newest.times).map { $0.isNaN ? nil : $1 })
    }

    /// The newest value of each coin over all sources of a metric without a mart, from the facts of the running week and
    /// the four before it; NaN without any.
    func newest(_ fact: Metric) throws -> [Double] {
        var newest = NewestFacts(coins: coinCount, oldestPreferred: oldestPreferred)
        for source in try reader.sources(of: fact) {
            newest.take(try self.newest(fact, of: source, weeks: 5), of: 0..<coinCount, order.rank(of: source))
        }
        return newest.values
    }

    /// The beginning of w3: what is older is no price of today.
    private var oldestPreferred: Instant { Instant(startOf: asOf.lastCompleteWeek.advanced(by: -3).start) }

    /// The newest fact of each coin by one source, in so many weeks up to the one that holds a moment, by default that of
    /// the cross-section.
    func newest(
        _ fact: Metric,
        of source: String,
        weeks count: Int,
        at moment: AsOf? = nil
    ) throws -> [(value: Double, at: Instant)?] {
        let moment = moment ?? asOf
        func read(_ moment: AsOf, _ count: Int, _ rowOfEntity: [Int32], _ rows: Int) throws
            -> [(value: Double, at: Instant)?]
        {
            try reader.newest(
                fact,
                source: source,
                weeks: count,
                asOf: moment,
                rowOfEntity: rowOfEntity,
                rows: rows
            )
        }
        let own = try read(moment, count, coinOfEntity, coinCount)
        let first = moment.lastCompleteWeek.advanced(by: 2 - count)
        return try continued.newest(own, fact) { day in
            let last = min(moment.limit, Instant(milliseconds: Instant(startOf: day).milliseconds - 1))
            let count = first.distance(to: last.week) + 1
            return count > 0 ? try read(.instant(last), count, continued.rowOfEntity, continued.rowCount) : nil
        }
    }

    /// The newest week's value of some coins; nil where the whole window has none.
    ///
    /// A series that was not read for all coins is read for these alone: they are few.
    private mutating func newestWeeks(
        of coins: [Int],
        _ mart: Metric,
        _ source: String
    ) throws -> [(value: Double, at: Instant)?] {
        let newest = asOf.lastCompleteWeek
        // What continues other series is joined for all.
        let isJoined = !continued.isEmpty
        let cached = try isJoined ? self.weeks(mart, of: source) : read[Series(metric: mart, source: source)]?.value()
        var weeks = cached ?? WeeklyMatrix(rows: coins.count, weeks: CrossSection.weeks)
        if cached == nil {
            var rowOfCoin = [Int32](repeating: -1, count: coinCount)
            for (row, coin) in coins.enumerated() { rowOfCoin[coin] = Int32(row) }
            let rowOfEntity = coinOfEntity.map { $0 < 0 ? -1 : rowOfCoin[Int($0)] }
            try reader.fill(&weeks, mart, source: source, newest: newest, rowOfEntity: rowOfEntity)
        }
        return coins.enumerated().map { row, coin in
            let row = weeks[row: cached == nil ? row : coin]
            return row.firstIndex { !$0.isNaN }.map { place in
                (row[place], Instant(lastSecondOf: newest.advanced(by: row.startIndex - place).lastDay))
            }
        }
    }
}

/// The newest fact of each coin so far, of equals the first one; fresh ones by the rank of their source.
private struct NewestFacts {
    var values: [Double]
    var times: [Instant]
    private var ranks: [Int]
    /// From when on a source counts before others, however new those are.
    private let oldestPreferred: Instant

    init(coins: Int, oldestPreferred: Instant) {
        self.oldestPreferred = oldestPreferred
        ranks = Array(repeating: .max, count: coins)
        values = Array(repeating: .nan, count: coins)
        times = Array(repeating: Instant(milliseconds: .min), count: coins)
    }

    mutating func take(_ facts: [(value: Double, at: Instant)?], of coins: some Sequence<Int>, _ rank: Int) {
        for (coin, fact) in zip(coins, facts) {
            guard let fact else { continue }
            let rank = fact.at >= oldestPreferred ? rank : .max
            guard rank == ranks[coin] ? fact.at > times[coin] : rank < ranks[coin] else { continue }
            (values[coin], times[coin], ranks[coin]) = (fact.value, fact.at, rank)
        }
    }
}

extension StoreReader {
    /// The weeks of a cross-section as they lie in the store.
    func weeks(of metric: Metric, source: String, _ asOf: AsOf, rowOfEntity: [Int32]) throws -> WeeklyTiles {
        try weeks(
            of: metric,
            source: source,
            newest: asOf.lastCompleteWeek,
            count: CrossSection.weeks,
            rowOfEntity: rowOfEntity
        )
    }
}

extension Future<WeeklyMatrix> {
    /// Begins to put weeks of a cross-section into one matrix; where several have a cell, the first counts.
    convenience init(_ tiles: [WeeklyTiles], rows: Int) {
        self.init {
            var matrix = WeeklyMatrix(rows: rows, weeks: CrossSection.weeks)
            for weeks in tiles { try weeks.fill(&matrix) }
            return matrix
        }
    }
}
