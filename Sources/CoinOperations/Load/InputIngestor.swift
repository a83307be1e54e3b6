internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore

/// The way of one file's content into a load.
struct InputIngestor {
    let session: LoadSession
    /// Which ecosystems are which coins'.
    let map: EcosystemMap?
    let tell: DiagnosticSink

    private var accepted = 0
    private var rejected = 0
    private var firstReject: Reject?
    /// The input, while it is read.
    private var open: InputDescriptor?

    init(session: LoadSession, map: EcosystemMap? = nil, tell: @escaping DiagnosticSink) {
        self.session = session
        self.map = map
        self.tell = tell
    }

    /// Takes a file's events, at least one at a time, until it ends; `isKnown` says whether it was loaded meanwhile.
    ///
    /// - Throws: `StoreError`; what was to be told of the input until then is told.
    mutating func run(
        _ next: () -> [ReadingEvent],
        isKnown: (InputDescriptor) throws -> Bool
    ) throws -> (report: InputReport, input: InputDescriptor, number: Int32?) {
        do {
            while true {
                // Each block is let go as soon as it is taken.
                var events = Array(next().reversed())
                while let event = events.popLast() {
                    switch event {
                    case .opened(let input) where try isKnown(input): break
                    case .opened(let input):
                        open = input
                        session.begin(input.entry)
                    case .item(let item): if let open { try take(item, of: open) }
                    case .ended(let end): return try finish(end, isKnown)
                    }
                }
            }
        } catch {
            if let open { tellRejects(of: open) }
            throw error
        }
    }

    private mutating func take(_ item: SourceItem, of input: InputDescriptor) throws {
        switch item {
        case .observations(let block):
            accepted += block.count
            try session.add(block)
        case .commits(let block):
            // What is committed to tables of its own is written at the end: until then the input may be refused.
            accepted += block.commits.count
            commits.append(block)
        case .coins(let coins):
            accepted += coins.count
            hasUpstreams = hasUpstreams || coins.contains { !$0.upstreams.isEmpty }
            session.add(coins)
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
        case .warning(let text): tell(Diagnostic(.warning, "input", place: input.path, text))
        case .note(let text): tell(Diagnostic(.note, "input", place: input.path, text))
        }
    }

    /// Stores what a repository brought: its commits, where they can be told apart, and its weeks.
    ///
    /// The weeks of a clone come from all its commits, so that a branch that grew or was rewritten is counted whole; those
    /// of a log from the log alone.
    private func take(_ block: CommitBlock) throws {
        let stored = block.log?.namesCommits ?? true ? try session.add(block) : nil
        if let stored {
            let automated = BurstRule.automatedAuthors(of: stored.commits)
            if !automated.isEmpty { try session.note(automatedAuthors: automated, of: block) }
        }
        let all = block.isLog ? block.commits : stored?.commits ?? block.commits
        let since = block.isLog ? nil : stored?.since
        if let weeks = WeeklyCommitCounter(all).series(of: block, since: since) { try session.add(weeks) }
    }

    private var commits: [CommitBlock] = []
    private var hasUpstreams = false
    /// Whether a coin's ecosystem was told, be it one without repositories.
    private var hasEcosystems = false
    private var shared = SharedRepositories()

    private mutating func finish(
        _ end: ReadingEnd,
        _ isKnown: (InputDescriptor) throws -> Bool
    ) throws -> (report: InputReport, input: InputDescriptor, number: Int32?) {
        switch end {
        case .known(let input): return (report(input, .upToDate), input, nil)
        case .whole(let input) where open == nil: return (report(input, .upToDate), input, nil)
        case .whole(let input) where try isKnown(input):
            // The digest of a large file is known when all of it is read.
            try session.forget()
            return (report(input, .upToDate), input, nil)
        case .whole(let input):
            guard accepted > 0 || !commits.isEmpty || hasEcosystems else { return try refuse(input, emptiness(input)) }
            if hasUpstreams, let circle = Upstreams.circle(among: try session.upstreams()) {
                let way = (circle + circle.prefix(1)).joined(separator: "<")
                let said = "has, with the coins listed before, a repository come from itself: \(way); mend `upstreams`"
                return try refuse(input, OperationError(.failed, "upstream-circle", place: input.path, said))
            }
            if shared.sharedCount > 0 {
                let detail = "\(shared.sharedCount) of \(shared.count) repositories belong to several coins"
                tell(Diagnostic(.note, "shared", place: input.path, detail))
            }
            tellRejects(of: input)
            for block in commits { try take(block) }
            return (report(input, .loaded), input, try session.accept(input.entry))
        case .refused(let input, let error):
            if open == nil { session.begin(input.entry) }
            return try refuse(input, error)
        }
    }

    private mutating func tellRejects(of input: InputDescriptor) {
        guard let firstReject else { return }
        // Once: nothing of the input is read after this, but writing it may fail.
        self.firstReject = nil
        tell(
            Diagnostic(
                .warning,
                firstReject.reason,
                place: place(input, firstReject.line, firstReject.column),
                "\(rejected) of \(accepted + rejected) rows rejected; the first: \(firstReject.detail)"
            )
        )
    }

    /// Why an input without any good row is refused.
    private func emptiness(_ input: InputDescriptor) -> OperationError {
        guard let firstReject else {
            return OperationError(.failed, "no-rows", place: input.path, "holds no rows; check the export")
        }
        return OperationError(
            .failed,
            firstReject.reason,
            place: place(input, firstReject.line, firstReject.column),
            "none of its \(rejected) rows could be taken; the first: \(firstReject.detail)"
        )
    }

    private func refuse(
        _ input: InputDescriptor,
        _ error: OperationError
    ) throws -> (report: InputReport, input: InputDescriptor, number: Int32?) {
        let diagnostic = error.diagnostic
        tell(diagnostic)
        let line = diagnostic.place.dropFirst(input.path.count).split(separator: ":").first.flatMap { Int($0) }
        try session.refuse(
            input.entry,
            because: Reject(reason: diagnostic.identifier, line: line, detail: diagnostic.message)
        )
        return (report(input, .refused, because: diagnostic.identifier), input, nil)
    }

    private func place(_ input: InputDescriptor, _ line: Int?, _ field: Int?) -> String {
        ([input.path] + [line, field].compactMap { $0.map(String.init) }).joined(separator: ":")
    }

    private func report(
        _ input: InputDescriptor,
        _ state: InputReport.State,
        because reason: String? = nil
    ) -> InputReport {
        InputReport(
            path: input.path,
            format: input.format,
            digest: input.digest,
            size: input.size,
            state: state,
            reason: reason
        )
    }
}
