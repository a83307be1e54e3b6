internal import CoinFetching
public import CoinModel
internal import CoinStore
internal import WorkerProtocol

/// Asks live sources, archives every answer raw, and loads what came if it is to be loaded.
///
/// What was answered within the maximal age is not asked again, so a run that was ended goes on where it stood. Nothing but
/// figures is ever loaded: an answer that is not ready, forbidden or gone leaves what was loaded before.
///
/// - Parameters:
///   - request: what to ask, of whom, and under which bounds.
///   - location: the store; it names coins, repositories and images where the request does not, and takes what came.
///   - report: takes diagnostics as they arise: what is lacking, whatever becomes of the load, then what was loaded.
///   - progress: takes the number of questions done and of all that are known.
/// - Returns: what came of it.
/// - Throws: `OperationError` when nothing can be asked or archived, or the store cannot be written.
public func fetchAnswers(
    _ request: FetchRequest,
    with location: StoreLocation,
    report: @escaping DiagnosticSink,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
) throws -> FetchReport {
    var result = try askForAnswers(request, with: location, report: report, progress: progress)
    if case .articles = request.question {
        // What was answered is decided upon by a person, and loaded as a coin list.
        let found = shellOperand("\(request.archive)/\(ArchivePart.articles)")
        let next = "`assay identity propose \(found)` shows the articles that were found, and the evidence for each"
        report(Diagnostic(.note, "articles-to-review", place: request.archive, next))
        return result
    }
    try result.load(request, into: location, at: request.now, report)
    return result
}

/// Asks live sources and archives every answer raw: the first half of `fetchAnswers`, which changes no store.
///
/// - Throws: `OperationError` when nothing can be asked or archived.
public func askForAnswers(
    _ request: FetchRequest,
    with location: StoreLocation,
    report: @escaping DiagnosticSink,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
) throws -> FetchReport {
    let result: FetchReport
    switch request.question {
    case .repositories(let questions): result = try request.askGitHub(questions, location, report, progress)
    case .images(let coins, let asksPrivateHosts):
        var inquiry = try request.images(of: coins, asksPrivateHosts, location, isDry: false)
        try inquiry.run(progress)
        result = FetchReport([inquiry.outcome])
    case .market, .history, .coins, .global, .use, .articles: result = try request.askSources(location, progress)
    }
    result.diagnostics.forEach(report)
    return result
}

extension FetchReport {
    /// Loads what came, where the request wants that: the second half of `fetchAnswers`.
    ///
    /// - Parameters:
    ///   - request: what was asked.
    ///   - location: the store.
    ///   - now: when the load is accepted.
    ///   - report: takes diagnostics as they arise.
    /// - Throws: `OperationError` when the store cannot be written.
    public mutating func load(
        _ request: FetchRequest,
        into location: StoreLocation,
        at now: Instant,
        _ report: @escaping DiagnosticSink
    ) throws {
        guard request.isLoaded else { return }
        if let source = archivedOnly {
            report(Diagnostic(.note, "archived-only", place: source, "its hours are archived; nothing loads them yet"))
        }
        let files = outcomes.flatMap(\.files)
        if !files.isEmpty {
            if case .coins(let coins) = request.question, coins.isEmpty {
                let next = "`assay load coins \(shellOperand(request.archive))` makes a universe of it"
                let what = "a source's list says which ids it has and makes no coin yours; \(next)"
                report(Diagnostic(.note, "list-is-crosswalk", what))
            }
            let kind = request.question.loadKind
            let loaded = try CoinOperations.load(
                LoadRequest(kind: kind, paths: files, now: now),
                into: location,
                report: report
            )
            load = loaded
            try location.open(.existing).take(renames, at: now, report)
            report(loaded.summary(of: request.question.isAboutGitHub ? kind : nil))
        }
        try noteHoles(in: location, request, at: now)
    }
}

/// What a fetch is sure to ask, in order: an address a line, with what is posted there behind a blank; of a list of unknown
/// length the first page that is lacking.
///
/// - Throws: `OperationError` when nothing can be asked.
public func questionsToFetch(_ request: FetchRequest, from location: StoreLocation) throws -> [String] {
    switch request.question {
    case .repositories(let questions):
        try request.targets(of: questions, location)
            .map { $0.body.isEmpty ? $0.address : "\($0.address) \($0.preface)\($0.body)" }
    case .images(let coins, let asksPrivateHosts):
        try request.images(of: coins, asksPrivateHosts, location, isDry: true).first.map(shownAddress)
    case .market, .history, .coins, .global, .use, .articles:
        try request.addresses(
            request.inquiries(request.sourcesAsked(location).asked, location, isDry: true).flatMap(\.self)
        )
    }
}

extension FetchRequest {
    /// What inquiries ask first.
    ///
    /// - Throws: `OperationError` where they ask nothing because of what was named.
    fileprivate func addresses(_ inquiries: [MarketInquiry]) throws -> [String] {
        let addresses = inquiries.flatMap { $0.targets.map(\.address) }
        let faults = inquiries.lazy.flatMap { $0.outcome.diagnostics(isOfGitHub: false) }.filter { $0.level != .note }
        guard addresses.isEmpty, let fault = faults.first else { return addresses }
        throw OperationError(.usage, fault.identifier, place: fault.place, fault.message)
    }
}
