internal import CoinModel
internal import CoinOperations
public import CoinTables
internal import Foundation

extension PipelineRun {
    /// What a run would do and why: a row for each input, question to a source, and output.
    ///
    /// Nothing is asked, loaded or written.
    ///
    /// A run goes beyond it only where an answer leads to further questions, as the first page of a list may.
    ///
    /// - Throws: `OperationError` when a stage cannot be planned.
    public func plan() throws -> Table {
        // What a run would refuse, its plan refuses.
        try checkOutputs()
        if selection.ranks { try checkPersonal() }
        var rows: [PlanRow] = []
        for stage in definition.stages where selection.takes(stage) {
            switch stage {
            case .load(let input): rows += try plannedInputs(loadRequest(input), into: store).map(PlanRow.init)
            case .fetch(let stage):
                do {
                    rows.append(try plan(stage))
                } catch let error as OperationError where error.isAboutKey {
                    let why = "\(error.diagnostic.place): \(error.diagnostic.message)"
                    rows.append(PlanRow(step: "fetch", what: stage.title, does: .refuse, why: why, requests: 0))
                }
            }
        }
        let isWork = rows.contains { $0.does == .work }
        let isPartial = rows.contains { $0.does == .refuse }
        rows += try overrides.since.map { try planWeeks(since: $0, isWork) } ?? planRanking(isWork, isPartial)
        rows += (selection.leftOut ?? []).map {
            PlanRow(step: $0, what: "left out", does: .nothing, why: "as --only or --from says")
        }
        let requests = rows.compactMap(\.requests).reduce(0, +)
        let some = rows.count { $0.does == .work }
        let note =
            some == 0 ? "Nothing to do." : "\(some) of \(rows.count) steps have work; \(requests) requests at first."
        var table = Table("Plan of \(self.path)", PlanRow.columns, of: rows)
        table.notes = [note]
        return table
    }

    /// What becomes of the ranking.
    private func planRanking(_ isWork: Bool, _ isPartial: Bool) throws -> [PlanRow] {
        let isDone = try !isWork && isCurrent(isPartial)
        let (does, why) = isDone ? (PlanRow.Deed.nothing, current) : (.work, whyScored(isWork))
        let score = PlanRow(step: "score", what: definition.request.preset, does: does, why: why)
        return try (selection.takes(.score) ? [score] : [])
            + outputs.map {
                PlanRow(step: "write", what: path(of: $0), does: does, why: isDone ? current : "follows")
            }
            + planDelivery()
    }

    /// What becomes of events that the user's command did not take.
    private func planDelivery() throws -> [PlanRow] {
        let count = try undeliveredAlerts().count
        guard count > 0, let program = definition.alertCommand.first else { return [] }
        return [PlanRow(step: "alert", what: program, does: .work, why: "\(counted(count, "event")) not delivered yet")]
    }

    /// What becomes of each week since a day, a row each.
    private func planWeeks(since day: Day, _ isWork: Bool) throws -> [PlanRow] {
        guard selection.ranks else { return [] }
        guard FileManager.default.fileExists(atPath: store.path) else {
            let why = "which weeks since \(day) there are is known once there is a store"
            return [PlanRow(step: "rank", what: definition.folder, does: .work, why: why)]
        }
        return try weeks(since: day).map { week in
            let isDone = try !isWork && week.isCurrent(false)
            let why = isDone ? current : whyScored(isWork)
            return PlanRow(step: "rank", what: week.definition.folder, does: isDone ? .nothing : .work, why: why)
        }
    }

    /// Whether the last record is of what a run would write now.
    private func isCurrent(_ isPartial: Bool) throws -> Bool {
        guard selection.ranks, FileManager.default.fileExists(atPath: store.path), let previous = previousRecord()
        else { return false }
        var request = definition.request
        request.now = clock()
        let isStale = try staleness(of: request, in: store)?.error != nil
        // What was rejected when an input was loaded makes a run partial without a word of the plan.
        let was = ExitStatus(rawValue: previous.exitCode) ?? .success
        let status = isStale ? .stale : isPartial ? .partial : was == .stale ? .success : was
        return try isCurrent(previous, status)
    }

    private var current: String { "made from this state of the store, and unchanged since" }

    private func whyScored(_ isWork: Bool) -> String {
        isWork ? "what is loaded may change it" : "the last record is not of this definition, program and state"
    }

    /// What a stage asks first of its sources.
    private func plan(_ stage: Stage.Fetch) throws -> PlanRow {
        if definition.isOffline {
            let place = archivePlace(of: stage)
            let isThere = FileManager.default.fileExists(atPath: place)
            let why = isThere ? "replays \(place)" : "\(place) \(PipelineRun.noArchive)"
            return PlanRow(step: "fetch", what: stage.title, does: isThere ? .work : .refuse, why: why, requests: 0)
        }
        let questions = try questions(stage)
        guard let questions else {
            let why = "which coins or repositories it asks for is known once there is a store"
            return PlanRow(step: "fetch", what: stage.title, does: .work, why: why)
        }
        // The command with --dry-run prints whole addresses.
        let first = questions.first.map { String($0.prefix { $0 != "?" }) } ?? ""
        let why = questions.isEmpty ? "all answers are younger than max-age" : "first: \(first)"
        let does: PlanRow.Deed = questions.isEmpty ? .nothing : .work
        return PlanRow(step: "fetch", what: stage.title, does: does, why: why, requests: questions.count)
    }
}

/// A step of a plan.
private struct PlanRow {
    enum Deed: String {
        case work, nothing, refuse
    }

    var step: String
    var what: String
    var does: Deed
    var why: String
    var requests: Int?

    static var columns: [FilledColumn<PlanRow>] {
        let steps = "load, fetch, score, write or rank (a week), or the name of a stage that is left out."
        return [
            .text("step", "Step", steps) { $0.step },
            .text("what", "What", "The input, the question, the preset or the output.") { $0.what },
            .text("does", "Does", "work, nothing, or refuse.") { $0.does.rawValue },
            .text("why", "Why", "The reason.") { $0.why },
            .count("requests", "Requests", orMissing: .noRequests, "How many requests it begins with.") { $0.requests },
        ]
    }
}

extension PlanRow {
    init(_ input: PlannedInput) {
        let deeds: [PlannedInput.State: (Deed, String)] = [
            .new: (.work, "not loaded with this content: \(input.detail)"),
            .cached: (.nothing, "loaded before with this content: \(input.detail)"),
            .skipped: (.nothing, input.detail),
            .refused: (.refuse, input.detail), .folder: (.work, input.detail),
        ]
        let (does, why) = deeds[input.state] ?? (.work, input.detail)
        self.init(step: "load", what: input.path, does: does, why: why)
    }
}
