/// What a series is about, in the words of the source.
public enum Subject: Hashable, Sendable {
    /// A coin.
    case coin(CoinKey)
    /// A repository, `owner/name`.
    case repository(RepositoryName)
    /// One column of one search-interest export.
    case searchTerm(SearchTerm)
    /// A currency or another unit of money by its code, lower-case, such as `eur`: what it is worth.
    case currency(String)
    /// The market as a whole: all coins of a source together.
    case market
    /// A protocol or a chain of a source.
    case `protocol`(ProtocolKey)
}

/// How a source names a coin: at least one of the three is there.
///
/// Only an id is a key, and only within its source; symbols and names are search words that are matched against the
/// coin list later and never guessed.
public struct CoinKey: Hashable, Sendable {
    /// The source's own id.
    public let id: String?
    /// The ticker symbol as written.
    public let symbol: String?
    /// The name as written.
    public let name: String?
    /// Whether the id is the coin list's, whatever the source's own ids are: a person named the coin.
    public let isListed: Bool

    /// A key from what a source gives; nil for a part that it does not give.
    public init(id: String? = nil, symbol: String? = nil, name: String? = nil, isListed: Bool = false) {
        (self.id, self.symbol, self.name, self.isListed) = (id, symbol, name, isListed)
    }

    /// Equal when the bytes of all parts are: an impostor's symbol may be canonically equivalent to a coin's.
    public static func == (left: CoinKey, right: CoinKey) -> Bool {
        left.texts == right.texts && left.isListed == right.isListed
    }

    /// Hashes the parts.
    public func hash(into hasher: inout Hasher) { hasher.combine(texts) }

    private var texts: [ExactText?] { [id, symbol, name].map { $0.map(ExactText.init) } }
}

extension Subject {
    /// The id of the coin list's or a source's that it is named by; nil where it has none.
    public var id: String? {
        switch self {
        case .coin(let key): key.id
        case .searchTerm(let term): term.coin
        case .repository, .currency, .market, .protocol: nil
        }
    }
}
