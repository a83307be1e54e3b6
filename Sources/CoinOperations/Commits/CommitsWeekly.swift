internal import CoinIdentity
internal import CoinModel
internal import CoinSources
public import CoinTables
internal import WorkerProtocol

/// One repository's commits by week, counted from its clone, oldest first; no store is needed.
///
/// Every commit that can be reached from the default branch counts once. `merges` have two parents or more, `bots` and `agents` are
/// authored by programs, `bot_merges` are those of their commits that are merges; all are within `commits`. `developers` are the distinct people who wrote more than a merge, by
/// each of the clocks.
/// The weeks end with that of the newest commit's landing, which may still go on; one without commits is 0, and none is
/// listed from before the first commit.
///
/// - Parameters:
///   - request: the repository and what to count.
///   - report: takes warnings.
/// - Returns: a row a week.
/// - Throws: `OperationError` when the repository cannot be read whole; it is never counted in part.
public func commitsWeekly(_ request: CommitsRequest, report: DiagnosticSink) throws -> Table {
    var choice = RankRequest()
    choice.columns = request.columns
    let selection = try Selection(choice, of: commitColumns)
    var clone = CloneCommits()
    let summary: HistorySummary
    do {
        let seconds = request.observedAt.milliseconds / 1000
        let history = HistoryRequest(path: request.path, detail: .commits, observedAt: seconds)
        let worker = try Worker(named: "assay-git")
        let workers = HistoryWorkers(worker, reading: [request.path], limits: request.limits.worker)
        summary = try workers.ask(history) { clone.take($0) }
    } catch let fault as WorkerFault {
        let option = optionsByFault[fault.reason].map { ", or raise \($0)" } ?? ""
        let status: ExitStatus = fault.reason == .notARepository ? .usage : .failed
        throw OperationError(status, fault.reason.rawValue, place: request.path, fault.detail + option)
    }
    let weeks = ClockedWeeks(clone, clock: request.clock)
    let countsPeople = selection.needed.contains { $0.name == "developers" }
    for (identifier, message) in doubts(weeks, summary, countsPeople: countsPeople) {
        report(Diagnostic(.warning, identifier, place: request.path, message))
    }
    guard let newest = summary.newest.map({ Instant(seconds: $0).week }) else {
        throw OperationError(.nothingSelected, "no-commits", place: request.path, "the repository has no commits")
    }
    let rows = weeks.rows(last: request.weeks, newest: newest)
    let counts: [KeyPath<WeeklyCommitCounter.Counts, Int>] = [
        \.commits, \.merges, \.bots, \.developers, \.agents, \.botMerges, \.people, \.assisted, \.coauthors,
    ]
    let cells = rows.map { week, all -> [Cell] in
        [.text(week.description)] + counts.map { .integer(all[keyPath: $0]) }
    }
    return try selection.apply(to: Table(title: "Commits by week", columns: commitColumns, rows: cells))
}

/// The option of `assay commits` that gives a repository more of what it took too much of.
private let optionsByFault: [WorkerFault.Reason: String] = [
    .processorLimit: "--cpu", .deadline: "--deadline", .memoryLimit: "--memory", .crashed: "--memory",
]

/// What makes the counts less certain than they look.
private func doubts(_ weeks: ClockedWeeks, _ summary: HistorySummary, countsPeople: Bool) -> [(String, String)] {
    var doubts: [(String, String)] = []
    if countsPeople, summary.lacksMailmap {
        let people = "one person's addresses may count as several developers"
        doubts.append(("no-mailmap", "the partial clone lacks its .mailmap: \(people)"))
    }
    if summary.hasReplacements { doubts.append(("replacements", HistorySummary.replacementsIgnored)) }
    if weeks.replaced > 0 {
        let when = "landed before 2005 or in the future by their clocks; they count where the commits before them do"
        doubts.append(("time-replaced", "\(weeks.replaced) commits \(when)"))
    }
    if weeks.outside > 0 {
        let when = "bear times outside the years 1 to 9999 and are in no week"
        doubts.append(("time-outside", "\(weeks.outside) commits \(when)"))
    }
    return doubts
}

private let commitColumns = [
    Column("week_start", "Week", .text, meaning: "The Sunday that starts the week, UTC."),
    Column("commits", "Commits", .integer, unit: "commits", meaning: "Distinct commits of the default branch."),
    Column("merges", "Merges", .integer, unit: "commits", meaning: "Those with two parents or more."),
    Column("bots", "Bots", .integer, unit: "commits", meaning: "Those authored by bots."),
    Column.count(
        "developers",
        "Developers",
        unit: "people",
        "Distinct authors, no programs, who wrote more than a merge in the week, by each clock."
    ),
    Column("agents", "Agents", .integer, unit: "commits", meaning: "Those authored by AI agents."),
    Column("bot_merges", "Bot merges", .integer, unit: "commits", meaning: "Merges by bots or agents, in both counts."),
    Column.count(
        "commits_by_people",
        "By people",
        unit: "commits",
        "Neither merges nor by bots or agents; commits of one author, instant and subject once."
    ),
    Column.count("assisted_commits", "Assisted", unit: "commits", "Those by people with an AI agent as co-author."),
    Column.count(
        "coauthors",
        "Co-authors",
        unit: "people",
        "Distinct people in co-author trailers, merges left out; counted apart from developers."
    ),
]

extension HistorySummary {
    /// What is said of a repository with grafts or replacements.
    static let replacementsIgnored =
        "its grafts and replaced commits (info/grafts, refs/replace) are ignored: commits count as they were recorded"
}
