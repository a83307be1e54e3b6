public import CoinModel
internal import CoinPanel
internal import CoinPortfolio
internal import CoinStore
public import CoinTables

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
    /// Whether it is for a page, which draws the value since the first entry.
    public var isPage = false

    /// What is shown without being asked for anything else.
    public init() {}
}

/// A portfolio beside the prices of a store.
private struct PricedPortfolio {
    let entries: [Transaction]
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
        let newest = Holdings.counting(all, upTo: request.now.map { .day($0.day) }).last?.time
        let market = try panel.asOf(RankRequest(asOf: request.asOf, quote: request.quote))
        asOf = request.asOf ?? newest.flatMap { $0.limit > market.limit ? $0 : nil } ?? market
        _ = try panel.shownRates(at: asOf, areNeeded: true)
        entries = Holdings.counting(all, upTo: asOf)
        prices = PortfolioPrices(panel, in: currency, upTo: asOf)
        try prices.read(Set(entries.map(\.coin)))
        let unrated = Set(
            entries.filter { [prices] in $0.isInMoney && prices.rate($0.currency, $0.time.limit.day) == nil }
                .map { "\($0.currency.uppercased()) on \($0.time.limit.day)" }
        ).sorted()
        let rates = listed(unrated)
        let later = Holdings.counting(all).dropFirst(entries.count)
        let left = later.first.map { first in
            let some = later.count == 1 ? "1 later entry is" : "\(later.count) later entries are"
            return ["\(some) left out, the first of \(first.time): --as-of names another moment."]
        }
        notes =
            [
                "As of \(asOf); costs by the method \(method.rawValue); amounts are exact, money is rounded where it is shown."
            ]
            + portfolio.notes + (left ?? [])
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

