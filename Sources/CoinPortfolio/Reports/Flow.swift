public import CoinModel

/// What an entry moves over the portfolio's border: money for coins, and coins that come or go otherwise, by their price.
///
/// A fee in money enters once: with a purchase or receipt, off what a sale brings, and of income and sending by itself, as
/// money that buys nothing. Income and fees in coins move nothing.
public struct Flow {
    /// What flows in, in the portfolio's currency, 0 or more; nil where its price is unknown.
    let paidIn: ExactDecimal?
    /// What flows out, 0 or more but for fees beyond the proceeds; nil where its price is unknown.
    let takenOut: ExactDecimal?
    /// Why a price is unknown; nil where none is.
    let obstacle: String?

    /// Whether it may change what a return is told of: not where it is known to be nothing.
    var isSome: Bool { [paidIn, takenOut].contains { $0.map { !$0.isZero } ?? true } }

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
        let fee = entry.moneyFee(at: worth)
        func money(_ amount: ExactDecimal) -> ExactDecimal? {
            if let price = entry.price { return worth.map { amount * price * $0 } }
            let price = prices(entry.coin, [strictly(day)])?.first?.price
            return price.map { amount * $0 }
        }
        let (incoming, outgoing): (ExactDecimal?, ExactDecimal?) =
            switch entry.kind {
            case .buy, .receive: (money(entry.amount).sum(fee), .zero)
            case .sell: (.zero, money(entry.amount).less(fee))
            case .send: (fee, money(entry.amount))
            case .set where entry.amount < held: (.zero, money(held - entry.amount))
            case .set: (money(entry.amount - held), .zero)
            case .income: (fee, .zero)
            case .fee, .reverse: (.zero, .zero)
            }
        let noRate = entry.isInMoney && worth == nil ? "no rate of \(entry.currency.uppercased())" : nil
        paidIn = incoming
        takenOut = outgoing
        obstacle = incoming.less(outgoing) == nil ? "\(noRate ?? "no price of \(entry.coin)") on \(day)" : nil
    }

    /// What flowed in less what flowed out; nil where a price is unknown.
    public var net: ExactDecimal? { paidIn.less(takenOut) }
}
