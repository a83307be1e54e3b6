internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinPortfolio
public import CoinTables

extension PortfolioFile {
    /// A report of the portfolio.
    ///
    /// - Throws: `OperationError` when ledger or store do not read, or there is no entry to have returned anything.
    public func table(_ report: PortfolioReport, _ request: PortfolioRequest, in location: StoreLocation) throws
        -> Table
    {
        var rank = RankRequest(asOf: request.asOf, quote: request.quote)
        rank.known = request.known
        return try location.panel(for: rank) { panel in
            let portfolio = try PricedPortfolio(self, request, panel)
            var table =
                switch report {
                case .holdings: portfolio.holdings(panel)
                case .value: try portfolio.value(since: request.since, each: request.step)
                case .performance: try portfolio.performance(since: request.since)
                }
            if request.isPage {
                let returns = portfolio.entries.isEmpty ? nil : try portfolio.performance(since: nil)
                table.story = try PortfolioStory(portfolio, request, returns: returns, panel).story
                table.frame.credits = try Freshness(panel.wholeSection(at: portfolio.asOf), panel).credits
            }
            if let failure = portfolio.prices.failure { throw failure }
            table.isPrivate = true
            return table
        }
    }

    /// The ledger as it is, with what each entry brought and left; a store is asked for the names of coins alone.
    ///
    /// - Throws: `OperationError` when ledger or store do not read, or the method is unknown.
    public func activity(by method: String?, in location: StoreLocation) throws -> Table {
        let method = try CostMethod(named: method)
        let all = try entries()
        let names = try ProfileCoins(location).names
        var holdings = Holdings(method, names) { code, _ in
            code == RankRequest.dollar ? ExactDecimal(1) : nil
        }
        var amounts: [Int: ExactDecimal] = [:]
        for entry in names.counting(all) {
            holdings.take(entry)
            amounts[entry.number] = holdings.positions[entry.coin]?.amount
        }
        var table = Transaction.activity(all, amounts: amounts, realised: holdings.realised)
        // The newest first; entries of one moment in the order of the ledger, from its end.
        let newest = all.indices.sorted { (all[$1].time.limit, $1) < (all[$0].time.limit, $0) }
        table.rows = newest.map { table.rows[$0] }
        table.notes += notes
        if let last = Transaction.counting(all).last?.time.limit.day { table.notes += names.notes(on: all, upTo: last) }
        table.isPrivate = true
        return table
    }

    /// The entries that count, in the order of their times, to be imported elsewhere.
    ///
    /// - Throws: `OperationError` when the ledger does not read.
    public func ledger() throws -> Table {
        var table = Transaction.table("Ledger", Transaction.counting(try entries()))
        table.notes += notes
        table.isPrivate = true
        return table
    }
}

extension PricedPortfolio {
    fileprivate func holdings(_ panel: Panel) -> Table {
        let valuation = valuation
        var table = valuation.table(currency: currency)
        table.notes = notes
        if let all = valuation.value {
            table.notes.append("Value of all: \(shortest(all.double)) \(currency.uppercased()).")
        }
        let short = valuation.holdings.filter(\.position.amount.isNegative).map(\.coin)
        let unpriced = valuation.unpriced.filter { !short.contains($0) }
        if !short.isEmpty {
            table.notes.append("More left than had come, and so without a value: \(short.joined(separator: ", ")).")
        }
        if !unpriced.isEmpty {
            let coins = unpriced.map { coin in
                coin + (prices.last(coin).map { " (last price \(shortest($0.price)) of \($0.day))" } ?? "")
            }.joined(separator: ", ")
            table.notes.append("Without a price, and so without a value: \(coins).")
        }
        table.notes += agedPrices(of: valuation)
        var summary = summary(of: valuation)
        let coins = panel.resolution.universe.coins
        summary.names = Dictionary(firstOf: coins.filter { !$0.name.isEmpty }.map { ($0.id, $0.name) })
        table.holdings = summary
        return table
    }

    fileprivate func performance(since: Day?) throws -> Table {
        guard !entries.isEmpty else {
            let next = "enter some with `assay portfolio add` or `assay portfolio import`"
            throw OperationError(.nothingSelected, "no-entries", place: path, "no entries yet; \(next)")
        }
        let last = asOf.limit.day
        let start = entries[0].time.limit.day.advanced(by: -1)
        let spans = since.map { [$0] } ?? [start] + [365, 30].map { last.advanced(by: -$0) }.filter { $0 > start }
        var notes = notes
        let rows = try spans.map { day -> [Cell] in
            guard day < last else {
                throw OperationError(.usage, "not-earlier", place: "\(day)", "is not before the last day, \(last)")
            }
            let performance = Performance(
                entries,
                over: (day, last),
                none,
                rate: prices.rate,
                patience: PriceSpan.month.tolerance,
                prices: prices.prices
            )
            for (kind, why) in [("time", performance.obstacle), ("money", performance.rateObstacle)] {
                if let why { notes.append("No \(kind)-weighted return from \(day) on: \(why).") }
            }
            return performance.cells(from: day, to: last)
        }
        let columns = Performance.columns(currency: currency)
        return Table(title: "Performance of the portfolio", columns: columns, rows: rows, notes: notes)
    }
}

extension Table {
    /// The table in the order and with as many rows as a person asks for.
    ///
    /// - Throws: `OperationError` when the order does not read or names no column.
    public func arranged(by sort: String?, top: Int?) throws -> Table {
        do {
            let table = try sort.map { try sorted(by: SortKey.keys(parsing: $0)) } ?? self
            return top.map { table.top($0) } ?? table
        } catch {
            throw OperationError(error)
        }
    }
}
