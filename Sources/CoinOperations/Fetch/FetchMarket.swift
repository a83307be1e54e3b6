internal import CoinFetching
internal import CoinModel
internal import CoinSources
internal import CoinStore

/// What is reported of an inquiry that is under way.
private enum InquiryEvent: Sendable {
    case progress(Int, done: Int, all: Int)
    case end(Int, Result<FetchOutcome, OperationError>)
}

extension FetchRequest {
    typealias Asked = (source: any MarketSource, access: SourceAccess.Plan, coins: [String])

    /// Asks sources of market data side by side, a worker each; all answers of a run have one time.
    ///
    /// A list that lacks pages is completed.
    func askSources(_ location: StoreLocation, _ progress: (Int, Int) -> Void) throws -> FetchReport {
        let asked = try sourcesAsked(location)
        let inquiries = try inquiries(asked, isDry: false)
        var outcomes: [Int: Result<FetchOutcome, OperationError>] = [:]
        var done: [Int: Int] = [:]
        var all: [Int: Int] = [:]
        let threads = TaskThreads<InquiryEvent>(inquiries.count, atOnce: inquiries.count) { threads in
            while let index = threads.begun() {
                let outcome = Result {
                    var inquiry = inquiries[index]
                    try inquiry.run({ threads.report([.progress(index, done: $0, all: $1)], of: index) })
                    return inquiry.outcome
                }
                threads.report([.end(index, outcome.mapError { OperationError($0) })], of: index)
            }
        }
        while outcomes.count < inquiries.count {
            for event in threads.next() {
                switch event {
                case .progress(let index, let settled, let known):
                    done[index] = settled
                    all[index] = known
                    progress(done.values.reduce(0, +), all.values.reduce(0, +))
                case .end(let index, let outcome): outcomes[index] = outcome
                }
            }
        }
        var report = FetchReport(try inquiries.indices.compactMap { try outcomes[$0]?.get() })
        report.archivedOnly = asked.map(\.source).first(where: isArchivedOnly)?.id
        return report
    }

    /// The sources, each once, with what they give and the coins that each is asked about.
    ///
    /// - Throws: `OperationError` when one is not known, gives nothing without a key, or has no such thing.
    func sourcesAsked(_ location: StoreLocation) throws -> [Asked] {
        try requireCurrency(quote)
        var seen: Set<String> = []
        return try sources.filter { seen.insert($0).inserted }.map { name in
            guard let source = marketSources.first(where: { $0.id == name }) else {
                let known = FetchRequest.allSources
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
    func inquiries(_ asked: [Asked], isDry: Bool) throws -> [MarketInquiry] {
        let context = try context(isDry: isDry)
        return try asked.map { source, access, coins in
            var inquiry = MarketInquiry(
                source,
                access,
                quote: quote,
                part: question.archivePart ?? "",
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
                    inquiry.plan(
                        HistoryRequestItem(coin: coin, days: days, isHourly: isHourly, quote: quote, today: today)
                    )
                }
            case .global:
                inquiry.plan(source.global, "global", about: "global")
                if let rates = source.rates { inquiry.plan(rates, "rates", about: "rates") }
            case .repositories, .images: break
            }
            return inquiry
        }
    }

    private func isArchivedOnly(_ source: any MarketSource) -> Bool {
        if case .history(_, _, true) = question { !source.hasLoadableHours } else { false }
    }

    /// The coins that a source is asked about: those named, else for histories all of the store's list.
    private func coins(of source: any MarketSource, _ location: StoreLocation) throws -> [String] {
        let named: [String]
        switch question {
        case .history(let coins, _, _), .coins(let coins): named = coins
        case .market, .global, .repositories, .images: return []
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

    private static func isCoin(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
    }
}
