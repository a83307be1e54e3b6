internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore

/// Loads inputs into a store, which is made if it does not exist: recognises each by its content, loads good rows and
/// reports the others.
///
/// Inputs that were loaded before are skipped by their digest. A refused input leaves nothing behind but its reason in the
/// ledger; the others are loaded all the same.
///
/// - Parameters:
///   - request: what to load.
///   - location: the store.
///   - report: takes diagnostics as they arise.
///   - progress: takes the number of inputs done and of all, how many rows were read, and the share of the bytes done.
/// - Returns: what became of each input, in order.
/// - Throws: `OperationError` when the store fails or an unknown format is asked for.
public func load(
    _ request: LoadRequest,
    into location: StoreLocation,
    report: @escaping DiagnosticSink,
    progress: @escaping LoadProgress = { _, _, _, _ in }
) throws -> LoadReport {
    if let name = request.hints.notation.timezone, Zone(name) == nil {
        let next = "write one such as Europe/Berlin, or an offset such as +01:00"
        throw OperationError(.usage, "unknown-timezone", "unknown time zone `\(name)`; \(next)")
    }
    if let coin = request.hints.coin, !coin.isNormalized {
        throw OperationError(.usage, "not-normalized", "--coin: \(Reject.whyNotNormalized(coin))")
    }
    try requireCurrency(request.hints.money)
    if let name = request.hints.columns?.unknownNames.first {
        throw OperationError.unknown("column", name, among: ColumnMap.knownNames, else: "see `assay help load`")
    }
    // Before the store is made, so that it is not an input of its own first load.
    let list = InputList(request.places, store: location.files) { request.kind(ofFolder: $0, holding: $1) }
    var taxonomies = list.folders.filter { $0.value == .coins }.map(\.key).sorted()
    if let ecosystems = request.ecosystems { taxonomies.append(ecosystems.path) }
    if !taxonomies.isEmpty { try OutputFile.refuse(asStore: location.path, reading: ReservedFiles(inputs: taxonomies)) }
    let store = try location.open(.write)
    let format = try request.format()
    let map = try request.ecosystems?.map(report: report)
    for folder in list.emptyFolders { report(Diagnostic(.warning, "empty-folder", place: folder, "has no file")) }
    for file in list.storeFiles {
        report(Diagnostic(.note, "input-is-store", place: file, "belongs to the store that is loaded into; skipped"))
    }
    if let coin = request.hints.coin { try reportUnlisted(coin, store, report) }
    let reader = InputReader(
        request: request,
        format: format,
        loaded: try store.loadedInputs(ofSizes: list.sizes, among: FilesByContent(list, request).files),
        folders: list.folders,
        ecosystems: map.map { .parts($0.parts) },
        details: DetailPlan(list.files)
    )
    let entityCount = try store.entityCount()
    var loading = Loading(list: list, store: store, map: map, loaded: reader.loaded, report: report, progress: progress)
    let summary = try loading.run(request, reader)
    try loading.reportAcrossStore(summary, from: entityCount, request)
    return summary
}

/// A load under way: its inputs in parts whose clones' stored commits fit into memory, each in one transaction or several.
private struct Loading {
    let list: InputList
    let store: Store
    let map: EcosystemMap?
    let loaded: LoadedInputs
    let report: DiagnosticSink
    let progress: LoadProgress

    /// How many bytes the files up to each one have; nil where that is not known.
    private let bytesUntil: [Int]?
    /// Which facts of clones count; nil until files are read.
    private var facts: FactsInForce?
    private var rows = 0
    private(set) var changed = ChangedRepositories()
    /// The names that clones counted elsewhere have and had.
    private var named: [RepositoryRename] = []
    private var summary = LoadReport()
    private var loadedNow = LoadedInputs()
    /// What was said of columns that are not read: once of all files that are alike.
    private var reportedColumns: Set<[String]> = []

    init(
        list: InputList,
        store: Store,
        map: EcosystemMap?,
        loaded: LoadedInputs,
        report: @escaping DiagnosticSink,
        progress: @escaping LoadProgress
    ) {
        (self.list, self.store, self.map, self.loaded) = (list, store, map, loaded)
        (self.report, self.progress) = (report, progress)
        bytesUntil = list.sizes?.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    }

