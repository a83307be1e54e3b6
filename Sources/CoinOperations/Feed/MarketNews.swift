internal import CoinIdentity
public import CoinModel
internal import CoinPanel
internal import CoinStore
public import CoinTables

/// Something that a run reports once, with what it is known by.
public struct NewsItem: Sendable {
    /// What happened.
    public let entry: FeedEntry
    /// What it is known by, the same on every day on which it is so; those behind the first are listed with it.
    public let keys: [String]

    /// Something of a kind that a source or a coin is known by.
    public init(_ entry: FeedEntry, keys: [String] = []) {
        self.entry = entry
        self.keys = [NewsItem.key(entry.kind, entry.source ?? "", entry.coin)] + keys
    }

    static func key(_ kind: FeedEntry.Kind, _ source: String, _ coin: String) -> String {
        "\(kind.rawValue) \(source) \(coin)"
    }
}

/// What the lists of market sources have new as of the moment of a ranking, against an earlier moment: new coins, coins that left,
/// exchanges of units, coins that became others, and lists that are much longer or shorter.
///
/// Without an earlier moment the newest list of each source is compared with those before it. Which new coins are reported is a
/// condition on `newListingColumns`; nil for all.
///
/// - Returns: what is so, also where an earlier look found it: the same keys again.
/// - Throws: `OperationError` when the store cannot be read, or the condition is none.
public func marketNews(
    _ request: RankRequest,
    since: AsOf?,
    listings: String?,
    in location: StoreLocation
) throws -> [NewsItem] {
    try location.panel(for: request) { panel in
        let asOf = try panel.asOf(request)
        if let since, since.limit >= asOf.limit { return [] }
        let filter = try listings.map { try Filter(parsing: $0, columns: newListingColumns) }
        return try MarketNews(panel, asOf: asOf, since: since, listings: filter).items
    }
}

/// The coins whose own units were exchanged for others, as somebody decided.
///
/// - Throws: `OperationError` when the store cannot be read.
public func exchangedCoins(in location: StoreLocation) throws -> Set<String> {
    try location.open(.read).reading { reader in
        Set(EntityResolution(reader.catalog).coinMigrations.filter(\.isOfUnits).map(\.former))
    }
}

/// What a condition on new coins may name.
public let newListingColumns = [
    Column("coin_id", "Coin", .text, meaning: "The coin's id in its source."),
    Column("symbol", "Symbol", .text, meaning: "The ticker symbol."),
    Column("name", "Name", .text, meaning: "The name."),
    Column("source", "Source", .text, meaning: "The source, such as coingecko-markets."),
    Column("price", "Price", .number, meaning: "The first price, in the currency of the store's figures."),
    Column("market_cap", "Market cap", .number, meaning: "The first market capitalisation, in that currency."),
]

/// Compares the lists of each source with those of an earlier moment.
struct MarketNews {
    let panel: Panel
    let asOf: AsOf
    let resolution: EntityResolution
    private let rows: [Int32]
    private(set) var items: [NewsItem] = []
    /// The coins that some source had by the earlier moment, by place in the universe; those of no universe by symbol and name.
    private var knownCoins: Set<Int32> = []
    var knownNames: Set<String> = []

    init(_ panel: Panel, asOf: AsOf, since: AsOf?, listings: Filter?) throws {
        self.panel = panel
        self.asOf = asOf
        let price = Metric.price(panel.quote)
        resolution = panel.resolution(at: asOf)
        rows = panel.reader.catalog.entities.map { $0.kind == .coin && !$0.isForgotten ? $0.id : -1 }
        let newest = try panel.reader.newestOfSources([price], upTo: asOf).sorted { $0.key < $1.key }
        let lists = try newest.map { source, time in
            try SourceLists(price, of: source, day: time.limit.day, upTo: asOf, since: since, rows, panel.reader)
        }
        for list in lists { noteKnown(list) }
        for list in lists where list.formerDay != nil {
            try compare(list, listings)
        }
    }

    private mutating func noteKnown(_ list: SourceLists) {
        for (entity, former) in list.former.enumerated() where former != nil {
            let coin = resolution.coinOfEntity[entity]
            if coin >= 0 { knownCoins.insert(coin) } else { knownNames.insert(words(entity)) }
        }
    }

    private mutating func compare(_ list: SourceLists, _ listings: Filter?) throws {
        guard let former = list.formerDay else { return }
        let (before, now) = (list.size(on: former), list.size(on: list.day))
        guard list.goesOn(since: former) else {
            let what =
                "\(now) of the \(before) coins of \(former): taken as an answer that is not whole, not as coins that left"
            return add(.list, list, what)
        }
        var arrived = try unseen(list)
        var lost = list.left.filter { resolution.coinOfEntity[$0] >= 0 && !isMigrated($0) }
        let figures = try ListFigures(list, of: arrived + lost, panel.reader, panel.quote, asOf)
        if list.isOfLargest {
            // At its end coins change places, of which many have equal supplies and are worth the same.
            arrived.removeAll { figures.isSmall($0, in: list) }
            lost.removeAll { figures.isSmall($0, in: list) }
        }
        let successors = pairs(list, lost, arrived, figures)
        for pair in successors { addMigration(pair, list) }
        let (gone, come) = (Set(successors.map(\.old)), Set(successors.map(\.new)))
        // Where as many came, a small coin just left a list of the largest.
        let isReplaced = now >= before
        for entity in lost where !gone.contains(entity) && !(isReplaced && figures.isSmall(entity, in: list)) {
            addDeparture(entity, list)
        }
        let new = arrived.filter { !come.contains($0) }
        if new.count > 5, Double(new.count) > (1 - SourceLists.share) * Double(before) {
            add(.list, list, "\(new.count) coins more than on \(former): taken as a longer list, not as new listings")
        } else {
            for entity in new { addListing(entity, list, figures, listings) }
        }
        try addExchanges(list)
    }

