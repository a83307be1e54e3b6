public import CoinModel

/// What a portfolio comes to: the figures of its first sentence, its row of sums and its tiles.
///
/// Sums are over the coins that have the value; the ids of the others stand beside them, so that no sum passes for that of all.
public struct HoldingsSummary: Sendable {
    /// A sum over some coins, NaN where none has the value.
    public struct Sum: Sendable {
        /// The sum, in the portfolio's currency.
        public let amount: Double
        /// What it is measured against, of the same coins.
        public let base: Double
        /// The ids of the coins that are left out.
        public let without: [String]

        /// The sum in percent of what it is measured against.
        public var percent: Double { base == 0 ? .nan : 100 * amount / base }

        /// A sum.
        public init(_ amount: Double, of base: Double, without: [String]) {
            (self.amount, self.base, self.without) = (amount, base, without)
        }
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
    /// The number of coins.
    public var coins = 0
    /// What the coins are worth that have a price.
    public var worth = Sum(.nan, of: .nan, without: [])
    /// The value less the cost, against the cost.
    public var gain = Sum(.nan, of: .nan, without: [])
    /// What price changes brought, against the value before, by the name of the span.
    public var changes: [String: Sum] = [:]
    /// What to say of entries behind the moment; nil without any.
    public var later: String?
    /// The days of prices that are three days old or older, by coin.
    public var oldPrices: [String: Day] = [:]

    /// What a portfolio of nothing comes to.
    public init(asOf: AsOf, currency: String, method: String) {
        (self.asOf, self.currency, self.method) = (asOf, currency, method)
    }

    /// What to call a coin: its name, else its id.
    public func name(_ id: String) -> String { names[id] ?? id }
}
