/// In which way a coin stands for another value, and so is kept out of rankings.
///
/// This is the only place that lists kinds of derivatives.
public enum DerivativeKind: String, CaseIterable, Sendable {
    case stablecoin, wrapped, staked, bridged, pegged
    /// A share of a company or fund that is traded as a token.
    case tokenisedShare = "tokenised-share"

    /// One such coin, as in a remark.
    public var one: String {
        switch self {
        case .stablecoin: "a stablecoin"
        case .tokenisedShare: "a tokenised share"
        case .wrapped, .staked, .bridged, .pegged: "a \(rawValue) token"
        }
    }

    /// All kinds as help texts name them.
    public static let names = "stablecoins, wrapped, staked, bridged and pegged tokens and tokenised shares"
}

/// What a person decided about a coin: whether it stands for another value, and how.
///
/// It is written among the coin's tags, as `derivative:no` or `derivative:staked`.
public enum DerivativeDecision: Hashable, Sendable {
    /// It is a coin of its own, whatever tags, name and price say.
    case no
    /// It stands for another value; nil where the way was not said.
    case yes(DerivativeKind?)

    private static let prefix = "derivative:"

    /// The words that a coin list may have.
    public static let words = ["no", "yes"] + DerivativeKind.allCases.map(\.rawValue)

    /// Reads a word of a coin list, in lower case; nil for any other.
    public init?(word: String) {
        switch word {
        case "no": self = .no
        case "yes": self = .yes(nil)
        default:
            guard let kind = DerivativeKind(rawValue: word) else { return nil }
            self = .yes(kind)
        }
    }

    /// Reads a tag; nil for any other.
    public init?(tag: String) {
        guard tag.hasPrefix(DerivativeDecision.prefix) else { return nil }
        self.init(word: String(tag.dropFirst(DerivativeDecision.prefix.count)))
    }

    /// The tag.
    public var tag: String {
        let word =
            switch self {
            case .no: "no"
            case .yes(let kind): kind?.rawValue ?? "yes"
            }
        return DerivativeDecision.prefix + word
    }

    /// Whether a tag is a decision.
    static func isWritten(_ tag: String) -> Bool { DerivativeDecision(tag: tag) != nil }
}
