public import CoinModel
public import CoinOperations
internal import CoinTables
internal import Foundation

/// Runs a pipeline: loads its inputs, scores, writes its outputs and its record.
///
/// 1. Each input is loaded; what was loaded before is skipped, what is refused is reported and left out.
/// 2. When the last record was made from the state that the store is in now, whoever loaded into it, and every output
///    still is as in that record, nothing is touched.
/// 3. The ranking is computed and stored.
/// 4. The outputs are written, each by rename, then the record.
///
/// A run that fails leaves a record too, and the outputs of the run before; a store that it made and that took nothing
/// in goes again.
public struct PipelineRun {
    let definition: Definition
    let path: String
    let store: StoreLocation
    let environment: [String: String]
    let isOffline: Bool
    private let failsOnAlert: Bool
    let clock: () -> Instant
    let log: RunLog
    private let progress: (String) -> Void
    var record: RunRecord

    /// A run of a definition file with some settings replaced; `progress` takes the name of each step as it begins.
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
        var definition = try Definition(
            yaml: bytes,
            path: path,
            digest: contentDigest(of: bytes),
            settings: overrides.settings,
            environment: overrides.environment
        )
        definition.request.asOf = overrides.asOf ?? definition.request.asOf
        definition.request.known = overrides.known ?? definition.request.known
        definition.store = overrides.store ?? definition.store
        definition.folder = overrides.folder ?? definition.folder
        (self.definition, self.path, self.clock, self.progress) = (definition, path, clock, progress)
        (environment, isOffline) = (overrides.environment, overrides.isOffline)
        failsOnAlert = overrides.failsOnAlert
        store = StoreLocation(path: definition.store, wait: overrides.wait)
        log = RunLog(tell: tell)
        record = RunRecord(definition: path, definitionDigest: definition.digest, began: clock().description)
        (record.store, record.preset) = (definition.store, definition.request.preset)
        record.requestedAsOf = definition.request.asOf?.description
        record.known = definition.request.known?.description
        record.parameters = definition.parameters.isEmpty ? nil : definition.parameters
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
            // Whoever runs the pipeline reports why it failed; what else goes wrong now must not hide that.
            log.add(failure.diagnostic)
            log.attempt {
                if !hadStore, FileManager.default.fileExists(atPath: store.path) { try removeEmptyStore(store) }
            }
            log.attempt { try write(failure.status) }
            throw failure
        }
    }

    private mutating func steps() throws -> RunOutcome {
        let writers = definition.outputs.map(definition.writer) + [OutputWriter(output: recordPath)]
        try OutputWriter.check(all: writers, reading: inputs)
        var statuses: [ExitStatus] = []
        var loaded = LoadReport()
        for stage in definition.stages {
            switch stage {
            case .load(let input):
                let report = try timed("load \(input.kind) \(input.paths.joined(separator: " "))") { run in
                    try run.load(input)
                }
                statuses.append(report.status)
                loaded.inputs += report.inputs
            case .fetch(let stage):
                let (status, inputs) = try timed(stage.name) { run in try run.fetch(stage) }
                statuses.append(status)
                loaded.inputs += inputs
            }
        }
        // What was refused or did not come makes the result partial; only when all of it did is there nothing to rank.
        var status: ExitStatus =
            statuses.allSatisfy { $0 == .success }
            ? .success : statuses.allSatisfy { $0 == .failed } ? .failed : .partial
        if status == .failed {
            throw OperationError(.failed, "all-refused", place: path, "nothing was loaded; see the errors above")
        }
        let previous = previousRecord()
        // What was rejected when an input was loaded is missing for as long as that input holds.
        let excess =
            loaded.excess(over: definition.maximalRejects)?.diagnostic
            ?? (loaded.inputs.contains { $0.state == .loaded } ? nil : previous?.excess(inRunLike: record))
        if let excess {
            log.note(excess)
            status = .partial
        }
        var request = definition.request
        request.now = clock()
        let staleness = try staleness(of: request, in: store)
        record.stale = staleness?.text
        if let stale = staleness?.error {
            log.note(stale.diagnostic)
            status = .stale
        }
        if let previous, try isCurrent(previous, status) {
            let outputs = previous.outputs.map(\.path)
            if previous.exitCode == ExitStatus.nothingSelected.rawValue { status = .nothingSelected }
            return RunOutcome(status: status, isUpToDate: true, outputs: outputs, folder: definition.folder, table: nil)
        }
        let use = try RankingUse.showing(
            [request] + definition.outputs.compactMap(definition.request) + definition.conditions
        )
        let scored = try timed("score \(request.preset)") { run in
            let scored = try score(request, in: run.store, for: use)
            try storeRanking(scored, in: run.store)
            return scored
        }
        if let failure = scored.failure {
            log.note(failure.diagnostic)
            status = failure.status
        }
        record.asOf = scored.asOf.description
        record.watchlists = try watchlistDigests()
        record.portfolio = try portfolioDigest()
        record.storeState = scored.state
        if !definition.checks.isEmpty { try timed("check") { run in try run.check(scored) } }
        record.coins = scored.table.rows.count
        for output in definition.outputs { try timed("write \(output.name)") { run in try run.write(output, scored) } }
        if try alert(of: scored), failsOnAlert { status = status.or(.checksFailed) }
        try write(status)
        var shown = try definition.outputs.lazy.compactMap(definition.request).first ?? request
        shown.form = .terminal
        let (folder, table) = (definition.folder, try scored.table(for: shown))
        let outputs = record.outputs.map(\.path)
        return RunOutcome(status: status, isUpToDate: false, outputs: outputs, folder: folder, table: table)
    }

    /// What a stage asks to be loaded.
    func loadRequest(_ input: Stage.Load) throws -> LoadRequest {
        var request = LoadRequest(kind: input.kind, paths: input.paths, now: clock())
        request.observedAt = input.observedAt
        if let quote = input.quote { request.quote = quote }
        request.assumesQuote = input.quote == nil
        request.ecosystems = try input.ecosystems.map { try EcosystemsFile(path: $0) }
        (request.property, request.notation) = (input.property, input.notation)
        request.leavesReplaced = true
        return request
    }

    private mutating func load(_ input: Stage.Load) throws -> LoadReport {
        let report = try CoinOperations.load(loadRequest(input), into: store, tell: log.note)
        record.inputs += report.inputs.map { RunRecord.Input($0, kind: input.kind.rawValue) }
        return report
    }

    private mutating func fetch(_ stage: Stage.Fetch) throws -> (status: ExitStatus, inputs: [InputReport]) {
        let run = StageRun(
            definition: definition,
            store: store,
            environment: environment,
            now: clock(),
            tell: log.note
        )
        let outcome = try isOffline ? run.replay(stage) : run.fetch(stage)
        let inputs = outcome.load?.inputs ?? []
        let kind = if case .commits = stage.question { LoadKind.commits } else { LoadKind.market }
        record.inputs += inputs.map { RunRecord.Input($0, kind: kind.rawValue) }
        let fetch = RunRecord.Fetch(stage: stage.name, requests: outcome.requests, status: "\(outcome.status)")
        record.fetches = (record.fetches ?? []) + [fetch]
        return (outcome.status, inputs)
    }

    /// The record of the run before; nil where there is none that reads.
    func previousRecord() -> RunRecord? {
        do {
            return RunRecord(json: try contents(ofFile: recordPath))
        } catch {
            return nil
        }
    }

    /// Whether the last run's outputs are what this run would write: the same request to the same program, made from the
    /// state that the store is in now, and unchanged since.
    func isCurrent(_ previous: RunRecord, _ status: ExitStatus) throws -> Bool {
        guard previous.isOfDefinition(of: record), previous.version == record.version,
            [status, .nothingSelected].map(\.rawValue).contains(previous.exitCode),
            previous.requestedAsOf == record.requestedAsOf,
            previous.known == record.known, previous.outputs.map(\.name) == definition.outputs.map(\.name)
        else { return false }
        guard try previous.watchlists == watchlistDigests(), try previous.portfolio == portfolioDigest() else {
            return false
        }
        var request = definition.request
        request.asOf = AsOf(previous.asOf)
        guard let state = try storedState(of: request, in: store), state == previous.storeState else { return false }
        return previous.outputs.allSatisfy { $0.isWhole(at: definition.path(of: $0.name)) }
    }

    /// What no output may be: the definition, the store, and what is loaded.
    public var inputs: [String] {
        let named = definition.stages.flatMap { stage -> [String] in
            guard case .load(let input) = stage else { return [] }
            return input.paths + [input.ecosystems].compactMap { $0 }
        }
        return [path] + store.files + named
    }

    private var recordPath: String { definition.path(of: "run.json") }

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
        // The one beside the outputs says that nothing is left to do: a run that is cut off before it is done again.
        try RunHistory(of: store).keep(record, tell: log.note)
        try OutputFile(recordPath, reading: inputs).replace(with: try record.json(), tell: log.note)
    }
}