    /// The coins of the newest list that no source had before.
    private func unseen(_ list: SourceLists) throws -> [Int] {
        let arrived = list.arrived.filter { entity in
            let coin = resolution.coinOfEntity[entity]
            guard coin >= 0 else { return !knownNames.contains(words(entity)) }
            return !panel.reader.catalog.hasCoinList && !knownCoins.contains(coin)
        }
        guard !arrived.isEmpty else { return [] }
        var wanted = [Bool](repeating: false, count: rows.count)
        for entity in arrived { wanted[entity] = true }
        let earliest = AsOf.instant(DatedFigure.earliest(at: asOf.limit))
        let old = try panel.reader.entities(
            with: .price(panel.quote),
            source: list.source,
            among: wanted,
            upTo: earliest
        )
        return arrived.filter { !old[$0] }
    }

    /// Whether somebody decided that a coin became another one.
    private func isMigrated(_ entity: Int) -> Bool {
        resolution.coinMigrations.migration(of: id(entity)) != nil
    }
}

// What happened, in words.
extension MarketNews {
    func id(_ entity: Int) -> String {
        let coin = resolution.coinOfEntity[entity]
        if coin >= 0 { return resolution.universe.coins[Int(coin)].id }
        let entity = panel.reader.catalog.entities[entity]
        // A source without ids has a symbol and a name, which are not an id.
        return hasID(entity) ? CoinArgument(space: entity.space, id: entity.key).description : entity.symbol ?? ""
    }

    func hasID(_ entity: Entity) -> Bool { !entity.key.utf8.contains(0x1F) }

    /// The symbol and the name of a coin; of a listed one the list's.
    func naming(_ entity: Int) -> (symbol: String, name: String) {
        let coin = resolution.coinOfEntity[entity]
        if coin >= 0 {
            let coin = resolution.universe.coins[Int(coin)]
            return (coin.symbol, coin.name)
        }
        let entity = panel.reader.catalog.entities[entity]
        return (entity.symbol ?? "", entity.name ?? "")
    }

    func words(_ entity: Int) -> String {
        let (symbol, name) = naming(entity)
        return "\(symbol)\u{1F}\(name)".lowercased()
    }

    func amount(_ figure: DatedFigure?) -> String {
        figure.map { "\(shortest($0.value)) \(panel.quote.uppercased())" } ?? "unknown"
    }

    private mutating func add(_ kind: FeedEntry.Kind, _ list: SourceLists, _ what: String) {
        var entry = FeedEntry(kind, "", at: asOf, "\(list.source): \(what)")
        entry.source = list.source
        items.append(NewsItem(entry))
    }

    mutating func add(
        _ kind: FeedEntry.Kind,
        _ entity: Int,
        of source: String?,
        _ what: String,
        keys: [String] = [],
        _ change: (inout FeedEntry) -> Void = { _ in }
    ) {
        var entry = FeedEntry(kind, id(entity), at: asOf, what)
        entry.source = source
        let (symbol, name) = naming(entity)
        entry.symbol = symbol
        entry.name = name
        change(&entry)
        items.append(NewsItem(entry, keys: keys))
    }

    private mutating func addDeparture(_ entity: Int, _ list: SourceLists) {
        guard let last = list.newest[entity] else { return }
        let what = "no longer in \(list.source): last there on \(last.time.day), at \(amount(last))"
        add(.left, entity, of: list.source, what) { $0.from = exact(last.value) }
    }

    private mutating func addListing(_ entity: Int, _ list: SourceLists, _ figures: ListFigures, _ listings: Filter?) {
        let (symbol, name) = naming(entity)
        let (price, cap) = (list.newest[entity], figures.caps[entity] ?? nil)
        let row: [Cell] = [
            .text(panel.reader.catalog.entities[entity].key), .text(symbol), .text(name), .text(list.source),
            .number(price?.value ?? .nan, orMissing: .noPrice), .number(cap?.value ?? .nan, orMissing: .noValue),
        ]
        guard listings?.selects(row) ?? true else { return }
        let worth = cap.map { ", capitalisation \(amount($0))" } ?? ""
        let what = "new in \(list.source): \(name) (\(symbol.uppercased())), \(amount(price))\(worth)"
        // Two sources that list a coin on one day are one piece of news.
        guard knownNames.insert(words(entity)).inserted else { return }
        add(.listed, entity, of: list.source, what) { $0.to = price.map { exact($0.value) } }
    }
}
