internal import CoinFetching
internal import CoinIdentity
internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import Foundation

/// What is reported of inquiries of one source that are under way.
private enum InquiryEvent: Sendable {
    case progress(done: Int, all: Int)
    case end(Result<[FetchOutcome], OperationError>)
}

extension FetchRequest {
    typealias Asked = (source: MarketSource, access: SourceAccess.Plan, coins: [String])

    /// Asks sources of market data side by side, a worker each; all answers of a run have one time.
    ///
    /// A list that lacks pages is completed.
    func askSources(_ location: StoreLocation, _ progress: (Int, Int) -> Void) throws -> FetchReport {
        let (asked, unasked) = try sourcesAsked(location)
        let lanes = try inquiries(asked, location, isDry: false)
        var outcomes: [Int: [FetchOutcome]] = [:]
        var known: [Int: (done: Int, all: Int)] = [:]
        let threads = TaskThreads<(lane: Int, event: InquiryEvent)>(lanes.count, atOnce: lanes.count) { threads in
            while let lane = threads.begun() {
                let outcomes = Result {
                    try lanes[lane].map { inquiry in
                        var inquiry = inquiry
                        try inquiry.run({ threads.report([(lane, .progress(done: $0, all: $1))], of: lane) })
                        inquiry.context.asked.note(inquiry.outcome)
                        return inquiry.outcome
                    }
                }
                threads.report([(lane, .end(outcomes.mapError { OperationError($0) }))], of: lane)
            }
        }
        while outcomes.count < lanes.count {
            for (lane, event) in threads.next() {
                switch event {
                case .progress(let done, let all):
                    known[lane] = (done, all)
                    progress(known.values.reduce(0) { $0 + $1.done }, known.values.reduce(0) { $0 + $1.all })
                case .end(let result): outcomes[lane] = try result.get()
                }
            }
        }
        var report = FetchReport(lanes.indices.flatMap { outcomes[$0, default: []] })
        report.unasked = unasked
        report.archivedOnly = asked.map(\.source).first(where: isArchivedOnly)?.id
        return report
    }

    /// The sources, each once, with what they give and the coins that each is asked about; and why others are not asked.
    ///
    /// - Throws: `OperationError` when one is not known or has no such thing, or none of them has a key that it requires.
    func sourcesAsked(_ location: StoreLocation) throws -> (asked: [Asked], unasked: [OperationError]) {
        try requireCurrency(quote)
        var unasked: [OperationError] = []
        let asked = try sources.distinct().compactMap { name -> Asked? in
            guard let source = question.sources.first(where: { $0.id == name }) else {
                let known = question.sources.map(\.id)
                let next = "there are: " + known.joined(separator: ", ")
                throw OperationError.unknown("source", name, among: known, else: next)
            }
            if case .global = question, source.global == nil {
                let next = "has no figures of the whole market; ask coingecko, coinpaprika or coinmarketcap"
                throw OperationError(.usage, "no-global", place: source.id, next)
            }
            do {
                let plan = try access.plan(of: source)
                if case .history = question, plan.plan.dailyWindow == 0 { throw access.keyNeeded(by: source) }
                return (source, plan, try coins(of: source, location))
            } catch let error as OperationError where error.isAboutKey {
                unasked.append(error)
                return nil
            }
        }
        if asked.isEmpty, let error = unasked.first { throw error }
        return (asked, unasked)
    }

    /// What each source is asked, but for what is held: inquiries that are carried out one after the other.
    ///
    /// Of a source that gives one currency at a time each has an inquiry of its own.
    func inquiries(_ asked: [Asked], _ location: StoreLocation, isDry: Bool) throws -> [[MarketInquiry]] {
        let context = try context(isDry: isDry)
        return try asked.map { source, access, coins in
            let hasSparklines = try wantsSparklines(of: source.id, location)
            var groups = quotes.map { [$0] }
            switch question {
            case .market where source.hasSeveralQuotes: groups = [quotes]
            case .market, .history: break
            case .coins, .global, .use, .articles, .repositories, .images: groups = [["usd"]]
            }
            return try groups.map { quotes in
                var inquiry = MarketInquiry(
                    source,
                    access,
                    quotes: quotes,
                    part: question.archivePart ?? "",
                    isArchivedOnly: isArchivedOnly(source),
                    hasSparklines: hasSparklines,
                    context
                )
                try plan(&inquiry, of: source, about: coins, in: quotes[0])
                return inquiry
            }
        }
    }

