public import CoinModel

/// What a portfolio comes to: the figures of its first sentence, its row of sums and its tiles.
///
/// Sums are over the coins that have the value; the ids of the others stand beside them, so that no sum passes for that of all.
public struct HoldingsSummary: Sendable {
    /// A sum over some coins, NaN where none has the value.
    public struct Sum: Sendable {
        /// The sum, in the portfolio's currency.
        public let amount: Double
        /// The sum in percent of what it is measured against.
        public let percent: Double
        /// The ids of the coins that are left out.
        public let without: [String]
    }

    /// The moment up to which entries and prices enter.
    public let asOf: AsOf
    /// The currency, lower-case.
    public let currency: String
    /// How costs are divided: average or fifo.
    public let method: String
    /// What to call coins, by id.
    public var names: [String: String] = [:]
    /// What sales and fees brought over their cost, and what was earned; NaN where a price or cost is unknown.
    public var taken: (realised: Double, income: Double) = (.nan, .nan)
    /// What the coins are worth that have a price, and how many coins are owned.
    public let worth: Sum
    /// The number of coins.
    public let coins: Int
    /// The value less the cost, and in percent of the cost.
    public let gain: Sum
    /// What the price changes of 24 hours and 7 days brought, by the name of the span.
    public let changes: [String: Sum]
    /// The days of prices that are three days old or older, by coin.
    public let oldPrices: [String: Day]

    /// What to call a coin: its name, else its id.
    public func name(_ id: String) -> String { names[id] ?? id }
}
