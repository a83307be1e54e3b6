public import CoinModel
internal import Platform

/// What a portfolio returned between two days.
///
/// Coins are the portfolio, money is outside it: what is paid for coins flows in, what is got for them flows out, and so do
/// coins that are received and sent, by their price. Income and fees in coins are not flows but part of the return; a fee in
/// money is a flow, of whatever entry it is.
public struct Performance {
    /// The value of what was held at the end of the first day.
    public private(set) var startValue: ExactDecimal?
    /// What flowed in behind it.
    public private(set) var paidIn: ExactDecimal? = .zero
    /// What flowed out.
    public private(set) var takenOut: ExactDecimal? = .zero
    /// The value at the end of the last day.
    public private(set) var endValue: ExactDecimal?
    /// The time-weighted return, 0.01 for one percent; nil where a price on a day is missing, and `obstacle` has the reason.
    public private(set) var timeWeighted: Double?
    /// The money-weighted return of the period from the first flow on; nil where there is none or more than one, and
    /// `rateObstacle` has the reason.
    public private(set) var moneyWeighted: Double?
    /// The same as a rate of a year; nil below 365 days too.
    public private(set) var moneyWeightedYear: Double?
    /// Why there is no time-weighted return.
    public private(set) var obstacle: String?
    /// Why there is no money-weighted one.
    public private(set) var rateObstacle: String?

    /// The days between the two.
    public let days: Int

    /// Works out the return from the end of a day to that of a later one.
    ///
    /// Time-weighted: Π Vᵢ⁻/Vᵢ₋₁ · (Vᵢ + outᵢ)/(Vᵢ⁻ + inᵢ) − 1 over the days i with flows and those on which the first
    /// coins came, Vᵢ⁻ the value at the end of the day before, Vᵢ that at its own end: what flows in is there the whole day,
    /// what flows out until its end. Each is valued by prices of that very day; days with income or fees in coins alone need
    /// none. Both values of a fraction, and those of the first and the last day, take one source a coin.
    ///
    /// Money-weighted: the rate r for which Σ flow · (1 + r)^(−days/365) = 0, what was there at first flowing in and what is
    /// there at last flowing out (XIRR). The period's is (1 + r)^(days/365) − 1 over the days from the first flow on; it is
    /// bracketed over its ln(1 + r) from −10 to 10 in steps of 0.05 and bisected. Below 365 days there is no r of a year.
    ///
    /// - Parameters:
    ///   - entries: all entries that count up to the last day, in order.
    ///   - span: the two days.
    ///   - holdings: holdings of nothing.
    ///   - rate: what a currency was worth on a day.
    ///   - patience: how many milliseconds old prices at both ends may be.
    ///   - prices: where prices come from.
    public init(
        _ entries: [Transaction],
        over span: (first: Day, last: Day),
        _ holdings: Holdings,
        rate: @escaping Holdings.Rate,
        patience: Int64,
        prices: @escaping PriceSource
    ) {
        var holdings = holdings
        days = span.first.distance(to: span.last)
        let ends = PeriodDates(prices: prices)
        let (start, end) = (AsOf.day(span.first).limit, AsOf.day(span.last).limit)
        holdings.take(entries.prefix { $0.time.limit.day <= span.first })
        holdings.advance(to: span.first)
        let first = (amounts: holdings.amounts, at: (start, patience) as PriceMoment)
        var flows: [(day: Int, money: ExactDecimal)] = []
        var (growth, link) = (1.0, first)
        let behind = entries.drop { $0.time.limit.day <= span.first }
        var rest = behind.prefix { $0.time.limit.day <= span.last }
        while let day = rest.first?.time.limit.day {
            holdings.advance(to: day.advanced(by: -1))
            let before = (amounts: holdings.amounts, at: strictly(day.advanced(by: -1)))
            var flow = CashFlow()
            while let entry = rest.first, entry.time.limit.day == day {
                flow.add(entry, to: &holdings, rate: rate, prices: prices)
                rest = rest.dropFirst()
            }
            rateObstacle = rateObstacle ?? flow.obstacle
            // A day without flows is none of the chain, and asks for no prices.
            guard flow.isSome || before.amounts.isEmpty else { continue }
            let after = (amounts: holdings.amounts, at: strictly(day))
            growth *= ends.growth(from: link, to: before, &obstacle)
            growth *= ends.growth(from: before, to: after, moving: flow, &obstacle)
            link = after
            if let net = flow.net { flows.append((span.first.distance(to: day), -net)) }
            (paidIn, takenOut) = (paidIn.sum(flow.paidIn), takenOut.sum(flow.takenOut))
        }
        holdings.advance(to: span.last)
        let last = (amounts: holdings.amounts, at: (end, patience) as PriceMoment)
        (startValue, endValue) = ends.values(first, last, &rateObstacle)
        growth *= ends.growth(from: link, to: last, &obstacle)
        if let coin = holdings.shortfalls.first?.entry.coin {
            rateObstacle = rateObstacle ?? "more of \(coin) left than had come"
        }
        obstacle = obstacle ?? rateObstacle
        if obstacle == nil { timeWeighted = growth - 1 }
        guard rateObstacle == nil, let startValue, let endValue else { return }
        flows = (startValue.isZero ? [] : [(0, -startValue)]) + flows + [(days, endValue)]
        let length = max(1, days - (flows.first?.day ?? 0))
        (moneyWeighted, rateObstacle) = Performance.rate(flows.map { ($0.day, $0.money.double) }, of: length)
        moneyWeightedYear = length < 365 ? nil : moneyWeighted.map { pow(1 + $0, 365 / Double(length)) - 1 }
    }

    /// End + taken out − start − paid in; nil where one is missing.
    public var gain: ExactDecimal? { endValue.sum(takenOut).less(startValue).less(paidIn) }

