internal import CoinModel
internal import CoinOperations
internal import Foundation

/// Carries out what a pipeline asks of live sources.
struct StageRun {
    let definition: Definition
    let store: StoreLocation
    let environment: [String: String]
    let now: Instant
    /// The day from which on histories are asked for; nil for as many days as their stages say.
    let since: Day?
    let tell: DiagnosticSink

    /// What came of a stage.
    struct Outcome {
        let status: ExitStatus
        let requests: Int
        let load: LoadReport?
    }

    private var archive: String { definition.access.archive ?? store.answers }

    /// Asks, archives and loads.
    ///
    /// - Throws: `OperationError` when nothing can be asked or archived, or the store cannot be written.
    func fetch(_ stage: Stage.Fetch) throws -> Outcome {
        let report = try fetchAnswers(request(stage), with: store, tell: tell)
        return Outcome(status: report.status, requests: report.requests, load: report.load)
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
        var request = FetchRequest(question, of: stage.sources, archive: archive, access: access, now: now)
        request.quote = stage.quote ?? definition.request.quote
        request.isLoaded = true
        request.route = try FetchRoute(environment: environment, certificates: definition.access.certificates)
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
            return try SourceAccess(environment: environment, file: definition.access.keyFile, bases: others)
        }
        let api = bases.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
        let token = environment["GITHUB_TOKEN"]
        return try SourceAccess(gitHub: api ?? SourceAccess.publicAPI, token: token, file: nil)
    }

    /// What a stage asks, histories of it from the first day that is wanted.
    private func question(_ stage: Stage.Fetch) -> FetchRequest.Question {
        guard let since else { return stage.question }
        switch stage.question {
        case .history(let coins, _, let isHourly):
            return .history(coins: coins, days: since.distance(to: now.day) + 1, isHourly: isHourly)
        case .repositories(var questions):
            let weeks = Week(containing: since).distance(to: Week(containing: now.day))
            questions.weeks = min(max(1, weeks), RepositoryQuestions.mostWeeks)
            let most = stage.questions.contains("history") ? RepositoryQuestions.mostWeeks : 52
            if weeks > most {
                let what = "tells the last \(most) weeks, so commits of weeks before have to be loaded from clones"
                tell(Diagnostic(.note, "short-history", place: stage.title, what))
            }
            return .repositories(questions)
        default: return stage.question
        }
    }

    /// Loads what the archive holds of the answers to a stage, as a fetch of it does, and asks nobody.
    ///
    /// - Throws: `OperationError` when there is no archive, or the store cannot be written.
    func replay(_ stage: Stage.Fetch) throws -> Outcome {
        let place = archivePlace(of: stage)
        guard FileManager.default.fileExists(atPath: place) else {
            throw OperationError(.failed, "no-archive", place: place, StageRun.noArchive)
        }
        let request = LoadRequest(kind: stage.question.loadKind, paths: [place], now: now)
        let report = try load(request, into: store, tell: tell)
        return Outcome(status: report.status, requests: 0, load: report)
    }

    /// What a replay of a stage reads.
    func archivePlace(of stage: Stage.Fetch) -> String {
        stage.question.archivePart.map { "\(archive)/\($0)" } ?? archive
    }

    /// Why a replay reads nothing.
    static let noArchive = "holds no answers yet; a run that is not offline, or `assay fetch`, archives some"
}
