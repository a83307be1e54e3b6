internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// What the things of a store are called in published tables.
struct PublishedNames {
    typealias Named = (name: String, entities: [Int32])

    /// The coins, listed or not, with the entities that mean each.
    let coins: [Named]
    /// The repositories by their current names, with the entities of all names of each, the current one first.
    let repositories: [Named]
    /// The coins that search terms mean, in order of the catalog's terms; nil for none.
    let coinsOfTerms: [String?]

    init(_ reader: StoreReader) {
        let resolution = EntityResolution(reader.catalog)
        coins = PublishedNames.coins(reader.catalog, resolution)
        repositories = PublishedNames.repositories(reader.catalog)
        coinsOfTerms = resolution.coinsOfTerms.map { $0.map { resolution.universe.coins[$0.coin].id } }
    }

    private static func coins(_ catalog: Catalog, _ resolution: EntityResolution) -> [Named] {
        var entities: [ExactText: [Int32]] = [:]
        for entity in catalog.entities where entity.kind == .coin && !entity.isForgotten {
            let coin = Int(resolution.coinOfEntity[Int(entity.id)])
            // A coin without an id is known by its symbol and name, one of which may be empty.
            let id = entity.key.split(separator: "\u{1F}").joined(separator: " ")
            let reference = CoinArgument(space: entity.space, id: id)
            let name = coin >= 0 ? resolution.universe.coins[coin].id : reference.description
            entities[ExactText(name), default: []].append(entity.id)
        }
        return entities.map { ($0.key.text, $0.value) }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    }

    private static func repositories(_ catalog: Catalog) -> [Named] {
        let names = RepositoryNames(catalog.renames)
        let stored = catalog.entities.filter { $0.kind == .repository && !$0.isForgotten }
        let entityOfKey = Dictionary(firstOf: stored.map { ($0.key, $0) })
        let renamed = Dictionary(catalog.renames.map { ($0.current.key, $0.current.description) }) { $1 }
        return Set(stored.map { names.current(of: $0.key) }).sorted().map { key in
            let entities = names.all(of: key).compactMap { entityOfKey[$0] }
            return (entityOfKey[key]?.name ?? renamed[key] ?? key, entities.map(\.id))
        }
    }
}
