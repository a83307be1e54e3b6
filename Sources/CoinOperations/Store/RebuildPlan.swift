internal import CoinIdentity
internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// The loads that rebuild a store, and the inputs that cannot be had any more.
///
/// Every row of the ledger has its place: what was loaded is read again with its format and options; what was
/// refused brought nothing, and is entered again with its reason; what is absent is entered as left out; what was
/// forgotten is loaded and forgotten again. So inputs and loads keep their numbers, and loads their moments.
struct RebuildPlan {
    /// One load of the ledger.
    struct Load {
        let number: Int
        let acceptedAt: Instant
        var steps: [Step]
    }

    /// What a load does, in order.
    enum Step {
        case read(Reading)
        case refuse(InputDescriptor, because: Reject)
        case forget(Int)
        case rename(InputDescriptor, RepositoryRename)
        case decide(InputDescriptor, CoinDecision)
        /// What agrees is found again.
        case agree(InputDescriptor)
    }

    /// Inputs of one load that are read alike.
    struct Reading {
        let request: LoadRequest
        /// How files are read; nil for clones.
        let format: (any SourceReader)?
        var entries: [LedgerEntry]
    }

    /// The loads, oldest first.
    private(set) var loads: [Load] = []
    /// What to report of each input that is missing or changed.
    private(set) var absent: [Diagnostic] = []

    /// The inputs that are read.
    var inputCount: Int {
        loads.flatMap(\.steps).reduce(0) { count, step in
            if case .read(let reading) = step { count + reading.entries.count } else { count }
        }
    }

    /// Verifies each input by its digest; `spellings` are the repositories by key as written, for the ledger has keys.
    ///
    /// - Throws: `OperationError` when the ledger names a format or option that this program does not know.
    init(_ ledger: [LedgerEntry], spellings: [String: String], progress: (Int, Int) -> Void) throws {
        for (index, entry) in ledger.enumerated() {
            let step: Step
            if let forgotten = entry.forgets {
                step = .forget(forgotten)
            } else if entry.input.format == RepositoryRename.format, let rename = RepositoryRename(entry.input.path) {
                step = .rename(entry.input, rename)
            } else if entry.input.format == CoinDecision.format, let decision = CoinDecision(entry.input.path) {
                step = .decide(entry.input, decision)
            } else if entry.input.format == InputDescriptor.agreementFormat {
                step = .agree(entry.input)
            } else if let refusal = entry.refusal {
                step = .refuse(entry.input, because: refusal)
            } else if let absence = RebuildPlan.absence(of: entry) {
                absent.append(absence)
                step = .refuse(entry.input, because: Reject("skipped", detail: absence.message))
            } else {
                step = .read(try RebuildPlan.reading(entry, spellings))
            }
            if loads.last?.number != entry.loadID {
                loads.append(Load(number: entry.loadID, acceptedAt: entry.acceptedAt, steps: []))
            }
            loads[loads.count - 1].append(step)
            progress(index + 1, ledger.count)
        }
    }

    /// The inputs that a store has taken in, each verified by its digest.
    ///
    /// - Throws: `OperationError` when one is missing or changed, or unknown to this program.
    init(ofWhole location: StoreLocation, progress: (Int, Int) -> Void) throws {
        let store = try location.open(.read)
        self = try RebuildPlan(store.ledger(), spellings: store.spellings(), progress: progress)
        guard let first = absent.first else { return }
        let others = absent.count > 1 ? ", nor are \(absent.count - 1) others" : ""
        let why = "\(first.message)\(others); put it back (paths count from this folder)"
        throw OperationError(.failed, first.identifier, place: first.place, why)
    }

    /// Works on a store of what was observed up to a day, which is gone afterwards.
    ///
    /// - Throws: an error when an input does not come in whole, or there is no room for another store beside.
    func withStore<Value>(
        until day: Day,
        beside location: StoreLocation,
        report: @escaping DiagnosticSink,
        _ work: (StoreLocation) throws -> Value
    ) throws -> Value {
        let draft = try StoreDraft(for: location.path + ".until", copying: location.path)
        try draft.makeStore()
        let store = try Store(path: draft.path, mode: .existing)
        for load in loads { try load.run(into: store, until: day, report: report) {} }
        return try work(StoreLocation(path: draft.path))
    }

    private static func reading(_ entry: LedgerEntry, _ spellings: [String: String]) throws -> Reading {
        let format = sourceReaders.first { $0.id == entry.input.format && $0.kind == entry.input.kind }
        guard format != nil || entry.input.format == CloneCommits.id, let kind = entry.input.kind,
            var request = LoadRequest(kind, again: entry)
        else {
            let origin = "was loaded as `\(entry.input.format)` with `\(entry.input.context)`"
            let next = "which this version does not know; rebuild with the version that loaded it"
            throw OperationError(.failed, "unknown-input", place: entry.input.path, "\(origin), \(next)")
        }
        if let spelling = request.hints.repository.flatMap({ spellings[$0.key] }) {
            request.hints.repository = RepositoryName(spelling) ?? request.hints.repository
        }
        return Reading(request: request, format: format, entries: [entry])
    }

