internal import CoinModel

/// Coins that borrow another's value, and so are kept out of rankings: by tag, by name, by list.
enum Exclusion {
    /// Tags of coin lists that exclude, with the reason that is shown.
    private static let tags: [(tag: String, reason: String)] = [
        ("stablecoin", "a stablecoin"), ("stablecoins", "a stablecoin"), ("wrapped", "a wrapped token"),
        ("wrapped-tokens", "a wrapped token"), ("staked", "a staked token"), ("liquid-staking", "a staked token"),
        ("liquid-staking-tokens", "a staked token"), ("bridged", "a bridged token"), ("pegged", "a pegged token"),
        ("synthetic", "a synthetic token"), ("tokenized-gold", "a pegged token"),
    ]

    /// First words of names that exclude.
    private static let names: [(prefix: String, reason: String)] = [
        ("wrapped ", "a wrapped token"), ("staked ", "a staked token"), ("liquid staked ", "a staked token"),
        ("bridged ", "a bridged token"), ("binance-peg ", "a pegged token"),
    ]

    /// Ids of well-known ones that lists often leave without a tag.
    private static let ids: [String: String] = [
        "tether": "a stablecoin", "usd-coin": "a stablecoin", "dai": "a stablecoin", "binance-usd": "a stablecoin",
        "true-usd": "a stablecoin", "frax": "a stablecoin", "first-digital-usd": "a stablecoin",
        "wrapped-bitcoin": "a wrapped token", "weth": "a wrapped token", "staked-ether": "a staked token",
        "wrapped-steth": "a wrapped token", "rocket-pool-eth": "a staked token", "pax-gold": "a pegged token",
        "tether-gold": "a pegged token",
    ]

    /// Why a coin is kept out, as `a stablecoin`; nil when it is not.
    static func reason(_ coin: Coin) -> String? {
        let own = Set(coin.tags.map { $0.lowercased() })
        if let hit = tags.first(where: { own.contains($0.tag) }) { return hit.reason }
        if let reason = ids[coin.id] { return reason }
        let name = coin.name.lowercased()
        return names.first { name.hasPrefix($0.prefix) }?.reason
    }
}
