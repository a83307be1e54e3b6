public import CoinModel

/// What a terminal says around the first rows of a ranking: how many coins have a rank, of when their prices are, and why
/// the others have none.
public struct RankingSummary: Sendable {
    /// The moment up to which facts entered.
    public let asOf: AsOf
    /// How many coins have a rank.
    public let ranked: Int
    /// The coins without a rank by the reason for it, the reason of most coins first.
    public let unranked: [(reason: String, coins: [String])]
    /// The days of the newest prices of ranked coins that are shown with their day, the oldest first, one for each coin.
    public let oldPrices: [String]
    /// The days of the other ones, likewise.
    public let newPrices: [String]
}
