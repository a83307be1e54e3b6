public import CoinModel
public import CoinOperations
internal import CoinTables
internal import Foundation

/// Runs a pipeline: loads its inputs, scores, writes its outputs and its record.
///
/// 1. Each input is loaded; what was loaded before is skipped, what is refused is reported and left out.
/// 2. When the last record was made from the state that the store is in now, by whatever loads, and every output
///    still is as in that record, nothing is touched.
/// 3. The ranking is computed and stored.
/// 4. The outputs are written, each by rename, then the record.
///
/// A run that fails leaves a record too, and the outputs of the run before; a store that it made and that took nothing
/// in goes again.
public struct PipelineRun {
    private(set) var definition: Definition
    private(set) var selection: StageSelection
    let path: String
    let store: StoreLocation
    /// What else the person asked for who runs it.
    let overrides: RunOverrides
    let clock: @Sendable () -> Instant
    private var ending: RunEnding?
    private(set) var log: RunLog
    let progress: (String) -> Void
    /// What all that the run fetches has in common.
    let fetching: FetchRun
    var record: RunRecord
    /// Whether it may write into the output folder, by what that had when the run began: a folder of pages that the run itself
    /// wrote there first makes it no other's.
    private(set) var isOwnFolder = false
    /// What sources did not answer.
    var failures: [SourceFailure] = []
    /// The news of this run of which a rule makes alerts.
    var newsAlerts: [RunEvent] = []

    /// A run of a definition file with some settings replaced; `progress` takes the name of each step as it begins.
    ///
    /// - Throws: `OperationError` when the file does not read.
    public init(
        path: String,
        overrides: RunOverrides,
        clock: @escaping @Sendable () -> Instant,
        report: @escaping DiagnosticSink,
        progress: @escaping (String) -> Void
    ) throws {
        let bytes = try instructions(ofFile: path)
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
        definition.isOffline = definition.isOffline || overrides.isOffline
        self.definition = definition
        self.path = path
        self.clock = clock
        self.progress = progress
        fetching = FetchRun(at: clock())
        selection = try StageSelection(of: definition, only: overrides.only, from: overrides.from, path: path)
        for (name, place) in [("store", definition.store), ("out", definition.folder)] where place.isEmpty {
            throw OperationError(.usage, "empty-name", place: "--\(name)", "is empty; name a place, or leave it out")
        }
        self.overrides = overrides
        store = StoreLocation(path: definition.store, wait: overrides.wait)
        log = RunLog(report: report)
        record = RunRecord(of: definition, selection, path: path, at: clock())
    }

    /// The same without some of its stages, as of another moment or into another folder, with records of its own.
    func part(without names: [String], asOf: AsOf?, in folder: String, log: RunLog) -> PipelineRun {
        var part = self
        (part.definition.request.asOf, part.definition.folder) = (asOf, folder)
        part.selection = selection.without(names, of: definition)
        part.log = log
        part.record = RunRecord(of: part.definition, part.selection, path: path, at: clock())
        return part
    }

    /// Runs it, for one moment or for all weeks since a day.
    ///
    /// - Throws: `OperationError` when a step failed; the record is written all the same.
    public mutating func run() throws -> RunOutcome { try overrides.since.map(backfill) ?? runOnce() }

    /// Runs it for one moment.
    mutating func runOnce() throws -> RunOutcome {
        record.began = clock().description
        let (history, path, folder) = (RunHistory(of: store), recordPath, definition.folder)
        let (isOwn, inputs) = (overrides.isForced || !OutputFile.isForeign(folder: folder), inputs.withoutLedger)
        isOwnFolder = isOwn
        let ending = RunEnding(clock: clock) { record, report in
            // The one beside the outputs says that nothing is left to do: a run that is cut off before it is done again.
            try history.keep(record, report: report)
            // A folder that is refused gets no record either.
            guard isOwn else { return }
            let file = try OutputFile(path, in: folder, isForced: true, reading: inputs)
            try file.replace(with: try record.json(), report: report)
        }
        self.ending = ending
        return try endingInOrder(ending.interrupt) { try recorded() }
    }

    private mutating func recorded() throws -> RunOutcome {
        let hadStore = FileManager.default.fileExists(atPath: store.path)
        ending?.note(record)
        do {
            return try steps()
        } catch {
            let failure = OperationError(error)
            // The caller reports why the pipeline failed; what else goes wrong now must not hide that.
            log.add(failure.diagnostic)
            log.attempt {
                if !hadStore, FileManager.default.fileExists(atPath: store.path) { try removeEmptyStore(store) }
            }
            log.attempt { try write(failure.status) }
            throw failure
        }
    }

    private mutating func steps() throws -> RunOutcome {
        try checkOutputs()
        let previous = previousRecord()
        let (status, isNew) = try takeInputs(previous)
        if selection.ranks { return try rank(previous, status) }
        if !isNew, let previous, isAlike(previous, status) { return upToDate(previous, status) }
        try write(status)
        return RunOutcome(status, "wrote run.json", in: definition.folder, nil)
    }

