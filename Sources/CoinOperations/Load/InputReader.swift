internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// Reads one file: digest, format, content; it touches no store, so that many can be read side by side.
struct InputReader: Sendable {
    let request: LoadRequest
    /// The format of all files; nil where each is recognised by its content.
    let format: (any SourceReader)?
    /// The inputs that were loaded before.
    let loaded: LoadedInputs
    /// What the folders among the files hold, each as one input.
    let folders: [String: LoadKind]
    /// What taxonomies are asked.
    var ecosystems: EcosystemQuestion?
    var scans = CloneScans()
    /// Which snapshots are read for what they say of coins beside facts.
    var details = DetailPlan()

    /// Reads a file, or a folder that is one input; what goes wrong refuses it.
    ///
    /// - Throws: `CancellationError`, and what `emit` throws.
    func read(_ path: String, after cache: inout ReaderCache, emit: (ReadingEvent) throws -> Void) throws {
        let stem = folders[path] == .coins ? "" : ReadContext(path: path, now: request.now).stem
        var input = InputDescriptor(path: path, stem: stem)
        let isNamed = request.paths.contains(path)
        if !isNamed, InputReader.isDocument(path) {
            return try emit(.ended(.skipped(input, "a document or picture by its name, which is not data")))
        }
        do {
            if request.hints.coin != nil, folders[path] != nil { throw CoinAssignment.impossible }
            switch folders[path] {
            case .coins: try TaxonomyReader(request: request, question: ecosystems, loaded: loaded).read(&input, emit)
            case .some: try CloneReader(request: request, scans: scans).read(&input, emit)
            case nil: try readFile(&input, &cache, emit)
            }
        } catch let stop as CancellationError {
            throw stop
        } catch let error as SourceError where error == .ecosystemMap && !isNamed {
            try emit(.ended(.skipped(input, error.detail)))
        } catch {
            try emit(.ended(.refused(input, OperationError(error, file: path))))
        }
    }

    /// Whether a file below a folder is one that lies beside data for people to read.
    private static func isDocument(_ path: String) -> Bool {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        return ["readme", "license"].contains(name)
            || [".md", ".rst", ".adoc", ".pdf", ".html", ".ipynb", ".png", ".jpg", ".svg"].contains {
                name.hasSuffix($0)
            }
    }

    private func readFile(
        _ input: inout InputDescriptor,
        _ cache: inout ReaderCache,
        _ emit: (ReadingEvent) throws -> Void
    ) throws {
        var context = ReadContext(path: input.path, request.hints, names: cache.names, now: request.now)
        context.ecosystems = ecosystems
        context.readsDetails = details.isRead(input.path)
        (input.kind, input.context) = (request.kind, describe(context, request))
        var file = try InputFile(path: input.path)
        (input.size, input.modified) = (file.status.size, file.status.modified)
        input.identity = file.identity?.bits
        if let loaded = loadedAsItIs(input, context) { return try emit(.ended(.known(loaded))) }
        do {
            try read(&file, &input, &context, &cache, emit)
        } catch let stop as CancellationError {
            throw stop
        } catch {
            // What is refused has a digest too, as far as its bytes can be had.
            do {
                input.digest = try file.digest()
            } catch {
                input.digest = ""
            }
            throw error
        }
    }

    private func read(
        _ file: inout InputFile,
        _ input: inout InputDescriptor,
        _ context: inout ReadContext,
        _ cache: inout ReaderCache,
        _ emit: (ReadingEvent) throws -> Void
    ) throws {
        var head = InputHead(bytes: try file.peek(InputHead.length), among: cache.heads)
        if let columns = request.hints.columns { head = try head.named(by: columns) }
        let reader = try chosenReader(&file, head, cache)
        cache.remember(head, reader)
        context.head = head
        (input.format, input.kind) = (reader.id, reader.kind)
        var asked = request
        if format != nil, sourceReaders.first(where: { $0.recognises(head) })?.id != reader.id {
            asked.forcedFormat = reader.id
        }
        // `load coins` names a list; whatever else comes upon one takes it for what the source's ids mean.
        asked.listsAreCrosswalk =
            asked.listsAreCrosswalk || request.kind == nil && LoadKind.sourceLists.contains(reader.id)
        input.context = describe(context, asked, reader.dependsOnName(head), reader.dependsOnEcosystems)
        if request.hints.coin != nil, reader.kind == .commits { throw CoinAssignment.impossible }
        // Of other files the digest is made while they are parsed; but a term's series is named by it.
        if reader.kind == .trends || loaded.containsSize(file.status.size) {
            input.digest = try file.digestAhead()
            if loaded.contains(digest: input.digest, context: input.context, at: input.path) {
                return try emit(.ended(.known(input)))
            }
        }
        try emit(.opened(input))
        if let coin = request.hints.coin {
            var assignment = CoinAssignment(to: coin)
            try reader.read(&file, context) { try emit(.item(assignment.assign($0))) }
            try assignment.check()
        } else {
            try reader.read(&file, context) { try emit(.item($0)) }
        }
        let digest = try file.digest()
        guard input.digest.isEmpty || input.digest == digest else { throw SourceError.changedWhileRead }
        input.digest = digest
        try emit(.ended(.whole(input)))
    }

