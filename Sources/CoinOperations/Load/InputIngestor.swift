internal import CoinIdentity
internal import CoinModel
internal import CoinSources
internal import CoinStore

/// Takes the content of one input into a load.
struct InputIngestor {
    /// What became of an input, and its number in the ledger if it was loaded.
    typealias Outcome = (report: InputReport, number: Int32?)

    let session: LoadSession
    /// Which ecosystems are which coins'.
    let map: EcosystemMap?
    /// Since when coin lists hold, where the load says when they were observed.
    let listsSince: Instant?
    /// The last day of which facts are taken; nil for all.
    let until: Day?
    let report: DiagnosticSink
    /// Which facts of clones count.
    var facts: FactsInForce?

    /// The columns that the input has and that are not read.
    private(set) var unread: [String] = []
    private var accepted = 0
    /// Whether some row of a market file has a price, a capitalisation or a volume.
    private var hasFigures = false
    private var rejected = 0
    /// Cells that are left out of rows that are taken.
    private var cells = 0
    private var firstReject: Reject?
    /// The currency that the input's prices are taken for, where it does not say.
    private var assumedQuote: String?
    /// The input, while it is read.
    private var open: InputDescriptor?
    /// The keys of the repositories whose commits it has.
    private(set) var repositories: Set<String> = []
    /// What it has of them, as far as that waits.
    private var commits: [CommitBlock] = []
    private var waiting = 0
    /// The names that its clones, counted elsewhere, have by their origin and had by their folder.
    private(set) var renames: [RepositoryRename] = []
    private var hasUpstreams = false
    /// Whether there was an ecosystem of a coin, even one without repositories.
    private var hasEcosystems = false
    private var shared = SharedRepositories()

    init(
        session: LoadSession,
        map: EcosystemMap? = nil,
        listsSince: Instant? = nil,
        until: Day? = nil,
        report: @escaping DiagnosticSink
    ) {
        (self.session, self.map, self.listsSince) = (session, map, listsSince)
        (self.until, self.report) = (until, report)
    }

    /// Takes a file's events, at least one at a time, until it ends; `isKnown` says whether it was loaded meanwhile.
    ///
    /// - Throws: `StoreError`; what was to be reported of the input until then is reported.
    mutating func run(_ next: () -> [ReadingEvent], isKnown: (InputDescriptor) throws -> Bool) throws -> Outcome {
        do {
            while true {
                // Each block is let go as soon as it is taken.
                var events = Array(next().reversed())
                while let event = events.popLast() {
                    switch event {
                    case .opened(let input) where try isKnown(input): break
                    case .opened(let input):
                        open = input
                        session.begin(input)
                    case .item(let item): if let open { try take(item, of: open) }
                    case .ended(let end): return try finish(end, isKnown)
                    }
                }
            }
        } catch {
            if let open { reportRejects(of: open) }
            throw error
        }
    }

    private mutating func take(_ item: SourceItem, of input: InputDescriptor) throws {
        switch item {
        case .observations(let read):
            let (fit, rejects) = read.withFitSubjects()
            for reject in rejects { try take(.reject(reject), of: input) }
            accepted += fit.count
            hasFigures = hasFigures || fit.hasFigures
            let block = until.map { fit.observed(by: Instant(lastSecondOf: $0)) } ?? fit
            if block.count > 0 { try session.add(block) }
        case .commits(let block):
            accepted += block.commits.count
            repositories.insert(block.repository.key)
            if waiting >= InputIngestor.mostWaiting {
                try session.spill()
                try takeCommits()
            }
            waiting += block.commits.count
            commits.append(until.map(block.observed) ?? block)
        // A list of a later day was not there yet.
        case .coins where isLater, .sourceCoins where isLater, .details where isLater: accepted += 1
        case .coins(let coins) where LoadRequest.isCrosswalk(input):
            accepted += coins.count
            session.addCrosswalk(coins, since: listsSince)
        // Their rows are rejected as facts or entries of a list.
        case .sourceCoins(let coins):
            session.add(coins.filter { $0.hasFitIDs }, since: listsSince)
        case .details(let details): session.add(details.filter { $0.coin.id.isNormalized }, since: listsSince)
        case .coins(let coins):
            accepted += coins.count
            hasUpstreams = hasUpstreams || coins.contains { !$0.upstreams.isEmpty }
            session.add(coins, since: listsSince)
        case .decisions(let decisions):
            accepted += decisions.count
            session.add(decisions)
        case .renames(let renames):
            accepted += renames.count
            session.add(renames)
        case .ecosystem(let ecosystem):
            for entry in map?.coins(of: ecosystem) ?? [] {
                hasEcosystems = true
                accepted += ecosystem.repositories.count
                shared.add(ecosystem.repositories, of: entry.coin)
                session.add(entry)
            }
        case .reject(let reject):
            rejected += 1
            firstReject = firstReject ?? reject
            session.add(reject)
        case .rejectedCell(let reject):
            cells += 1
            firstReject = firstReject ?? reject
            session.add(reject, isCell: true)
        case .assumedQuote(let quote): assumedQuote = quote
        case .unreadColumns(let columns): unread = columns
        case .warning(let text): report(Diagnostic(.warning, "input", place: input.path, text))
        case .note(let text): report(Diagnostic(.note, "input", place: input.path, text))
        case .again: try begin(again: input)
        }
    }