    private mutating func rank(_ previous: RunRecord?, _ status: ExitStatus) throws -> RunOutcome {
        var (status, request) = (status, definition.request)
        request.now = clock()
        let staleness = try staleness(of: request, in: store)
        record.stale = staleness?.text
        if let stale = staleness?.error {
            log.note(stale.diagnostic)
            status = .stale
        }
        let current = try previous.flatMap { try isCurrent($0, status) ? $0 : nil }
        if current == nil || !failures.isEmpty { try timed("news") { run in try run.reportNews() } }
        if let previous = current {
            let undelivered = try undeliveredAlerts()
            if !undelivered.isEmpty { try timed("alert") { run in try run.deliver(undelivered) } }
            return upToDate(previous, status)
        }
        // Not before inputs are taken in: what a source says today it may not say tomorrow.
        try checkPersonal()
        if let absent = try absentSources(of: request, in: store) { log.note(absent) }
        let asked = [request] + (try outputs.compactMap(definition.request)) + definition.conditions
        let scored = try timed("score \(request.preset)") { run in
            let scored = try score(request, in: run.store, showing: asked, storing: true)
            if run.selection.takes(.score) { try storeRanking(scored, in: run.store) }
            return scored
        }
        if let failure = scored.failure {
            log.note(failure.diagnostic)
            status = failure.status
        }
        record.asOf = scored.asOf.description
        record.watchlists = try watchlistDigests()
        record.screens = try screenDigests()
        record.portfolio = try portfolioDigest()
        record.storeState = scored.state
        if selection.takes(.check) { try timed("check") { run in try run.check(scored) } }
        record.coins = scored.table.rows.count
        record.shortList = scored.table.lead.isEmpty ? nil : scored.table.lead
        for output in outputs { try timed("write \(output.name)") { run in try run.write(output, scored) } }
        // Where no coin has a rank, all would leave the top, and come back with what is missing.
        let hasRules = scored.failure == nil && selection.takes(.alert) && !definition.alerts.isEmpty
        let hasAlerts = try hasRules && timed("alert") { run in try run.alert(of: scored) }
        if overrides.failsOnAlert, hasAlerts || !newsAlerts.isEmpty { status = status.or(.checksFailed) }
        try write(status)
        var shown = try outputs.lazy.compactMap(definition.request).first ?? request
        shown.mayBeEmpty = true
        shown.form = .terminal
        if shown.isScreen { shown.top = min(shown.top ?? .max, overrides.screenRows) }
        let files = record.outputs.map(\.path).joined(separator: ", ")
        let what = files.isEmpty ? "wrote run.json" : "wrote \(files) and run.json"
        return RunOutcome(status, what, in: definition.folder, try scored.table(for: shown))
    }

    private func upToDate(_ previous: RunRecord, _ status: ExitStatus) -> RunOutcome {
        let isEmpty = previous.exitCode == ExitStatus.nothingSelected.rawValue
        return RunOutcome(upToDate: isEmpty ? .nothingSelected : status, in: definition.folder)
    }

    /// The record of the run before; nil where there is none that reads.
    func previousRecord() -> RunRecord? { RunRecord(ofFile: recordPath) }

    /// Whether the last run's outputs are what this run would write: the same request to the same program, made from the
    /// state that the store is in now, and unchanged since.
    func isCurrent(_ previous: RunRecord, _ status: ExitStatus) throws -> Bool {
        guard isAlike(previous, status), try previous.watchlists == watchlistDigests(),
            try previous.screens == screenDigests(), try previous.portfolio == portfolioDigest(),
            try hasYoungSources()
        else { return false }
        var request = definition.request
        request.asOf = AsOf(previous.asOf)
        guard let state = try storedState(of: request, in: store), state == previous.storeState else { return false }
        return previous.outputs.allSatisfy { $0.isWhole(at: definition.path(of: $0.name)) }
    }

    /// Whether the last run was the same request to the same program, and ended as this one.
    private func isAlike(_ previous: RunRecord, _ status: ExitStatus) -> Bool {
        previous.isOfDefinition(of: record) && previous.version == record.version
            && [status, .nothingSelected].map(\.rawValue).contains(previous.exitCode)
            && previous.requestedAsOf == record.requestedAsOf && previous.known == record.known
            && previous.leftOut == record.leftOut && previous.outputs.map(\.name) == outputs.map(\.name)
    }

    /// Refuses outputs that cannot be written, or are what is read, before any work is done.
    ///
    /// - Throws: an error naming the first.
    func checkOutputs() throws {
        let writers = outputs.map(definition.writer) + [OutputWriter(output: recordPath)]
        try OutputWriter.check(all: writers, in: definition.folder, isForced: overrides.isForced, reading: inputs)
    }

    /// What is written.
    var outputs: [Definition.Output] { definition.outputs.filter(selection.takes) }

    private var recordPath: String { definition.path(of: "run.json") }

    /// Carries out a step, of which a part may have taken some seconds already.
    mutating func timed<Value>(
        _ name: String,
        after before: Double = 0,
        _ step: (inout PipelineRun) throws -> Value
    ) throws -> Value {
        progress(name)
        record.messages = log.messages
        ending?.note(record)
        let start = ContinuousClock.now
        let value = try step(&self)
        let seconds = before + (ContinuousClock.now - start) / .seconds(1)
        record.steps.append(RunRecord.Step(name: name, seconds: (seconds * 1000).rounded() / 1000))
        if let signal = endingSignal() { throw OperationError(.failed, Diagnostic.interrupted(by: signal, path)) }
        return value
    }

    private mutating func write(_ status: ExitStatus) throws {
        record.messages = log.messages
        record.end(at: clock(), status)
        try ending?.finish(record, report: log.note)
    }
}

extension RunRecord {
    /// The record of a run that begins.
    fileprivate init(of definition: Definition, _ selection: StageSelection, path: String, at now: Instant) {
        self.init(definition: path, definitionDigest: definition.digest, began: now.description)
        (store, preset) = (definition.store, definition.request.preset)
        requestedAsOf = definition.request.asOf?.description
        known = definition.request.known?.description
        leftOut = selection.leftOut
        parameters = definition.parameters.isEmpty ? nil : definition.parameters
    }
}
