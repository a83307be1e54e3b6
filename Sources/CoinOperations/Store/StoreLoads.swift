public import CoinModel
internal import CoinStore
public import CoinTables

/// The ledger of a store: a row for each input that was loaded or refused, and each load that was taken back, oldest first.
///
/// - Throws: `OperationError` when the store cannot be read.
public func storeLoads(_ location: StoreLocation) throws -> Table {
    let store = try location.open(.read)
    let rows = try store.ledger().map { entry -> [Cell] in
        let observed = LoadRequest(entry.input.kind ?? .market, again: entry)?.hints.observedAt
        return [
            .integer(entry.loadID), .text(entry.state), .text(entry.acceptedAt.description),
            observed.map { .text($0.description) } ?? .missing(.inInput),
            entry.input.kind.map { .text($0.rawValue) } ?? .missing(.noFormat),
            entry.input.format.isEmpty ? .missing(.noFormat) : .text(entry.input.format), .text(entry.input.path),
            .integer(entry.outcome.accepted), .integer(entry.outcome.unchanged), .integer(entry.outcome.rejected),
            entry.forgottenBy.map(Cell.integer) ?? .missing(.notForgotten),
        ]
    }
    // A page of it is put where others see it, whom the folders of this machine do not concern.
    let name = store.path.split(separator: "/").last.map(String.init) ?? store.path
    return Table(title: "Loads of \(name)", columns: columns, rows: rows)
}

/// Takes loads back, all of them or none, the newest first: what they said leaves the newest state, what they replaced
/// holds again, and `--known` before the moment still shows them.
///
/// - Throws: `OperationError` when one cannot be taken back, or the store cannot be written.
public func forgetLoads(_ loads: [Int], at now: Instant, in location: StoreLocation) throws -> Diagnostic {
    let store = try location.open(.existing)
    let wanted = Set(loads).sorted(by: >)
    try store.load(acceptedAt: now) { session in
        for load in wanted {
            if let obstacle = try session.obstacle(toForgetting: load) {
                throw obstacle.error(load, wanted, store.path)
            }
            try session.forget(load: load)
        }
    }
    let named = wanted.reversed().map(String.init).joined(separator: ", ")
    let next = "its files stay where they are, and are loaded again where they are named or are in a folder that is"
    return Diagnostic(.note, "forgotten", place: store.path, "forgot load \(named); \(next)")
}

extension LedgerEntry {
    /// What became of it, in a word or two.
    fileprivate var state: String {
        if let forgets { return "forgets \(forgets)" }
        return isRefused ? "refused" : forgottenBy == nil ? "loaded" : "forgotten"
    }
}

extension UndoConflict {
    fileprivate func error(_ load: Int, _ wanted: [Int], _ store: String) -> OperationError {
        func error(_ identifier: String, _ detail: String, _ status: ExitStatus = .failed) -> OperationError {
            OperationError(status, identifier, place: store, "load \(load) \(detail)")
        }
        switch self {
        case .unknown:
            return error("unknown-load", "is unknown; list all with `assay store loads`", .nothingSelected)
        case .forgotten(let by):
            return error("already-forgotten", "was forgotten by load \(by); load its files again to have it back")
        case .forgetting: return error("no-inputs", "forgot another one; load that one's files again to have it back")
        case .empty: return error("no-inputs", "brought nothing: all its inputs were refused")
        case .restedOn(let by):
            let all = (Set(wanted).union(by)).sorted(by: >).map(String.init).joined(separator: " ")
            let others = by.map(String.init).joined(separator: ", ")
            let why = "has load \(others) rest on it, which says some of the same (stored once) or was read on top"
            let step = "`assay store forget \(all)`, then load the files of \(others) again"
            return error("later-loads-depend", "\(why); \(step)")
        }
    }
}

private let columns = [
    Column("load", "Load", .integer, meaning: "The load, one transaction over one input or several."),
    Column("state", "State", .text, meaning: "loaded, refused, forgotten, or which load it forgets."),
    Column("accepted_at", "Accepted", .text, meaning: "When it was accepted: `--known` counts by it."),
    Column("observed_at", "Observed", .text, meaning: "When the input was observed, where that was given."),
    Column("kind", "Kind", .text, meaning: "What the input contains."),
    Column("format", "Format", .text, meaning: "The format that it was read as."),
    Column("path", "File", .text, meaning: "The file, as it was given."),
    Column("rows", "Rows", .integer, meaning: "Rows that were taken."),
    Column("known", "Known", .integer, meaning: "Those of them that were there already."),
    Column("rejected", "Rejected", .integer, meaning: "Rows that were not taken; table `reject` says why."),
    Column("forgotten_by", "Forgotten by", .integer, meaning: "The load that took it back."),
]
