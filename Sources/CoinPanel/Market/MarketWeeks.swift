internal import CoinIdentity
internal import CoinModel
internal import CoinStore

/// The weekly market series of all coins up to a moment, each read from the store once.
struct MarketWeeks {
    let reader: StoreReader
    let coinOfEntity: [Int32]
    let coinCount: Int
    let asOf: AsOf
    /// The currency of prices, lower-case.
    let quote: String
    /// The series that coins continue, by the migrations of the moment or of another one.
    private let continued: ContinuedSeries
    let order: SourceOrder
    /// The coins in blocks whose weeks are decoded one after the other; none where all are at once.
    private let blocks: [[Int]]
    private var read: [Series: Future<WeeklyMatrix>] = [:]
    private let rows: EntityRows

    private struct Series: Hashable {
        let metric: Metric
        let source: String
    }

    init(
        _ reader: StoreReader,
        _ order: SourceOrder,
        _ resolution: EntityResolution,
        _ asOf: AsOf,
        quote: String,
        firstDays: [Int: Day],
        migratedBy moment: AsOf? = nil,
        in blocks: [[Int]] = []
    ) {
        self.blocks = blocks
        self.reader = reader
        self.order = order
        self.asOf = asOf
        self.quote = quote
        (coinOfEntity, coinCount) = (resolution.coinOfEntity, resolution.universe.coins.count)
        rows = EntityRows(coinOfEntity)
        let (universe, migrations) = (resolution.universe, resolution.migrations(by: moment ?? asOf))
        continued = ContinuedSeries(migrations, firstDays: firstDays, universe, entityCount: coinOfEntity.count)
    }

    /// The series of coins that are not the universe's, which continue no others: of each entity the coin, or −1.
    init(_ reader: StoreReader, coinOfEntity: [Int32], coins count: Int, _ asOf: AsOf, quote: String) {
        self.reader = reader
        order = SourceOrder()
        blocks = []
        self.asOf = asOf
        self.quote = quote
        (self.coinOfEntity, coinCount) = (coinOfEntity, count)
        rows = EntityRows(coinOfEntity)
        continued = ContinuedSeries([], firstDays: [:], Universe([]), entityCount: coinOfEntity.count)
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
        // Of several sources the weeks of all coins are compared, and chained.
        let blocks = try reader.sources(of: metric).count == 1 ? blocks : []
        let areInMemory = blocks.isEmpty
        let tiles = try reader.weeks(
            of: metric,
            source: source,
            asOf,
            rows: rows,
            areInMemory: areInMemory
        )
        let join = try joiner(metric, of: source, weeks: CrossSection.weeks, upTo: asOf.lastCompleteWeek)
        let fill: @Sendable (inout WeeklyMatrix) throws -> Void = { matrix in
            try tiles.fill(&matrix)
            let chosen = matrix.chosen
            try join(&matrix) { chosen?.contains($0) ?? true }
        }
        let weeks = Future([fill], rows: coinCount, in: blocks)
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
            rows: EntityRows(continued.rowOfEntity)
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

    /// The newest of the wanted facts of each coin by one source from a moment on, up to a limit of each.
    func newest(
        _ fact: Metric,
        of source: String,
        since first: Instant,
        upTo limits: [Instant],
        where isWanted: (Double) -> Bool = { $0 > 0 }
    ) throws -> [DatedFigure?] {
        func read(_ limits: [Instant], _ rowOfEntity: [Int32]) throws -> [DatedFigure?] {
            let rows = rowOfEntity.map { $0 >= 0 && limits[Int($0)] >= first ? $0 : -1 }
            return try reader.newest(
                fact,
                source: source,
                since: first,
                upTo: limits,
                rowOfEntity: rows,
                where: isWanted
            ).map { $0.map { DatedFigure($0.value, at: $0.at, by: source) } }
        }
        return try continued.newest(read(limits, coinOfEntity), fact) { coin, day in
            let last = min(limits[coin], Instant(milliseconds: Instant(startOf: day).milliseconds - 1))
            return try read(Array(repeating: last, count: continued.rowCount), continued.rowOfEntity)
        }
    }

    /// How a source ranks among others whose newest facts are of the same day, for each of some coins.
    mutating func evidence(_ fact: Metric, of source: String, _ coins: [Int]) throws -> [Int: DatedFigure.Evidence] {
        var evidence: [Int: DatedFigure.Evidence] = [:]
        let weeks = try weeks(.close(quote), of: source).holding(ChosenRows(coins, of: coinCount))
        var wanted = [Bool](repeating: false, count: coinCount)
        for coin in coins {
            wanted[coin] = true
            evidence[coin] = .init(weeks: weeks[row: coin].prefix(CrossSection.weeks - 1).count { !$0.isNaN })
        }
        let rows = coinOfEntity.map { $0 >= 0 && wanted[Int($0)] ? $0 : -1 }
        let span = DatedFigure.earliest(at: asOf.limit)...asOf.limit
        try reader.facts(fact, source: source, in: span, rowOfEntity: rows) { coin, times, values in
            for time in times where values[time.index] > 0 { evidence[coin]?.add(values[time.index], at: time.at) }
        }
        return evidence
    }
}

extension StoreReader {
    /// The weeks of a cross-section as they lie in the store.
    func weeks(
        of metric: Metric,
        source: String,
        _ asOf: AsOf,
        rows: EntityRows,
        areInMemory: Bool = true
    ) throws -> WeeklyTiles {
        try weeks(
            of: metric,
            source: source,
            newest: asOf.lastCompleteWeek,
            count: CrossSection.weeks,
            rows: rows,
            areInMemory: areInMemory
        )
    }
}

extension Future<WeeklyMatrix> {
    /// Begins to put weeks of a cross-section into one matrix, of which a cell that has a value keeps it; with blocks of rows they
    /// are only read when they are asked for.
    convenience init(_ fills: [@Sendable (inout WeeklyMatrix) throws -> Void], rows: Int, in blocks: [[Int]] = []) {
        let fill: @Sendable (inout WeeklyMatrix) throws -> Void = { matrix in
            for fill in fills { try fill(&matrix) }
        }
        self.init {
            let weeks = CrossSection.weeks
            guard blocks.isEmpty else { return WeeklyMatrix(rows: rows, weeks: weeks, RowsInBlocks(blocks, fill)) }
            var matrix = WeeklyMatrix(rows: rows, weeks: weeks)
            try fill(&matrix)
            return matrix
        }
    }
}