    /// What was loaded of the file, where it has not been touched since; nil where it is to be read.
    private func loadedAsItIs(_ input: InputDescriptor, _ context: ReadContext) -> InputDescriptor? {
        guard format == nil, !request.verifies, let identity = input.identity else { return nil }
        let candidates = loaded.inputs(ofFile: identity, at: input.path).filter { $0.kind.map(request.takes) ?? false }
        guard !candidates.isEmpty else { return nil }
        var crosswalk = request
        crosswalk.listsAreCrosswalk = true
        let contexts = Set(
            [true, false].flatMap { name in [true, false].map { describe(context, request, name, $0) } }
                + (request.kind == nil ? [describe(context, crosswalk, false, false)] : [])
        )
        guard let entry = candidates.first(where: { contexts.contains($0.context) }) else { return nil }
        var found = input
        (found.kind, found.format) = (entry.kind, entry.format)
        (found.digest, found.context) = (entry.digest, entry.context)
        return found
    }

    private func chosenReader(
        _ file: inout InputFile,
        _ head: InputHead,
        _ cache: ReaderCache
    ) throws -> any SourceReader {
        if let refusal = head.refusal { throw refusal }
        if let format { return format }
        if let columns = request.hints.columns {
            return try columns.reader(for: head, kind: request.kind, namesCoin: request.hints.coin != nil)
        }
        if let known = cache.heads.firstIndex(where: head.isLike) { return cache.readers[known] }
        if let reader = sourceReaders.first(where: { request.takes($0.kind) && $0.recognises(head) }) { return reader }
        if let other = sourceReaders.first(where: { $0.recognises(head) }) {
            let command = "`assay load \(other.kind.rawValue) \(shellOperand(file.path))`"
            throw SourceError("wrong-kind", detail: "is \(other.title); load it with \(command)")
        }
        try validateDocument(&file, head)
        let formats = "\(request.kind.map { "\($0) " } ?? "")formats"
        let answer = head.answer(path: file.path, kind: request.kind, namesCoin: request.hints.coin != nil)
        throw SourceError("not-recognised", detail: "is none of the \(formats) that `assay formats` lists\(answer)")
    }

    /// What the ledger has as the context of a file, by what its format depends on.
    private func describe(
        _ context: ReadContext,
        _ request: LoadRequest,
        _ dependsOnName: Bool = true,
        _ dependsOnEcosystems: Bool = true
    ) -> String {
        var request = request
        if !dependsOnEcosystems { request.ecosystems = nil }
        return request.context(name: dependsOnName ? "\(context.folder)/\(context.stem)" : nil)
    }
}

/// What one thread's reading of files teaches it for the next: files that lie together are mostly alike.
struct ReaderCache {
    /// The coins that they named.
    let names = CoinNames()
    /// Heads whose format was recognised, the last of them first.
    private(set) var heads: [InputHead] = []
    /// The reader of each head.
    private(set) var readers: [any SourceReader] = []

    /// The most heads that are remembered: pages differ by what their first rows happen to leave out.
    private static let limit = 8

    /// Remembers the head of a file, if it is one that others may have, and its reader.
    mutating func remember(_ head: InputHead, _ reader: any SourceReader) {
        guard head.isLike(head), !heads.contains(where: head.isTwin) else { return }
        heads.insert(head, at: 0)
        readers.insert(reader, at: 0)
        if heads.count > ReaderCache.limit {
            heads.removeLast()
            readers.removeLast()
        }
    }
}
