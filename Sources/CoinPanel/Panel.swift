internal import CoinIdentity
public import CoinModel
public import CoinStore

/// Joins the store's series into the cross-section of a moment.
///
/// 1. `EntityResolution` says which entities are which coin.
/// 2. Market: of each metric a coin reads one source, or several that agree, as `MarketWindow` says. The newest price and
///    capitalisation are chosen by `DatedFigure`.
/// 3. Commits: a coin reads one source, the one that knows most of its repositories (ties: the most exact one).
/// 4. Interest: one column of one export, the best matched one with the most weeks; `SharedSearchTerms` says how exports
///    that share terms come onto one scale.
public struct Panel {
    /// The store.
    public let reader: StoreReader
    /// The quote currency of all money that is read, lower-case.
    public let quote: String
    /// The currency that it is shown in, where that is another one.
    public let shownQuote: String?
    /// Which sources of market data are preferred.
    public let order: SourceOrder
    /// Which entities are which coin, by the newest coin lists.
    public let resolution: EntityResolution
    /// The moment by which its loads were known; nil for all of them.
    public let known: AsOf?
    let lives = CoinLives()
    private let memory = CommitMemory()

    /// The panel of a store in one quote currency, shown in another one if that is named.
    public init(
        _ reader: StoreReader,
        quote: String,
        shown: String? = nil,
        order: SourceOrder = SourceOrder(),
        known: AsOf? = nil
    ) {
        (self.reader, self.order, self.known) = (reader, order, known)
        self.quote = quote
        shownQuote = shown == quote ? nil : shown
        resolution = EntityResolution(reader.catalog)
    }

    /// Which entities are which coin, by the coin lists of a moment, nil for the newest.
    public func resolution(at asOf: AsOf?) -> EntityResolution {
        reader.catalog.hasDatedCoins ? EntityResolution(reader.catalog, at: asOf) : resolution
    }

