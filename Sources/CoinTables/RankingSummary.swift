public import CoinModel

/// The lines of a terminal around the first rows of a ranking: how many coins have a rank, of when their prices are, and why
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
    /// The same of the other ranked coins.
    public let newPrices: [String]
}

/// How a coin of a ranking stands to its short list.
///
/// This is the only place where that is decided of a row: it stands out, it is next, that is probably among the best without
/// standing out, it is one of the others, or it has no rank.
public enum RowStanding: Hashable, Sendable {
    case standsOut, next, other, unranked

    /// The standing of a row, whose cells are taken by the names of their columns.
    public init(_ cell: (_ column: String) -> Cell?) {
        if cell("rank")?.whole == nil {
            self = .unranked
        } else if cell("worth_a_look")?.text == "yes" {
            self = .standsOut
        } else {
            // A share that is stored is compared to nine decimals.
            self = (cell("p_top10")?.value ?? 0) >= Overview.leastTop - 5e-10 ? .next : .other
        }
    }

    /// Below so many units of work in the year the figures of a coin are few.
    public static let fewUnits = 100.0
}
