internal import CoinModel
public import CoinOperations
internal import Foundation

extension PipelineRun {
    /// Loads and asks what the stages say.
    ///
    /// - Returns: how it ended, and whether an input was loaded that was not loaded before.
    /// - Throws: `OperationError` when nothing at all could be loaded, or the store cannot be written.
    mutating func takeInputs(_ previous: RunRecord?) throws -> (status: ExitStatus, isNew: Bool) {
        var statuses: [ExitStatus] = []
        var loaded = LoadReport()
        for stage in definition.stages where selection.takes(stage) {
            switch stage {
            case .load(let input):
                let report = try timed("load \(input.kind) \(input.path)") { run in
                    try run.load(input)
                }
                statuses.append(report.status)
                loaded.inputs += report.inputs
            case .fetch(let stage):
                let (status, inputs) = try timed(stage.title) { run in try run.fetch(stage) }
                statuses.append(status)
                loaded.inputs += inputs
            }
        }
        // What was refused or did not come makes the result partial; only when all of it did is there nothing to rank.
        let isWhole = statuses.allSatisfy { $0 == .success }
        if !isWhole, statuses.allSatisfy({ $0 == .failed }) {
            throw OperationError(.failed, "all-refused", place: path, "nothing was loaded; see the errors above")
        }
        let isNew = loaded.inputs.contains { $0.state == .loaded }
        // What was rejected when an input was loaded is missing for as long as that input holds.
        let excess =
            loaded.excess(over: definition.maximalRejects)?.diagnostic
            ?? (isNew ? nil : previous?.excess(inRunLike: record))
        excess.map(log.note)
        return (isWhole && excess == nil ? .success : .partial, isNew)
    }

    /// What a stage asks to be loaded.
    func loadRequest(_ input: Stage.Load) throws -> LoadRequest {
        var request = LoadRequest(kind: input.kind, paths: [input.path], now: clock())
        request.observedAt = input.observedAt
        let quote = input.quote ?? definition.quote
        request.quote = quote ?? request.quote
        request.assumesQuote = quote == nil
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
        let outcome = try definition.isOffline ? replay(stage) : ask(stage)
        let inputs = outcome.load?.inputs ?? []
        let kind = stage.what == .github ? LoadKind.commits : .market
        record.inputs += inputs.map { RunRecord.Input($0, kind: kind.rawValue) }
        let fetch = RunRecord.Fetch(stage: stage.name, requests: outcome.requests, status: "\(outcome.status)")
        record.fetches = (record.fetches ?? []) + [fetch]
        return (outcome.status, inputs)
    }

    /// What no output may be: the definition, the store, and what is loaded.
    public var inputs: ReservedFiles {
        let named = definition.stages.flatMap { stage -> [String] in
            guard case .load(let input) = stage else { return [] }
            return [input.path, input.ecosystems].compactMap { $0 }
        }
        return store.reserved + [path] + named
    }
}

// Carries out what a pipeline asks of live sources.
extension PipelineRun {
    /// What came of a stage.
    struct StageOutcome {
        let status: ExitStatus
        let requests: Int
        let load: LoadReport?
    }

    private var archive: String { definition.access.archive ?? store.answers }

    /// Asks, archives and loads.
    ///
    /// - Throws: `OperationError` when nothing can be asked or archived, or the store cannot be written.
    func ask(_ stage: Stage.Fetch) throws -> StageOutcome {
        let report = try fetchAnswers(request(stage), with: store, tell: log.note)
        return StageOutcome(status: report.status, requests: report.requests, load: report.load)
    }

    /// What a stage would ask first, an address each; nil where only a store says what that is, and there is none yet.
    ///
    /// - Throws: `OperationError` when nothing can be asked.
    func questions(_ stage: Stage.Fetch) throws -> [String]? {
        let needsStore =
            stage.what == .github && stage.repositories.isEmpty || stage.what == .history && stage.coins.isEmpty
        if needsStore, !FileManager.default.fileExists(atPath: store.path) { return nil }
        return try questionsToFetch(request(stage), from: store)
    }

    private func request(_ stage: Stage.Fetch) throws -> FetchRequest {
        let question = question(stage)
        let access = try access(to: stage)
        var request = FetchRequest(question, of: stage.sources, archive: archive, access: access, now: clock())
        request.quote = stage.quote ?? definition.request.quote
        request.isLoaded = true
        request.route = try FetchRoute(environment: overrides.environment, certificates: definition.access.certificates)
        request.end = stage.deadline.map { ContinuousClock.now + .seconds($0) }
        request.budget = stage.budget ?? request.budget
        request.patience = stage.patience ?? request.patience
        request.maximalAge = stage.maximalAge ?? request.maximalAge
        return request
    }

    private func access(to stage: Stage.Fetch) throws -> SourceAccess {
        let mark = "github="
        let bases = definition.access.bases
        guard stage.what == .github else {
            let others = bases.filter { !$0.hasPrefix(mark) }
            return try SourceAccess(environment: overrides.environment, file: definition.access.keyFile, bases: others)
        }
        let api = bases.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
        let token = overrides.environment["GITHUB_TOKEN"]
        return try SourceAccess(gitHub: api ?? SourceAccess.publicAPI, token: token, file: nil)
    }

    /// What a stage asks, histories of it from the first day that is wanted.
    private func question(_ stage: Stage.Fetch) -> FetchRequest.Question {
        guard let since = overrides.since else { return stage.question }
        switch stage.question {
        case .history(let coins, _, let isHourly):
            return .history(coins: coins, days: since.distance(to: clock().day) + 1, isHourly: isHourly)
        case .repositories(var questions):
            let weeks = Week(containing: since).distance(to: Week(containing: clock().day))
            questions.weeks = min(max(1, weeks), RepositoryQuestions.mostWeeks)
            let most = stage.questions.contains("history") ? RepositoryQuestions.mostWeeks : 52
            if weeks > most {
                let what = "has the last \(most) weeks only; load clones for earlier weeks"
                log.note(Diagnostic(.note, "short-history", place: stage.title, what))
            }
            return .repositories(questions)
        default: return stage.question
        }
    }

    /// Loads what the archive holds of the answers to a stage, as a fetch of it does, and asks nobody.
    ///
    /// - Throws: `OperationError` when there is no archive, or the store cannot be written.
    func replay(_ stage: Stage.Fetch) throws -> StageOutcome {
        let place = archivePlace(of: stage)
        guard FileManager.default.fileExists(atPath: place) else {
            throw OperationError(.failed, "no-archive", place: place, PipelineRun.noArchive)
        }
        let request = LoadRequest(kind: stage.question.loadKind, paths: [place], now: clock())
        let report = try CoinOperations.load(request, into: store, tell: log.note)
        return StageOutcome(status: report.status, requests: 0, load: report)
    }

    /// What a replay of a stage reads.
    func archivePlace(of stage: Stage.Fetch) -> String {
        stage.question.archivePart.map { "\(archive)/\($0)" } ?? archive
    }

    /// Why a replay reads nothing.
    static let noArchive = "has no answers yet; a run that is not offline, or `assay fetch`, archives some"
}
