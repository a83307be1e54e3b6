internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// The way of one file into a load.
struct InputLoad {
    let path: String
    let request: LoadRequest
    let forced: (any SourceReader)?

    private var digest = ""
    private var size = 0
    private var format = ""

    init(path: String, request: LoadRequest, forced: (any SourceReader)?) {
        self.path = path
        self.request = request
        self.forced = forced
    }

    /// Reads the file into the session; returns what became of it, and its number in the ledger if it was loaded.
    mutating func run(
        _ session: LoadSession,
        known: inout Set<[String]>,
        tell: DiagnosticSink
    ) throws -> (report: InputReport, number: Int32?) {
        var context = ReadContext(
            path: path,
            observedAt: request.observedAt,
            coin: request.coin,
            repository: request.repository,
            quote: request.quote,
            now: request.now
        )
        do {
            (digest, size) = try Digest.ofFile(path)
            var file = try InputFile(path: path)
            let reader = try chosenReader(&file)
            format = reader.id
            let meaning = describe(context, dependsOnName: reader.dependsOnName)
            if known.contains([digest, meaning]) { return (report(.upToDate), nil) }
            context.now = request.now
            session.begin(entry(meaning, context.stem))
            do {
                try read(&file, reader, context, session, tell)
            } catch let error where !(error is StoreError) {
                try refuse(session, entry(meaning, context.stem), error, tell)
                return (report(.refused, because: OperationError(error).diagnostic.identifier), nil)
            }
            let number = try session.accept(entry(meaning, context.stem))
            known.insert([digest, meaning])
            return (report(.loaded), number)
        } catch let error where !(error is StoreError) {
            let entry = entry(describe(context, dependsOnName: true), context.stem)
            session.begin(entry)
            try refuse(session, entry, error, tell)
            return (report(.refused, because: OperationError(error).diagnostic.identifier), nil)
        }
    }

    private func read(
        _ file: inout InputFile,
        _ reader: any SourceReader,
        _ context: ReadContext,
        _ session: LoadSession,
        _ tell: DiagnosticSink
    ) throws {
        var accepted = 0
        var rejected = 0
        var firstReject: Reject?
        try reader.read(&file, context) { item in
            switch item {
            case .observations(let block):
                accepted += block.count
                try session.add(block)
            case .coins(let coins):
                accepted += coins.count
                session.add(coins)
            case .reject(let reject):
                rejected += 1
                firstReject = firstReject ?? reject
                session.add(reject)
            case .warning(let text): tell(Diagnostic(.warning, "input", place: path, text))
            }
        }
        guard accepted > 0 else {
            guard let firstReject else { throw SourceError("no-rows", detail: "holds no rows; check the export") }
            throw SourceError(
                firstReject.reason,
                line: firstReject.line,
                detail: "none of its \(rejected) rows could be taken; the first: \(firstReject.detail)"
            )
        }
        if let firstReject {
            tell(
                Diagnostic(
                    .warning,
                    firstReject.reason,
                    place: place(firstReject.line, firstReject.column),
                    "\(rejected) of \(accepted + rejected) rows rejected; the first: \(firstReject.detail)"
                )
            )
        }
    }

    private func chosenReader(_ file: inout InputFile) throws -> any SourceReader {
        let head = InputHead(bytes: try file.peek(InputHead.length))
        if let refusal = head.refusal { throw refusal }
        if let forced { return forced }
        let readers = sourceReaders.filter { $0.recognises(head) }
        if let reader = readers.first(where: { $0.kind == request.kind }) { return reader }
        if let other = readers.first {
            throw SourceError(
                "wrong-kind",
                detail: "is \(other.title); load it with `assay load \(other.kind.rawValue) \(path)`"
            )
        }
        try validateDocument(&file, head)
        var found = ""
        if case .text(let sketch) = head.shape, let first = sketch.lines.first {
            found = "; its first line reads `\(first.prefix(80))`"
        }
        throw SourceError(
            "not-recognised",
            detail: "is none of the \(request.kind.rawValue) formats that `assay sources` lists\(found)"
        )
    }

    private func refuse(
        _ session: LoadSession,
        _ entry: LedgerInput,
        _ error: any Error,
        _ tell: DiagnosticSink
    ) throws {
        let line = (error as? SourceError)?.line
        let diagnostic = OperationError(error).diagnostic
        tell(Diagnostic(.error, diagnostic.identifier, place: place(line, nil), diagnostic.message))
        try session.refuse(
            entry,
            because: Reject(reason: diagnostic.identifier, line: line, detail: diagnostic.message)
        )
    }

    private func place(_ line: Int?, _ field: Int?) -> String {
        ([path] + [line, field].compactMap { $0.map(String.init) }).joined(separator: ":")
    }

    /// What the meaning of the bytes depends on beside them, in a canonical text.
    private func describe(_ context: ReadContext, dependsOnName: Bool) -> String {
        var parts = ["quote=\(request.quote)"]
        if let time = request.observedAt { parts.append("observed-at=\(time)") }
        if let coin = request.coin { parts.append("coin=\(coin)") }
        if let repository = request.repository { parts.append("repo=\(repository.key)") }
        if dependsOnName { parts.append("name=\(context.folder)/\(context.stem)") }
        return parts.joined(separator: " ")
    }

    private func entry(_ context: String, _ stem: String) -> LedgerInput {
        LedgerInput(
            kind: request.kind.rawValue,
            format: format,
            path: path,
            size: size,
            digest: digest,
            context: context,
            stem: stem
        )
    }

    private func report(_ state: InputReport.State, because reason: String? = nil) -> InputReport {
        InputReport(path: path, format: format, digest: digest, size: size, state: state, reason: reason)
    }
}
