internal import CoinIdentity
public import CoinModel
internal import CoinSources
internal import CoinStore

/// What a person asks to be loaded.
public struct LoadRequest: Sendable {
    /// What the inputs hold; nil where each tells by its content.
    public var kind: LoadKind?
    /// Files and folders.
    public var paths: [String]
    /// The id of the format, where it is not to be recognised.
    public var source: String?
    /// When the inputs were observed, where they are silent.
    public var observedAt: AsOf?
    /// The coin that the inputs are about, where they are silent.
    public var coin: String?
    /// The repository that the inputs are about, where they are silent.
    public var repository: RepositoryName?
    /// What was searched, where it was not the web; search-interest exports are silent about it.
    public var property: SearchProperty?
    /// The quote currency, where the inputs are silent, lower-case.
    public var quote: String
    /// The table of coins and their ecosystems, for taxonomies.
    public var ecosystems: EcosystemsFile?
    /// Whether every file is known by its digest alone, and not by its identity when it was loaded.
    public var verifies = false
    /// The clock.
    public var now: Instant
    /// The commit to take for the newest one of a clone; nil for that of its default branch.
    var tip: String?

    /// A request.
    public init(
        kind: LoadKind?,
        paths: [String],
        source: String? = nil,
        observedAt: AsOf? = nil,
        coin: String? = nil,
        repository: RepositoryName? = nil,
        quote: String = "usd",
        ecosystems: EcosystemsFile? = nil,
        now: Instant
    ) {
        self.kind = kind
        self.paths = paths
        self.source = source
        self.observedAt = observedAt
        self.coin = coin
        self.repository = repository
        self.quote = quote
        self.ecosystems = ecosystems
        self.now = now
    }
}

/// What became of one input.
public struct InputReport: Sendable {
    /// What became of it as a whole.
    public enum State: String, Sendable {
        case loaded
        case upToDate = "up-to-date"
        case refused
    }

    /// The file.
    public let path: String
    /// The format that it was read as; empty when none recognised it.
    public let format: String
    /// The digest of its bytes; empty when they could not be had.
    public let digest: String
    /// Its size in bytes.
    public let size: Int
    /// What became of it as a whole.
    public let state: State
    /// Why it was refused, if it was.
    public let reason: String?
    /// Rows that are in the store now, those that brought nothing new among them.
    public var accepted = 0
    /// Those of the accepted that were there already.
    public var unchanged = 0
    /// Rows that were not taken.
    public var rejected = 0
}

/// What a load did.
public struct LoadReport: Sendable {
    /// Each input, in order.
    public var inputs: [InputReport] = []

    /// What was done, in one sentence.
    ///
    /// - Parameter kind: what was loaded; nil for files of any kind.
    /// - Returns: a note.
    public func summary(of kind: LoadKind?) -> Diagnostic {
        var states: [InputReport.State: Int] = [:]
        var (accepted, unchanged, rejected) = (0, 0, 0)
        for input in inputs {
            states[input.state, default: 0] += 1
            accepted += input.accepted
            unchanged += input.unchanged
            rejected += input.rejected
        }
        let counts = [("loaded", InputReport.State.loaded), ("loaded before", .upToDate), ("refused", .refused)]
            .compactMap { word, state in states[state].map { "\($0) \(word)" } }
        let known = unchanged > 0 ? " (\(unchanged) of them known)" : ""
        let others = rejected > 0 ? ", rejected \(rejected)" : ""
        return Diagnostic(
            .note,
            "loaded",
            inputs.isEmpty
                ? "no file\(kind.map { " of \($0)" } ?? "") to load"
                : "\(kind.map { "\($0) " } ?? "")files: \(counts.joined(separator: ", ")); rows taken: \(accepted)\(known)\(others)"
        )
    }

    /// The exit code: failed when every input was refused, partial when some were.
    public var status: ExitStatus {
        if inputs.isEmpty { return .nothingSelected }
        let refused = inputs.count { $0.state == .refused }
        return refused == 0 ? .success : refused == inputs.count ? .failed : .partial
    }
}

