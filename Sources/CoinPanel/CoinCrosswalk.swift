public import CoinIdentity
public import CoinModel
public import CoinStore

/// Which ids of a store's sources are one coin, and the coins that follow.
///
/// The coins of a universe are those that a list has, without a list all that facts or details name; where a coin joins
/// another one, its facts, repositories and tags are that one's. A coin has the id of the coin list, else its source's,
/// behind the source's name where another source has the same: `coinpaprika:btc-bitcoin`.
public struct CoinCrosswalk: Sendable {
    /// Which ids are one coin.
    public let crosswalk: Crosswalk
    /// The coins of the universe.
    public let coins: [Coin]
    /// For each member that stands for a coin of the universe the coin's id.
    public let ids: [Int: String]
    private let aliases: [String: [String]]

    /// The crosswalk of a catalog whose coin lists and details have these coins.
    public init(_ catalog: Catalog, _ listed: [Coin]) {
        let decisions = catalog.decisions.map(\.decision)
        crosswalk = Crosswalk(CoinCrosswalk.members(catalog, listed), decisions: decisions)
        ids = CoinCrosswalk.ids(crosswalk)
        coins = CoinCrosswalk.coins(crosswalk, ids, listed)
        var aliases: [String: [String]] = [:]
        for alias in decisions where alias.relation == .alias {
            guard let member = crosswalk.index(of: alias.coin), let id = ids[crosswalk.coin(of: member)] else {
                continue
            }
            let word = alias.target.description.lowercased()
            if !aliases[word, default: []].contains(id) { aliases[word, default: []].append(id) }
        }
        self.aliases = aliases
    }

    /// Whether a store has coins of several sources, or decisions about coins: else every coin is its list's.
    static func isNeeded(_ catalog: Catalog, _ listed: [Coin]) -> Bool {
        !catalog.decisions.isEmpty || !catalog.sourceCoins.isEmpty
            || catalog.entities.contains { !$0.space.isEmpty && $0.kind == .coin && $0.hasID }
            || listed.contains { !CoinArgument($0.id).space.isEmpty }
    }

    /// Whether a coin of a source is one of the universe.
    public func has(_ reference: CoinArgument) -> Bool {
        crosswalk.index(of: reference).map { ids[crosswalk.coin(of: $0)] != nil } ?? false
    }

    /// The ids of the coins that a word, in lower case, names by another source's id, another name, or the id that a coin had
    /// before it was found to be another one.
    func otherNames(_ word: String) -> [String] {
        let named = aliases[word] ?? []
        guard let member = crosswalk.index(of: CoinArgument(word)), let id = ids[crosswalk.coin(of: member)],
            !named.contains(id)
        else { return named }
        return named + [id]
    }

    private static func members(_ catalog: Catalog, _ listed: [Coin]) -> [Crosswalk.Member] {
        var coins: [CoinArgument: SourceCoin] = [:]
        coins.reserveCapacity(catalog.entities.count + listed.count)
        var (ofUniverse, withFacts): (Set<CoinArgument>, Set<CoinArgument>) = ([], [])
        for stored in catalog.sourceCoins { coins[stored.coin.reference] = stored.coin }
        func take(_ reference: CoinArgument, _ symbol: String, _ name: String) {
            let words = SourceCoin(reference, symbol: symbol, name: name)
            coins[reference] = coins[reference]?.filled(from: words) ?? words
        }
        for coin in listed {
            let reference = CoinArgument(coin.id)
            take(reference, coin.symbol, coin.name)
            // In addition to a list, another source's detail describes a coin and adds none.
            let isOwn = !catalog.hasCoinList || reference.space.isEmpty
            if isOwn || catalog.coinLists.contains("\(reference.space)-list") { ofUniverse.insert(reference) }
        }
        let misnamed = catalog.misnamedCoins
        for entity in catalog.entities where entity.kind == .coin && !entity.isForgotten && entity.hasID {
            let reference = CoinArgument(space: entity.space, id: entity.key)
            take(reference, entity.symbol ?? "", entity.name ?? "")
            withFacts.insert(reference)
            if !catalog.hasCoinList, misnamed[reference.id] == nil { ofUniverse.insert(reference) }
        }
        return coins.map { reference, coin in
            let (isListed, hasFacts) = (ofUniverse.contains(reference), withFacts.contains(reference))
            return Crosswalk.Member(coin, isListed: isListed, hasFacts: hasFacts)
        }
    }

    private static func ids(_ crosswalk: Crosswalk) -> [Int: String] {
        var bearers: [String: Int] = [:]
        for member in crosswalk.members { bearers[member.coin.reference.id, default: 0] += 1 }
        var ids: [Int: String] = [:]
        for (index, member) in crosswalk.members.enumerated() where member.isListed {
            let coin = crosswalk.coin(of: index)
            let reference = crosswalk.members[coin].coin.reference
            ids[coin] = bearers[reference.id] == 1 ? reference.id : reference.description
        }
        return ids
    }

    private static func coins(_ crosswalk: Crosswalk, _ ids: [Int: String], _ listed: [Coin]) -> [Coin] {
        let entries = Dictionary(firstOf: listed.map { (CoinArgument($0.id), $0) })
        var coins: [Int: Coin] = [:]
        func entry(_ member: Int) -> Coin {
            let coin = crosswalk.members[member].coin
            let words = Coin(id: "", symbol: coin.symbol, name: coin.name)
            return entries[coin.reference]?.filled(from: words) ?? words
        }
        for (coin, id) in ids {
            coins[coin] = entry(coin)
            coins[coin]?.id = id
        }
        for member in crosswalk.members.indices {
            let coin = crosswalk.coin(of: member)
            if member != coin, let known = coins[coin] { coins[coin] = known.filled(from: entry(member)) }
        }
        return coins.values.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }
}

/// That a coin became another one, with the entities whose facts are the old one's.
struct ResolvedMigration {
    let migration: CoinMigration
    let entities: [Int32]
}

extension CoinCrosswalk {
    /// The migrations of a store; of a coin outside the universe its id in its source is named.
    func migrations(_ catalog: Catalog, _ universe: Universe, _ coinOfEntity: [Int32]) -> [ResolvedMigration] {
        let found = crosswalk.migrations
        guard !found.isEmpty else { return [] }
        func id(_ member: Int) -> String { ids[member] ?? crosswalk.members[member].coin.reference.description }
        var entities: [Int: [Int32]] = [:]
        for entity in catalog.entities where entity.kind == .coin && !entity.isForgotten && entity.hasID {
            let reference = CoinArgument(space: entity.space, id: entity.key)
            if let member = crosswalk.index(of: reference) {
                entities[crosswalk.coin(of: member), default: []].append(entity.id)
            }
        }
        return found.map { migration in
            let former = id(migration.former)
            // Facts under nothing but a symbol and a name belong to a coin of the universe alone.
            let row = universe.index(ofID: former).map(Int32.init)
            let named = row.map { row in
                catalog.entities.filter { !$0.hasID && coinOfEntity[Int($0.id)] == row }.map(\.id)
            }
            return ResolvedMigration(
                migration: CoinMigration(former: former, current: id(migration.current), terms: migration.terms),
                entities: (entities[migration.former, default: []] + (named ?? [])).sorted()
            )
        }
    }
}