    /// Begins an input again, as if nothing of it had come.
    private mutating func begin(again input: InputDescriptor) throws {
        try session.forget()
        var begun = InputIngestor(session: session, map: map, listsSince: listsSince, until: until, report: report)
        begun.facts = facts
        begun.open = input
        self = begun
        session.begin(input)
    }

    /// The commits that wait until a further repository comes, for until the end the input may be refused: some 3 MB.
    private static let mostWaiting = 1 << 16

    /// Takes the commits that wait.
    private mutating func takeCommits() throws {
        waiting = 0
        // Each block is let go as soon as it is taken.
        commits.reverse()
        while let block = commits.popLast() { try take(block) }
    }

    /// Whether coin lists and details are of a day that is left out.
    private var isLater: Bool {
        guard let until, let listsSince else { return false }
        return listsSince > Instant(lastSecondOf: until)
    }

    /// Stores what a repository brought: its commits, where they can be distinguished, and its weeks.
    ///
    /// The weeks of a clone come from all its commits, so that a branch that grew or was rewritten is counted whole; those
    /// of a log from the log alone. A log without commits reports weeks without any: those after what is known of the
    /// repository by logs, a year of them where nothing is.
    private mutating func take(_ block: CommitBlock) throws {
        let (block, reject) = try facts?.compared(block, in: session) ?? (block, nil)
        if let reject, let open { try take(.reject(reject), of: open) }
        guard let block else { return }
        if let former = block.elsewhere?.formerName {
            renames.append(RepositoryRename(former: former, current: block.repository))
        }
        if block.elsewhere != nil, block.isRewritten, let open {
            try take(.warning("\(block.repository): \(CloneReader.rewritten)"), of: open)
        }
        let isEmptyLog = block.isLog && block.commits.isEmpty
        let stored = !isEmptyLog && block.log?.namesCommits ?? true ? try session.add(block) : nil
        if let stored {
            let automated = BurstRule.automatedAuthors(of: stored.commits)
            if !automated.isEmpty { try session.note(automatedAuthors: automated, of: block) }
        }
        let all = block.isLog ? block.commits : stored?.commits ?? block.commits
        let since = isEmptyLog ? try firstOpenWeek(of: block) : block.isLog ? block.log?.since : stored?.since
        if let weeks = WeeklyCommitCounter(all).series(of: block, since: since) { try session.add(weeks) }
    }

    /// The first week of which no log of a repository says anything yet, within the year that ends with a log.
    private func firstOpenWeek(of block: CommitBlock) throws -> Week {
        let known = try session.commitHistories().first {
            $0.repository == block.repository.key && $0.source == block.source
        }
        return max(known?.covered.advanced(by: 1) ?? Week(index: .min), block.covered.advanced(by: -51))
    }

