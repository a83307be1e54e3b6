internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinSources
internal import CoinStore
internal import RawInput

extension StoreLocation {
    /// Works on the panel that a request means, read as known then.
    func panel<Value>(for request: RankRequest, _ work: (Panel) throws -> Value) throws -> Value {
        try open(.read).reading(known: request.known) { reader in
            let quote = try request.storedQuote { try reader.newestMarketFact(quote: $0) }
            let order = SourceOrder(request.preferredSources)
            let panel = Panel(reader, quote: quote, shown: request.quote, order: order, known: request.known)
            try panel.checkCurrency(request.quote)
            try panel.checkSources()
            return try work(panel)
        }
    }
}

/// What to report of sources that a request prefers and the store has nothing of; nil where it has something of each.
///
/// - Throws: `OperationError` when the store cannot be read, or a name is that of no source.
public func absentSources(of request: RankRequest, in location: StoreLocation) throws -> Diagnostic? {
    guard !request.preferredSources.isEmpty else { return nil }
    return try location.panel(for: request) { panel in
        let stored = try panel.marketSources()
        let absent = Set(panel.order.names).subtracting(stored.flatMap(SourceOrder.names))
        guard !absent.isEmpty else { return nil }
        let others = "the store has market data of \(stored.isEmpty ? "none" : listed(stored)) alone"
        let detail = "preferred, but \(others); name one of these, or load some"
        return Diagnostic(.warning, "absent-source", place: listed(absent.sorted()), detail)
    }
}

extension RankRequest {
    /// The currency of the figures that a report is made from: US dollars wherever the store has any, for so no rank depends
    /// on what money is shown in; else the one that is asked for, as the store has it.
    func storedQuote(newest: (_ quote: String) throws -> AsOf?) rethrows -> String {
        try quote == RankRequest.dollar || newest(RankRequest.dollar) != nil ? RankRequest.dollar : quote
    }

    static let dollar = "usd"
}

extension Panel {
    /// Checks that preferred sources are sources of market data that can be read, or that the store has.
    ///
    /// - Throws: `OperationError` `unknown-source` naming the nearest.
    fileprivate func checkSources() throws {
        guard !order.names.isEmpty else { return }
        let stored = try marketSources()
        let read = sourceReaders.filter { $0.kind == .market }.map(\.id)
        let known = Set((stored + read).flatMap(SourceOrder.names)).sorted()
        for name in order.names where !known.contains(name) {
            let next = "the store has market data of \(listed(stored))"
            throw OperationError.unknown("source", name, among: known, else: next)
        }
    }

    /// The sources of which the store has market data.
    func marketSources() throws -> [String] {
        Set(try [Metric.price(quote), .marketCap(quote), .volume(quote)].flatMap(reader.sources)).sorted()
    }

    /// Checks that a code is that of a currency, or of one that the store has figures in.
    ///
    /// - Throws: `OperationError` `unknown-currency` naming the nearest.
    fileprivate func checkCurrency(_ code: String) throws {
        let prices = reader.catalog.metrics.values.filter { $0 == .price($0.unit.lowercased()) }
        let stored = Set(reader.currencies + prices.map { $0.unit.lowercased() })
        if !stored.contains(code) { try requireCurrency(code, orOneOf: stored) }
    }

    /// The rates of the currency that money is shown in; nil where it is shown as the store has it.
    ///
    /// Where sources give prices in that currency none is needed.
    ///
    /// - Throws: `OperationError` `no-rate` naming what gives some.
    func shownRates(at asOf: AsOf, areNeeded: Bool) throws -> ExchangeRates? {
        guard let code = shownQuote else { return nil }
        let rates = try rates(of: code, upTo: asOf)
        guard rates.rates.isEmpty, areNeeded, try reader.newestMarketFact(quote: code) == nil else { return rates }
        let next =
            "get today's with `assay fetch global coingecko --load`, or load the European Central Bank's eurofxref-hist.csv "
            + "with `assay load market FILE`"
        let detail = "knows no rate of \(code.uppercased()) in the year up to \(asOf); \(next)"
        throw OperationError(.failed, "no-rate", place: reader.path, detail)
    }
}

extension Panel {
    /// The moment that a request means.
    ///
    /// - Throws: `OperationError` when the store has no observation.
    func asOf(_ request: RankRequest) throws -> AsOf {
        if let asOf = request.asOf { return asOf }
        guard let newest = try reader.newestMarketFact(quote: quote) ?? reader.newestObservation() else {
            let next =
                "has no market data, so nothing can be ranked; load files with `assay load all FOLDER`, ask a source with "
                + "`assay fetch market coingecko --load`, or try `assay demo FOLDER`"
            throw OperationError(.nothingSelected, "no-observations", place: reader.path, next)
        }
        return newest
    }

