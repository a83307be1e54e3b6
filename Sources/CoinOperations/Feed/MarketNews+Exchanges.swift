internal import CoinModel
internal import CoinPanel
internal import CoinStore

// Exchanges of units, and of coins.
extension MarketNews {
    struct Successor {
        let old: Int
        let new: Int
        let ratio: MigrationRatio
        /// How far the worth of both is apart, as a logarithm.
        let distance: Double
    }

    /// Which of the coins that left seem to have become which of those that arrived: each one at most one, the nearest first.
    func pairs(_ list: SourceLists, _ lost: [Int], _ arrived: [Int], _ figures: ListFigures) -> [Successor] {
        let recent = lost.filter { list.former[$0] != nil && list.newest[$0]?.time.day == list.formerDay }
        let found = recent.flatMap { old in
            arrived.compactMap { new -> Successor? in
                guard hasID(panel.reader.catalog.entities[new]), let before = list.newest[old]?.value,
                    let after = list.newest[new]?.value
                else { return nil }
                let supply = (figures.supplies[old] ?? nil, figures.supplies[new] ?? nil)
                let ratio = UnitExchange.ratio(
                    price: (before, after),
                    supply: (supply.0?.value, supply.1?.value),
                    isEvenRatio: true
                )
                guard let ratio, let was = supply.0?.value, let now = supply.1?.value else { return nil }
                let worth = (after * now) / (before * was)
                return Successor(old: old, new: new, ratio: ratio, distance: max(worth, 1 / worth))
            }
        }.sorted { ($0.distance, $0.old, $0.new) < ($1.distance, $1.old, $1.new) }
        var (taken, pairs): (Set<Int>, [Successor]) = ([], [])
        for pair in found where taken.isDisjoint(with: [pair.old, pair.new]) {
            taken.formUnion([pair.old, pair.new])
            pairs.append(pair)
        }
        return pairs
    }

    /// The coins of the universe whose price and supply moved against each other by a known ratio since the earlier moment.
    mutating func addExchanges(_ list: SourceLists) throws {
        let moved = list.newest.indices.filter { entity in
            guard list.isListed(entity), resolution.coinOfEntity[entity] >= 0, let now = list.newest[entity],
                let before = list.former[entity]
            else { return false }
            return max(now.value / before.value, before.value / now.value) >= 1.6
        }
        guard !moved.isEmpty else { return }
        let limits = moved.reduce(into: [Int: Instant]()) { $0[$1] = list.former[$1]?.time }
        let now = try ListFigures.newest(.circulatingSupply, list, of: moved, panel.reader, asOf) { _ in asOf.limit }
        let then = try ListFigures.newest(.circulatingSupply, list, of: moved, panel.reader, asOf) {
            limits[$0] ?? asOf.limit
        }
        for entity in moved {
            guard let price = list.newest[entity], let before = list.former[entity], let supply = now[entity] ?? nil,
                let former = then[entity] ?? nil,
                let ratio = UnitExchange.ratio(price: (before.value, price.value), supply: (former.value, supply.value))
            else { continue }
            let coin = id(entity)
            guard !items.contains(where: { $0.entry.kind == .redenominated && $0.entry.coin == coin }) else { continue }
            let day = try firstDay(of: entity, from: before, to: price)
            let isDecided = resolution.coinMigrations.contains { migration in
                migration.isOfUnits && migration.former == coin && abs(migration.terms.day.distance(to: day)) <= 7
            }
            guard !isDecided else { continue }
            let named = shellCoin(coin)
            let command = "assay identity migrate \(named) \(named) --ratio \(ratio) --on \(day)"
            let what =
                "price \(amount(before)) → \(amount(price)), supply \(shortest(former.value)) → \(shortest(supply.value)): its units seem "
                + "to have been exchanged, \(ratio), on \(day), and it raises no alert until that is decided; if so, type `\(command)`"
            // The coin alone is its key: other sources follow on other days.
            add(.redenominated, entity, of: nil, what) { entry in
                (entry.from, entry.to) = (exact(before.value), exact(price.value))
            }
        }
    }

    /// The day of the first price that is nearer to the new one than to the old one.
    private func firstDay(of entity: Int, from old: DatedFigure, to new: DatedFigure) throws -> Day {
        let span = old.time...new.time
        let facts = try panel.reader.traced(.price(panel.quote), source: new.source, of: Int32(entity), in: span)
        let first = facts.first { fact in
            fact.value > 0 && (fact.value / old.value > new.value / fact.value) == (new.value > old.value)
        }
        return (first?.at ?? new.time).day
    }

    mutating func addMigration(_ pair: Successor, _ list: SourceLists) {
        let (old, new) = (id(pair.old), id(pair.new))
        let (symbol, name) = naming(pair.new)
        let coins = "\(shellCoin(old)) \(shellCoin(new))"
        let command = "assay identity migrate \(coins) --ratio \(pair.ratio) --on \(list.day)"
        let what =
            "left \(list.source), and \(name) (\(symbol.uppercased())) came with its price and supply at \(pair.ratio): it seems to have "
            + "become that coin; if so, type `\(command)`"
        let keys = [
            NewsItem.key(.left, list.source, old), NewsItem.key(.listed, list.source, new),
        ]
        knownNames.insert(words(pair.new))
        add(.migrated, pair.old, of: list.source, what, keys: keys) { ($0.from, $0.to) = (old, new) }
    }
}