    /// What is held at some moments, in order, at the prices of then: one pass over the entries.
    func valuations<Value>(
        at limits: some Sequence<Instant>,
        patience: Int64?,
        _ take: (Valuation) throws -> Value
    ) throws -> [Value] {
        var holdings = Holdings(method, rate: prices.rate)
        var invested = ExactDecimal?.some(.zero)
        var rest = entries[...]
        return try limits.map { limit in
            while let entry = rest.first, entry.time.limit <= limit {
                let held = holdings.positions[entry.coin]?.amount ?? .zero
                do throws(PortfolioError) {
                    try holdings.take(entry)
                } catch {
                    throw OperationError(.failed, error.reason, error.detail)
                }
                invested = invested.sum(Flow(entry, held: held, rate: prices.rate, prices: prices.prices).net)
                rest = rest.dropFirst()
            }
            let positions = holdings.positions
            return try take(
                Valuation(
                    positions,
                    invested: invested,
                    at: limit,
                    patience: patience,
                    prices: prices.prices,
                    changes: prices.change
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
        table.pictures = [Valuation.valuePicture(currency: currency)]
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

extension PortfolioFile {
    private func priced(
        _ request: PortfolioRequest,
        _ location: StoreLocation,
        _ work: (PricedPortfolio) throws -> Table
    ) throws -> Table {
        var rank = RankRequest(asOf: request.asOf, quote: request.quote)
        rank.known = request.known
        return try location.panel(for: rank) { panel in
            let portfolio = try PricedPortfolio(self, request, panel)
            var table = try work(portfolio)
            if let failure = portfolio.prices.failure { throw failure }
            table.isPrivate = true
            return table
        }
    }

    /// What is held, a row a coin, with costs, values and changes.
    ///
    /// - Throws: `OperationError` when ledger or store do not read.
    public func holdings(_ request: PortfolioRequest, in location: StoreLocation) throws -> Table {
        try priced(request, location) { portfolio in
            let valuation = try portfolio.valuation()
            var table = valuation.table(currency: portfolio.currency)
            let totals = zip(Valuation.totalColumns(currency: portfolio.currency), valuation.totals(asOf: ""))
            let value = totals.first { $0.0.name.hasPrefix("value_") }?.1
            table.notes = portfolio.notes
            if case .number(let all)? = value {
                table.notes.append("Value of all: \(shortest(all)) \(portfolio.currency.uppercased()).")
            }
            if !valuation.unpriced.isEmpty {
                let coins = valuation.unpriced.map { coin in
                    coin
                        + (portfolio.prices.last(coin).map { " (last price \(shortest($0.price)) of \($0.day))" } ?? "")
                }.joined(separator: ", ")
                table.notes.append("Without a price, and so without a value: \(coins).")
            }
            table.notes += portfolio.agedPrices(of: valuation)
            return table
        }
    }

    /// What the portfolio is worth: a row as of the moment, or one for the end of each day of a series, which takes prices of
    /// that very day only.
    ///
    /// - Throws: `OperationError` when ledger or store do not read.
    public func value(_ request: PortfolioRequest, in location: StoreLocation) throws -> Table {
        try priced(request, location) { portfolio in
            if let since = request.since { return try portfolio.series(from: since, each: request.step) }
            let valuation = try portfolio.valuation()
            var table = Table(
                title: "Value of the portfolio",
                columns: Valuation.totalColumns(currency: portfolio.currency),
                rows: [valuation.totals(asOf: portfolio.asOf.description)],
                notes: portfolio.notes + portfolio.agedPrices(of: valuation)
            )
            if request.isPage, let first = portfolio.entries.first {
                let series = try portfolio.series(from: first.time.limit.day, each: request.step)
                table.annexes = [series]
                table.notes += series.notes.suffix(1)
            }
            return table
        }
    }

    /// What the portfolio returned: since the first entry, and over a year and 30 days; or since one day.
    ///
    /// - Throws: `OperationError` when ledger or store do not read, or nothing was entered.
    public func performance(_ request: PortfolioRequest, in location: StoreLocation) throws -> Table {
        try priced(request, location) { portfolio in
            let last = portfolio.asOf.limit.day
            guard let first = portfolio.entries.first?.time.limit.day else {
                let next = "enter some with `assay portfolio add` or `assay portfolio import`"
                throw OperationError(.nothingSelected, "no-entries", place: path, "there are no entries; \(next)")
            }
            let start = first.advanced(by: -1)
            let spans =
                request.since.map { [$0] } ?? [start] + [365, 30].map { last.advanced(by: -$0) }.filter { $0 > start }
            var notes = portfolio.notes
            let rows = try spans.map { day -> [Cell] in
                guard day < last else {
                    throw OperationError(.usage, "not-earlier", place: "\(day)", "is not before the last day, \(last)")
                }
                do throws(PortfolioError) {
                    let performance = try Performance(
                        portfolio.entries,
                        over: (day, last),
                        Holdings(portfolio.method, rate: portfolio.prices.rate),
                        rate: portfolio.prices.rate,
                        patience: PriceSpan.month.tolerance,
                        prices: portfolio.prices.prices
                    )
                    for (kind, why) in [("time", performance.obstacle), ("money", performance.rateObstacle)] {
                        if let why { notes.append("No \(kind)-weighted return from \(day) on: \(why).") }
                    }
                    return performance.cells(from: day, to: last)
                } catch {
                    throw OperationError(.failed, error.reason, error.detail)
                }
            }
            let columns = Performance.columns(currency: portfolio.currency)
            var table = Table(title: "Performance of the portfolio", columns: columns, rows: rows, notes: notes)
            table.pictures = [Performance.picture]
            return table
        }
    }

    /// The ledger as it is, with what each entry brought and left; no store is asked for anything but rates.
    ///
    /// - Throws: `OperationError` when the ledger does not read.
    public func activity() throws -> Table {
        let all = try entries()
        var holdings = Holdings(try costMethod()) { code, _ in code == RankRequest.dollar ? ExactDecimal(1) : nil }
        var held: [Int: ExactDecimal] = [:]
        do throws(PortfolioError) {
            for entry in Holdings.counting(all) {
                try holdings.take(entry)
                held[entry.number] = holdings.positions[entry.coin]?.amount
            }
        } catch {
            throw OperationError(error, file: path)
        }
        var table = Transaction.activity(all, held: held, realised: holdings.realised)
        table.notes += notes
        table.isPrivate = true
        return table
    }

    /// The entries that count, in the order of their times, to be imported elsewhere.
    ///
    /// - Throws: `OperationError` when the ledger does not read.
    public func ledger() throws -> Table {
        var table = Transaction.table(Holdings.counting(try entries()))
        table.notes += notes
        table.isPrivate = true
        return table
    }
}