/// Loads inputs into a store: recognises each by its content, keeps good rows and tells of the others.
///
/// Inputs that were loaded before are passed over by their digest. A refused input leaves nothing behind but its
/// reason in the ledger; the others are loaded all the same.
///
/// - Parameters:
///   - request: what to load.
///   - location: the store; made if it does not exist.
///   - tell: takes diagnostics as they arise.
///   - progress: takes the number of inputs done and of all.
/// - Returns: what became of each input.
/// - Throws: `OperationError` when the store fails or an unknown format is asked for.
public func load(
    _ request: LoadRequest,
    into location: StoreLocation,
    tell: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> LoadReport {
    // Before the store is made, so that it is no input of its own first load.
    let list = InputList(request.paths, store: location.files) { request.kind(ofFolder: $0, holding: $1) }
    var taxonomies = list.folders.filter { $0.value == .coins }.map(\.key).sorted()
    if let ecosystems = request.ecosystems { taxonomies.append(ecosystems.path) }
    if !taxonomies.isEmpty { try OutputFile.refuse(asStore: location.path, reading: taxonomies) }
    let store = try location.open(.write)
    var forced: (any SourceReader)?
    if let id = request.source {
        guard let reader = sourceReaders.first(where: { $0.id == id && request.takes($0.kind) }) else {
            let known = sourceReaders.filter { request.takes($0.kind) }.map(\.id).joined(separator: ", ")
            let files = request.kind.map { " of \($0) files" } ?? ""
            throw OperationError(.usage, "unknown-source", "there is no format `\(id)`\(files); there are: \(known)")
        }
        forced = reader
    }
    let map = try request.ecosystems?.map(tell: tell)
    for folder in list.emptyFolders {
        tell(Diagnostic(.warning, "empty-folder", place: folder, "holds no file"))
    }
    for file in list.storeFiles {
        tell(Diagnostic(.note, "own-store", place: file, "belongs to the store that is loaded into, and is left out"))
    }
    var reading = InputReading(
        request: request,
        forced: forced,
        loaded: try store.loadedInputs(ofSizes: list.sizes),
        folders: list.folders,
        ecosystems: map.map { .parts($0.parts) }
    )
    let clones = list.folders.isEmpty ? [] : list.files.filter { list.folders[$0] == .commits }
    let scans = clones.isEmpty ? CloneScans() : CloneScanning(request: request).scans(of: clones)
    var loadedNow = LoadedInputs(room: list.files.count)
    var report = LoadReport()
    report.inputs.reserveCapacity(list.files.count)
    var next = 0
    var ends = [list.files.count]
    if !scans.isEmpty { ends = try store.reading { scans.ends(of: list.files, try $0.commitHistories()) } }
    for end in ends {
        let start = next
        if !scans.isEmpty {
            reading.scans = try store.reading { reader in
                let here = scans.only(list.files[start..<end])
                return try here.completed(try reader.commitHistories()) { try reader.commits(of: $0) }
            }
        }
        let ahead = ReadAhead(Array(list.files[start..<end]), reading)
        defer { ahead.stop() }
        while next < end {
            var numbers: [(index: Int, input: Int32)] = []
            let first = next
            let loaded = try tellingRoom(store, for: list, from: first) {
                try store.load(acceptedAt: request.now) { session in
                    while next < end, !session.isFull {
                        var load = InputIngestor(session: session, map: map, tell: tell)
                        let result = try load.run({ ahead.next(of: next - start) }) { input in
                            // Another process may have loaded it since this one read what was loaded.
                            try loadedNow.contains(digest: input.digest, context: input.context)
                                || session.hasLoaded(digest: input.digest, context: input.context)
                        }
                        if let number = result.number {
                            numbers.append((next, number))
                            loadedNow.insert(digest: result.input.digest, context: result.input.context)
                        }
                        report.inputs.append(result.report)
                        next += 1
                        progress(next, list.files.count)
                    }
                }
            }
            for (index, input) in numbers {
                guard let outcome = loaded.outcomes[input] else { continue }
                report.inputs[index].accepted = outcome.accepted
                report.inputs[index].unchanged = outcome.unchanged
                report.inputs[index].rejected = outcome.rejected
            }
        }
    }
    return report
}

/// Runs a load; when the disk has no room for it, the error tells how much it takes with the inputs that are left.
private func tellingRoom<Value>(
    _ store: Store,
    for list: InputList,
    from first: Int,
    _ load: () throws -> Value
) throws -> Value {
    let room = try store.room()
    do {
        return try load()
    } catch let error as StoreError where error.reason == .disk {
        let bytes = list.files[first...].reduce(0) { $0 + Store.size(of: $1) }
        let needed = room.needed(forInputsOf: bytes)
        throw StoreError(
            .disk,
            path: error.path,
            detail: "\(error.detail); what is left to load (\(bytes) bytes of files) takes up to \(needed) free bytes "
                + "beside the store and in the temporary folder ($SQLITE_TMPDIR): make room and run it again"
        )
    }
}

extension LoadRequest {
    /// Whether inputs of a kind are asked for.
    func takes(_ kind: LoadKind) -> Bool { self.kind == nil || self.kind == kind }

    /// What a folder holds that is one input: a taxonomy of ecosystems, be it a clone or not, or a clone's commits; nil
    /// for a folder of inputs.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - names: the names in it, where they are known.
    /// - Returns: the kind.
    func kind(ofFolder folder: String, holding names: [String]? = nil) -> LoadKind? {
        if takes(.coins), TaxonomyFolder.isOne(folder, holding: names) { return .coins }
        return takes(.commits) && CloneScan.isClone(folder) ? .commits : nil
    }
}
