public import CoinModel

/// What an entry moves over the portfolio's border: money for coins, and coins that come or go otherwise, by their price.
///
/// Income and fees in coins move nothing.
public struct Flow {
    /// Whether it flows in.
    let isIn: Bool
    /// How much, in the portfolio's currency, 0 or more but for fees beyond the proceeds; nil where its price is unknown.
    let money: ExactDecimal?

    /// The flow of an entry.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - held: how many of its coins were held before it.
    ///   - rate: what a currency was worth on a day.
    ///   - prices: the price of an entry that says none, of that very day.
    public init(_ entry: Transaction, held: ExactDecimal, rate: Holdings.Rate, prices: PriceSource) {
        let day = entry.time.limit.day
        let worth = rate(entry.currency, day)
        let own = entry.price.flatMap { price in worth.map { price * $0 } }
        let fee = entry.isFeeInCoin ? .zero : entry.fee.map { fee in worth.map { fee * $0 } } ?? .zero
        func money(_ amount: ExactDecimal) -> ExactDecimal? {
            let price = own ?? prices(entry.coin, AsOf.day(day).limit, Instant.millisecondsPerDay - 1)?.price
            return price.map { amount * $0 }
        }
        (isIn, self.money) =
            switch entry.kind {
            case .buy, .receive: (true, money(entry.amount).sum(fee))
            case .sell: (false, money(entry.amount).sum(fee.map { -$0 }))
            case .send: (false, money(entry.amount))
            case .set where entry.amount < held: (false, money(held - entry.amount))
            case .set: (true, money(entry.amount - held))
            case .income, .fee, .reverse: (true, .zero)
            }
    }

    /// What flowed in less what flowed out; nil where its price is unknown.
    public var net: ExactDecimal? { isIn ? money : money.map { -$0 } }
}

extension ExactDecimal? {
    /// The sum; nil where one is missing.
    public func sum(_ other: ExactDecimal?) -> ExactDecimal? {
        flatMap { one in other.map { one + $0 } }
    }
}
