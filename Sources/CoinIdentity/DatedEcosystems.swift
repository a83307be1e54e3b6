public import CoinModel

/// What coins have by ecosystems, by moments: the dated part of the map from coins to repositories.
///
/// A coin list and a taxonomy speak of different things, so neither replaces the other, whichever was loaded first: a coin
/// has the repositories that its list names, in the list's order, and then those of its ecosystems, by key. Of one
/// ecosystem the newest statement not after the moment holds; before the oldest one, the oldest does, since a list without
/// dates would hold then as well.
public struct DatedEcosystems: Sendable {
    private let statements: [String: [String: [Ecosystem]]]

    /// The statements of a store: one for each coin, ecosystem and moment.
    public init(_ entries: [CoinEcosystem]) {
        statements = Dictionary(grouping: entries, by: \.coin).mapValues { entries in
            Dictionary(grouping: entries.map(\.ecosystem), by: \.part.name)
                .mapValues { $0.sorted { $0.since < $1.since } }
        }
    }

    /// The coins with the repositories that they have at a moment; nil for the newest.
    public func coins(_ listed: [Coin], at moment: AsOf?) -> [Coin] {
        guard !statements.isEmpty else { return listed }
        return listed.map { coin in
            guard let ecosystems = statements[coin.id] else { return coin }
            var seen = Set(coin.repositories)
            var added: [RepositoryName] = []
            for statements in ecosystems.values {
                for repository in DatedEcosystems.holding(statements, at: moment)?.repositories ?? []
                where seen.insert(repository).inserted {
                    added.append(repository)
                }
            }
            if ecosystems.count > 1 { added.sort { $0.key < $1.key } }
            return Coin(
                id: coin.id,
                symbol: coin.symbol,
                name: coin.name,
                repositories: coin.repositories + added,
                tags: coin.tags
            )
        }
    }

    private static func holding(_ statements: [Ecosystem], at moment: AsOf?) -> Ecosystem? {
        guard let moment else { return statements.last }
        return statements.last { moment.includes($0.since) } ?? statements.first
    }
}