    mutating func run(_ request: LoadRequest, _ reader: InputReader) throws -> LoadReport {
        var reader = reader
        facts = FactsInForce(list.files, reader)
        let clones = list.files.filter { list.folders[$0] == .commits }
        guard !clones.isEmpty else {
            try loadPart(list.files[...], reader, at: request.now)
            try takeRenames(named, at: request.now)
            return summary
        }
        let scans = CloneScans(of: clones, request)
        var start = 0
        for end in try store.reading({ scans.ends(of: list.files, try $0.commitHistories()) }) {
            let part = list.files[start..<end]
            reader.scans = try store.reading { stored in
                try scans.only(part).completed(try stored.commitHistories()) { try stored.commits(of: $0) }
            }
            try loadPart(part, reader, at: request.now)
            start = end
        }
        try takeRenames(scans.renames + named, at: request.now)
        return summary
    }

    /// Reports what the loaded inputs mean together with what the store had; entities from a number on are new.
    func reportAcrossStore(_ summary: LoadReport, from entity: Int, _ request: LoadRequest) throws {
        let kinds = summary.inputs.filter { $0.state == .loaded }.map(\.input.kind)
        let mayAgree = kinds.contains(.coins) || kinds.contains(.market)
        if mayAgree { try store.takeAgreeingCoins(at: request.now, report) }
        var checks: [(StoreReader) throws -> Void] = []
        if mayAgree, try store.entityCount() > entity { checks.append { reportMisnamed(from: entity, $0, report) } }
        if request.kind == nil, kinds.contains(.commits) { checks.append { reportOwnerless($0, report) } }
        if try store.hasWords(from: entity) {
            checks.append { try reportDoubts(from: entity, $0, request.hints.money, report) }
        }
        if changed.mayShareCommits {
            checks.append { try changed.warnOfSharedCommits($0, asOf: .instant(request.now), report: report) }
        }
        // All checks see one state of the store, whose small tables are read once; without checks they are not read.
        if !checks.isEmpty { try store.reading { reader in for check in checks { try check(reader) } } }
    }

    /// Takes those names of clones that are new names of stored repositories.
    private func takeRenames(_ named: [RepositoryRename], at now: Instant) throws {
        guard !named.isEmpty else { return }
        let renames = try store.reading { stored in
            try CloneScans.renames(among: named, try stored.commitHistories()) { try stored.commits(of: $0) }
        }
        try store.take(renames, at: now, report)
    }

    /// Loads some files while the next ones are read.
    private mutating func loadPart(_ files: ArraySlice<String>, _ reader: InputReader, at now: Instant) throws {
        let ahead = ReadAhead(Array(files), reader)
        let (progress, all) = (progress, list.files.count)
        defer { ahead.stop() }
        var next = files.startIndex
        while next < files.endIndex {
            var numbers: [(index: Int, input: Int32)] = []
            let loaded = try namingDiskSpace(from: next) {
                try store.load(acceptedAt: now) { session in
                    while next < files.endIndex, !session.isFull {
                        let (done, share) = (next, share(before: next))
                        var read = rows
                        let number = try ingest(
                            {
                                let events = ahead.next(of: done - files.startIndex)
                                read += events.reduce(0) { $0 + $1.rows }
                                progress(done, all, read, share)
                                return events
                            },
                            session,
                            reader.request
                        )
                        if let number { numbers.append((next, number)) }
                        next += 1
                        rows = read
                        progress(next, all, rows, self.share(before: next))
                    }
                }
            }
            warn(of: loaded.suspects)
            for (index, input) in numbers { take(loaded.outcomes[input] ?? InputOutcome(), ofInput: index) }
        }
    }

    /// The share of the bytes in the files before one.
    private func share(before file: Int) -> Double? {
        guard let bytesUntil, let all = bytesUntil.last, bytesUntil.count > file, all > 0 else { return nil }
        return Double(bytesUntil[file]) / Double(all)
    }

