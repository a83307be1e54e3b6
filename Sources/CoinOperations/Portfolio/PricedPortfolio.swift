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
    /// How costs are divided: `average` or `fifo`.
    public var method: String?
    /// Whether it is for the page of the portfolio, which has a story.
    public var isPage = false

    /// What is shown without being asked for anything else.
    public init() {}
}

/// What a report of a portfolio is about.
public enum PortfolioReport: String, CaseIterable, Sendable {
    /// What is held, a row a coin, with costs, values and changes.
    case holdings
    /// What all is worth: a row as of the moment, or one for the end of each day since one, by prices of that very day.
    case value
    /// What it returned: since the first entry, and over a year and 30 days; or since one day.
    case performance
}

extension CostMethod {
    /// The method of a name; the average without one.
    ///
    /// - Throws: `OperationError` for an unknown one.
    init(named word: String?) throws {
        guard let method = word.map({ CostMethod(rawValue: $0) }) ?? .average else {
            let why = "is not a cost method; there are: \(PortfolioFile.costMethods.joined(separator: ", "))"
            throw OperationError(.usage, "unknown-method", place: word ?? "", why)
        }
        self = method
    }
}

/// A portfolio beside the prices of a store.
struct PricedPortfolio {
    /// Those that count, as coins are called at their times.
    let entries: [Transaction]
    /// Where the ledger is.
    let path: String
    let names: LedgerNames
    let asOf: AsOf
    let currency: String
    let method: CostMethod
    let prices: PortfolioPrices
    let notes: [String]
    /// What to say of entries behind the moment; nil without any.
    let left: String?

    init(_ portfolio: PortfolioFile, _ request: PortfolioRequest, _ panel: Panel) throws {
        let all = try portfolio.entries()
        path = portfolio.path
        method = try CostMethod(named: request.method)
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
        left = later.first.map { first in
            let some = later.count == 1 ? "1 later entry is" : "\(later.count) later entries are"
            return "\(some) left out, the first of \(first.time): --as-of names another moment."
        }
        notes =
            [
                "As of \(asOf); costs by the method \(method.rawValue); amounts are exact, money is rounded where it is shown."
            ]
            + portfolio.notes + [left].compactMap(\.self)
            + names.notes(on: Transaction.counting(all, upTo: asOf), upTo: asOf.limit.day)
            + (unrated.isEmpty ? [] : ["No rate of \(rates): what rests on that money is missing."])
            + PricedPortfolio.costless(entries)
    }

    /// Which entries brought coins without saying what they cost, for costs and profits that rest on them are missing; nothing
    /// where none did.
    private static func costless(_ entries: [Transaction]) -> [String] {
        let bringing: Set<Transaction.Kind> = [.buy, .receive, .income, .set]
        let unpriced = entries.filter { $0.price == nil && bringing.contains($0.kind) }
        guard !unpriced.isEmpty else { return [] }
        let all = listed(unpriced.map { "\($0.number) (\($0.kind) of \($0.coin), \($0.time))" })
        let some = counted(unpriced.count, "entry")
        return ["Without a price: \(some), \(all); costs and profits that rest on that are missing."]
    }

    /// Holdings of nothing.
    var none: Holdings {
        Holdings(method, names, rate: prices.rate) { [prices] coin, day in
            prices.prices(coin, [strictly(day)])?.first?.price
        }
    }

    /// Holdings at some moments, in order, at the prices of the time: one pass over the entries.
    private func valuations(at limits: some Sequence<Instant>, patience: Int64?) -> [Valuation] {
        var holdings = none
        var flow = CashFlow()
        var rest = entries[...]
        return limits.map { limit in
            while let entry = rest.first, entry.time.limit <= limit {
                flow.add(entry, to: &holdings, rate: prices.rate, prices: prices.prices)
                rest = rest.dropFirst()
            }
            holdings.advance(to: limit.day)
            return Valuation(
                holdings.positions,
                invested: flow.net,
                at: limit,
                patience: patience,
                prices: prices.prices,
                changes: prices.change,
                hadPrice: { [prices] in prices.last($0) != nil }
            )
        }
    }

    /// What all is worth: a row as of the moment, or one for the end of each day since one, so many days apart.
    func value(since: Day?, each step: Int) throws -> Table {
        let columns = Valuation.totalColumns(currency: currency)
        guard let since else {
            let valuation = valuation
            let notes = notes + agedPrices(of: valuation)
            let totals = valuation.totals(asOf: asOf.description)
            return Table(title: "Value of the portfolio", columns: columns, rows: [totals], notes: notes)
        }
        let count = since.distance(to: asOf.limit.day)
        guard count >= 0 else {
            let why = "is behind the last day, \(asOf); name an earlier one"
            throw OperationError(.usage, "not-earlier", place: "\(since)", why)
        }
        let days = stride(from: 0, through: count, by: step).map { since.advanced(by: $0) }
        let valuations = valuations(at: days.map { AsOf.day($0).limit }, patience: Instant.millisecondsPerDay - 1)
        let rows = zip(days, valuations).map { $1.totals(asOf: $0.description) }
        let unpriced = Dictionary(grouping: valuations.flatMap(\.unpriced)) { $0 }.mapValues(\.count)
        let worst = unpriced.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let named = listed(worst.map { "\($0.key) on \($0.value)" })
        let missing = named.isEmpty ? "" : " Of \(days.count) days, no price of \(named)."
        let note = "Days take prices of their own; where a coin has none, the value is missing.\(missing)"
        return Table(title: "Value of the portfolio by day", columns: columns, rows: rows, notes: notes + [note])
    }

    /// What to say of prices that are more than a day old; nothing where none is.
    func agedPrices(of valuation: Valuation) -> [String] {
        let old = valuation.holdings.compactMap(\.price?.time)
            .filter { $0.age(at: asOf.limit) > Instant.millisecondsPerDay }
        guard let oldest = old.min() else { return [] }
        return ["More than a day old: prices of \(counted(old.count, "coin")), the oldest of \(oldest)."]
    }

    var valuation: Valuation { valuations(at: [asOf.limit], patience: nil)[0] }

    func summary(of valuation: Valuation) -> HoldingsSummary {
        var summary = valuation.summary(asOf: asOf, currency: currency, method: method)
        summary.later = left
        return summary
    }
}
