public import CoinModel
public import CoinOperations
internal import Foundation

/// What replaces a definition's own settings for one run.
public struct RunOverrides: Sendable {
    /// The moment of the ranking.
    public var asOf: AsOf?
    /// The moment as of whose loads the store is read; those that the run itself takes may be later.
    public var known: AsOf?
    /// The store.
    public var store: String?
    /// The output folder.
    public var folder: String?

    /// Nothing replaced.
    public init() {}
}

/// How a run ended.
public struct RunOutcome: Sendable {
    /// The exit code.
    public let status: ExitStatus
    /// Whether there was nothing to do, so that no byte was changed.
    public let isUpToDate: Bool
    /// What was done.
    public let record: RunRecord
    /// The output folder.
    public let folder: String
    /// The ranking's table with the rows of the first output, as a terminal shows it; nil when there was nothing to do.
    public let table: Table?
}

/// Runs a pipeline: loads its inputs, scores, writes its outputs and its record.
///
/// 1. Each input is loaded; what was loaded before is passed over, what is refused is told and left out.
/// 2. When nothing was new and every output still is what the last record says, nothing is touched.
/// 3. The ranking is computed and kept in the store.
/// 4. The outputs are written, each by rename, then the record.
///
/// A run that fails leaves a record too, and the outputs of the run before.
public struct PipelineRun {
    private let definition: Definition
    private let path: String
    private let clock: () -> Instant
    private let tell: DiagnosticSink
    private let progress: (String) -> Void
    private var record: RunRecord

    /// A run of a definition file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - overrides: what replaces its settings.
    ///   - clock: the time of day.
    ///   - tell: takes diagnostics.
    ///   - progress: takes the name of each step as it begins.
    /// - Throws: `OperationError` when the file does not read.
    public init(
        path: String,
        overrides: RunOverrides,
        clock: @escaping () -> Instant,
        tell: @escaping DiagnosticSink,
        progress: @escaping (String) -> Void
    ) throws {
        let bytes = try contents(ofFile: path)
        var definition = try Definition(yaml: bytes, path: path, digest: contentDigest(of: bytes))
        definition.request.asOf = overrides.asOf ?? definition.request.asOf
        definition.request.known = overrides.known ?? definition.request.known
        definition.store = overrides.store ?? definition.store
        definition.folder = overrides.folder ?? definition.folder
        self.definition = definition
        self.path = path
        self.clock = clock
        self.tell = tell
        self.progress = progress
        record = RunRecord(definition: path, definitionDigest: definition.digest, began: clock().description)
        record.preset = definition.request.preset
    }

    /// Runs it.
    ///
    /// - Returns: how it ended.
    /// - Throws: `OperationError` when a step failed; the record is written all the same.
    public mutating func run() throws -> RunOutcome {
        do {
            return try steps()
        } catch {
            let failure = OperationError(error)
            note(failure.diagnostic)
            try write(failure.status)
            throw failure
        }
    }

    private mutating func steps() throws -> RunOutcome {
        let store = StoreLocation(path: definition.store)
        let deliveries = definition.outputs.map { definition.delivery(of: $0) }
        try Delivery.check(all: deliveries + [Delivery(output: recordPath)], reading: protected)
        var statuses: [ExitStatus] = []
        var isNew = false
        for input in definition.inputs {
            let report = try timed("load \(input.kind) \(input.paths.joined(separator: " "))") { run in
                try run.load(input, into: store)
            }
            statuses.append(report.status)
            isNew = isNew || report.changedAnything
        }
        // Inputs that were refused make the result partial; only when all of them were is there nothing to rank.
        let status: ExitStatus =
            statuses.allSatisfy { $0 == .success }
            ? .success : statuses.allSatisfy { $0 == .failed } ? .failed : .partial
        if status == .failed {
            throw OperationError(.failed, "all-refused", place: path, "every input was refused; see the errors above")
        }
        let previous = previousRecord()
        if !isNew, let previous, isCurrent(previous, status) {
            return RunOutcome(status: status, isUpToDate: true, record: previous, folder: definition.folder, table: nil)
        }
        let request = definition.request
        let use = try RankingUse.showing(
            [request] + definition.outputs.map { definition.request(for: $0) },
            drawing: deliveries.contains { try $0.draws }
        )
        let scored = try timed("score \(request.preset)") { _ in
            let scored = try score(request, in: store, for: use)
            try keep(scored, in: store)
            return scored
        }
        record.asOf = scored.asOf.description
        record.known = request.known?.description
        for output in definition.outputs { try timed("write \(output.name)") { run in try run.write(output, scored) } }
        try write(status)
        var shown = definition.outputs.first.map { definition.request(for: $0) } ?? request
        shown.isForTerminal = true
        return RunOutcome(
            status: status,
            isUpToDate: false,
            record: record,
            folder: definition.folder,
            table: try scored.table(for: shown)
        )
    }