    private func plan(
        _ inquiry: inout MarketInquiry,
        of source: MarketSource,
        about coins: [String],
        in quote: String
    ) throws {
        switch question {
        case .market(let top): try source.market.map { try inquiry.plan($0, top: top) }
        case .coins where coins.isEmpty: try source.coins.map { try inquiry.plan($0) }
        case .coins: for coin in coins { inquiry.plan(source.details(coin), "details", about: coin) }
        case .history(_, let days, let isHourly):
            for coin in coins {
                let today = now.day
                inquiry.plan(HistoryRequestItem(coin: coin, days: days, isHourly: isHourly, quote: quote, today: today))
            }
        case .global:
            inquiry.plan(source.global, "global", about: "global")
            if let rates = source.rates { inquiry.plan(rates, "rates", about: "rates") }
        case .use(_, _, let days):
            for asked in source.fundamentals {
                inquiry.plan(asked, asked.figure ?? "use", about: asked.figure ?? "use")
            }
            for name in coins {
                inquiry.plan(HistoryRequestItem(coin: name, days: days, isHourly: false, quote: quote, today: now.day))
            }
        case .articles:
            for (number, titles) in coins.enumerated() {
                inquiry.plan(source.details(titles), "titles-\(number + 1)", about: "titles \(number + 1)")
            }
        case .repositories, .images: break
        }
    }

    /// Whether lists are asked for with the prices of a week: not once the store has snapshots of the source of six of the
    /// seven days before, for then it knows the closes of that week itself.
    private func wantsSparklines(of source: String, _ location: StoreLocation) throws -> Bool {
        guard case .market = question, isLoaded, FileManager.default.fileExists(atPath: location.path) else {
            return true
        }
        do {
            let paths = try location.open(.read).loadedPaths().map(\.path)
            let week = (1...7).map { "/\(ArchivePart.market)/\(source)/\(now.day.advanced(by: -$0))/" }
            return week.count { day in paths.contains { $0.contains(day) && $0.contains(".page-") } } < 6
        } catch {
            // What is wrong with the store is for the load to say.
            return true
        }
    }

    private func isArchivedOnly(_ source: MarketSource) -> Bool {
        if case .history(_, _, true) = question { !source.hasLoadableHours } else { false }
    }

    /// The coins that a source is asked about: those named, else for histories all of the store's list.
    private func coins(of source: MarketSource, _ location: StoreLocation) throws -> [String] {
        let named: [String]
        switch question {
        case .history(let coins, _, _), .coins(let coins): named = coins
        case .articles(let coins): return try titles(of: coins, location)
        case .use(.fundamentals, _, _), .market, .global, .repositories, .images: return []
        case .use(_, let names, _): return names.isEmpty ? try listedNames(in: source, location) : names
        }
        if let bad = named.first(where: { !FetchRequest.isCoin($0) }) {
            throw OperationError(.usage, "bad-coin", place: bad, "is not an id of a coin: 1 to 128 visible characters")
        }
        guard case .history = question, named.isEmpty else { return named }
        guard IdentifierSpace(source: source.id) == .universe else {
            let next = "has ids of its own; name its coins, as `assay fetch coins \(source.id)` lists them"
            throw OperationError(.usage, "no-coins", place: source.id, next)
        }
        let listed = try location.open(.read).reading { $0.catalog.coins.map(\.id) }.filter(FetchRequest.isCoin)
        guard !listed.isEmpty else {
            throw OperationError(.nothingSelected, "no-coins", place: location.path, "lists no coin; name coins")
        }
        return listed
    }

    /// The titles that articles about coins may have, as many together as a question may have.
    private func titles(of coins: [String], _ location: StoreLocation) throws -> [String] {
        let wanted = try coinsForArticles(coins, location)
        guard !wanted.isEmpty else {
            let next =
                "every coin of the store has an article in its list, or no name; name the coins that are to be asked about"
            throw OperationError(.nothingSelected, "no-names", place: location.path, next)
        }
        let each = MarketSource.mostTitles / ArticleProposals.titlesOfCoin
        return stride(from: 0, to: wanted.count, by: each).map { first in
            let titles = wanted[first..<min(first + each, wanted.count)].flatMap(ArticleProposals.titles)
            return titles.map(\.words).joined(separator: "|")
        }
    }

    /// What the store's list calls its coins in a source.
    private func listedNames(in source: MarketSource, _ location: StoreLocation) throws -> [String] {
        let pointers = try location.open(.read).reading { $0.catalog.sourceCoins.flatMap(\.coin.pointers) }
        let names = Set(pointers.filter { $0.space == source.id }.flatMap(\.names).map(\.id)).sorted()
        guard !names.isEmpty else {
            let next = "no coin list has names of \(source.id); fill its column `\(source.id)`, or name some here"
            throw OperationError(.nothingSelected, "no-names", place: location.path, next)
        }
        return names
    }

    private static func isCoin(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
    }
}