    private mutating func finish(_ end: ReadOutcome, _ isKnown: (InputDescriptor) throws -> Bool) throws -> Outcome {
        switch end {
        case .known(let input): return (InputReport(input, .upToDate), nil)
        case .whole(let input) where open == nil: return (InputReport(input, .upToDate), nil)
        case .whole(let input) where try isKnown(input):
            // The digest of a large file is only known when all of it is read.
            try session.forget()
            return (InputReport(input, .upToDate), nil)
        case .whole(let input):
            let isEmptyPart = input.format == CommitFacts.id && rejected == 0
            guard accepted > 0 || !repositories.isEmpty || hasEcosystems || isEmptyPart else {
                return try refuse(input, emptiness(input))
            }
            guard input.kind != .market || hasFigures else {
                let why =
                    "none of its rows (\(accepted)) has a price, a market capitalisation or a volume; check the export"
                return try refuse(input, OperationError(.failed, "no-values", place: input.path, why))
            }
            if hasUpstreams, let circle = Upstreams.circle(among: try session.upstreams()) {
                let way = (circle + circle.prefix(1)).joined(separator: "<")
                let what = "has, with the coins listed before, a repository come from itself"
                let why = "\(what): \(way); correct `upstreams`"
                return try refuse(input, OperationError(.failed, "upstream-circle", place: input.path, why))
            }
            if let contradiction = try otherCurrency(than: assumedQuote, input) {
                return try refuse(input, contradiction)
            }
            if shared.sharedCount > 0 {
                let detail = "\(shared.sharedCount) of \(shared.count) repositories belong to several coins"
                report(Diagnostic(.note, "shared", place: input.path, detail))
            }
            try takeCommits()
            reportRejects(of: input)
            let number = try session.accept(input)
            try reportUnlisted(in: input, session, report)
            return (InputReport(input, .loaded), number)
        case .skipped(let input, let why):
            report(Diagnostic(.note, "skipped", place: input.path, why + ": skipped"))
            return (InputReport(input, .skipped), nil)
        case .refused(let input, let error):
            if open == nil { session.begin(input) }
            return try refuse(input, error)
        }
    }

    /// Why an input is refused whose prices are those of another currency than the one that it is taken for; nil where
    /// they are not, or it is unknown.
    private func otherCurrency(than quote: String?, _ input: InputDescriptor) throws -> OperationError? {
        guard let quote, let ratio = try session.ratioToKnownPrices(in: quote), !(0.5...2).contains(ratio) else {
            return nil
        }
        let money = quote.uppercased()
        let detail =
            "says no currency, and its prices are \(SuspectPrices.text(ratio)) times what the same coins cost in \(money) within a "
            + "week of it (median): say theirs with --quote CODE, or --quote \(quote) if they are right"
        return OperationError(.failed, "other-currency", place: input.path, detail)
    }

    private mutating func reportRejects(of input: InputDescriptor) {
        guard let first = firstReject else { return }
        // Once: nothing of the input is read after this, but writing it may fail.
        firstReject = nil
        let counts = [
            (rejected, "\(rejected) of \(counted(accepted + rejected, "row")) rejected"),
            (cells, "\(counted(cells, "cell")) left out"),
        ]
        let what = counts.filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
        let detail = "\(what); the first: \(first.detail)"
        report(Diagnostic(.warning, first.reason, place: place(of: first, in: input), detail))
    }

    /// Why an input without any good row is refused.
    private func emptiness(_ input: InputDescriptor) -> OperationError {
        guard let first = firstReject else {
            return OperationError(.failed, "no-rows", place: input.path, "the file has no rows; export it again")
        }
        let detail = "none of its rows (\(rejected)) could be taken; the first: \(first.detail)"
        return OperationError(.failed, first.reason, place: place(of: first, in: input), detail)
    }

    private func refuse(_ input: InputDescriptor, _ error: OperationError) throws -> Outcome {
        let diagnostic = error.diagnostic
        report(diagnostic)
        let place = diagnostic.place.dropFirst(input.path.count).split(separator: ":").map { Int($0) } + [nil, nil]
        let (reason, detail) = (diagnostic.identifier, diagnostic.message)
        let reject = Reject(reason, line: place[0], column: place[1], detail: detail)
        try session.refuse(input, because: reject)
        return (InputReport(input, .refused, because: diagnostic.identifier), nil)
    }

    private func place(of reject: Reject, in input: InputDescriptor) -> String {
        ([input.path] + [reject.line, reject.column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}
