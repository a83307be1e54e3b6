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
        var rows: [PlanRow] = []
        for stage in definition.stages where selection.takes(stage) {
            switch stage {
            case .load(let input): rows += try plannedInputs(loadRequest(input), into: store).map(PlanRow.init)
            case .fetch(let stage): rows.append(try plan(stage))
            }
        }
        let isWork = rows.contains { $0.does != .nothing }
        let previous = isWork ? nil : previousRecord()
        let isDone = try previous.map { try isCurrent($0, ExitStatus(rawValue: $0.exitCode) ?? .success) } ?? false
        let (does, why) = isDone ? (PlanRow.Deed.nothing, current) : (.work, whyScored(isWork))
        if selection.takes(.score) {
            rows.append(PlanRow(step: "score", what: definition.request.preset, does: does, why: why))
        }
        rows += outputs.map { output in
            PlanRow(step: "write", what: path(of: output), does: does, why: isDone ? current : "follows")
        }
        rows += (selection.leftOut ?? []).map {
            PlanRow(step: $0, what: "left out", does: .nothing, why: "as --only or --from says")
        }
        let requests = rows.compactMap(\.requests).reduce(0, +)
        let some = rows.count { $0.does == .work }
        let note =
            some == 0 ? "Nothing to do." : "\(some) of \(rows.count) steps have work; \(requests) requests at first."
        return Table(title: "Plan of \(self.path)", columns: planColumns, rows: rows.map(\.cells), notes: [note])
    }

    private var current: String { "made from this state of the store, and unchanged since" }

    private func whyScored(_ isWork: Bool) -> String {
        isWork ? "what is loaded may change it" : "the last record is not of this definition, program and state"
    }

    /// What a stage asks first of its sources.
    private func plan(_ stage: Stage.Fetch) throws -> PlanRow {
        if isOffline {
            return PlanRow(step: "fetch", what: stage.title, does: .work, why: "replays the archive", requests: 0)
        }
        let run = StageRun(definition: definition, store: store, environment: environment, now: clock(), tell: { _ in })
        let questions = try run.questions(stage)
        guard let questions else {
            let why = "which coins or repositories it asks for is known once there is a store"
            return PlanRow(step: "fetch", what: stage.title, does: .work, why: why)
        }
        let why = questions.isEmpty ? "all answers are younger than max-age" : "first: \(questions[0])"
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

    var cells: [Cell] {
        [
            .text(step), .text(what), .text(does.rawValue), .text(why),
            requests.map(Cell.integer) ?? .missing(MissingReason("no-requests", "The step asks nobody.")),
        ]
    }
}

extension PlanRow {
    init(_ input: PlannedInput) {
        let deeds: [PlannedInput.State: (Deed, String)] = [
            .new: (.work, "not loaded with this content: \(input.detail)"),
            .cached: (.nothing, "loaded before with this content: \(input.detail)"),
            .refused: (.refuse, input.detail), .folder: (.work, input.detail),
        ]
        let (does, why) = deeds[input.state] ?? (.work, input.detail)
        self.init(step: "load", what: input.path, does: does, why: why)
    }
}

private let planColumns = [
    Column("step", "Step", .text, meaning: "load, fetch, score or write, or the name of a stage that is left out."),
    Column("what", "What", .text, meaning: "The input, the question, the preset or the output."),
    Column("does", "Does", .text, meaning: "work, nothing, or refuse."),
    Column("why", "Why", .text, meaning: "The reason."),
    Column("requests", "Requests", .integer, meaning: "How many requests it begins with."),
]
