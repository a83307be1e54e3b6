internal import CoinModel
internal import CoinSources
internal import RawInput
internal import WorkerProtocol

/// Asks GitHub's API about repositories, keeps every answer raw, and loads those with figures.
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
/// - Throws: `OperationError` when nothing can be asked or kept.
public func fetchGitHub(
    _ request: FetchRequest,
    into location: StoreLocation,
    tell: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> FetchReport {
    let repositories = try FetchPlan.repositories(request, location)
    var archive = try Archive(folder: request.archive)
    let plan = try FetchPlan(request, repositories) { archive.newest(of: $0) }
    var report = FetchReport()
    report.held = plan.held.count
    for (item, entry) in plan.held {
        // Its body was judged when it was kept: what is not whole is not.
        report.note(GitHubQuestion.state(status: entry.status, body: Array("{}".utf8)), item.repository.description)
    }
    if !plan.asked.isEmpty {
        if request.credential.isEmpty {
            guard !plan.asked.contains(where: { $0.question == .history }) else {
                throw OperationError(
                    .usage,
                    "token-needed",
                    place: GitHubQuestion.history.rawValue,
                    "is answered only to those with a token; set GITHUB_TOKEN or name a --token-file"
                )
            }
            tell(
                Diagnostic(.warning, "no-token", "GitHub allows 60 requests an hour without a token; set GITHUB_TOKEN")
            )
        }
        report.requests = try ask(plan, request, &archive, &report, tell, progress)
    }
    var files: [String] = []
    for item in plan.held.map(\.item) + plan.asked {
        if let entry = archive.newestData(of: item.address) { files.append(archive.path(of: entry)) }
    }
    if !files.isEmpty {
        report.load = try load(
            LoadRequest(kind: .commits, paths: files, now: request.now),
            into: location,
            tell: tell
        )
    }
    return report
}

/// What a fetch would ask, in order.
///
/// - Parameters:
///   - request: what to ask.
///   - location: the store.
/// - Returns: an address each, with what is posted there behind a blank.
/// - Throws: `OperationError` when nothing can be asked.
public func questionsToFetch(_ request: FetchRequest, from location: StoreLocation) throws -> [String] {
    let repositories = try FetchPlan.repositories(request, location)
    let plan: FetchPlan
    // Only what asks makes an archive.
    if Archive.exists(in: request.archive) {
        let archive = try Archive(folder: request.archive)
        plan = try FetchPlan(request, repositories) { archive.newest(of: $0) }
    } else {
        plan = try FetchPlan(request, repositories) { _ in nil }
    }
    let preface = request.query.preface
    return plan.asked.map { $0.body.isEmpty ? $0.address : "\($0.address) \(preface)\($0.body)" }
}

private func ask(
    _ plan: FetchPlan,
    _ request: FetchRequest,
    _ archive: inout Archive,
    _ report: inout FetchReport,
    _ tell: DiagnosticSink,
    _ progress: (Int, Int) -> Void
) throws -> Int {
    var limits = WorkerLimits()
    limits.processorSeconds = 3600
    limits.wallSeconds = request.patience + 60 * request.budget
    let order = FetchOrder(
        // What lies beyond the budget cannot be asked; it need not travel.
        targets: plan.asked.prefix(request.budget).map { item in
            let tag = item.question.isConditional ? archive.newestData(of: item.address)?.tag : nil
            return FetchOrder.Target(address: item.address, tag: tag ?? "", body: item.body)
        },
        preface: request.query.preface,
        token: request.credential.secret,
        budget: request.budget,
        patience: request.patience,
        seed: UInt64(bitPattern: request.now.milliseconds),
        limits: limits
    )
    var done = 0
    let requests: Int
    do {
        requests = try Worker(named: "assay-fetch").fetch(order) { message in
            switch message {
            case .answer(let answer):
                try keep(answer, of: plan.asked[answer.number], request.now, &archive, &report, tell)
            case .silence(let number, let silence): report.note(silence, plan.asked[number].repository.description)
            default: break
            }
            done += 1
            progress(done, plan.asked.count)
        }
    } catch let fault as WorkerFault {
        throw OperationError(.failed, fault.reason.rawValue, fault.detail)
    }
    for item in plan.asked.dropFirst(request.budget) { report.note(.budget, item.repository.description) }
    return requests
}

/// Keeps an answer and notes what it means.
private func keep(
    _ answer: FetchAnswer,
    of item: FetchPlan.Item,
    _ now: Instant,
    _ archive: inout Archive,
    _ report: inout FetchReport,
    _ tell: DiagnosticSink
) throws {
    let reply = item.question.reply(status: answer.status, body: answer.body)
    let state = reply.state
    report.note(state, item.repository.description)
    guard state != .unknown else {
        if !reply.complaint.isEmpty {
            let place = item.repository.description
            tell(Diagnostic(.warning, "source-error", place: place, "GitHub says: \(reply.complaint); ask again later"))
        }
        return
    }
    let newName = RepositoryName(reply.name).flatMap { $0 == item.repository ? nil : $0.description }
    // The status is what the answer means: one that only its body says must be known again without reading it.
    let entry = ArchiveEntry(
        time: now.description,
        address: item.address,
        status: reply.status,
        tag: answer.header("etag") ?? "",
        moved: newName ?? answer.moved
    )
    if state == .data, archive.newest(of: item.address)?.moved ?? "" != entry.moved {
        let message =
            entry.moved.isEmpty
            ? "was renamed once and its old name answers itself again: it may be another project by now"
            : "has a new name (\(entry.moved)); say so in the coin list"
        tell(Diagnostic(.warning, "renamed", place: item.repository.description, message))
    }
    try archive.keep(answer.message, as: entry, in: item.group, isData: state == .data || state == .empty)
}

extension FetchAnswer {
    /// The headers that say something about the content or the limit; none of them is a secret.
    private static let kept: Set = [
        "date", "etag", "last-modified", "link", "location", "content-type", "retry-after", "x-ratelimit-limit",
        "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-used", "x-ratelimit-resource",
    ]

    /// The answer as a file keeps it: status line, headers, an empty line, the decoded body.
    fileprivate var message: [UInt8] {
        let fields = headers.filter { FetchAnswer.kept.contains($0.name) }.map { "\($0.name): \($0.value)\r\n" }
        return Array("HTTP/1.1 \(status)\r\n\(fields.joined())\r\n".utf8) + body
    }
}
