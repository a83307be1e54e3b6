internal import CoinModel
internal import CoinOperations
internal import Foundation

extension Stage.Fetch {
    /// Whether what it loads decides what later stages ask.
    fileprivate var decides: Bool { what == .coins }
    fileprivate var loadKind: LoadKind { what == .github ? .commits : .market }
}

// Carries out what a pipeline asks of live sources.
extension PipelineRun {
    /// What is carried out together: an input, or stages that ask.
    enum Part {
        case load(Stage.Load)
        case fetch([Stage.Fetch])
    }

    /// The stages of the run in their order, those that ask one behind the other together; what loads coins ends such a part.
    var parts: [Part] {
        definition.stages.filter(selection.takes).reduce(into: []) { parts, stage in
            switch (stage, parts.last) {
            case (.load(let input), _): parts.append(.load(input))
            case (.fetch(let stage), .fetch(let stages)?) where !stages.contains(where: \.decides):
                parts[parts.count - 1] = .fetch(stages + [stage])
            case (.fetch(let stage), _): parts.append(.fetch([stage]))
            }
        }
    }

    /// Asks what stages say, of different hosts side by side, then loads what came and reports of it in the order of the stages.
    ///
    /// All facts bear one moment, and a source that failed is not asked by a later stage. A key that is none stops its own source.
    ///
    /// - Throws: `OperationError` when nothing can be asked or archived, or the store cannot be written.
    mutating func fetch(_ stages: [Stage.Fetch]) throws -> [(status: ExitStatus, inputs: [InputReport])] {
        guard !definition.isOffline else {
            return try stages.map { stage in
                try timed(stage.title) { run in
                    do {
                        let load = try run.replay(stage)
                        return run.note(stage, costs: [], load, load.status)
                    } catch let error as OperationError where error.diagnostic.identifier == "no-archive" {
                        return run.skip(stage, error)
                    }
                }
            }
        }
        let requests = stages.map { stage in Result { try request(stage) }.mapError { OperationError($0) } }
        // What is wrong with the definition is said before anybody is asked.
        for case .failure(let error) in requests where !error.isAboutKey { throw error }
        let asked = requests.compactMap { if case .success(let request) = $0 { request } else { nil } }
        let lanes = FetchLanes(asked, with: store)
        var place = 0
        return try zip(stages, requests).map { stage, request in
            switch request {
            case .failure(let error): return try refuse(stage, error)
            case .success(let request):
                progress(stage.title)
                let answer = lanes.answer(to: place)
                place += 1
                return try timed(stage.title, after: answer.seconds) { run in
                    try run.load(answer, to: request, of: stage)
                }
            }
        }
    }

    /// Reports of what came of a stage, and loads it.
    private mutating func load(
        _ answer: FetchLanes.Answer,
        to request: FetchRequest,
        of stage: Stage.Fetch
    ) throws -> (status: ExitStatus, inputs: [InputReport]) {
        answer.messages.forEach(log.note)
        switch answer.result {
        case .failure(let error): return try refuse(stage, error)
        case .success(var report):
            try report.load(request, into: store, at: clock(), log.note)
            failures += report.failures
            return note(stage, costs: report.costs, report.load, report.status)
        }
    }

    /// Notes that a stage made no requests for lack of a key, which stops no other.
    ///
    /// - Throws: any other error.
    private mutating func refuse(
        _ stage: Stage.Fetch,
        _ error: OperationError
    ) throws -> (status: ExitStatus, inputs: [InputReport]) {
        guard error.isAboutKey else { throw error }
        return skip(stage, error)
    }

    /// Notes why a stage brought nothing.
    private mutating func skip(
        _ stage: Stage.Fetch,
        _ error: OperationError
    ) -> (status: ExitStatus, inputs: [InputReport]) {
        log.note(error.diagnostic)
        failures.append(SourceFailure(of: stage.what == .github ? "github" : listed(stage.sources), error))
        return note(stage, costs: [], nil, .failed)
    }

    private mutating func note(
        _ stage: Stage.Fetch,
        costs: [(source: String, requests: Int, bytes: Int)],
        _ load: LoadReport?,
        _ status: ExitStatus
    ) -> (status: ExitStatus, inputs: [InputReport]) {
        let inputs = load?.inputs ?? []
        record.inputs += inputs.map { RunRecord.Input($0, kind: stage.loadKind.rawValue) }
        let fetch = RunRecord.Fetch(
            stage: stage.name,
            requests: costs.reduce(0) { $0 + $1.requests },
            bytes: costs.reduce(0) { $0 + $1.bytes },
            sources: costs.map { RunRecord.Source(name: $0.source, requests: $0.requests, bytes: $0.bytes) },
            status: "\(status)"
        )
        record.fetches = (record.fetches ?? []) + [fetch]
        return (status, inputs)
    }

    private var archive: String { definition.access.archive ?? store.answers }

    /// What a stage would ask first, an address each; nil where only a store says what that is, and there is none yet.
    ///
    /// - Throws: `OperationError` when nothing can be asked.
    func questions(_ stage: Stage.Fetch) throws -> [String]? {
        let needsStore =
            stage.what == .github && stage.repositories.isEmpty
            || [.history, .onchain, .attention].contains(stage.what) && stage.coins.isEmpty
        if needsStore, !FileManager.default.fileExists(atPath: store.path) { return nil }
        return try questionsToFetch(request(stage), from: store)
    }

    private func request(_ stage: Stage.Fetch) throws -> FetchRequest {
        let question = question(stage)
        let access = try access(to: stage)
        var request = FetchRequest(question, of: stage.sources, archive: archive, access: access, in: fetching)
        request.quote = stage.quote ?? definition.request.quote
        request.isLoaded = true
        request.deadline = stage.deadline
        request.route = try FetchRoute(environment: overrides.environment, certificates: definition.access.certificates)
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

    /// Loads what the archive holds of the answers to a stage, as a fetch of it does, and makes no requests.
    ///
    /// - Throws: `OperationError` when there is no archive, or the store cannot be written.
    func replay(_ stage: Stage.Fetch) throws -> LoadReport {
        let place = archivePlace(of: stage)
        guard FileManager.default.fileExists(atPath: place) else {
            throw OperationError(.failed, "no-archive", place: place, PipelineRun.noArchive)
        }
        let request = LoadRequest(kind: stage.question.loadKind, paths: [place], now: clock())
        return try CoinOperations.load(request, into: store, report: log.note)
    }

    /// What a replay of a stage reads.
    func archivePlace(of stage: Stage.Fetch) -> String {
        stage.question.archivePart.map { "\(archive)/\($0)" } ?? archive
    }

    /// Why a replay reads nothing.
    static let noArchive = "has no answers yet; a run that is not offline, or `assay fetch`, archives some"
}
