internal import CoinModel
internal import CoinPanel
public import CoinTables
internal import WorkerProtocol

/// One repository's commits by week, counted from its clone; no store is needed.
///
/// Every commit that can be reached from the default branch counts once. `merges` have two parents or more, `bots` are
/// authored by programs; both are within `commits`. `developers` are the distinct people who authored; bots are none.
/// The weeks end with that of the newest commit's landing, which may still go on; one without commits is 0, and none is
/// listed from before the first commit.
///
/// - Parameters:
///   - request: the repository and what to count.
///   - tell: takes warnings.
/// - Returns: a row a week, the oldest first.
/// - Throws: `OperationError` when the repository cannot be read whole; it is never counted in part.
public func commitsWeekly(_ request: CommitsRequest, tell: DiagnosticSink) throws -> Table {
    var table = try Table(title: "Commits by week", columns: commitColumns, rows: []).choosing(request.columns)
    var weeks = ClockedWeeks(clock: request.clock)
    let summary: HistorySummary
    do {
        let asked = HistoryRequest(
            path: request.path,
            detail: .commits,
            observedAt: request.observedAt.milliseconds / 1000
        )
        let limits = WorkerLimits(request.limits)
        let workers = HistoryWorkers(try Worker(named: "assay-git"), reading: [request.path], limits: limits)
        summary = try workers.ask(asked) { message in
            if case .commits(let batch) = message { weeks.add(batch) }
        }
    } catch let fault as WorkerFault {
        let option = optionsByFault[fault.reason].map { ", or raise \($0)" } ?? ""
        throw OperationError(.failed, fault.reason.rawValue, place: request.path, fault.detail + option)
    }
    let countsPeople = table.columns.contains { $0.name == "developers" }
    for (identifier, message) in doubts(weeks, summary, countsPeople: countsPeople) {
        tell(Diagnostic(.warning, identifier, place: request.path, message))
    }
    guard let newest = summary.newest else { return table }
    table.rows = weeks.rows(last: request.weeks, newest: Instant(seconds: newest).week).map { week, counts in
        table.columns.map { column in
            switch column.name {
            case "commits": .integer(counts.commits)
            case "merges": .integer(counts.merges)
            case "bots": .integer(counts.bots)
            case "developers": .integer(counts.developers)
            default: .text(week.description)
            }
        }
    }
    return table
}

/// The options of this command, and of no other that reads repositories, by what a repository may take too much of.
private let optionsByFault: [WorkerFault.Reason: String] = [
    .processorLimit: "--cpu", .deadline: "--deadline", .memoryLimit: "--memory", .crashed: "--memory",
]

/// What makes the counts less certain than they look.
private func doubts(
    _ weeks: ClockedWeeks,
    _ summary: HistorySummary,
    countsPeople: Bool
) -> [(identifier: String, message: String)] {
    var doubts: [(String, String)] = []
    if countsPeople, summary.lacksMailmap {
        doubts.append(
            (
                "no-mailmap",
                "the partial clone lacks its .mailmap: one person's addresses may count as several developers"
            )
        )
    }
    if weeks.replaced > 0 {
        doubts.append(
            (
                "time-replaced",
                "\(weeks.replaced) commits landed before 2005 or in the future by their clocks; they count where the "
                    + "commits before them do"
            )
        )
    }
    if weeks.outside > 0 {
        doubts.append(
            ("time-outside", "\(weeks.outside) commits bear times outside the years 1 to 9999 and are in no week")
        )
    }
    return doubts
}

private let commitColumns = [
    Column("week_start", "Week", .text, meaning: "The Sunday that starts the week, UTC."),
    Column("commits", "Commits", .integer, unit: "commits", meaning: "Distinct commits of the default branch."),
    Column("merges", "Merges", .integer, unit: "commits", meaning: "Those with two parents or more."),
    Column("bots", "Bots", .integer, unit: "commits", meaning: "Those authored by programs."),
    Column("developers", "Developers", .integer, unit: "people", meaning: "Distinct authors who are no programs."),
]

extension WorkerLimits {
    fileprivate init(_ limits: CommitsRequest.Limits) {
        self.init()
        processorSeconds = limits.cpu
        wallSeconds = limits.deadline
        memory = limits.memory << 20
    }
}

extension Table {
    fileprivate func choosing(_ choice: String) throws(OperationError) -> Table {
        do {
            return try choosing(columns: choice, defaults: columns.map(\.name))
        } catch {
            throw OperationError(.usage, "bad-selection", error.description)
        }
    }
}
