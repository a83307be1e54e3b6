internal import CoinModel

/// A coin whose value follows another's, such as a wrapped token, and the evidence for it; rankings leave it out.
struct Derivative: Hashable, Sendable {
    /// Its kind; nil where a person's decision names none.
    let kind: DerivativeKind?
    /// How it is known, for the end of a sentence: `by its tag`.
    let evidence: String
    private let isDecided: Bool

    init(_ kind: DerivativeKind, _ evidence: String) { (self.kind, self.evidence, isDecided) = (kind, evidence, false) }

    private init(decided kind: DerivativeKind?) { (self.kind, evidence, isDecided) = (kind, "by your table", true) }

    /// The remark of rankings.
    var reason: String {
        guard isDecided else { return kind?.one ?? "" }
        return "excluded by your table" + (kind.map { " as \($0.one)" } ?? "")
    }

    /// What it is and how that is known, as `a wrapped token, by its tag `wrapped``.
    var note: String { "\(kind?.one ?? "no coin of its own"), \(evidence)" }

    /// Whether the coin counts in what the market adds up to: stablecoins are money of their own.
    var isMoney: Bool { kind == .stablecoin }

    /// What a person decided of a coin, by the last such tag: nil without a decision, a nil of it where it is none.
    static func decided(of coin: Coin) -> Derivative?? {
        guard let decision = coin.tags.lazy.compactMap(DerivativeDecision.init(tag:)).last else { return nil }
        return switch decision {
        case .no: .some(nil)
        case .yes(let kind): Derivative(decided: kind)
        }
    }

    /// What the tags of its list, or its id, say of a coin; nil where they say nothing.
    static func listed(_ coin: Coin) -> Derivative? {
        let own = Set(coin.tags.map(plain))
        if let hit = tags.first(where: { own.contains($0.tag) }) {
            return Derivative(hit.kind, "by its tag `\(hit.tag)`")
        }
        if let tag = own.filter({ $0.hasSuffix("-stablecoin") }).min() {
            return Derivative(.stablecoin, "by its tag `\(tag)`")
        }
        return ids[coin.id].map { Derivative($0, "by its id") }
    }

    /// Tags of coin lists that exclude; `stablecoin` also behind other words, as in `usd-stablecoin`.
    ///
    /// Tags of what merely serves such coins (`stablecoin-issuer`, `liquid-staking`) are left alone.
    private static let tags: [(tag: String, kind: DerivativeKind)] = [
        ("stablecoin", .stablecoin), ("wrapped", .wrapped), ("staked", .staked), ("liquid-staked", .staked),
        ("liquid-staking-token", .staked), ("liquid-restaking-token", .staked), ("bridged", .bridged),
        ("pegged", .pegged), ("tokenized-btc", .wrapped), ("tokenized-gold", .pegged),
        ("tokenized-stock", .tokenisedShare), ("tokenised-share", .tokenisedShare),
        ("tokenized-exchange-traded-funds-(etfs)", .tokenisedShare), ("xstocks-ecosystem", .tokenisedShare),
    ]

    /// Ids of well-known ones that lists often leave without a tag.
    private static let ids: [String: DerivativeKind] = [
        "tether": .stablecoin, "usd-coin": .stablecoin, "dai": .stablecoin, "binance-usd": .stablecoin,
        "true-usd": .stablecoin, "frax": .stablecoin, "first-digital-usd": .stablecoin, "paypal-usd": .stablecoin,
        "ethena-usde": .stablecoin, "usds": .stablecoin, "usdd": .stablecoin, "terrausd": .stablecoin,
        "gemini-dollar": .stablecoin, "paxos-standard": .stablecoin, "euro-coin": .stablecoin, "weth": .wrapped,
        "wrapped-bitcoin": .wrapped, "rocket-pool-eth": .staked, "staked-ether": .staked, "reth": .staked,
        "pax-gold": .pegged, "tether-gold": .pegged,
    ]

    /// A tag in one spelling: `Wrapped Tokens`, `wrapped-tokens` and `wrapped` are the same.
    private static func plain(_ tag: String) -> String {
        var words = tag.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }
        if let last = words.last, last.hasSuffix("s") { words[words.count - 1] = last.dropLast() }
        let isToken = words.count == 2 && words[1] == "token"
        return (isToken ? words.dropLast() : words[...]).joined(separator: "-")
    }
}
