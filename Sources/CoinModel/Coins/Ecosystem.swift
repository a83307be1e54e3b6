/// How much of an ecosystem is meant.
public enum EcosystemScope: String, Sendable, CaseIterable {
    /// The repositories that the ecosystem names itself.
    case direct
    /// Those of the ecosystems below it as well, at any depth, each once.
    case all
    /// Nothing of it: somebody looked and it is not the coin's.
    case none
}

/// An ecosystem by the name that its taxonomy gives it, and how much of it is meant.
public struct EcosystemPart: Hashable, Sendable {
    /// The name, letter for letter: names that differ in case are different ecosystems.
    public let name: String
    /// Which of its repositories.
    public let scope: EcosystemScope

    /// A part of an ecosystem.
    public init(name: String, scope: EcosystemScope) { (self.name, self.scope) = (name, scope) }
}

/// What is asked of a taxonomy of ecosystems.
public enum EcosystemQuestion: Hashable, Sendable {
    /// The repositories of some ecosystems.
    case parts([EcosystemPart])
    /// Every ecosystem, with those of its own repositories that are among these.
    case holders(of: Set<RepositoryName>)
}

/// The content of a taxonomy about a part of an ecosystem.
public struct Ecosystem: Hashable, Sendable {
    /// The ecosystem, and which of its repositories.
    public let part: EcosystemPart
    /// The moment since which it is so: that of the newest change that was read, or when the taxonomy was observed.
    public let since: Instant
    /// How many repositories it has, those on other hosts among them.
    public let count: Int
    /// Its repositories, or those asked about, by key in byte order; each once, in the spelling that comes first.
    public let repositories: [RepositoryName]

    /// A part of an ecosystem.
    public init(part: EcosystemPart, since: Instant, count: Int, repositories: [RepositoryName]) {
        (self.part, self.since, self.count, self.repositories) = (part, since, count, repositories)
    }
}

/// The repositories that a coin has by an ecosystem, since a moment.
public struct CoinEcosystem: Hashable, Sendable {
    /// The coin's id.
    public let coin: String
    /// The ecosystem.
    public let ecosystem: Ecosystem

    /// A coin's ecosystem.
    public init(coin: String, ecosystem: Ecosystem) {
        (self.coin, self.ecosystem) = (coin, ecosystem)
    }
}
