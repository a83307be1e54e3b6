internal import CoinModel
internal import CoinOperations
internal import CoinTables
internal import Foundation

extension PipelineRun {
    /// Fills the past from a day on: takes the inputs in, histories from that day on, then ranks each complete week, as the
    /// store knows it now, into a folder that bears the week's last day.
    ///
    /// The record of a week says whether it is current, as that of any run, so what was ended goes on where it stood. Alerts
    /// speak of what becomes true, not of what became true once: they are left out.
    ///
    /// - Throws: `OperationError` when nothing can be loaded or ranked; a week whose checks fail ends no other.
    func backfill(since day: Day) throws -> RunOutcome {
        let behind = RankingStage.allCases.map(\.rawValue)
        var intake = part(without: behind, asOf: definition.request.asOf, in: definition.folder, log: log.part())
        intake.record.since = day.description
        try checkDay(day, clock().day, "today")
        let hasIntake = definition.stages.contains(where: selection.takes)
        let taken = hasIntake ? try intake.runOnce() : nil
        guard selection.ranks else { return try taken ?? intake.runOnce() }
        var status = taken?.status ?? .success
        var isUpToDate = taken?.isUpToDate ?? true
        var ranked: [RankedWeek] = []
        for var week in try weeks(since: day) {
            let (ended, does) = try week.rankWeek()
            isUpToDate = isUpToDate && does == "nothing"
            if ended != .nothingSelected { status = status.or(ended) }
            ranked.append((week.weekName, does, ended, week.definition.folder))
        }
        if ranked.allSatisfy({ $0.ended == .nothingSelected }) { status = status.or(.nothingSelected) }
        guard !isUpToDate else { return RunOutcome(upToDate: status, in: definition.folder) }
        let table = Table("Weeks since \(day)", weekColumns, of: ranked)
        let count = ranked.count { $0.does == "ranked" }
        let what = "weeks ranked: \(count) of \(ranked.count), each in a folder of its own"
        return RunOutcome(status, what, in: definition.folder, table)
    }

    /// The runs of the complete weeks from a day on.
    ///
    /// - Throws: `OperationError` when there is none, or no store yet.
    func weeks(since day: Day) throws -> [PipelineRun] {
        let newest = try moment(of: definition.request, in: store).lastCompleteWeek
        try checkDay(day, newest.lastDay, "the last day of a week with figures")
        var first = Week(containing: day)
        if let begin = try firstDay(), Week(containing: begin) > first {
            first = Week(containing: begin)
            let what = "its first figures are of \(begin), and weeks are ranked from then on"
            log.note(Diagnostic(.note, "later-begin", place: store.path, what))
        }
        let others = definition.stages.map(\.name) + [RankingStage.alert.rawValue]
        return (0...max(0, first.distance(to: newest))).map { ahead in
            let end = first.advanced(by: ahead).lastDay
            let log = log.part(about: "week to \(end)")
            return part(without: others, asOf: .day(end), in: path(of: "\(end)"), log: log)
        }
    }

    /// The week's last day.
    var weekName: String { definition.request.asOf?.description ?? "" }

    /// Ranks the one week of a run; what ends it alone is reported.
    private mutating func rankWeek() throws -> (ended: ExitStatus, does: String) {
        do {
            let outcome = try runOnce()
            return (outcome.status, outcome.isUpToDate ? "nothing" : "ranked")
        } catch let error as OperationError where [.checksFailed, .nothingSelected].contains(error.status) {
            log.note(error.diagnostic)
            return (error.status, "failed")
        }
    }

    private func checkDay(_ day: Day, _ last: Day, _ what: String) throws {
        guard day > last else { return }
        let next = "is behind \(last), \(what); name an earlier day"
        throw OperationError(.usage, "not-earlier", place: "--since \(day)", next)
    }

    /// The day of the store's first figures; nil where it holds none.
    private func firstDay() throws -> Day? {
        let sql = "SELECT min(first) FROM v_coverage"
        let answer = try storeQuery(sql, rows: 1, seconds: 60, in: store, report: { _ in })
        guard case .text(let text)? = answer.rows.first?.first else { return nil }
        return Day(text)
    }
}

/// What became of a week.
private typealias RankedWeek = (name: String, does: String, ended: ExitStatus, folder: String)

private var weekColumns: [FilledColumn<RankedWeek>] {
    [
        .text("week", "Week", "The last day of the week that is ranked.") { $0.name },
        .text("does", "Does", "ranked, nothing where it was current, or failed.") { $0.does },
        .text("status", "Status", "The name of its exit code.") { "\($0.ended)" },
        .text("folder", "Folder", "Where its outputs and run.json are.") { $0.folder },
    ]
}
