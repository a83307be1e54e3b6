internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// Asks GitHub's API about repositories, archives every answer raw, and loads those with figures.
///
/// What was answered within the maximal age is not asked again, so a run that was ended goes on where it stood. Nothing
/// but figures is ever loaded: an answer that is not ready, forbidden or gone leaves what was loaded before.
///
/// - Parameters:
///   - request: what to ask.
///   - location: the store; it names the repositories where the request does not, and takes the figures.
///   - tell: takes diagnostics as they arise.
///   - progress: takes the number of questions done and of all.
/// - Returns: what came of it.
/// - Throws: `OperationError` when nothing can be asked or archived.
public func fetchGitHub(
    _ request: FetchRequest,
    into location: StoreLocation,
    tell: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> FetchReport {
    var request = request
    let wanted = try FetchPlan.wanted(request, location)
    var archive = try Archive(folder: request.archive)
    var report = FetchReport()
    var listing = OwnerListing(request)
    try listing.ask(wanted.owners, &archive, &report)
    request.budget = max(0, request.budget - listing.requests)
    let repositories = FetchPlan.unique(wanted.repositories + listing.repositories)
    let plan = try FetchPlan(
        request,
        repositories,
        newest: { archive.newest(of: $0) },
        pages: { archive.newest(below: $0) }
    )
    report.held = plan.held.count
    for (item, entry) in plan.held {
        // Its body was judged when it was archived: what is not whole is not.
        report.note(GitHubQuestion.state(status: entry.status, body: Array("{}".utf8)), item.repository.description)
    }
    if !plan.asked.isEmpty, request.credential.isEmpty {
        guard !plan.asked.contains(where: { $0.question == .history }) else {
            let next = "is answered only to those with a token; set GITHUB_TOKEN or name a --token-file"
            throw OperationError(.usage, "token-needed", place: GitHubQuestion.history.rawValue, next)
        }
        let limit = "GitHub allows 60 requests an hour without a token; set GITHUB_TOKEN"
        tell(Diagnostic(.warning, "no-token", limit))
    }
    var intake = FetchIntake(plan.asked, request, archive, report, tell)
    if !plan.asked.isEmpty { try intake.ask(progress) }
    report = intake.report
    report.requests += listing.requests
    let files = intake.files(of: plan.held.map(\.item) + plan.asked)
    if !files.isEmpty {
        report.load = try load(LoadRequest(kind: .commits, paths: files, now: request.now), into: location, tell: tell)
        try location.open(.existing).take(intake.renames(of: plan.held.map(\.item) + plan.asked), at: request.now, tell)
    }
    return report
}

/// What a fetch would ask, in order: the addresses, each with what is posted there behind a blank.
///
/// - Throws: `OperationError` when nothing can be asked.
public func questionsToFetch(_ request: FetchRequest, from location: StoreLocation) throws -> [String] {
    let wanted = try FetchPlan.wanted(request, location)
    var listing = OwnerListing(request)
    let plan: FetchPlan
    let owners: [String]
    // Only what asks makes an archive.
    if Archive.exists(in: request.archive) {
        let archive = try Archive(folder: request.archive)
        owners = listing.addresses(wanted.owners, in: archive)
        plan = try FetchPlan(
            request,
            FetchPlan.unique(wanted.repositories + listing.repositories),
            newest: { archive.newest(of: $0) },
            pages: { archive.newest(below: $0) }
        )
    } else {
        owners = listing.addresses(wanted.owners) { _ in nil }
        plan = try FetchPlan(request, wanted.repositories)
    }
    return owners + plan.asked.map { $0.body.isEmpty ? $0.address : "\($0.address) \($0.preface)\($0.body)" }
}
