internal import CoinIdentity
internal import CoinModel
internal import CoinStore

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
            let reference = CoinReference(space: entity.space, id: entity.key)
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
