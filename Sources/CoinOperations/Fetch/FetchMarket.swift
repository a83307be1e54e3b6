internal import CoinFetching
internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import WorkerProtocol

/// Asks live sources of market data side by side, a worker each, and archives every answer raw.
///
/// What was answered within the maximal age is not asked again, so a run that was ended goes on where it stood, and a list
/// that lacks pages is completed. All answers of a run have one time. With `isLoaded` what came is loaded.
///
/// - Parameters:
///   - request: what to ask.
///   - location: the store; it takes what came, and names the coins of histories where the request does not.
///   - tell: takes diagnostics as they arise.
///   - progress: takes the number of questions done and of all that are known.
/// - Returns: what came of it.
/// - Throws: `OperationError` when nothing can be asked or archived, or the store cannot be written.
public func fetchMarket(
    _ request: MarketRequest,
    into location: StoreLocation,
    tell: @escaping DiagnosticSink,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
) throws -> FetchReport {
    let asked = try request.sourcesAsked(location)
    var report = FetchReport(outcomes: try run(request.inquiries(asked, isDry: false), progress))
    // What is lacking is said whatever becomes of the load.
    report.diagnostics.forEach(tell)
    guard request.isLoaded else { return report }
    if let source = asked.map(\.source).first(where: request.isArchivedOnly) {
        tell(Diagnostic(.note, "archived-only", place: source.id, "its hours are archived; nothing loads them yet"))
    }
    let files = report.outcomes.flatMap(\.files)
    if !files.isEmpty {
        if case .coins(let coins) = request.question, coins.isEmpty {
            let next = "`assay load coins \(request.archive)` makes a universe of it"
            let what = "a source's list says which ids it has and makes no coin yours; \(next)"
            tell(Diagnostic(.note, "list-is-crosswalk", what))
        }
        let load = LoadRequest(kind: request.question.loadKind, paths: files, now: request.now)
        report.load = try CoinOperations.load(load, into: location, tell: tell)
    }
    try report.noteHoles(in: location, request)
    return report
}

/// What a fetch is sure to ask, in order: an address a line; of a list of unknown length the first page that is lacking.
///
/// - Throws: `OperationError` when nothing can be asked.
public func marketToFetch(_ request: MarketRequest, from location: StoreLocation) throws -> [String] {
    try request.inquiries(request.sourcesAsked(location), isDry: true).flatMap { $0.targets.map(\.address) }
}

/// Asks sources side by side; what results of each, in order.
private func run(_ inquiries: [MarketInquiry], _ progress: (Int, Int) -> Void) throws -> [FetchOutcome] {
    var outcomes: [Int: Result<FetchOutcome, OperationError>] = [:]
    var (done, all): ([Int: Int], [Int: Int]) = ([:], [:])
    onThreads(inquiries.count, atOnce: inquiries.count) { index, progress in
        Result {
            var inquiry = inquiries[index]
            try inquiry.run(progress)
            return inquiry.outcome
        }.mapError { OperationError($0) }
    } _: { event in
        switch event {
        case .progress(let index, let settled, let known):
            (done[index], all[index]) = (settled, known)
            progress(done.values.reduce(0, +), all.values.reduce(0, +))
        case .end(let index, let outcome): outcomes[index] = outcome
        }
    }
    return try inquiries.indices.compactMap { try outcomes[$0]?.get() }
}

extension MarketRequest {
    fileprivate typealias Asked = (source: any MarketSource, access: SourceAccess.Plan, coins: [String])

    /// The sources, each once, with what they give and the coins that each is asked about.
    ///
    /// - Throws: `OperationError` when one is not known, gives nothing without a key, or has no such thing.
    fileprivate func sourcesAsked(_ location: StoreLocation) throws -> [Asked] {
        try requireCurrency(quote)
        var seen: Set<String> = []
        return try sources.filter { seen.insert($0).inserted }.map { name in
            guard let source = marketSources.first(where: { $0.id == name }) else {
                let known = MarketRequest.allSources
                let next = "there are: " + known.joined(separator: ", ")
                throw OperationError.unknown("source", name, among: known, else: next)
            }
            if case .global = question, source.global == nil {
                let next = "has no figures of the whole market; ask coingecko, coinpaprika or coinmarketcap"
                throw OperationError(.usage, "no-global", place: source.id, next)
            }
            return (source, try access.plan(of: source), try coins(of: source, location))
        }
    }

    /// What each source is asked, but for what is held.
    fileprivate func inquiries(_ asked: [Asked], isDry: Bool) throws -> [MarketInquiry] {
        let context = try context(isDry: isDry)
        return try asked.map { source, access, coins in
            var inquiry = MarketInquiry(
                source,
                access,
                quote: quote,
                part: question.archivePart,
                isArchivedOnly: isArchivedOnly(source),
                context
            )
            switch question {
            case .market(let top): try inquiry.plan(source.market, top: top)
            case .coins where coins.isEmpty: try inquiry.plan(source.coins)
            case .coins: for coin in coins { inquiry.plan(source.details(of: coin), "details", about: coin) }
            case .history(_, let days, let isHourly):
                for coin in coins {
                    let today = now.day
                    inquiry.plan(HistoryWanted(coin: coin, days: days, isHourly: isHourly, quote: quote, today: today))
                }
            case .global:
                inquiry.plan(source.global, "global", about: "global")
                if let rates = source.rates { inquiry.plan(rates, "rates", about: "rates") }
            }
            return inquiry
        }
    }

    fileprivate func isArchivedOnly(_ source: any MarketSource) -> Bool {
        if case .history(_, _, true) = question { !source.hasLoadableHours } else { false }
    }

    /// The coins that a source is asked about: those named, else for histories all of the store's list.
    private func coins(of source: any MarketSource, _ location: StoreLocation) throws -> [String] {
        let named: [String]
        switch question {
        case .history(let coins, _, _), .coins(let coins): named = coins
        case .market, .global: return []
        }
        if let bad = named.first(where: { !MarketRequest.isCoin($0) }) {
            throw OperationError(.usage, "bad-coin", place: bad, "is no id of a coin: 1 to 128 visible characters")
        }
        guard case .history = question, named.isEmpty else { return named }
        guard IdentifierSpace(source: source.id) == .universe else {
            let next = "has ids of its own; name its coins, as `assay fetch coins \(source.id)` lists them"
            throw OperationError(.usage, "no-coins", place: source.id, next)
        }
        let listed = try location.open(.read).reading { $0.catalog.coins.map(\.id) }.filter(MarketRequest.isCoin)
        guard !listed.isEmpty else {
            throw OperationError(.nothingSelected, "no-coins", place: location.path, "lists no coin; name coins")
        }
        return listed
    }

    private static func isCoin(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
    }
}
