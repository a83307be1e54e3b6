public import CoinModel

/// What a portfolio holds after some of its entries, by coin.
public struct Holdings {
    /// What one unit of a currency was worth on a day in the portfolio's currency; nil where unknown.
    public typealias Rate = (_ currency: String, _ day: Day) -> ExactDecimal?
    /// What one coin was worth on a day in the portfolio's currency; nil where unknown.
    public typealias DayPrice = (_ coin: String, _ day: Day) -> ExactDecimal?

    /// What each coin's position is, of all coins that ever were in it.
    public private(set) var positions: [String: Position] = [:]
    /// What each entry brought: its realised profit, for those that have one; nil where the cost is unknown.
    public private(set) var realised: [Int: ExactDecimal?] = [:]
    /// The entries that took more of a coin than was held: others before them are missing.
    public private(set) var shortfalls: [Shortfall] = []
    private let method: CostMethod
    private let rate: Rate
    private let price: DayPrice
    /// The migrations whose day has not come yet, the earliest first.
    private var coming: ArraySlice<CoinMigration>

    /// Nothing held.
    ///
    /// - Parameters:
    ///   - method: how costs are divided.
    ///   - names: which coins became others; entries are those that it reads.
    ///   - rate: what a currency was worth on a day.
    ///   - price: what coins were worth that were paid as a fee without a price.
    public init(
        _ method: CostMethod,
        _ names: LedgerNames = LedgerNames(),
        rate: @escaping Rate,
        price: @escaping DayPrice = { _, _ in nil }
    ) {
        self.method = method
        self.rate = rate
        self.price = price
        coming = names.migrations[...]
    }

    /// Makes coins what they became up to a day: amounts by the ratio, costs and dates of lots as they were, nothing realised.
    public mutating func advance(to day: Day) {
        while let migration = coming.first, migration.terms.day <= day {
            coming.removeFirst()
            guard let former = positions.removeValue(forKey: migration.former) else { continue }
            var current = positions.updateValue(Position(), forKey: migration.current) ?? Position()
            current.join(former, in: migration.terms.ratio, by: method)
            positions[migration.current] = current
        }
    }

    /// What is held after entries in the order of their times.
    public mutating func take(_ entries: some Sequence<Transaction>) {
        for entry in entries { take(entry) }
    }

    /// Takes one entry; one that takes more than is held leaves less than nothing, and `shortfalls` names it.
    public mutating func take(_ entry: Transaction) {
        advance(to: entry.time.limit.day)
        // Taken out of the table meanwhile: one that two places hold would be copied with all its lots.
        var position = positions.updateValue(Position(), forKey: entry.coin) ?? Position()
        defer { positions[entry.coin] = position }
        let day = entry.time.limit.day
        let unit = entry.price.flatMap { price in rate(entry.currency, day).map { price * $0 } }
        let (inCoin, inMoney) = (entry.coinFee, entry.moneyFee(at: rate(entry.currency, day)))
        let worth = unit.map { entry.amount * $0 }
        let coins = entry.kind == .fee ? entry.amount : inCoin
        position.fees = position.fees.sum(inMoney)
        if !coins.isZero {
            let valued = unit ?? price(entry.coin, day)
            position.fees = position.fees.sum(valued.map { coins * $0 })
        }
        if [.sell, .send, .fee].contains(entry.kind) { note(entry.amount + inCoin, of: entry, position) }
        switch entry.kind {
        case .buy, .receive, .income:
            position.add(
                .init(amount: entry.amount - inCoin, cost: worth.sum(inMoney), time: entry.time.limit),
                by: method
            )
            if entry.kind == .income { position.income = position.income.sum(worth) }
        case .sell:
            note(worth.less(inMoney).less(position.take(entry.amount + inCoin)), of: entry, &position)
        case .fee:
            note(ExactDecimal.zero.less(position.take(entry.amount)), of: entry, &position)
        case .send:
            // What is sent leaves with its cost; what that cost beside it is lost.
            _ = position.take(entry.amount)
            let lost = position.take(inCoin)
            if entry.fee != nil { note(ExactDecimal.zero.less(lost).less(inMoney), of: entry, &position) }
        case .set:
            if entry.amount < position.amount {
                _ = position.take(position.amount - entry.amount)
            } else {
                let new = entry.amount - position.amount
                position.add(.init(amount: new, cost: nil, time: entry.time.limit), by: method)
            }
        case .reverse: break
        }
    }

