internal import CoinModel

/// Coins that borrow another's value, and so are kept out of rankings: by tag, by name, by list.
enum Exclusion {
    /// The reason of coins that stand for money.
    static let stablecoin = "a stablecoin"

    /// Tags of coin lists that exclude; `stablecoin` also behind other words, as in `usd-stablecoin`.
    ///
    /// Tags of what merely serves such coins (`stablecoin-issuer`, `liquid-staking`) are left alone.
    private static let tags: [(tag: String, reason: String)] = [
        ("stablecoin", stablecoin), ("wrapped", "a wrapped token"), ("staked", "a staked token"),
        ("liquid-staked", "a staked token"), ("liquid-staking-token", "a staked token"),
        ("liquid-restaking-token", "a staked token"), ("bridged", "a bridged token"), ("pegged", "a pegged token"),
        ("tokenized-btc", "a wrapped token"), ("tokenized-gold", "a pegged token"),
    ]

    /// Words of names that exclude.
    private static let words: [(word: String, reason: String)] = [
        ("wrapped", "a wrapped token"), ("staked", "a staked token"), ("bridged", "a bridged token"),
        ("pegged", "a pegged token"), ("binance-peg", "a pegged token"),
    ]

    /// Ids of well-known ones that lists often leave without a tag.
    private static let ids: [String: String] = [
        "tether": stablecoin, "usd-coin": stablecoin, "dai": stablecoin, "binance-usd": stablecoin,
        "true-usd": stablecoin, "frax": stablecoin, "first-digital-usd": stablecoin,
        "paypal-usd": stablecoin, "ethena-usde": stablecoin, "usds": stablecoin, "usdd": stablecoin,
        "terrausd": stablecoin, "gemini-dollar": stablecoin, "paxos-standard": stablecoin,
        "weth": "a wrapped token", "rocket-pool-eth": "a staked token", "pax-gold": "a pegged token",
        "tether-gold": "a pegged token",
    ]

    /// Why a coin is kept out, as `a stablecoin`; nil when it is not.
    static func reason(_ coin: Coin) -> String? {
        let own = Set(coin.tags.map(plain))
        if let hit = tags.first(where: { own.contains($0.tag) }) { return hit.reason }
        if own.contains(where: { $0.hasSuffix("-stablecoin") }) { return stablecoin }
        if let reason = ids[coin.id] { return reason }
        let name = Set(coin.name.lowercased().split(separator: " "))
        return words.first { name.contains(Substring($0.word)) }?.reason
    }

    /// A tag in one spelling: `Wrapped Tokens`, `wrapped-tokens` and `wrapped` are the same.
    private static func plain(_ tag: String) -> String {
        var words = tag.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }
        if let last = words.last, last.hasSuffix("s") { words[words.count - 1] = last.dropLast() }
        let isToken = words.count == 2 && words[1] == "token"
        return (isToken ? words.dropLast() : words[...]).joined(separator: "-")
    }
}