    /// The rate of so many days at which flows on days come to nothing.
    static func rate(_ flows: [(day: Int, money: Double)], of days: Int = 365) -> (rate: Double?, obstacle: String?) {
        func present(_ x: Double) -> Double {
            flows.reduce(0) { $0 + $1.money * exp(-x * Double($1.day) / Double(days)) }
        }
        let grid = (0...400).map { -10 + 0.05 * Double($0) }
        let turns = zip(grid, grid.dropFirst()).filter { (present($0) < 0) != (present($1) < 0) }
        guard let turn = turns.first, turns.count == 1 else {
            return (nil, turns.isEmpty ? "no rate makes the flows come to nothing" : "several rates fit the flows")
        }
        var (low, high) = turn
        for _ in 0..<100 {
            let middle = (low + high) / 2
            if (present(low) < 0) == (present(middle) < 0) { low = middle } else { high = middle }
        }
        return (exp(low) - 1, nil)
    }
}

/// Values what is held at both ends of a period, each coin by one source where it is held at both.
struct PeriodDates {
    /// Amounts by coin, and when.
    typealias End = (amounts: [String: ExactDecimal], at: PriceMoment)

    let prices: PriceSource

    /// What is held at either end is worth; nil, with the reason, where a price is missing or no source has both.
    func values(_ then: End, _ now: End, _ obstacle: inout String?) -> (then: ExactDecimal?, now: ExactDecimal?) {
        var sums = [ExactDecimal?](repeating: .zero, count: 2)
        for coin in Set(then.amounts.keys).union(now.amounts.keys).sorted() {
            let ends = [then, now].enumerated().filter { $1.amounts[coin] != nil }
            let quotes = prices(coin, ends.map(\.element.at))
            let alone = quotes == nil ? ends.map { prices(coin, [$0.element.at])?.first } : []
            let isSplit = quotes == nil && !alone.contains { $0 == nil }
            for (place, end) in ends.enumerated() {
                let quote = quotes?[place] ?? (isSplit ? nil : alone[place])
                let worth = quote.flatMap { quote in end.element.amounts[coin].map { $0 * quote.price } }
                sums[end.offset] = sums[end.offset].sum(worth)
                let days = isSplit ? ends.map(\.element.at.limit.day) : [end.element.at.limit.day]
                let what = isSplit ? "no source has prices" : "no price"
                if worth == nil {
                    let on = days.map(\.description).joined(separator: " and ")
                    obstacle = obstacle ?? "\(what) of \(coin) on \(on)"
                }
            }
        }
        return (sums[0], sums[1])
    }

    /// What one unit of the value at the first end, and what was paid in behind it, became until the last; 1 where there was
    /// nothing, or where a value is missing and `obstacle` has the reason.
    func growth(from then: End, to now: End, moving flow: CashFlow = CashFlow(), _ obstacle: inout String?) -> Double {
        let (first, last) = values(then, now, &obstacle)
        guard let base = first.sum(flow.paidIn)?.double, let end = last.sum(flow.takenOut)?.double, base > 0 else {
            return 1
        }
        return end / base
    }
}

extension Holdings {
    /// How many there are of each coin that is held.
    var amounts: [String: ExactDecimal] { positions.mapValues(\.amount).filter { !$1.isZero } }
}

/// What entries move over the portfolio's border: money for coins, and coins that come or go otherwise, by their price.
///
/// A fee in money enters once: with a purchase or receipt, off what a sale brings, and of income and sending by itself, as
/// money that buys nothing. Income and fees in coins move nothing.
public struct CashFlow {
    /// What flows in, in the portfolio's currency, 0 or more; nil where a price is unknown.
    private(set) var paidIn: ExactDecimal? = .zero
    /// What flows out, 0 or more but for fees beyond the proceeds; nil where a price is unknown.
    private(set) var takenOut: ExactDecimal? = .zero
    /// Why a price is unknown, the first one; nil where none is.
    private(set) var obstacle: String?
    /// Whether it may change the value that a return measures: not where all that moves is known to be nothing.
    private(set) var isSome = false

    /// Nothing flows.
    public init() {}

    /// What flowed in less what flowed out; nil where a price is unknown.
    public var net: ExactDecimal? { paidIn.less(takenOut) }

    /// Adds the flow of an entry, which holdings take.
    ///
    /// - Parameters:
    ///   - entry: the entry.
    ///   - holdings: what was held before it.
    ///   - rate: what a currency was worth on a day.
    ///   - prices: the price of an entry that says none, of that very day; one that says one in money without a rate is
    ///     unknown, for what was paid may be far from what others paid that day.
    public mutating func add(
        _ entry: Transaction,
        to holdings: inout Holdings,
        rate: Holdings.Rate,
        prices: PriceSource
    ) {
        let day = entry.time.limit.day
        holdings.advance(to: day)
        let amount = holdings.positions[entry.coin]?.amount ?? .zero
        holdings.take(entry)
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
            case .set where entry.amount < amount: (.zero, money(amount - entry.amount))
            case .set: (money(entry.amount - amount), .zero)
            case .income: (fee, .zero)
            case .fee, .reverse: (.zero, .zero)
            }
        paidIn = paidIn.sum(incoming)
        takenOut = takenOut.sum(outgoing)
        isSome = isSome || [incoming, outgoing].contains { $0.map { !$0.isZero } ?? true }
        guard incoming.less(outgoing) == nil, obstacle == nil else { return }
        let noRate = entry.isInMoney && worth == nil ? "no rate of \(entry.currency.uppercased())" : nil
        obstacle = "\(noRate ?? "no price of \(entry.coin)") on \(day)"
    }
}
