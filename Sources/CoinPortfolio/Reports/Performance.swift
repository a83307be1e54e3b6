public import CoinModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What a portfolio returned between two days.
///
/// Coins are the portfolio, money is outside it: what is paid for coins flows in, what is got for them flows out, and so do
/// coins that are received and sent, by their price. Income and fees in coins are no flows but part of the return.
public struct Performance {
    /// The value of what was held at the end of the first day.
    public let startValue: ExactDecimal?
    /// What flowed in behind it.
    public private(set) var paidIn: ExactDecimal? = .zero
    /// What flowed out.
    public private(set) var takenOut: ExactDecimal? = .zero
    /// The value at the end of the last day.
    public let endValue: ExactDecimal?
    /// The time-weighted return, 0.01 for one percent; nil where a price on a day is missing, and `obstacle` says which.
    public private(set) var timeWeighted: Double?
    /// The money-weighted return of a year; nil where there is none or more than one, and `rateObstacle` says why.
    public private(set) var moneyWeighted: Double?
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
    /// none.
    ///
    /// Money-weighted: the rate r for which Σ flow · (1 + r)^(−days/365) = 0, what was there at first flowing in and what is
    /// there at last flowing out (XIRR), bracketed over ln(1 + r) from −10 to 10 in steps of 0.05 and bisected.
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
        prices: PriceSource
    ) throws(PortfolioError) {
        var holdings = holdings
        days = span.first.distance(to: span.last)
        func value(_ day: Day, _ patience: Int64, _ missing: inout String?) -> ExactDecimal? {
            let limit = AsOf.day(day).limit
            let valuation = Valuation(holdings.positions, at: limit, patience: patience, prices: prices)
            if let coin = valuation.unpriced.first { missing = missing ?? "no price of \(coin) on \(day)" }
            return valuation.value
        }
        let strict = Instant.millisecondsPerDay - 1
        try holdings.take(entries.prefix { $0.time.limit.day <= span.first })
        startValue = value(span.first, patience, &rateObstacle)
        var flows = [(day: 0, money: -(startValue ?? .zero))]
        var (growth, last) = (1.0, startValue?.double)
        let behind = entries.drop { $0.time.limit.day <= span.first }
        var rest = behind.prefix { $0.time.limit.day <= span.last }
        while let day = rest.first?.time.limit.day {
            // What has no price matters only where the day is one of the chain.
            let wasEmpty = holdings.isEmpty
            let mayFlow = rest.prefix { $0.time.limit.day == day }.contains { ![.income, .fee].contains($0.kind) }
            var (missing, isLink) = (String?.none, wasEmpty)
            let before = wasEmpty || !mayFlow ? .zero : value(day.advanced(by: -1), strict, &missing)
            var (paid, taken) = (ExactDecimal?.some(.zero), ExactDecimal?.some(.zero))
            while let entry = rest.first, entry.time.limit.day == day {
                let held = holdings.positions[entry.coin]?.amount ?? .zero
                try holdings.take(entry)
                let flow = Flow(entry, held: held, rate: rate, prices: prices)
                rateObstacle = rateObstacle ?? flow.obstacle
                isLink = isLink || flow.isSome
                if flow.isIn { paid = paid.sum(flow.money) } else { taken = taken.sum(flow.money) }
                rest = rest.dropFirst()
            }
            guard isLink else { continue }
            obstacle = obstacle ?? missing
            let after = holdings.isEmpty ? .zero : value(day, strict, &obstacle)
            if let before = before?.double, let after = after?.double, let paid = paid?.double,
                let taken = taken?.double
            {
                if let last, last > 0 { growth *= before / last }
                if before + paid > 0 { growth *= (after + taken) / (before + paid) }
                last = after
            }
            if let paid, let taken { flows.append((span.first.distance(to: day), taken - paid)) }
            (paidIn, takenOut) = (paidIn.sum(paid), takenOut.sum(taken))
        }
        endValue = value(span.last, patience, &rateObstacle)
        obstacle = obstacle ?? rateObstacle
        if obstacle == nil, let end = endValue?.double {
            if let last, last > 0 { growth *= end / last }
            timeWeighted = growth - 1
        }
        guard rateObstacle == nil, let end = endValue else { return }
        flows.append((days, end))
        (moneyWeighted, rateObstacle) = Performance.rate(flows.map { ($0.day, $0.money.double) })
    }

    /// The yearly rate at which flows on days come to nothing.
    static func rate(_ flows: [(day: Int, money: Double)]) -> (rate: Double?, obstacle: String?) {
        func present(_ x: Double) -> Double {
            flows.reduce(0) { $0 + $1.money * exp(-x * Double($1.day) / 365) }
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

extension Holdings {
    /// Whether nothing is held.
    var isEmpty: Bool { positions.values.allSatisfy(\.amount.isZero) }
}
