public import CoinIdentity
public import CoinModel
public import CoinStore

/// The universe of a store, and which of its entities belong to which coin.
///
/// Entities stand in the store under their sources' own words; which coin they mean is resolved here, at reading, so that
/// neither the order of loads nor a list loaded later can leave facts with the wrong coin.
public struct EntityResolution {
    /// The listed coins; without a list those that the market data name by an id or that a source was asked about.
    public let universe: Universe
    /// Which ids of several sources are one coin; nil where the store has one source's ids alone, undecided upon.
    public let crosswalk: CoinCrosswalk?
    /// For each entity the coin that it means, or −1.
    public let coinOfEntity: [Int32]
    /// The same without what only a symbol or name says: by an id, or by a coin list's own word for an asset or article.
    let certainCoinOfEntity: [Int32]
    /// For each former name of an asset or article the entity of the next one that has facts, or −1 for none.
    let nextName: [Int32: Int32]
    /// Coin names of sources that fit no coin or several.
    public let unmatched: [Entity]
    /// The coins that search terms mean, in order of the catalog's terms.
    public let coinsOfTerms: [SearchTermMatches.Match?]
    /// Which coins became others, whenever.
    let migrations: [ResolvedMigration]
    /// The same, for files that name coins by ids.
    public var coinMigrations: [CoinMigration] { migrations.map(\.migration) }

    /// Resolves the entities of a store by the coin lists of a moment, nil for the newest.
    public init(_ catalog: Catalog, at moment: AsOf? = nil) {
        let listed = catalog.coins(at: moment).with(ownedAmong: catalog.repositories)
        let crosswalk = CoinCrosswalk.isNeeded(catalog, listed) ? CoinCrosswalk(catalog, listed) : nil
        if let crosswalk {
            universe = Universe(crosswalk.coins) { crosswalk.otherNames($0) }
        } else {
            universe = Universe(catalog.hasCoinList ? listed : EntityResolution.named(by: catalog, beside: listed))
        }
        self.crosswalk = crosswalk
        var coins = [Int32](repeating: -1, count: catalog.entities.count)
        var unmatched: [Entity] = []
        var certain = coins
        let (listedNames, nextName) = EntityResolution.listedNames(catalog, universe, crosswalk)
        self.nextName = nextName
        for entity in catalog.entities where entity.kind == .coin && !entity.isForgotten {
            if let index = listedNames[entity.id] {
                (coins[Int(entity.id)], certain[Int(entity.id)]) = (Int32(index), Int32(index))
            } else if let index = EntityResolution.coin(of: entity, universe, crosswalk) {
                coins[Int(entity.id)] = Int32(index)
                if entity.hasID { certain[Int(entity.id)] = Int32(index) }
            } else {
                unmatched.append(entity)
            }
        }
        (coinOfEntity, certainCoinOfEntity) = (coins, certain)
        self.unmatched = unmatched
        coinsOfTerms = SearchTermMatches(catalog, universe).coins
        migrations = crosswalk?.migrations(catalog, universe, coins) ?? []
    }

    /// The coins that the market data name by an id, and those that are known one by one.
    private static func named(by catalog: Catalog, beside known: [Coin]) -> [Coin] {
        let named = catalog.entities.filter { $0.kind == .coin && $0.hasID && !$0.isForgotten }.map { entity in
            Coin(id: entity.key, symbol: entity.symbol ?? "", name: entity.name ?? "")
        }
        let misnamed = catalog.misnamedCoins
        let byID = Dictionary(firstOf: named.map { ($0.id, $0) })
        return known.map { $0.filled(from: byID[$0.id]) } + named.filter { misnamed[$0.id] == nil }
    }

