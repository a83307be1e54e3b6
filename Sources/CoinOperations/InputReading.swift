internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// What reading one file says, in order: at most one `opened`, its items, and one `ended`.
enum ReadingEvent: Sendable {
    /// The file is an input of a format, not known from before.
    case opened(ReadInput)
    /// A piece of its content.
    case item(SourceItem)
    /// It ended: as it should, as an input that was loaded before, or as one that is refused.
    case ended(ReadingEnd)
}

extension ReadingEvent {
    /// About how many rows are in it: what it takes in memory.
    var rows: Int {
        switch self {
        case .item(.observations(let block)): block.count
        case .item(.commits(let block)): block.commits.count
        case .item(.coins(let coins)): coins.count
        case .item(.ecosystem(let ecosystem)): ecosystem.repositories.count
        default: 1
        }
    }
}

/// How reading a file ended.
enum ReadingEnd: Sendable {
    case whole(ReadInput)
    case known(ReadInput)
    case refused(ReadInput, OperationError)
}

/// A file as far as it is known by reading it.
struct ReadInput: Sendable {
    let path: String
    let stem: String
    /// What it holds; nil while no reader was found that knows.
    var kind: LoadKind?
    var format = ""
    var digest = ""
    var size = 0
    var modified = 0
    /// What the meaning of the bytes depends on beside them, in a canonical text.
    var context = ""
}

extension ReadInput {
    /// The input as the ledger knows it.
    var entry: LedgerInput {
        LedgerInput(
            kind: kind?.rawValue ?? "unknown",
            format: format,
            path: path,
            size: size,
            modified: modified,
            digest: digest,
            context: context,
            stem: stem
        )
    }
}

/// Reads one file: digest, format, content.
///
/// It touches no store, so that many can be read side by side.
struct InputReading: Sendable {
    let request: LoadRequest
    let forced: (any SourceReader)?
    /// The inputs that were loaded before.
    let known: KnownInputs
    /// What the folders among the files hold, each as one input.
    let folders: [String: LoadKind]
    /// What taxonomies are asked.
    var ecosystems: EcosystemQuestion?
    /// What was found out of the clones among the files.
    var scans = CloneScans()

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - memory: what the thread learned of the files before.
    ///   - emit: takes the events.
    /// - Throws: what `emit` throws.
    func read(
        _ path: String,
        after memory: inout ReadingMemory,
        emit: (ReadingEvent) throws -> Void
    ) throws {
        if let kind = folders[path] {
            guard kind == .coins else { return try CloneReading(request: request, scans: scans).read(path, emit: emit) }
            return try TaxonomyReading(request: request, question: ecosystems, known: known).read(path, emit: emit)
        }
        var context = ReadContext(
            path: path,
            observedAt: request.observedAt,
            coin: request.coin,
            repository: request.repository,
            quote: request.quote,
            names: memory.names,
            now: request.now
        )
        context.ecosystems = ecosystems
        context.property = request.property
        var input = ReadInput(path: path, stem: context.stem, kind: request.kind)
        do {
            var file = try memory.opened(path)
            (input.size, input.modified) = (file.size, file.modified)
            if forced == nil, isKnownAsItIs(input, context) { return try emit(.ended(.known(input))) }
            // A new large file is digested while it is parsed.
            let isNewAndLarge = file.size >= InputReading.largeSize && !known.containsSize(file.size)
            let running = isNewAndLarge ? RunningDigest() : nil
            if let running {
                file.watch(running.take)
            } else {
                input.digest = try memory.digest(of: &file)
            }
            let head = InputHead(bytes: try file.peek(InputHead.length), among: memory.heads)
            let reader = try chosenReader(&file, head, memory)
            memory.remember(head, reader)
            context.head = head
            (input.format, input.kind) = (reader.id, reader.kind)
            // A term's series is named by the digest, so it cannot wait.
            if reader.kind == .trends, running != nil { input.digest = try file.digest() }
            input.context = describe(context, for: reader)
            if known.contains(digest: input.digest, context: input.context) {
                return try emit(.ended(.known(input)))
            }
            try emit(.opened(input))
            try reader.read(&file, context) { try emit(.item($0)) }
            if let running {
                try file.readOut()
                input.digest = running.finish()
            }
        } catch let stop as ReadAhead.Stopped {
            throw stop
        } catch {
            if input.digest.isEmpty, let digest = digestIfReadable(path) { input.digest = digest }
            if input.context.isEmpty { input.context = describe(context) }
            return try emit(.ended(.refused(input, OperationError(error, file: path))))
        }
        try emit(.ended(.whole(input)))
    }

    /// Opens files that are read soon, so that the disk can bring those that are new.
    func expect(_ paths: ArraySlice<String>, _ memory: inout ReadingMemory) {
        for path in paths where folders[path] == nil {
            do {
                let file = try InputFile(path: path)
                if file.size < InputReading.largeSize, !known.containsSize(file.size) { file.expect() }
                memory.keep(file)
            } catch {
                // It is told when it is that file's turn.
            }
        }
    }

    /// The size from which a digest on another core saves more than handing the bytes over costs.
    static let largeSize = 1 << 22

    /// Whether the file was loaded before and has not been touched since.
    private func isKnownAsItIs(_ input: ReadInput, _ context: ReadContext) -> Bool {
        guard known.containsSize(input.size) else { return false }
        let contexts = [true, false].flatMap { name in
            [true, false].map { describe(context, dependsOnName: name, dependsOnEcosystems: $0) }
        }
        return Set(contexts).contains { described in
            known.contains(
                kind: request.kind?.rawValue,
                path: input.path,
                size: input.size,
                modified: input.modified,
                context: described
            )
        }
    }

    /// The digest of a file that is refused for another reason; nil when its bytes cannot be had.
    private func digestIfReadable(_ path: String) -> String? {
        do {
            return try Digest.ofFile(path).digest
        } catch {
            return nil
        }
    }

    private func chosenReader(
        _ file: inout InputFile,
        _ head: InputHead,
        _ memory: borrowing ReadingMemory
    ) throws -> any SourceReader {
        if let refusal = head.refusal { throw refusal }
        if let forced { return forced }
        if let known = memory.heads.firstIndex(where: head.isLike) { return memory.readers[known] }
        // At most one reader recognises it, whichever is asked first.
        let readers = (memory.last.map { [$0] } ?? []) + sourceReaders
        if let reader = readers.first(where: { request.takes($0.kind) && $0.recognises(head) }) { return reader }
        if let other = sourceReaders.first(where: { $0.recognises(head) }) {
            throw SourceError(
                "wrong-kind",
                detail: "is \(other.title); load it with `assay load \(other.kind.rawValue) \(file.path)`"
            )
        }
        try validateDocument(&file, head)
        var found = ""
        if case .text(let sketch) = head.shape, let first = sketch.lines.first {
            found = "; its first line reads `\(first.prefix(80))`"
        }
        throw SourceError(
            "not-recognised",
            detail: "is none of the \(request.kind.map { "\($0) " } ?? "")formats that `assay sources` lists\(found)"
        )
    }

    private func describe(_ context: ReadContext, for reader: any SourceReader) -> String {
        describe(
            context,
            dependsOnName: reader.dependsOnName,
            dependsOnEcosystems: reader.dependsOnEcosystems
        )
    }

    private func describe(
        _ context: ReadContext,
        dependsOnName: Bool = true,
        dependsOnEcosystems: Bool = true
    ) -> String {
        var request = request
        if !dependsOnEcosystems { request.ecosystems = nil }
        return request.context(name: dependsOnName ? "\(context.folder)/\(context.stem)" : nil)
    }
}