    private mutating func load(_ input: Definition.Input, into store: StoreLocation) throws -> LoadReport {
        var request = LoadRequest(
            kind: input.kind,
            paths: input.paths,
            observedAt: input.observedAt,
            quote: input.quote,
            ecosystems: try input.ecosystems.map { try EcosystemsFile(path: $0) },
            now: clock()
        )
        request.property = input.property
        var told: [Diagnostic] = []
        let report = try CoinOperations.load(request, into: store, tell: { told.append($0) })
        for diagnostic in told { note(diagnostic) }
        for file in report.inputs {
            record.inputs.append(
                RunRecord.Input(
                    path: file.path,
                    kind: input.kind.rawValue,
                    format: file.format,
                    digest: file.digest,
                    size: file.size,
                    state: file.state.rawValue,
                    reason: file.reason,
                    rowsAccepted: file.accepted,
                    rowsUnchanged: file.unchanged,
                    rowsRejected: file.rejected
                )
            )
        }
        return report
    }

    private mutating func write(_ output: Definition.Output, _ scored: ScoredRanking) throws {
        let delivery = definition.delivery(of: output)
        let table = try scored.table(for: definition.request(for: output), drawing: try delivery.draws)
        let bytes = try delivery.bytes(of: table)
        let file = definition.folder + "/" + output.name
        try OutputFile(file, reading: protected).replace(with: bytes, tell: tell)
        record.outputs.append(
            RunRecord.Output(
                path: file,
                digest: contentDigest(of: bytes),
                size: bytes.count,
                madeFrom: table.notes.last
            )
        )
    }

    private func previousRecord() -> RunRecord? {
        guard let bytes = FileManager.default.contents(atPath: recordPath) else { return nil }
        return RunRecord(json: Array(bytes))
    }

    /// Whether the last run's outputs are what this run would write.
    private func isCurrent(_ previous: RunRecord, _ status: ExitStatus) -> Bool {
        guard previous.definitionDigest == definition.digest, previous.version == record.version,
            previous.exitCode == status.rawValue, previous.preset == record.preset,
            definition.request.asOf.map({ $0.description == previous.asOf }) ?? true,
            definition.request.known?.description == previous.known,
            previous.outputs.map(\.path) == definition.outputs.map({ definition.folder + "/" + $0.name })
        else { return false }
        return previous.outputs.allSatisfy { output in
            FileManager.default.contents(atPath: output.path).map { contentDigest(of: Array($0)) } == output.digest
        }
    }

    /// What no output may be: the definition, the store, and what is loaded.
    private var protected: [String] {
        let named = definition.inputs.flatMap { $0.paths + [$0.ecosystems].compactMap { $0 } }
        return [path] + StoreLocation(path: definition.store).files + named
    }

    private var recordPath: String { definition.folder + "/run.json" }

    private mutating func note(_ diagnostic: Diagnostic) {
        tell(diagnostic)
        record.messages.append(
            RunRecord.Message(
                level: diagnostic.level.rawValue,
                id: diagnostic.identifier,
                place: diagnostic.place,
                message: diagnostic.message
            )
        )
    }

    private mutating func timed<Value>(
        _ name: String,
        _ step: (inout PipelineRun) throws -> Value
    ) throws -> Value {
        progress(name)
        let start = ContinuousClock.now
        let value = try step(&self)
        let duration = ContinuousClock.now - start
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        record.steps.append(RunRecord.Step(name: name, seconds: (seconds * 1000).rounded() / 1000))
        return value
    }

    private mutating func write(_ status: ExitStatus) throws {
        record.ended = clock().description
        record.status = "\(status)"
        record.exitCode = status.rawValue
        try OutputFile(recordPath, reading: protected).replace(with: try record.json(), tell: tell)
    }
}

extension Definition {
    /// The rows and columns that an output shows.
    fileprivate func request(for output: Output) -> RankRequest {
        var request = request
        request.columns = output.columns
        request.sort = output.sort
        request.filter = output.filter
        request.top = output.top
        return request
    }

    /// Where and how an output is written.
    fileprivate func delivery(of output: Output) -> Delivery {
        Delivery(output: folder + "/" + output.name)
    }
}
