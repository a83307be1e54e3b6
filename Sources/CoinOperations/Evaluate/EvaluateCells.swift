internal import CoinModel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// Writes one evaluation as a cell, and leaves the log of trials alone.
///
/// - Throws: errors as `evaluate` has them; `OutputError` when the file cannot be written.
public func evaluateCell(
    _ request: EvaluationRequest,
    to path: String,
    reading reserved: ReservedFiles,
    in location: StoreLocation,
    report: DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws {
    let file = try OutputFile(path, reading: reserved)
    let weeks = try EvaluatedWeeks(request, in: location, progress: progress)
    try request.check(weeks.evaluation.periods, of: location)
    let cell = try EvaluationCell(weeks, request, in: location)
    try file.replace(with: cell.bytes(), report: report)
    report(Diagnostic(.note, "written", place: path, counted(cell.lines.count, "trial")))
}

/// The evidence of many evaluations of one store: a row a cell, signal, horizon and ending, whatever the order of the files; all
/// their trials are noted at once, and p is adjusted for all that count.
///
/// The figures are those of one evaluation after the other, and the first repeated.
///
/// - Throws: `OperationError` for a file that is not a whole cell of this version and store; errors as `evaluate` has them.
public func evaluate(cells paths: [String], trials first: Int?, in location: StoreLocation) throws -> Table {
    let store = try location.contentDigest()
    var cells: [[UInt8]: EvaluationCell] = [:]
    for path in paths {
        let cell = try EvaluationCell(path, ofStore: store)
        cells[try cell.bytes()] = cell
    }
    let ordered = cells.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    let lines = ordered.flatMap { cell in cell.lines.map { (request: cell.header.request, line: $0) } }
    let trials = lines.map(\.line.trial)
    let log = try TrialLog(noting: trials, first: first, of: location)
    let sharpes = log.trials.compactMap(\.sharpe)
    var rows: [[Cell]] = []
    for (one, adjusted) in zip(lines, log.adjusted(trials)) {
        let trial = one.line.trial
        let names = [trial.preset, trial.options, trial.since, trial.until, trial.asOf].map(Cell.text)
        for (place, row) in one.line.rows.enumerated() {
            rows.append(
                names
                    + evidenceColumns.map { column in
                        switch column.name {
                        case "q" where place == 0: .number(adjusted, orMissing: .notCounted)
                        case "sharpe_deflated":
                            .number(
                                SharpeRatio.deflated(row.earned, trials: log.trials.count, ratios: sharpes),
                                orMissing: .tooFew
                            )
                        default: row.figures[column.name]?.cell(of: column) ?? .missing(.noValue)
                        }
                    }
            )
        }
    }
    var known: Set<String> = []
    let notes = [log.note] + ordered.flatMap(\.header.notes).filter { known.insert($0).inserted }
    return Table(
        title: "Evidence of \(counted(ordered.count, "evaluation"))",
        columns: trialColumns + evidenceColumns,
        rows: rows,
        notes: notes
    )
}

private let trialColumns = [
    Column("preset", "Preset", .text, meaning: "What coins were ranked by."),
    Column("options", "Options", .text, meaning: "What was otherwise than the preset has it, as options are written."),
    Column("since", "From", .text, meaning: "The Sunday on which the first judged week begins, UTC."),
    Column("until", "To", .text, meaning: "The Sunday on which the last judged week begins, UTC."),
    Column("as_of", "As of", .text, meaning: "Up to when facts entered."),
]

extension EvaluationCell.Figure {
    init(_ cell: Cell) {
        number = cell.value
        text = cell.text
        if case .missing(let reason) = cell { missing = reason.code }
    }

    /// The figure as a column has it.
    func cell(of column: Column) -> Cell {
        if let text { return .text(text) }
        guard let number else { return .missing(missing.flatMap(MissingReason.init(code:)) ?? .unknownReason) }
        return column.type == .integer ? .integer(Int(number)) : .number(number)
    }
}

extension StoreLocation {
    /// The digest of the content of the store.
    func contentDigest() throws -> String { try open(.read).reading(known: nil) { try $0.contentDigest() } }
}
