public import CoinModel
internal import CoinPanel
internal import CoinPortfolio
internal import CoinTables

/// What is shown of a portfolio, and as of when.
public struct PortfolioRequest: Sendable {
    /// The moment up to which entries and prices enter; nil for the newest market fact, or the
    /// newest entry up to the day of `now` where that is later.
    public var asOf: AsOf?
    /// What the clock shows; nil where no entry lies behind it.
    public var now: Instant?
    /// The moment as of whose loads prices are read; nil for all.
    public var known: AsOf?
    /// The currency, lower-case.
    public var quote = "usd"
    /// The first day of a series or period; nil for none.
    public var since: Day?
    /// The days between two rows of a series.
    public var step = 1
    /// Another method of costs than the profile's.
    public var method: String?
    /// Whether it is for the page of the portfolio, which has a story.
    public var isPage = false

    /// What is shown without being asked for anything else.
    public init() {}
}

/// A portfolio beside the prices of a store.
struct PricedPortfolio {
    /// Those that count, as coins are called at their times.
    let entries: [Transaction]
    let names: LedgerNames
    let asOf: AsOf
    let currency: String
    let method: CostMethod
    let prices: PortfolioPrices
    let notes: [String]

    init(_ portfolio: PortfolioFile, _ request: PortfolioRequest, _ panel: Panel) throws {
        let all = try portfolio.entries()
        method = try request.method.map { try PortfolioFile.costMethod(named: $0) } ?? portfolio.costMethod()
        currency = request.quote
        // Who buys today with prices of yesterday sees the purchase; a slip in a year moves nothing.
        let newest = Transaction.counting(all, upTo: request.now.map { .day($0.day) }).last?.time
        let market = try panel.asOf(RankRequest(asOf: request.asOf, quote: request.quote))
        asOf = request.asOf ?? newest.flatMap { $0.limit > market.limit ? $0 : nil } ?? market
        _ = try panel.shownRates(at: asOf, areNeeded: true)
        names = LedgerNames(panel.resolution)
        entries = names.counting(all, upTo: asOf)
        prices = PortfolioPrices(panel, in: currency, upTo: asOf)
        try prices.read(names.coins(of: entries, upTo: asOf.limit.day).union(entries.map(\.currency)))
        let unrated = Set(
            entries.filter { [prices] in $0.isInMoney && prices.rate($0.currency, $0.time.limit.day) == nil }
                .map { "\($0.currency.uppercased()) on \($0.time.limit.day)" }
        ).sorted()
        let rates = listed(unrated)
        let later = Transaction.counting(all).dropFirst(entries.count)
        let left = later.first.map { first in
            let some = later.count == 1 ? "1 later entry is" : "\(later.count) later entries are"
            return ["\(some) left out, the first of \(first.time): --as-of names another moment."]
        }
        notes =
            [
                "As of \(asOf); costs by the method \(method.rawValue); amounts are exact, money is rounded where it is shown."
            ]
            + portfolio.notes + (left ?? [])
            + names.notes(on: Transaction.counting(all, upTo: asOf), upTo: asOf.limit.day)
            + (unrated.isEmpty ? [] : ["No rate of \(rates): what rests on that money is missing."])
            + PricedPortfolio.costless(entries)
    }

    /// Which entries brought coins without saying what they cost, for costs and profits that rest on them are missing; nothing
    /// where none did.
    private static func costless(_ entries: [Transaction]) -> [String] {
        let bringing: Set<Transaction.Kind> = [.buy, .receive, .income, .set]
        let silent = entries.filter { $0.price == nil && bringing.contains($0.kind) }
        guard !silent.isEmpty else { return [] }
        let all = listed(silent.map { "\($0.number) (\($0.kind) of \($0.coin), \($0.time))" })
        let some = counted(silent.count, "entry")
        return ["Without a price: \(some), \(all); costs and profits that rest on that are missing."]
    }

    /// Holdings of nothing.
    var none: Holdings {
        Holdings(method, names, rate: prices.rate) { [prices] coin, day in
            prices.prices(coin, [strictly(day)])?.first?.price
        }
    }

    /// What is held at some moments, in order, at the prices of then: one pass over the entries.
    func valuations<Value>(
        at limits: some Sequence<Instant>,
        patience: Int64?,
        _ take: (Valuation) throws -> Value
    ) throws -> [Value] {
        var holdings = none
        var invested = ExactDecimal?.some(.zero)
        var rest = entries[...]
        return try limits.map { limit in
            while let entry = rest.first, entry.time.limit <= limit {
                holdings.advance(to: entry.time.limit.day)
                let held = holdings.positions[entry.coin]?.amount ?? .zero
                holdings.take(entry)
                invested = invested.sum(CashFlow(entry, held: held, rate: prices.rate, prices: prices.prices).net)
                rest = rest.dropFirst()
            }
            holdings.advance(to: limit.day)
            let positions = holdings.positions
            return try take(
                Valuation(
                    positions,
                    invested: invested,
                    at: limit,
                    patience: patience,
                    prices: prices.prices,
                    changes: prices.change,
                    hadPrice: { [prices] in prices.last($0) != nil }
                )
            )
        }
    }

    /// A row for the end of each day from one on, so many days apart, by prices of that very day.
    func series(from since: Day, each step: Int) throws -> Table {
        let days = since.distance(to: asOf.limit.day)
        guard days >= 0 else {
            let why = "is behind the last day, \(asOf); name an earlier one"
            throw OperationError(.usage, "not-earlier", place: "\(since)", why)
        }
        let series = stride(from: 0, through: days, by: step).map { since.advanced(by: $0) }
        let strict = Instant.millisecondsPerDay - 1
        var table = Table(
            title: "Value of the portfolio by day",
            columns: Valuation.totalColumns(currency: currency),
            rows: [],
            notes: notes
        )
        var unpriced: [String: Int] = [:]
        let totals = try valuations(at: series.map { AsOf.day($0).limit }, patience: strict) { valuation in
            for coin in valuation.unpriced { unpriced[coin, default: 0] += 1 }
            return valuation.totals(asOf: "")
        }
        table.rows = zip(series, totals).map { [.text($0.description)] + $1.dropFirst() }
        let worst = unpriced.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let named = listed(worst.map { "\($0.key) on \($0.value)" })
        let missing = named.isEmpty ? "" : " Of \(series.count) days, no price of \(named)."
        table.notes.append("Days take prices of their own; where a coin has none, the value is missing.\(missing)")
        return table
    }

    /// What to say of prices that are more than a day old; nothing where none is.
    func agedPrices(of valuation: Valuation) -> [String] {
        let old = valuation.holdings.compactMap(\.price?.time)
            .filter { $0.age(at: asOf.limit) > Instant.millisecondsPerDay }
        guard let oldest = old.min() else { return [] }
        return ["More than a day old: prices of \(counted(old.count, "coin")), the oldest of \(oldest)."]
    }

    func valuation() throws -> Valuation {
        try valuations(at: [asOf.limit], patience: nil) { $0 }[0]
    }
}
