public import CoinModel
public import CoinOperations
internal import CoinTables
internal import Foundation

/// Runs a pipeline: loads its inputs, scores, writes its outputs and its record.
///
/// 1. Each input is loaded; what was loaded before is passed over, what is refused is told and left out.
/// 2. When the last record was made from the state that the store is in now, whoever loaded into it, and every output
///    still is what that record says, nothing is touched.
/// 3. The ranking is computed and kept in the store.
/// 4. The outputs are written, each by rename, then the record.
///
/// A run that fails leaves a record too, and the outputs of the run before; a store that it made and that took nothing
/// in goes again.
public struct PipelineRun {
    private let definition: Definition
    private let path: String
    private let store: StoreLocation
    private let clock: () -> Instant
    private let log: RunLog
    private let progress: (String) -> Void
    private var record: RunRecord

    /// A run of a definition file; `progress` takes the name of each step as it begins.
    ///
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
        store = StoreLocation(path: definition.store, wait: overrides.wait)
        self.clock = clock
        log = RunLog(tell: tell)
        self.progress = progress
        record = RunRecord(definition: path, definitionDigest: definition.digest, began: clock().description)
        record.store = definition.store
        record.preset = definition.request.preset
        record.requestedAsOf = definition.request.asOf?.description
        record.known = definition.request.known?.description
    }

    /// Runs it.
    ///
    /// - Throws: `OperationError` when a step failed; the record is written all the same.
    public mutating func run() throws -> RunOutcome {
        let hadStore = FileManager.default.fileExists(atPath: store.path)
        do {
            return try steps()
        } catch {
            let failure = OperationError(error)
            // Whoever runs the pipeline tells why it failed; what else goes wrong now must not hide that.
            log.keep(failure.diagnostic)
            log.attempt {
                if !hadStore, FileManager.default.fileExists(atPath: store.path) { try removeEmptyStore(store) }
            }
            log.attempt { try write(failure.status) }
            throw failure
        }
    }

    private mutating func steps() throws -> RunOutcome {
        let deliveries = definition.outputs.map { definition.delivery(of: $0) }
        try OutputWriter.check(all: deliveries + [OutputWriter(output: recordPath)], reading: protected)
        var statuses: [ExitStatus] = []
        for input in definition.inputs {
            let report = try timed("load \(input.kind) \(input.paths.joined(separator: " "))") { run in
                try run.load(input)
            }
            statuses.append(report.status)
        }
        // Inputs that were refused make the result partial; only when all of them were is there nothing to rank.
        let status: ExitStatus =
            statuses.allSatisfy { $0 == .success }
            ? .success : statuses.allSatisfy { $0 == .failed } ? .failed : .partial
        if status == .failed {
            throw OperationError(.failed, "all-refused", place: path, "every input was refused; see the errors above")
        }
        if let previous = previousRecord(), try isCurrent(previous, status) {
            return RunOutcome(status: status, isUpToDate: true, record: previous, folder: definition.folder, table: nil)
        }
        let request = definition.request
        let use = try RankingUse.showing(
            [request] + definition.outputs.map { definition.request(for: $0) },
            drawing: deliveries.contains { try $0.draws }
        )
        let scored = try timed("score \(request.preset)") { run in
            let scored = try score(request, in: run.store, for: use)
            try keep(scored, in: run.store)
            return scored
        }
        record.asOf = scored.asOf.description
        record.storeState = scored.state
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

    private mutating func load(_ input: Definition.Input) throws -> LoadReport {
        var request = LoadRequest(kind: input.kind, paths: input.paths, now: clock())
        request.observedAt = input.observedAt
        request.quote = input.quote
        request.ecosystems = try input.ecosystems.map { try EcosystemsFile(path: $0) }
        request.property = input.property
        let report = try CoinOperations.load(request, into: store, tell: log.note)
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
        try OutputFile(file, reading: protected).replace(with: bytes, tell: log.note)
        record.outputs.append(
            RunRecord.Output(
                path: file,
                digest: contentDigest(of: bytes),
                size: bytes.count,
                madeFrom: table.notes.last
            )
        )
    }

    /// The record of the run before; nil where there is none that reads.
    private func previousRecord() -> RunRecord? {
        do {
            return RunRecord(json: try contents(ofFile: recordPath))
        } catch {
            return nil
        }
    }

    /// Whether the last run's outputs are what this run would write: the same request to the same program, made from the
    /// state that the store is in now, and unchanged since.
    private func isCurrent(_ previous: RunRecord, _ status: ExitStatus) throws -> Bool {
        guard previous.definitionDigest == definition.digest, previous.version == record.version,
            previous.exitCode == status.rawValue, previous.requestedAsOf == record.requestedAsOf,
            previous.known == record.known, previous.outputs.map(\.name) == definition.outputs.map(\.name)
        else { return false }
        var request = definition.request
        request.asOf = AsOf(previous.asOf)
        guard let state = try keptState(of: request, in: store), state == previous.storeState else { return false }
        return previous.outputs.allSatisfy { output in
            contentDigest(ofFile: definition.folder + "/" + output.name) == output.digest
        }
    }

    /// What no output may be: the definition, the store, and what is loaded.
    private var protected: [String] {
        let named = definition.inputs.flatMap { $0.paths + [$0.ecosystems].compactMap { $0 } }
        return [path] + store.files + named
    }

    private var recordPath: String { definition.folder + "/run.json" }

    private mutating func timed<Value>(_ name: String, _ step: (inout PipelineRun) throws -> Value) throws -> Value {
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
        record.messages = log.messages
        try OutputFile(recordPath, reading: protected).replace(with: try record.json(), tell: log.note)
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
    fileprivate func delivery(of output: Output) -> OutputWriter {
        OutputWriter(output: folder + "/" + output.name)
    }
}