    /// Why an input cannot be loaded as it was; nil when its bytes are still those.
    private static func absence(of entry: LedgerEntry) -> Diagnostic? {
        let input = entry.input
        if input.format == CloneCommits.id { return absenceOfClone(entry) }
        let request = LoadRequest(.coins, again: entry)
        let had = "; it had \(input.size) bytes and \(Digest.name) \(input.digest)"
        do {
            // The table of ecosystems is as much a part of what was loaded as the taxonomy.
            _ = try request?.ecosystems?.map()
            let isFolder = input.format == Migrations.id && TaxonomyFolder.isOne(input.path)
            let digest =
                try isFolder
                ? TaxonomyFolder(input.path, upTo: request?.hints.observedAt).digest()
                : Digest.ofFile(input.path).digest
            guard digest != input.digest else { return nil }
            let what = "is not the \(isFolder ? "folder" : "file") that was loaded any more"
            return Diagnostic(.error, "changed-input", place: input.path, what + had)
        } catch let error as InputError {
            return Diagnostic(.error, error.reason.rawValue, place: input.path, error.detail + had)
        } catch {
            return OperationError(error).diagnostic
        }
    }

    /// Why a clone cannot be loaded as it was; nil when it still has the commit that was its newest one then.
    private static func absenceOfClone(_ entry: LedgerEntry) -> Diagnostic? {
        let input = entry.input
        guard let request = LoadRequest(.commits, again: entry), CloneScan.isClone(input.path) else {
            return Diagnostic(.error, "changed-input", place: input.path, "is not a clone any more")
        }
        let scan = CloneScans(of: [input.path], request, tip: request.tip)[input.path]
        guard case .failure(let error)? = scan else { return nil }
        return error.diagnostic
    }
}

extension Store {
    /// The repositories by key as they are written.
    func spellings() throws -> [String: String] {
        Dictionary(
            try reading(\.catalog).entities.filter { $0.kind == .repository }.map { ($0.key, $0.name ?? $0.key) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

extension RebuildPlan.Load {
    /// Adds a step, to the one before it where both are read alike.
    fileprivate mutating func append(_ step: RebuildPlan.Step) {
        guard case .read(let new) = step, case .read(var last) = steps.last, last.format?.id == new.format?.id,
            last.request.kind == new.request.kind, last.request.context(name: nil) == new.request.context(name: nil)
        else { return steps.append(step) }
        last.entries += new.entries
        steps[steps.count - 1] = .read(last)
    }

    /// Runs the load with the facts up to a day, nil for all; `done` is called after each input that was read.
    ///
    /// - Throws: `StoreError`, or `OperationError` when an input does not come in whole.
    func run(into store: Store, until: Day?, report: @escaping DiagnosticSink, done: () -> Void) throws {
        let agreeing = steps.contains { if case .agree = $0 { true } else { false } } ? try store.agreeingCoins() : []
        try store.load(acceptedAt: acceptedAt) { session in
            for step in steps {
                switch step {
                case .refuse(let input, let reason):
                    session.begin(input)
                    try session.refuse(input, because: reason)
                case .forget(let earlier): try session.forget(load: earlier)
                case .rename(let input, let rename): try session.take(rename, as: input)
                case .decide(let input, let decision): try session.take([decision], as: input)
                case .agree(let input): try session.take(agreeing, as: .agreement(of: agreeing, context: input.context))
                case .read(let reading): try reading.run(session, until, report, done)
                }
            }
        }
    }
}

extension RebuildPlan.Reading {
    fileprivate func run(
        _ session: LoadSession,
        _ until: Day?,
        _ report: @escaping DiagnosticSink,
        _ done: () -> Void
    ) throws {
        let map = try request.ecosystems?.map()
        var folders: [String: LoadKind] = [:]
        for entry in entries { folders[entry.input.path] = request.kind(ofFolder: entry.input.path) }
        var reader = InputReader(
            request: request,
            format: format,
            loaded: LoadedInputs(),
            folders: folders,
            ecosystems: map.map { .parts($0.parts) },
            // What a forgotten load said would replace what holds since, and be taken out with it.
            details: entries.contains { $0.forgottenBy != nil } ? .nothing : DetailPlan(entries.map(\.input.path))
        )
        let areClones = entries.contains { $0.input.format == CloneCommits.id }
        if areClones {
            let scans = CloneScans(of: entries.map(\.input.path), request, tip: request.tip)
            reader.scans = try scans.completed(try session.commitHistories()) { try session.commits(of: $0) }
        }
        let ahead = ReadAhead(entries.map(\.input.path), reader)
        defer { ahead.stop() }
        let facts = FactsInForce(entries.map(\.input.path), reader)
        for (index, entry) in entries.enumerated() {
            // What was rejected then is rejected now, and was reported then.
            var load = InputIngestor(session: session, map: map, listsSince: request.listsSince, until: until) {
                if $0.level == .error { report($0) }
            }
            load.facts = facts
            let result = try load.run({ ahead.next(of: index) }, isKnown: { _ in false }).report
            // A clone is identified by its newest commit, which its context names.
            let isSame = areClones || result.digest == entry.input.digest
            guard result.state == .loaded, isSame else {
                let why = "was loaded once and is refused now, or changed meanwhile; the store is as it was"
                throw OperationError(.failed, "not-loaded-again", place: entry.input.path, why)
            }
            done()
        }
    }
}
