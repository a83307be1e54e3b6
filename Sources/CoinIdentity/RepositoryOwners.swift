public import CoinModel

/// Entries of a coin list that plain repositories may make, one for each owner: proposals, which a person corrects.
///
/// An owner is the known coin that lists one of the repositories, else the one coin whose id, name or symbol is the owner's name or
/// a repository's; else a coin of the owner's name without what companies and projects add to theirs.
public struct RepositoryOwners {
    /// The entries in the order in which owners come, each with its repositories.
    public let coins: [Coin]
    /// The ids among them that no known coin has.
    public let unknown: [String]

    /// What owners add to the name of their coin.
    private static let endings = [
        "-project", "project", "-core", "-labs", "labs", "-foundation", "foundation", "-network", "network",
        "-protocol",
        "protocol", "-org", "-team", "-chain", "-hq", "-io",
    ]

    /// Proposals for repositories, by what is known of coins.
    public init(_ repositories: [RepositoryName], known universe: Universe) {
        var (owners, groups): ([String], [String: [RepositoryName]]) = ([], [:])
        for repository in repositories {
            let owner = String(repository.key[..<(repository.key.lastIndex(of: "/") ?? repository.key.endIndex)])
            if groups[owner] == nil { owners.append(owner) }
            groups[owner, default: []].append(repository)
        }
        var holders: [RepositoryName: Int] = [:]
        for (place, coin) in universe.coins.enumerated() { for name in coin.repositories { holders[name] = place } }
        var (coins, unknown): ([Coin], [String]) = ([], [])
        for owner in owners {
            let own = groups[owner] ?? []
            let name = owner.split(separator: "/").last.map(String.init) ?? owner
            let ending = RepositoryOwners.endings.first { name.hasSuffix($0) && name.utf8.count > $0.utf8.count + 2 }
            let plain = ending.map { String(name.dropLast($0.count)) } ?? name
            let words = [plain, name] + own.map { String($0.key.dropFirst(owner.utf8.count + 1)) }
            let holder = own.lazy.compactMap { holders[$0] }.first
            if let place = holder ?? words.lazy.compactMap({ RepositoryOwners.coin(named: $0, universe) }).first {
                let coin = universe.coins[place]
                coins.append(Coin(id: coin.id, symbol: coin.symbol, name: coin.name, repositories: own))
            } else {
                coins.append(Coin(id: plain, symbol: "", name: "", repositories: own))
                unknown.append(plain)
            }
        }
        (self.coins, self.unknown) = (coins, unknown)
    }

    private static func coin(named word: String, _ universe: Universe) -> Int? {
        if let place = universe.index(ofID: word) { return place }
        guard case .coin(let place) = universe.unique(universe.indices(bearing: fold(word))) else { return nil }
        return place
    }
}
