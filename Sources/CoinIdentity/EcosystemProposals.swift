public import CoinModel

/// An ecosystem that may be a coin's, and what speaks for it.
public struct EcosystemProposal: Hashable, Sendable {
    /// The coin.
    public let coin: Coin
    /// The ecosystem; its repositories are those of coins.
    public let ecosystem: Ecosystem
    /// Whether it bears the coin's name or id; letter case and all but letters and digits do not count.
    public let hasName: Bool
    /// Whether it bears the coin's symbol.
    public let hasSymbol: Bool
    /// The coin's repositories that are in it, in the coin's order.
    public let shared: [RepositoryName]
}

/// Finds for each coin the ecosystems that something speaks for; which of them are the coin's is for a person to say.
public struct EcosystemProposals: Sendable {
    /// The most ecosystems that are proposed for a coin.
    public static let limit = 5

    private let ecosystems: [Ecosystem]
    private let byWord: [String: [Int]]
    private let byRepository: [RepositoryName: [Int]]

    /// The ecosystems of a taxonomy, each with those of its repositories that coins have.
    public init(_ ecosystems: [Ecosystem]) {
        self.ecosystems = ecosystems
        byWord = Dictionary(grouping: ecosystems.indices) { EcosystemProposals.word(ecosystems[$0].part.name) }
        var holders: [RepositoryName: [Int]] = [:]
        for (place, ecosystem) in ecosystems.enumerated() {
            for repository in ecosystem.repositories { holders[repository, default: []].append(place) }
        }
        byRepository = holders
    }

    /// What may be a coin's, what most speaks for first: its name, then shared repositories, its symbol, its size.
    public func proposals(for coin: Coin) -> [EcosystemProposal] {
        let names = Set([coin.name, coin.id].map(EcosystemProposals.word)).filter { !$0.isEmpty }
        let symbol = EcosystemProposals.word(coin.symbol)
        var shared: [Int: [RepositoryName]] = [:]
        for repository in coin.repositories {
            for place in byRepository[repository] ?? [] { shared[place, default: []].append(repository) }
        }
        let words = symbol.isEmpty ? names : names.union([symbol])
        let places = Set(shared.keys).union(words.flatMap { byWord[$0] ?? [] })
        let found = places.sorted().map { place in
            let word = EcosystemProposals.word(ecosystems[place].part.name)
            return EcosystemProposal(
                coin: coin,
                ecosystem: ecosystems[place],
                hasName: names.contains(word),
                hasSymbol: !symbol.isEmpty && word == symbol,
                shared: shared[place] ?? []
            )
        }
        return Array(found.sorted(by: EcosystemProposals.precedes).prefix(EcosystemProposals.limit))
    }

    private static func precedes(_ left: EcosystemProposal, _ right: EcosystemProposal) -> Bool {
        if left.hasName != right.hasName { return left.hasName }
        if left.shared.count != right.shared.count { return left.shared.count > right.shared.count }
        if left.hasSymbol != right.hasSymbol { return left.hasSymbol }
        if left.ecosystem.count != right.ecosystem.count { return left.ecosystem.count > right.ecosystem.count }
        return left.ecosystem.part.name.utf8.lexicographicallyPrecedes(right.ecosystem.part.name.utf8)
    }

    private static func word(_ text: String) -> String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