    private mutating func note(_ wanted: ExactDecimal, of entry: Transaction, _ position: Position) {
        guard wanted > position.amount else { return }
        let lack = wanted - position.amount
        shortfalls.append(Shortfall(entry: entry, wanted: wanted, available: position.amount, amount: lack))
    }

    private mutating func note(_ profit: ExactDecimal?, of entry: Transaction, _ position: inout Position) {
        realised[entry.number] = .some(profit)
        position.realised = position.realised.sum(profit)
    }
}

/// More of a coin left than had come: entries before are missing, or one is wrong.
public struct Shortfall: Sendable {
    /// The entry that took more than was held, the first of its coin.
    public let entry: Transaction
    /// How many coins that took.
    let wanted: ExactDecimal
    /// How many were held before it.
    let available: ExactDecimal
    /// How many were missing when it was worst.
    public let amount: ExactDecimal

    /// Why such an entry is refused that a person makes.
    public var refusal: Reject {
        let coin = entry.coin + (entry.written.map { " (\($0) in the ledger)" } ?? "")
        let what = "entry \(entry.number) takes \(wanted) of \(coin), but only \(available) were held at \(entry.time)"
        let detail = "\(what); enter what came before it, or reverse it"
        return Reject("more-than-held", line: entry.number, detail: detail)
    }
}

extension LedgerNames {
    /// Of which coins entries take more than is held, and not only those of earlier ones that did so before: one for each coin.
    public func shortfalls(_ entries: [Transaction], beyond earlier: [Transaction] = []) -> [Shortfall] {
        func all(_ entries: [Transaction]) -> [Shortfall] {
            var holdings = Holdings(.average, self, rate: { _, _ in nil })
            holdings.take(counting(entries))
            return holdings.shortfalls
        }
        let known = Dictionary(firstOf: (earlier.isEmpty ? [] : all(earlier)).map { ($0.entry.number, $0.amount) })
        let new = all(entries).filter { $0.amount > known[$0.entry.number] ?? .zero }
        return Dictionary(grouping: new) { $0.entry.coin }.sorted { $0.key < $1.key }.compactMap { _, group in
            group.first.map { first in
                let most = group.map(\.amount).max() ?? first.amount
                return Shortfall(entry: first.entry, wanted: first.wanted, available: first.available, amount: most)
            }
        }
    }
}

extension Transaction {
    /// What of the fee was paid in coins of the trade; 0 for nothing.
    var coinFee: ExactDecimal { isFeeInCoin ? fee ?? .zero : .zero }

    /// What of the fee was paid in money, at a rate of its currency; 0 for nothing, nil where the rate is unknown.
    func moneyFee(at rate: ExactDecimal?) -> ExactDecimal? {
        guard let fee, !isFeeInCoin else { return .zero }
        return rate.map { fee * $0 }
    }
}

extension ExactDecimal {
    /// The difference; nil where the other one is missing.
    func less(_ other: ExactDecimal?) -> ExactDecimal? { other.map { self - $0 } }
}

extension ExactDecimal? {
    /// The sum; nil where one is missing.
    public func sum(_ other: ExactDecimal?) -> ExactDecimal? { flatMap { one in other.map { one + $0 } } }

    /// The difference; nil where one is missing.
    func less(_ other: ExactDecimal?) -> ExactDecimal? { flatMap { $0.less(other) } }
}
