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
        guard let question = stage.question else {
            let report = try fetchGitHub(request(stage), into: store, tell: tell)
            report.diagnostics.forEach(tell)
            return Outcome(status: report.status, requests: report.requests, load: report.load)
        }
        let report = try fetchMarket(request(stage, question), into: store, tell: tell)
        report.loaded.map(tell)
        return Outcome(status: report.status, requests: report.requests, load: report.load)
    }

    /// What a stage would ask first, an address each; nil where only a store says what that is, and there is none yet.
    ///
    /// - Throws: `OperationError` when nothing can be asked.
    func questions(_ stage: Stage.Fetch) throws -> [String]? {
        let hasStore = FileManager.default.fileExists(atPath: store.path)
        guard let question = stage.question else {
            return try stage.repositories.isEmpty && !hasStore ? nil : questionsToFetch(request(stage), from: store)
        }
        if stage.what == .history, stage.coins.isEmpty, !hasStore { return nil }
        return try marketToFetch(request(stage, question), from: store)
    }

    private func request(_ stage: Stage.Fetch, _ question: MarketRequest.Question) throws -> MarketRequest {
        let access = try SourceAccess(
            environment: environment,
            file: definition.access.keyFile,
            bases: definition.access.bases.filter { !$0.hasPrefix(StageRun.github) }
        )
        var question = question
        if let since, case .history(let coins, _, let isHourly) = question {
            question = .history(coins: coins, days: since.distance(to: now.day) + 1, isHourly: isHourly)
        }
        var request = MarketRequest(question, of: stage.sources, archive: archive, access: access, now: now)
        (request.quote, request.isLoaded) = (stage.quote ?? definition.request.quote, true)
        try bound(&request, by: stage)
        return request
    }

    private func request(_ stage: Stage.Fetch) throws -> FetchRequest {
        let base = definition.access.bases.first { $0.hasPrefix(StageRun.github) }
        var request = FetchRequest(
            repositories: stage.repositories,
            questions: stage.questions,
            archive: archive,
            api: base.map { String($0.dropFirst(StageRun.github.count)) } ?? FetchRequest.publicAPI,
            credential: try FetchCredential(variable: environment["GITHUB_TOKEN"], file: nil),
            now: now
        )
        if let since {
            let weeks = Week(containing: since).distance(to: Week(containing: now.day))
            request.weeks = min(max(1, weeks), FetchRequest.mostWeeks)
            let asksHistory = stage.questions.contains("history")
            if !asksHistory || weeks > FetchRequest.mostWeeks {
                let most = asksHistory ? FetchRequest.mostWeeks : 52
                let what = "tells the last \(most) weeks, so commits of weeks before have to be loaded from clones"
                if weeks > most { tell(Diagnostic(.note, "short-history", place: stage.title, what)) }
            }
        }
        try bound(&request, by: stage)
        return request
    }

    private static let github = "github="

    private func bound(_ request: inout some FetchBounds, by stage: Stage.Fetch) throws {
        request.route = try FetchRoute(environment: environment, certificates: definition.access.certificates)
        request.end = stage.deadline.map { ContinuousClock.now + .seconds($0) }
        request.budget = stage.budget ?? request.budget
        request.patience = stage.patience ?? request.patience
        request.maximalAge = stage.maximalAge ?? request.maximalAge
    }

    /// Loads what the archive holds of the answers to a stage, as a fetch of it does, and asks nobody.
    ///
    /// - Throws: `OperationError` when there is no archive, or the store cannot be written.
    func replay(_ stage: Stage.Fetch) throws -> Outcome {
        let place = archivePlace(of: stage)
        guard FileManager.default.fileExists(atPath: place) else {
            throw OperationError(.failed, "no-archive", place: place, StageRun.noArchive)
        }
        let kind = stage.question.map(\.loadKind) ?? .commits
        let report = try load(LoadRequest(kind: kind, paths: [place], now: now), into: store, tell: tell)
        return Outcome(status: report.status, requests: 0, load: report)
    }

    /// What a replay of a stage reads.
    func archivePlace(of stage: Stage.Fetch) -> String {
        stage.question.map { "\(archive)/\($0.archivePart)" } ?? archive
    }

    /// Why a replay reads nothing.
    static let noArchive = "holds no answers yet; a run that is not offline, or `assay fetch`, archives some"
}
