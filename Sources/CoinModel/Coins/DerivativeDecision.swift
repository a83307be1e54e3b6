/// What a person decided about a coin: whether it borrows another's value, and how.
///
/// It stands among the coin's tags, as `derivative:no` or `derivative:staked`.
public enum DerivativeDecision: String, Sendable, CaseIterable {
    /// It is a coin of its own, whatever tags, name and price say.
    case no
    /// It borrows another's value.
    case yes
    /// It does, in this way.
    case stablecoin, wrapped, staked, bridged, pegged
    /// It does, as a share of a company or fund that is traded as a token.
    case tokenisedShare = "tokenised-share"

    private static let prefix = "derivative:"

    /// The tag.
    public var tag: String { DerivativeDecision.prefix + rawValue }

    /// Whether a tag is a decision.
    static func isWritten(_ tag: String) -> Bool { DerivativeDecision(tag: tag) != nil }

    /// Reads a tag; nil for any other.
    public init?(tag: String) {
        guard tag.hasPrefix(DerivativeDecision.prefix) else { return nil }
        self.init(rawValue: String(tag.dropFirst(DerivativeDecision.prefix.count)))
    }
}