    /// The cross-section at a moment with these parts; the rest is left missing.
    ///
    /// Coins continue others by the migrations of that moment, or of another one. With more coins than a block may have, weeks
    /// of one source alone are not held, but read for those that are asked for: see `CrossSection.holding`.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func section(
        at asOf: AsOf,
        _ parts: SectionParts = .all,
        migratedBy moment: AsOf? = nil,
        inBlocksOf size: Int? = nil
    ) throws -> CrossSection {
        let resolution = resolution(at: asOf)
        let blocks = size.map(resolution.blocks) ?? []
        let coins = try resolution.universe.coins.with(reader.ecosystems(at: asOf))
        let entities = Future { [catalog = reader.catalog] in CoinRepositories(catalog, coins) }
        // What lies in tiles is put into its rows while further ones are read.
        var weeks = try marketWeeks(at: asOf, resolution, migratedBy: moment, in: blocks)
        for mart in marts where !parts.isDisjoint(with: mart.uses) { try weeks.begin(mart.metric) }
        let interest = parts.contains(.interest) ? try SearchTermPlan(reader, resolution, asOf) : nil
        let plan = try RepositorySources(reader, coins, entities.value(), asOf)
        let commits = try plan.matrices(parts, reader, asOf, inBlocksOf: blocks.isEmpty ? nil : size)
        var section = CrossSection(asOf: asOf, quote: quote, coins: plan.coins, repositories: [])
        section.blocks = blocks
        section.preferredSources = order.names
        section.migrations = resolution.migrations(by: moment ?? asOf).map(\.migration)
            .sorted { ($0.terms.day, $0.former) < ($1.terms.day, $1.former) }
        plan.place(in: &section)
        try fillMarket(&section, parts, &weeks)
        for matrix in commits { section[keyPath: matrix.path] = try matrix.weeks.value() }
        if !parts.isDisjoint(with: [.commits, .commitKinds]) {
            try RepositoryFigures(reader, plan, asOf)?.fill(&section)
            try CommitActivity(reader, coins, asOf, memory)?.fill(&section, plan) { places in
                let first = try weeks.firstWeeks(of: .close(quote))
                return try lives.knownDays(of: places, since: first, resolution, reader)
            }
        }
        try interest?.fill(&section)
        if parts.contains(.figures), quote == "usd" { section.figures = try marketFigures(upTo: asOf) }
        if parts.contains(.fundamentals) {
            section.fundamentals = try ProtocolFigures(reader, resolution, order, at: asOf).all()
        }
        if parts.contains(.use) {
            let stars = RepositoryStars(reader, plan, section)
            section.use = try WeeklyUses(reader, resolution, order, at: asOf).all(stars)
        }
        if parts.contains(.details) {
            let volumes = parts.contains(.dayFigures) ? try weeks.same(.volume(quote), as: section.price) : nil
            section.sourceFigures = try sourceFigures(at: asOf, resolution, section.price, volumes)
        }
        return section
    }

    private typealias Mart = (uses: SectionParts, metric: Metric, matrix: WritableKeyPath<CrossSection, WeeklyMatrix>)

    /// The weekly market series of the coins at a moment.
    func marketWeeks(
        at asOf: AsOf,
        _ resolution: EntityResolution,
        migratedBy moment: AsOf? = nil,
        in blocks: [[Int]] = []
    ) throws -> MarketWeeks {
        let firstDays = try lives.firstDays(resolution, reader, quote: quote)
        return MarketWeeks(
            reader,
            order,
            resolution,
            asOf,
            quote: quote,
            firstDays: firstDays,
            migratedBy: moment,
            in: blocks
        )
    }

    /// The weekly market series, with the parts of a cross-section that take each.
    private var marts: [Mart] {
        [
            ([.close, .marketSource], .close(quote), \.close),
            ([.volumeMean, .marketSource], .volumeMean(quote), \.volumeMean),
            ([.volumeMedian, .volumeDigits, .marketSource], .volumeMedian(quote), \.volumeMedian),
            (.capitalisation, .capitalisation(quote), \.capitalisation),
        ]
    }

    private func fillMarket(_ section: inout CrossSection, _ parts: SectionParts, _ weeks: inout MarketWeeks) throws {
        var windows: [MarketWindow] = []
        for (uses, metric, matrix) in marts where !parts.isDisjoint(with: uses) {
            let window = try weeks.window(metric)
            section[keyPath: matrix] = window.weeks
            if metric == .close(quote), !section.blocks.isEmpty {
                section.newestCloses = WeeklyMatrix(newest: CrossSection.weeksOfDerivatives, of: window.weeks)
            }
            if metric == .close(quote), parts.contains(.extremes) {
                (section.highestClose, section.lowestClose) = try weeks.extremes(of: metric, window)
            }
            if metric == .volumeMedian(quote), parts.contains(.volumeDigits) {
                section.volumeGrounds = try weeks.volumeGrounds(of: window)
            }
            if uses.contains(.marketSource) { windows.append(window) }
        }
        if parts.contains(.marketSource) { section.marketSource = windows.sourceNames(count: section.coins.count) }
        if !parts.isDisjoint(with: [.newest, .lastPrices, .spans]) { try fillPrices(&section, parts, &weeks) }
        if parts.contains(.supplies) {
            let first = Instant(startOf: section.asOf.lastCompleteWeek.advanced(by: -3).start)
            func newest(_ supply: Metric) throws -> [Double] {
                try weeks.newest(supply, since: first) { !$0.isNaN }.map { $0?.value ?? .nan }
            }
            section.circulatingSupply = try newest(.circulatingSupply)
            section.totalSupply = try newest(.totalSupply)
            section.maxSupply = try newest(.maxSupply)
        }
        if parts.contains(.firstClose) {
            section.firstCloseWeek = try weeks.firstWeeks(of: .close(quote))
        }
    }

    private func fillPrices(_ section: inout CrossSection, _ parts: SectionParts, _ weeks: inout MarketWeeks) throws {
        (section.price, section.priceDisputes) = try weeks.prices()
        let newest = try weeks.newest(.marketCap(quote), since: DatedFigure.earliest(at: section.asOf.limit))
        let caps = try weeks.capitalisations(of: section.price, else: newest)
        // Without a price a coin has no capitalisation either; `classic` takes the last one of each.
        section.marketCap = zip(section.price, caps).map { $0 == nil ? nil : $1 }
        if let shownQuote {
            section.shownPrice = try weeks.same(.price(shownQuote), as: section.price)
            section.shownMarketCap = try weeks.same(.marketCap(shownQuote), as: section.marketCap)
        }
        if parts.contains(.lastPrices) {
            section.lastPrice = try weeks.last(.price(quote), .close(quote), before: section.price)
            section.lastMarketCap = try weeks.last(.marketCap(quote), .capitalisation(quote), before: newest)
        }
        if parts.contains(.spans) {
            let stated = try statedChanges(at: section.asOf, resolution(at: section.asOf))
            section.priceChanges = try weeks.changes(of: section.price, stated)
        }
    }
}