    /// The cross-section at a moment with what other rooms add to it: the seed of each coin's draws, and the common scale
    /// of search-interest exports.
    ///
    /// - Parameters:
    ///   - asOf: the moment.
    ///   - parts: what is read.
    ///   - needsRates: whether it is an error that no rate of the currency that is shown was known then; for what lies
    ///     before the moment of a report, amounts are missing without one.
    ///   - moment: by when coins became others; nil for the moment itself.
    ///   - size: with more coins than so many, weeks are not held: see `section`.
    /// - Returns: the cross-section.
    /// - Throws: `OperationError` `no-rate`; an error when a tile is damaged.
    func wholeSection(
        at asOf: AsOf,
        _ parts: SectionParts = .all,
        needsRates: Bool = true,
        migratedBy moment: AsOf? = nil,
        inBlocksOf size: Int? = nil
    ) throws -> CrossSection {
        var section = try section(at: asOf, parts, migratedBy: moment, inBlocksOf: size)
        section.shown = try shownRates(at: asOf, areNeeded: needsRates)
        if parts.contains(.calls) {
            section.callBases = try CallLog(of: StoreLocation(path: reader.path)).bases(at: asOf, known: known)
        }
        if parts.contains(.seeds) { section.seeds = section.coins.map { Digest.leading64($0.id) } }
        if parts.contains(.interestScale) {
            let exports = try SharedSearchTerms(reader, asOf).exports
            let scales = InterestScale(exports).scales
            for (coin, search) in section.search {
                section.search[coin]?.scale = SharedSearchTerms.scale(of: search, among: scales)
            }
        }
        return section
    }

    /// What was observed up to the moment and fits no coin, a sentence for each kind.
    func unmatchedRows(upTo asOf: AsOf) throws -> [String] {
        var notes = try beginnings().map { "\($0.text)." }
        let resolution = resolution(at: asOf)
        let coins = resolution.unmatched
        if !coins.isEmpty {
            let metrics: [Metric] = [.price(quote), .marketCap(quote), .volume(quote)]
            let observed = try reader.areObserved(Set(coins.map(\.id)), of: metrics, upTo: asOf)
            let seen = coins.filter { observed[Int($0.id)] }
            notes += resolution.doubts(about: seen).prefix(3).map { "\($0.text)." }
            let unmatched = Dictionary(grouping: seen, by: \.space)
            for (space, entities) in unmatched.sorted(by: { $0.key < $1.key }) {
                let files = space.isEmpty ? "market data" : "\(space) files"
                let origin = "\(counted(entities.count, "coin")) of the \(files)"
                let proposed = "; `assay identity crosswalk --proposed` has likely ones"
                let next = CoinArgument.spaces.contains(space) ? proposed : ""
                let what = "without a listed coin, or with several: facts are stored but not ranked"
                notes.append("\(origin) \(what)\(next).")
            }
        }
        let terms = zip(reader.catalog.terms, resolution.coinsOfTerms).filter { $1 == nil }.map(\.0)
        if !terms.isEmpty {
            let observed = try reader.areObserved(Set(terms.map(\.entity)), of: [.interest], upTo: asOf)
            let loose = terms.filter { observed[Int($0.entity)] }
            let names = listed(Set(loose.map(\.term.term)).sorted())
            if !loose.isEmpty {
                let origin = "\(counted(loose.count, "search term")) without a coin (\(names))"
                notes.append("\(origin); name theirs with `--coin` when loading.")
            }
        }
        return notes
    }
}

extension CrossSection {
    /// That coins have their commits from weekly files, which do not say by which clock; nil where none has.
    var weeklyFilesNote: String? {
        let count = repositoriesOfCoin.count { rows in rows.contains { repositories[$0].source == "commits-weekly-csv" }
        }
        guard count > 0 else { return nil }
        return
            "Commits of \(counted(count, "coin")) come from weekly files and count in the weeks that these give, often those of "
            + "committer times; commits of clones count when they land."
    }
}

/// Checks that a code is that of a known currency.
///
/// - Throws: `OperationError` `unknown-currency` naming the nearest of them and of some others.
func requireCurrency(_ code: String, orOneOf others: Set<String> = []) throws {
    guard Currency(code) == nil else { return }
    let known = Currency.common + others.subtracting(Currency.common).sorted()
    throw OperationError.unknown("currency", code, among: known, else: "write a code such as eur, gbp or btc")
}
