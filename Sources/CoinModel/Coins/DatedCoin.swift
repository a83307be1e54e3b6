/// An entry of a coin list that holds from a moment on.
public struct DatedCoin: Hashable, Sendable {
    /// The entry.
    public let coin: Coin
    /// Since when it is so.
    public let since: Instant

    /// An entry since a moment.
    public init(_ coin: Coin, since: Instant) { (self.coin, self.since) = (coin, since) }
}

/// What coin lists say of a coin, from moment to moment.
public struct CoinHistory: Hashable, Sendable {
    /// What holds before the first moment; nil where no list says so.
    public let before: Coin?
    /// The entries that hold from a moment on, oldest first, at least one.
    public let entries: [DatedCoin]

    /// The history of these entries.
    public init(before: Coin?, _ entries: [DatedCoin]) { (self.before, self.entries) = (before, entries) }

    /// The entry that holds at a moment, nil for the newest; before the first moment that any list speaks of the oldest
    /// one, as a list without a moment would.
    public func coin(at moment: AsOf?) -> Coin? {
        let reached = entries.last { moment?.includes($0.since) ?? true }
        return reached?.coin ?? before ?? entries.first?.coin
    }
}

extension Coin {
    /// Whether the entry says nothing but what a person decided about the coin.
    public var isDecisionAlone: Bool {
        symbol.isEmpty && name.isEmpty && repositories.isEmpty && upstreams.isEmpty && !tags.isEmpty
            && tags.allSatisfy(DerivativeDecision.isWritten)
    }

    /// The kinds of tags, of which an entry may leave one out: words, search terms and decisions.
    private static let tagKinds: [@Sendable (String) -> Bool] = [
        { !DeclaredSearchTerm.isWritten($0) && !DerivativeDecision.isWritten($0) }, DeclaredSearchTerm.isWritten,
        DerivativeDecision.isWritten,
    ]

    /// The entry with what another one leaves out taken from it.
    public func filled(from older: Coin?) -> Coin {
        guard let older else { return self }
        let listsNone = repositories.isEmpty && owners.isEmpty
        var filled = Coin(
            id: id,
            symbol: symbol.isEmpty ? older.symbol : symbol,
            name: name.isEmpty ? older.name : name,
            repositories: listsNone ? older.repositories : repositories,
            tags: Coin.tagKinds.flatMap { isOfKind in
                let own = tags.filter(isOfKind)
                return own.isEmpty ? older.tags.filter(isOfKind) : own
            },
            upstreams: upstreams.isEmpty ? older.upstreams : upstreams
        )
        filled.owners = listsNone ? older.owners : owners
        filled.roles = listsNone ? older.roles : roles
        return filled
    }
}
