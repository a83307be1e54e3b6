/// Whose ids a series' coin ids are.
///
/// An id is a key only within its source. Tidy files and CoinGecko's answers speak the coin list's own language; the
/// ids of every other source are known to that source alone and are matched to listed coins by symbol and name.
public enum IdentifierSpace: Hashable, Sendable {
    /// The coin list's ids.
    case universe
    /// The ids of one source, such as `coinpaprika`.
    case source(String)

    /// The space of a series' source, such as `coingecko-markets` or `tidy-market:yahoo`.
    public init(source: String) {
        let family = source.prefix { $0 != "-" && $0 != ":" }
        switch family {
        case "tidy", "coingecko", "coins": self = .universe
        default: self = .source(String(family))
        }
    }

    /// The name under which it stands in the store; empty for the universe.
    public var name: String {
        switch self {
        case .universe: ""
        case .source(let family): family
        }
    }
}
