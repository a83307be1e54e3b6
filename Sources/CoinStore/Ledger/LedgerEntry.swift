public import CoinModel
internal import GRDB

/// A row of the ledger: an input, and what became of it.
public struct LedgerEntry: Hashable, Sendable {
    /// Its number, in order of loading.
    public let inputID: Int
    /// The load, that is the transaction, that it belongs to.
    public let loadID: Int
    /// Why it was refused as a whole; nil when it was loaded.
    public let refusal: Reject?
    /// The load that forgot it; nil while it counts.
    public let forgottenBy: Int?
    /// The load that it forgets, where it is not an input but takes one back.
    public let forgets: Int?
    /// What the input was.
    public let input: InputDescriptor
    /// When it was accepted, by the clock of that load.
    public let acceptedAt: Instant
    /// What became of its rows.
    public let outcome: InputOutcome

    /// The status of an entry that takes a load back; its context is `load=NUMBER`.
    static let forgetting = "forgetting"

    /// Whether it was refused as a whole.
    public var isRefused: Bool { refusal != nil }

    /// An entry from its row, joined with the reject of a refused one.
    init(_ row: Row) throws(BadRow) {
        guard let acceptedAt = Instant(try row.writtenText("accepted_at")) else {
            throw BadRow(column: "accepted_at")
        }
        self.acceptedAt = acceptedAt
        var outcome = InputOutcome()
        outcome.accepted = try row.written("rows_accepted")
        outcome.unchanged = try row.written("rows_unchanged")
        outcome.rejected = try row.written("rows_rejected")
        self.outcome = outcome
        inputID = try row.written("input_id")
        loadID = try row.written("load_id")
        let (reason, detail) = (row.text("reason") ?? "unknown", row.text("detail") ?? "")
        let status = try row.writtenText("status")
        let (line, column) = (row.integer("line"), row.integer("field"))
        refusal = status == "refused" ? Reject(reason, line: line, column: column, detail: detail) : nil
        forgottenBy = try row.writtenIfAny("forgotten_by").map(Int.init)
        input = try InputDescriptor(row)
        forgets = status == LedgerEntry.forgetting ? Int(input.context.drop { $0 != "=" }.dropFirst()) : nil
        if status == LedgerEntry.forgetting, forgets == nil { throw BadRow(column: "context") }
    }
}

/// An input as far as reading has described it, and as the ledger has it.
public struct InputDescriptor: Hashable, Sendable {
    /// The file, as given.
    public let path: String
    /// Its name without folder and endings: a search-interest file may be named for its coin.
    public let stem: String
    /// What it holds; nil while no reader recognised it.
    public var kind: LoadKind?
    /// The format that it was read as; empty while no reader recognised it.
    public var format = ""
    /// The digest of its bytes on disk.
    public var digest = ""
    /// Its size on disk in bytes.
    public var size = 0
    /// When the file was last changed, in nanoseconds since 1970.
    public var modified = 0
    /// Identifies the unchanged file; nil where only its bytes do.
    public var identity: Int64?
    /// What the meaning of the bytes depends on beside them, in a canonical text.
    public var context = ""

    /// An input of which nothing is known but its file.
    public init(path: String, stem: String) { (self.path, self.stem) = (path, stem) }

    /// An input from its row; its stem stands with its search terms.
    init(_ row: Row) throws(BadRow) {
        self.init(path: try row.writtenText("path"), stem: "")
        kind = LoadKind(rawValue: try row.writtenText("kind"))
        format = try row.writtenText("format")
        digest = try row.writtenText("digest")
        size = try row.written("size")
        modified = try row.written("modified")
        identity = try row.writtenIfAny("identity")
        context = try row.writtenText("context")
    }
}

/// What became of an input's rows.
public struct InputOutcome: Hashable, Sendable {
    /// Rows that are in the store now, those that brought nothing new among them.
    public var accepted = 0
    /// Accepted rows that were there already.
    public var unchanged = 0
    /// Rows that were not taken.
    public var rejected = 0
    /// Those of the rejected that contradict another row of the load.
    public private(set) var conflicts = 0
    /// The first of these.
    public private(set) var firstConflict: Reject?

    /// Nothing yet.
    public init() {}

    mutating func add(_ other: InputOutcome) {
        accepted += other.accepted
        unchanged += other.unchanged
        rejected += other.rejected
        conflicts += other.conflicts
        firstConflict = firstConflict ?? other.firstConflict
    }

    /// Counts a row that was accepted as one that another row contradicts.
    mutating func add(conflict: Reject) {
        accepted -= 1
        rejected += 1
        conflicts += 1
        firstConflict = firstConflict ?? conflict
    }
}
