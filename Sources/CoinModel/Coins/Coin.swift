/// A coin as a coin list gives it.
public struct Coin: Hashable, Sendable {
    /// The key: unique in the universe, never a path, never guessed from a symbol.
    public var id: String
    /// The ticker symbol as the list writes it; not unique, and empty where unknown.
    public let symbol: String
    /// The name as the list writes it; empty where unknown.
    public let name: String
    /// Its repositories in the list's order.
    public var repositories: [RepositoryName]
    /// What these are to it, of those of which the list says anything.
    public var roles: [RepositoryName: RepositoryRole] = [:]
    /// The owners all of whose repositories are its own, as far as the store has any.
    public var owners: [RepositoryOwner] = []
    /// Its tags in the list's order, such as `L1` or `stablecoin`.
    public let tags: [String]
    /// Where repositories come from, in the list's order.
    public let upstreams: [RepositoryUpstream]

    /// A coin; lists may leave out repositories, tags and upstreams.
    public init(
        id: String,
        symbol: String,
        name: String,
        repositories: [RepositoryName] = [],
        tags: [String] = [],
        upstreams: [RepositoryUpstream] = []
    ) {
        (self.id, self.symbol, self.name) = (id, symbol, name)
        (self.repositories, self.tags, self.upstreams) = (repositories, tags, upstreams)
    }
}

/// That a repository got another name: `former/name>current/name`.
public struct RepositoryRename: Hashable, Sendable, CustomStringConvertible {
    /// The name that it had.
    public let former: RepositoryName
    /// The name that followed.
    public let current: RepositoryName

    /// A rename.
    public init(former: RepositoryName, current: RepositoryName) { (self.former, self.current) = (former, current) }

    /// Reads `former/name>current/name`; nil for anything else, and for a name that would follow itself.
    public init?(_ text: some StringProtocol) {
        guard let (former, current) = RepositoryName.pair(text, parted: ">") else { return nil }
        self.init(former: former, current: current)
    }

    /// `former/name>current/name`.
    public var description: String { "\(former)>\(current)" }
}

/// That a repository comes from another one, whose commits are never its own: `fork/name<source/name`.
public struct RepositoryUpstream: Hashable, Sendable, CustomStringConvertible {
    /// The one that comes from the other.
    public let repository: RepositoryName
    /// The one that it comes from.
    public let upstream: RepositoryName

    /// Reads `fork/name<source/name`; nil for anything else, and for a repository that would come from itself.
    public init?(_ text: some StringProtocol) {
        guard let (repository, upstream) = RepositoryName.pair(text, parted: "<") else { return nil }
        self.repository = repository
        self.upstream = upstream
    }

    /// `fork/name<source/name`.
    public var description: String { "\(repository)<\(upstream)" }
}

extension RepositoryName {
    /// The two different names that a mark parts; nil for anything else.
    fileprivate static func pair(_ text: some StringProtocol, parted mark: Character) -> (
        RepositoryName, RepositoryName
    )? {
        let names = text.split(separator: mark, omittingEmptySubsequences: false).map { RepositoryName($0) }
        guard names.count == 2, let one = names[0], let other = names[1], one != other else { return nil }
        return (one, other)
    }
}

extension Coin {
    /// The coin in a title: `Bitcoin (BTC, bitcoin)`, without what is not known of it.
    public var title: String {
        let words = [symbol, id].filter { !$0.isEmpty }.joined(separator: ", ")
        return name.isEmpty ? words : "\(name) (\(words))"
    }
}

extension Coin {
    /// What a repository is to the coin, by its name in the list.
    public func role(of repository: RepositoryName) -> RepositoryRole { roles[repository] ?? .core }

    /// Its repositories as a list has them.
    public var listedRepositories: [ListedRepository] { repositories.map { ListedRepository($0, role(of: $0)) } }

    /// Takes repositories as a list has them, each once, the first role counts.
    public mutating func list(_ entries: [ListedRepository]) {
        repositories = []
        roles = [:]
        var seen: Set<RepositoryName> = []
        for entry in entries where seen.insert(entry.name).inserted {
            repositories.append(entry.name)
            if entry.role != .core { roles[entry.name] = entry.role }
        }
    }
}
