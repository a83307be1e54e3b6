/// The tags that put coins into sectors, such as `layer-1` or `privacy`: those of coin lists, and what sources call
/// categories or tags.
///
/// This is the only place where a tag gets its spelling, and where tags become one text and are found in it.
public enum CoinTag {
    /// What stands between the tags of a text.
    public static let separator: Character = ";"

    /// A tag in the spelling that all lists and sources share: lower-case letters and digits in words joined by `-`, without
    /// what stands in parentheses and without `coins` or `tokens` at the end.
    ///
    /// `Layer 1 (L1)` is `layer-1`, `Privacy Coins` is `privacy`; a text without letters and digits is empty.
    public static func spelling(_ text: some StringProtocol) -> String {
        let lower = text.lowercased()
        var words = lower.prefix { $0 != "(" }.split { !$0.isLetter && !$0.isNumber }
        if words.isEmpty { words = lower.split { !$0.isLetter && !$0.isNumber } }
        while words.count > 1, let last = words.last, endings.contains(String(last)) { words.removeLast() }
        return words.joined(separator: "-")
    }

    private static let endings: Set = ["coin", "coins", "token", "tokens"]

    /// Tags in one spelling, each once, in the order of the first.
    public static func spelled(_ tags: [String]) -> [String] {
        var seen: Set<String> = []
        return tags.map { spelling($0) }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Whether a text of tags, as columns have them, contains a tag, in whatever spelling that is written.
    public static func isIn(_ tags: String, _ tag: String) -> Bool {
        let wanted = spelling(tag)
        return tags.split(separator: separator).contains { $0 == wanted }
    }
}

extension Coin {
    /// The tags that its list names, without search terms and decisions, in one spelling.
    public var listedTags: [String] {
        CoinTag.spelled(tags.filter { !DeclaredSearchTerm.isWritten($0) && !DerivativeDecision.isWritten($0) })
    }

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
