public import CoinModel

/// Which ecosystems of a taxonomy are which coins', as a person decided it.
///
/// A coin may have several ecosystems, and an ecosystem several coins: then its repositories are shared.
public struct EcosystemMap: Sendable {
    /// What is to be asked of a taxonomy, each part once, in the table's order.
    public let parts: [EcosystemPart]

    /// The coins that something is decided of.
    public let coins: Set<String>

    private let coinsOfPart: [EcosystemPart: [String]]

    /// The map of a table's rows, each of which says that an ecosystem, or so much of it, is a coin's.
    public init(_ links: [(coin: String, part: EcosystemPart)]) {
        coins = Set(links.map(\.coin))
        coinsOfPart = Dictionary(grouping: links, by: \.part).mapValues { $0.map(\.coin) }
        var seen: Set<EcosystemPart> = []
        parts = links.map(\.part).filter { seen.insert($0).inserted }
    }

    /// The coins, in order of the table, that have an ecosystem as a taxonomy has it.
    public func coins(of ecosystem: Ecosystem) -> [CoinEcosystem] {
        (coinsOfPart[ecosystem.part] ?? []).map { CoinEcosystem(coin: $0, ecosystem: ecosystem) }
    }
}

/// Counts repositories that several coins have.
public struct SharedRepositories: Sendable {
    private var coins: [String: Int32] = [:]
    private var firstCoin: [String: Int32] = [:]
    private var shared: Set<String> = []

    /// None yet.
    public init() {}

    /// How many repositories any coin has.
    public var count: Int { firstCoin.count }

    /// How many of them several coins have.
    public var sharedCount: Int { shared.count }

    /// Adds what a coin has.
    public mutating func add(_ repositories: [RepositoryName], of coin: String) {
        let number = coins[coin] ?? Int32(coins.count)
        coins[coin] = number
        for repository in repositories {
            if let first = firstCoin[repository.key] {
                if first != number { shared.insert(repository.key) }
            } else {
                firstCoin[repository.key] = number
            }
        }
    }
}
