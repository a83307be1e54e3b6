/// A coin as a coin list gives it.
public struct Coin: Hashable, Sendable {
    /// The key: unique in the universe, never a path, never guessed from a symbol.
    public let id: String
    /// The ticker symbol as the list writes it; not unique.
    ///
    /// Empty where unknown.
    public let symbol: String
    /// The name as the list writes it.
    ///
    /// Empty where unknown.
    public let name: String
    /// Its repositories in the list's order.
    public let repositories: [RepositoryName]
    /// Its tags in the list's order, such as `L1` or `stablecoin`.
    public let tags: [String]

    /// A coin; lists may leave out repositories and tags.
    public init(id: String, symbol: String, name: String, repositories: [RepositoryName] = [], tags: [String] = []) {
        self.id = id
        self.symbol = symbol
        self.name = name
        self.repositories = repositories
        self.tags = tags
    }
}