    /// Warns of market figures that do not go together.
    private func warn(of suspects: [SuspectPrice]) {
        guard !suspects.isEmpty else { return }
        let named = listed(suspects.map { "\($0.coin) (\($0.text))" })
        let next =
            "they are stored; see the column `market_flags` of `assay rank`, and `assay store forget` if they are wrong"
        let detail = "market figures that do not go together: \(named); \(next)"
        report(Diagnostic(.warning, "doubtful-market", detail))
    }

    /// Takes what became of an input, of which some is only known when the load ends.
    private mutating func take(_ outcome: InputOutcome, ofInput index: Int) {
        summary.inputs[index].outcome = outcome
        guard let first = outcome.firstConflict else { return }
        let place = ([summary.inputs[index].path] + [first.line].compactMap { $0.map(String.init) }).joined(
            separator: ":"
        )
        let rows = outcome.rejected + outcome.accepted
        let detail = "rows that contradict others: \(outcome.conflicts) of \(rows); the first: \(first.detail)"
        report(Diagnostic(.warning, first.reason, place: place, detail))
    }

    /// Loads one input; nil where it brought nothing.
    private mutating func ingest(
        _ events: () -> [ReadingEvent],
        _ session: LoadSession,
        _ request: LoadRequest
    ) throws -> Int32? {
        var ingestor = InputIngestor(session: session, map: map, listsSince: request.listsSince, report: report)
        ingestor.facts = facts
        let result = try ingestor.run(events) { input in
            // Another process may have loaded it since this one read what was loaded.
            try loadedNow.contains(digest: input.digest, context: input.context, at: input.path)
                || session.hasLoaded(digest: input.digest, context: input.context, after: loaded)
        }
        let input = result.report.input
        if result.number != nil {
            loadedNow.insert(digest: input.digest, context: input.context)
            reportUnread(ingestor.unread, of: input)
            named += ingestor.renames
            changed.keys.formUnion(ingestor.repositories)
            changed.coinListChanged = changed.coinListChanged || input.kind == .coins
        }
        summary.inputs.append(result.report)
        return result.number
    }

    /// Reports which columns of an input are not read, once for all inputs of a format that have the same.
    private mutating func reportUnread(_ unread: [String], of input: InputDescriptor) {
        guard !unread.isEmpty, reportedColumns.insert([input.format] + unread).inserted else { return }
        let detail = "columns that are not read: \(listed(unread.map { "`\($0)`" }))"
        report(Diagnostic(.note, "unread-columns", place: input.path, detail))
    }

    /// Runs a load; when the disk has no space for it, the error names how much it takes with the inputs that are left.
    private func namingDiskSpace<Value>(from first: Int, _ load: () throws -> Value) throws -> Value {
        let estimate = try store.diskEstimate()
        do {
            return try load()
        } catch let error as StoreError where error.reason == .disk {
            let bytes = list.files[first...].reduce(0) { $0 + Store.size(of: $1) }
            let needed = "takes up to \(estimate(bytes)) free bytes next to the store and in the"
            let left = "what is left to load (\(bytes) bytes of files) \(needed) temporary folder ($SQLITE_TMPDIR)"
            let detail = "\(error.detail): \(left)"
            throw StoreError(.disk, at: error.place, detail)
        }
    }
}

extension LoadRequest {
    /// The format that was asked for; nil where each is recognised by its content.
    ///
    /// - Throws: `OperationError` when there is none of this id.
    func format() throws -> (any SourceReader)? {
        guard let source else { return nil }
        let readers = sourceReaders.filter { takes($0.kind) }
        if let reader = readers.first(where: { $0.id == source }) { return reader }
        throw OperationError.unknown("format", source, among: readers.map(\.id), else: "see `assay formats`")
    }

    /// What a folder holds that is one input: a taxonomy of ecosystems (perhaps a clone itself), or a clone's commits; nil
    /// for a folder of inputs.
    func kind(ofFolder folder: String, holding names: [String]? = nil) -> LoadKind? {
        if takes(.coins), TaxonomyFolder.isOne(folder, holding: names) { return .coins }
        return takes(.commits) && CloneScan.isClone(folder) ? .commits : nil
    }
}
