public import CoinModel

extension [Coin] {
    /// The coins with what they have by ecosystems.
    ///
    /// A coin list and a taxonomy speak of different things, so neither replaces the other, whichever was loaded first:
    /// a coin has the repositories that its list names, in the list's order, and then those of its ecosystems, by key.
    /// Complexity: linear in the repositories, but for their order where a coin has several ecosystems.
    public func with(_ entries: [CoinEcosystem]) -> [Coin] {
        guard !entries.isEmpty else { return self }
        let ecosystems = Dictionary(grouping: entries, by: \.coin)
        return map { coin in
            guard let own = ecosystems[coin.id] else { return coin }
            var seen = Set(coin.repositories)
            var added: [RepositoryName] = []
            for repository in own.lazy.flatMap(\.ecosystem.repositories) where seen.insert(repository).inserted {
                added.append(repository)
            }
            // Each ecosystem's are in order already, and keys are ASCII, for which the order of strings is that of bytes.
            if own.count > 1 { added.sort { $0.key < $1.key } }
            var whole = coin
            whole.repositories += added
            return whole
        }
    }

    /// The coins that list whole owners with those of some repositories that are theirs, by key.
    public func with(ownedAmong repositories: some Sequence<RepositoryName>) -> [Coin] {
        guard contains(where: { !$0.owners.isEmpty }) else { return self }
        let all = repositories.sorted { $0.key < $1.key }
        return map { coin in
            var whole = coin
            let listed = Set(coin.repositories)
            whole.repositories += all.filter { name in
                !listed.contains(name) && coin.owners.contains { $0.owns(name) }
            }
            return whole
        }
    }
}
