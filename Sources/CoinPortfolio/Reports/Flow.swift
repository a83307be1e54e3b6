public import CoinModel

/// What an entry moves over the portfolio's border: money for coins, and coins that come or go otherwise, by their price.
///
/// Income and fees in coins move nothing.
public struct Flow {
    /// Whether it flows in.
    let isIn: Bool
    /// How much, in the portfolio's currency, 0 or more but for fees beyond the proceeds; nil where its price is unknown.
    let money: ExactDecimal?
    /// Why its price is unknown; nil where it is not.
    let obstacle: String?

    /// Whether it may change what a return is told of: not where it is known to be nothing.
    var isSome: Bool { money.map { !$0.isZero } ?? true }

    /// The flow of an entry.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - held: how many of its coins were held before it.
    ///   - rate: what a currency was worth on a day.
    ///   - prices: the price of an entry that says none, of that very day; one that says one in money without a rate is
    ///     unknown, for what was paid may be far from what others paid that day.
    public init(_ entry: Transaction, held: ExactDecimal, rate: Holdings.Rate, prices: PriceSource) {
        let day = entry.time.limit.day
        let worth = rate(entry.currency, day)
        let fee = entry.isFeeInCoin ? .zero : entry.fee.map { fee in worth.map { fee * $0 } } ?? .zero
        func money(_ amount: ExactDecimal) -> ExactDecimal? {
            if let price = entry.price { return worth.map { amount * price * $0 } }
            let price = prices(entry.coin, [strictly(day)])?.first?.price
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
        let noRate = entry.isInMoney && worth == nil ? "no rate of \(entry.currency.uppercased())" : nil
        obstacle = self.money == nil ? "\(noRate ?? "no price of \(entry.coin)") on \(day)" : nil
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
