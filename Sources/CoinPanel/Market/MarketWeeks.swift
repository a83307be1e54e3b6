internal import CoinModel
internal import CoinStore

/// The weekly market series of all coins up to a moment, each read from the store once.
struct MarketWeeks {
    let reader: StoreReader
    let coinOfEntity: [Int32]
    let coinCount: Int
    let asOf: AsOf
    private var read: [Series: Future<WeeklyMatrix>] = [:]

    private struct Series: Hashable {
        let metric: Metric
        let source: String
    }

    /// - Parameters:
    ///   - reader: the store.
    ///   - coinOfEntity: for each entity its coin, or −1.
    ///   - count: how many coins there are.
    ///   - asOf: the moment.
    init(_ reader: StoreReader, _ coinOfEntity: [Int32], _ count: Int, _ asOf: AsOf) {
        self.reader = reader
        self.coinOfEntity = coinOfEntity
        coinCount = count
        self.asOf = asOf
    }

    /// Begins to read a metric of all sources.
    mutating func begin(_ metric: Metric) throws {
        for source in try reader.sources(of: metric) { _ = try begun(metric, of: source) }
    }

    /// The weeks that rankings look at.
    mutating func weeks(_ metric: Metric, of source: String) throws -> WeeklyMatrix {
        try begun(metric, of: source).value()
    }

    private mutating func begun(_ metric: Metric, of source: String) throws -> Future<WeeklyMatrix> {
        let series = Series(metric: metric, source: source)
        if let known = read[series] { return known }
        let tiles = try reader.weeks(of: metric, source: source, asOf, rowOfEntity: coinOfEntity)
        let weeks = Future([tiles], rows: coinCount)
        read[series] = weeks
        return weeks
    }

    /// Each coin's weeks of a metric from the source that observed most of them, the first by name of equals.
    mutating func best(_ metric: Metric) throws -> (weeks: WeeklyMatrix, sources: [String?]) {
        var best = WeeklyMatrix(rows: coinCount, weeks: CrossSection.weeks)
        var most = [Int](repeating: 0, count: coinCount)
        var sources = [String?](repeating: nil, count: coinCount)
        for (place, source) in try reader.sources(of: metric).enumerated() {
            let weeks = try weeks(metric, of: source)
            if place == 0 { best = weeks }
            for coin in 0..<coinCount {
                let row = weeks[row: coin]
                let observed = row.count { !$0.isNaN }
                guard observed > most[coin] else { continue }
                most[coin] = observed
                sources[coin] = source
                if place > 0 { best[row: coin] = row }
            }
        }
        return (best, sources)
    }

    /// The newest value of each coin over all sources: of the running week from its facts, of earlier weeks from the
    /// mart.
    mutating func newest(_ fact: Metric, _ mart: Metric) throws -> (values: [Double], times: [Instant?]) {
        var value = [Double](repeating: .nan, count: coinCount)
        var at = [Instant](repeating: Instant(milliseconds: .min), count: coinCount)
        for source in try reader.sources(of: fact) {
            let running = try self.newest(fact, of: source, weeks: 1)
            let quiet = (0..<coinCount).filter { running[$0] == nil }
            let earlier = try newestWeeks(of: quiet, mart, source)
            for (coin, found) in zip(0..<coinCount, running) {
                if let found, found.at > at[coin] { (value[coin], at[coin]) = found }
            }
            for (coin, found) in zip(quiet, earlier) {
                if let found, found.at > at[coin] { (value[coin], at[coin]) = found }
            }
        }
        return (value, zip(value, at).map { $0.isNaN ? nil : $1 })
    }

    /// The newest value of each coin over all sources of a metric without a mart, from the facts of the running week and
    /// the four before it; NaN without any.
    func newest(_ fact: Metric) throws -> [Double] {
        var newest = [(value: Double, at: Instant)?](repeating: nil, count: coinCount)
        for source in try reader.sources(of: fact) {
            let facts = try self.newest(fact, of: source, weeks: 5)
            for (coin, found) in facts.enumerated() {
                if let found, newest[coin].map({ $0.at < found.at }) ?? true { newest[coin] = found }
            }
        }
        return newest.map { $0?.value ?? .nan }
    }

    /// The newest fact of each coin by one source, in so many weeks up to the running one.
    private func newest(_ fact: Metric, of source: String, weeks: Int) throws -> [(value: Double, at: Instant)?] {
        try reader.newest(fact, source: source, weeks: weeks, asOf: asOf, rowOfEntity: coinOfEntity, rows: coinCount)
    }

    /// The newest week's value of some coins; nil where the whole window has none.
    ///
    /// A series that was not read for all coins is read for these alone: they are few.
    private func newestWeeks(
        of coins: [Int],
        _ mart: Metric,
        _ source: String
    ) throws -> [(value: Double, at: Instant)?] {
        let newest = asOf.lastCompleteWeek
        let known = try read[Series(metric: mart, source: source)]?.value()
        var weeks = known ?? WeeklyMatrix(rows: coins.count, weeks: CrossSection.weeks)
        if known == nil {
            var rowOfCoin = [Int32](repeating: -1, count: coinCount)
            for (row, coin) in coins.enumerated() { rowOfCoin[coin] = Int32(row) }
            let rowOfEntity = coinOfEntity.map { $0 < 0 ? -1 : rowOfCoin[Int($0)] }
            try reader.fill(&weeks, mart, source: source, newest: newest, rowOfEntity: rowOfEntity)
        }
        return coins.enumerated().map { row, coin in
            let row = weeks[row: known == nil ? row : coin]
            return row.firstIndex { !$0.isNaN }.map { place in
                (row[place], Instant(lastSecondOf: newest.advanced(by: row.startIndex - place).lastDay))
            }
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
    /// Begins to put weeks of a cross-section into one matrix; where several tell a cell, the first does.
    convenience init(_ tiles: [WeeklyTiles], rows: Int) {
        self.init {
            var matrix = WeeklyMatrix(rows: rows, weeks: CrossSection.weeks)
            for weeks in tiles { try weeks.fill(&matrix) }
            return matrix
        }
    }
}