    /// What a coin list says of names that are neither ids of coins nor words for them, and which of them follow others; one that
    /// several coins list belongs to none.
    private static func listedNames(
        _ catalog: Catalog,
        _ universe: Universe,
        _ links: CoinCrosswalk?
    ) -> (coins: [Int32: Int], next: [Int32: Int32]) {
        var coins: [CoinArgument: Set<Int>] = [:]
        var next: [CoinArgument: CoinArgument] = [:]
        for (said, _) in catalog.sourceCoins {
            for listed in said.pointers where CoinArgument.namesOnly.contains(listed.space) {
                guard let coin = coin(of: said.reference, universe, links) else { continue }
                for name in listed.names { coins[name, default: []].insert(coin) }
                for (former, name) in zip(listed.names, listed.names.dropFirst()) { next[former] = name }
            }
        }
        guard !coins.isEmpty else { return ([:], [:]) }
        var named: [CoinArgument: Int32] = [:]
        for entity in catalog.entities where entity.kind == .coin && !entity.isForgotten && !entity.hasID {
            let name = CoinArgument(space: entity.space, id: entity.symbol ?? "")
            if coins[name]?.count == 1 { named[name] = entity.id }
        }
        let coinOfName = named.compactMap { name, entity in coins[name]?.first.map { (entity, $0) } }
        let entities = named.compactMap { name, entity in
            next[name].map { first in
                // Lists may contradict each other, so that names go in a circle.
                let later = sequence(first: first) { next[$0] }.prefix(next.count)
                return (entity, later.lazy.compactMap { named[$0] }.first { $0 != entity } ?? -1)
            }
        }
        return (Dictionary(firstOf: coinOfName), Dictionary(firstOf: entities))
    }

    /// An id means what the crosswalk says; words without an id mean the one coin that bears them.
    private static func coin(of entity: Entity, _ universe: Universe, _ crosswalk: CoinCrosswalk?) -> Int? {
        guard entity.hasID else {
            let key = CoinKey(symbol: entity.symbol, name: entity.name)
            guard case .coin(let index) = universe.match(key, in: .source(entity.space)) else { return nil }
            return index
        }
        return coin(of: CoinArgument(space: entity.space, id: entity.key), universe, crosswalk)
    }

    private static func coin(of reference: CoinArgument, _ universe: Universe, _ links: CoinCrosswalk?) -> Int? {
        guard let links else { return universe.index(ofID: reference.id) }
        guard let member = links.crosswalk.index(of: reference) else { return nil }
        return links.ids[links.crosswalk.coin(of: member)].flatMap(universe.index(ofID:))
    }

    /// The coins in blocks of about one size, none where they are no more than that: in the order of their first entities, for
    /// these lie together in the store.
    func blocks(of size: Int) -> [[Int]] {
        let count = universe.coins.count
        guard count > size else { return [] }
        var first = [Int](repeating: .max, count: count)
        for (entity, coin) in coinOfEntity.enumerated() where coin >= 0 {
            first[Int(coin)] = min(first[Int(coin)], entity)
        }
        let order = first.indices.sorted { (first[$0], $0) < (first[$1], $1) }
        let parts = (count + size - 1) / size
        return (0..<parts).map { Array(order[share($0, of: parts, count: count)]) }
    }

    /// The coin of the universe that a source's id means; nil for none.
    public func coin(of reference: CoinArgument) -> Int? {
        EntityResolution.coin(of: reference, universe, crosswalk)
    }
}

extension Catalog {
    /// Ids that market data write as names are, of coins that others of them name by a plain id, with that id.
    ///
    /// None with a list, which says what ids there are. Facts under such ids join no coin.
    public var misnamedCoins: [String: String] {
        guard !hasCoinList else { return [:] }
        let named = entities.filter { $0.kind == .coin && $0.hasID && $0.space.isEmpty && !$0.isForgotten }
        return MisnamedIDs(named.map { Coin(id: $0.key, symbol: $0.symbol ?? "", name: $0.name ?? "") }).suggestions
    }
}

extension Entity {
    /// Whether its key is an id rather than a symbol and a name.
    public var hasID: Bool { !key.utf8.contains(0x1F) }
}
