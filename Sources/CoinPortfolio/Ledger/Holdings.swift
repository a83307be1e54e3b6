public import CoinModel

/// What a portfolio holds after some of its entries, by coin.
public struct Holdings {
    /// What one unit of a currency was worth on a day in the portfolio's currency; nil where nobody knows.
    public typealias Rate = (_ currency: String, _ day: Day) -> ExactDecimal?

    /// What each coin's position is, of all coins that ever were in it.
    public private(set) var positions: [String: Position] = [:]
    /// What each entry brought: its realised profit, for those that have one; nil where the cost is unknown.
    public private(set) var realised: [Int: ExactDecimal?] = [:]
    private let method: CostMethod
    private let rate: Rate

    /// Nothing held.
    public init(_ method: CostMethod, rate: @escaping Rate) { (self.method, self.rate) = (method, rate) }

    /// The entries that count, in the order of their times: none that is reversed, and no reversal.
    ///
    /// Entries of one moment stand in the order of the ledger.
    public static func counting(_ entries: [Transaction], upTo asOf: AsOf? = nil) -> [Transaction] {
        let reversed = Set(entries.compactMap(\.reverses))
        return entries.filter { entry in
            entry.kind != .reverse && !reversed.contains(entry.number)
                && asOf.map { entry.time.limit <= $0.limit } ?? true
        }
        .sorted { ($0.time.limit, $0.number) < ($1.time.limit, $1.number) }
    }

    /// What is held after entries in the order of their times.
    ///
    /// - Throws: `PortfolioError` for the first entry that takes more than is held.
    public mutating func take(_ entries: some Sequence<Transaction>) throws(PortfolioError) {
        for entry in entries { try take(entry) }
    }

    /// Takes one entry.
    ///
    /// - Throws: `PortfolioError` when it takes more than is held.
    public mutating func take(_ entry: Transaction) throws(PortfolioError) {
        // Taken out of the table meanwhile: one that two places hold would be copied with all its lots.
        var position = positions.updateValue(Position(), forKey: entry.coin) ?? Position()
        defer { positions[entry.coin] = position }
        let unit = entry.price.flatMap { price in rate(entry.currency, entry.time.limit.day).map { price * $0 } }
        let inCoin = entry.isFeeInCoin ? entry.fee ?? .zero : .zero
        let fee = entry.fee == nil ? ExactDecimal.zero : fee(of: entry, unit)
        // A fee in coins has its cost in the coins themselves.
        let inMoney = entry.isFeeInCoin ? .zero : fee
        let worth = unit.map { entry.amount * $0 }
        position.fees = position.fees.flatMap { sum in fee.map { sum + $0 } }
        switch entry.kind {
        case .buy, .receive, .income:
            let cost = worth.flatMap { worth in inMoney.map { worth + $0 } }
            position.add(.init(amount: entry.amount - inCoin, cost: cost), by: method)
            if entry.kind == .income { position.income = position.income.flatMap { sum in worth.map { sum + $0 } } }
        case .sell:
            let cost = try taken(entry.amount + inCoin, &position, entry)
            let proceeds = worth.flatMap { worth in inMoney.map { worth - $0 } }
            note(proceeds.flatMap { proceeds in cost.map { proceeds - $0 } }, of: entry, &position)
        case .fee:
            let cost = try taken(entry.amount, &position, entry)
            position.fees = position.fees.flatMap { sum in cost.map { sum + $0 } }
            note(cost.map { -$0 }, of: entry, &position)
        case .send:
            _ = try taken(entry.amount + inCoin, &position, entry)
        case .set:
            if entry.amount < position.amount {
                _ = position.take(position.amount - entry.amount)
            } else {
                position.add(.init(amount: entry.amount - position.amount, cost: nil), by: method)
            }
        case .reverse: break
        }
    }

    private func fee(of entry: Transaction, _ unit: ExactDecimal?) -> ExactDecimal? {
        guard let fee = entry.fee else { return nil }
        return entry.isFeeInCoin ? unit.map { fee * $0 } : rate(entry.currency, entry.time.limit.day).map { fee * $0 }
    }

    private func taken(
        _ amount: ExactDecimal,
        _ position: inout Position,
        _ entry: Transaction
    ) throws(PortfolioError) -> ExactDecimal? {
        guard amount <= position.amount else {
            let held = "only \(position.amount) were held at \(entry.time)"
            let next = "enter what came before it, or reverse it"
            let detail = "entry \(entry.number) takes \(amount) of \(entry.coin), but \(held); \(next)"
            throw PortfolioError("more-than-held", line: entry.number, detail)
        }
        return position.take(amount)
    }

    private mutating func note(_ profit: ExactDecimal?, of entry: Transaction, _ position: inout Position) {
        realised[entry.number] = .some(profit)
        position.realised = position.realised.flatMap { sum in profit.map { sum + $0 } }
    }
}
