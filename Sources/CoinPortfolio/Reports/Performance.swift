public import CoinModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What a portfolio returned between two days.
///
/// Coins are the portfolio, money is outside it: what is paid for coins flows in, what is got for them flows out, and so do
/// coins that are received and sent, by their price. Income and fees in coins are no flows but part of the return; a fee in
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
    /// The time-weighted return, 0.01 for one percent; nil where a price on a day is missing, and `obstacle` says which.
    public private(set) var timeWeighted: Double?
    /// The money-weighted return of the period from the first flow on; nil where there is none or more than one, and
    /// `rateObstacle` says why.
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
    /// - Throws: `PortfolioError` when an entry takes more than is held.
    public init(
        _ entries: [Transaction],
        over span: (first: Day, last: Day),
        _ holdings: Holdings,
        rate: @escaping Holdings.Rate,
        patience: Int64,
        prices: @escaping PriceSource
    ) throws(PortfolioError) {
        var holdings = holdings
        days = span.first.distance(to: span.last)
        let ends = PeriodEnds(prices: prices)
        let (start, end) = (AsOf.day(span.first).limit, AsOf.day(span.last).limit)
        try holdings.take(entries.prefix { $0.time.limit.day <= span.first })
        holdings.advance(to: span.first)
        let first = (held: holdings.amounts, at: (start, patience) as PriceMoment)
        var flows: [(day: Int, money: ExactDecimal)] = []
        var (growth, link) = (1.0, first)
        let behind = entries.drop { $0.time.limit.day <= span.first }
        var rest = behind.prefix { $0.time.limit.day <= span.last }
        while let day = rest.first?.time.limit.day {
            holdings.advance(to: day.advanced(by: -1))
            let before = (held: holdings.amounts, at: strictly(day.advanced(by: -1)))
            var isLink = before.held.isEmpty
            var (paid, taken) = (ExactDecimal?.some(.zero), ExactDecimal?.some(.zero))
            while let entry = rest.first, entry.time.limit.day == day {
                holdings.advance(to: day)
                let held = holdings.positions[entry.coin]?.amount ?? .zero
                try holdings.take(entry)
                let flow = Flow(entry, held: held, rate: rate, prices: prices)
                rateObstacle = rateObstacle ?? flow.obstacle
                isLink = isLink || flow.isSome
                paid = paid.sum(flow.paidIn)
                taken = taken.sum(flow.takenOut)
                rest = rest.dropFirst()
            }
            // A day without flows is none of the chain, and asks for no prices.
            guard isLink else { continue }
            let after = (held: holdings.amounts, at: strictly(day))
            growth *= ends.growth(from: link, to: before, &obstacle)
            growth *= ends.growth(from: before, to: after, paidIn: paid, takenOut: taken, &obstacle)
            link = after
            if let paid, let taken { flows.append((span.first.distance(to: day), taken - paid)) }
            (paidIn, takenOut) = (paidIn.sum(paid), takenOut.sum(taken))
        }
        holdings.advance(to: span.last)
        let last = (held: holdings.amounts, at: (end, patience) as PriceMoment)
        (startValue, endValue) = ends.values(first, last, &rateObstacle)
        growth *= ends.growth(from: link, to: last, &obstacle)
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
