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
    /// What the input was.
    public let input: LedgerInput
    /// When it was accepted, by the clock of that load.
    public let acceptedAt: Instant
    /// What became of its rows.
    public let outcome: InputOutcome

    /// Whether it was refused as a whole.
    public var isRefused: Bool { refusal != nil }

    /// An entry from its row, joined with the reject of a refused one.
    init(_ row: Row) throws(UnreadableRow) {
        guard let acceptedAt = Instant(try row.writtenText("accepted_at")) else {
            throw UnreadableRow(column: "accepted_at")
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
        let isRefused = try row.writtenText("status") == "refused"
        let (line, column) = (row.integer("line"), row.integer("field"))
        refusal = isRefused ? Reject(reason: reason, line: line, column: column, detail: detail) : nil
        input = try LedgerInput(row)
    }
}

/// An input as the ledger knows it.
public struct LedgerInput: Hashable, Sendable {
    /// What a load of it holds: `coins`, `market`, `commits` or `trends`.
    public let kind: String
    /// The format that it was read as, or empty when none recognised it.
    public let format: String
    /// The file, as given.
    public let path: String
    /// Its size on disk in bytes.
    public let size: Int
    /// When the file was last changed, in nanoseconds since 1970.
    public let modified: Int
    /// Identifies the file, unchanged; nil where nothing but its bytes does.
    public let identity: Int64?
    /// The digest of its bytes on disk.
    public let digest: String
    /// What else its meaning depends on, such as the name of a repository that is not in it.
    public let context: String
    /// Its name without folder and endings: a search-interest file may be named for its coin.
    public let stem: String

    /// An input.
    public init(
        kind: String,
        format: String,
        path: String,
        size: Int,
        modified: Int,
        identity: Int64? = nil,
        digest: String,
        context: String,
        stem: String
    ) {
        self.kind = kind
        self.format = format
        self.path = path
        self.size = size
        self.modified = modified
        self.identity = identity
        self.digest = digest
        self.context = context
        self.stem = stem
    }

    /// An input from its row; its stem stands with its search terms.
    init(_ row: Row) throws(UnreadableRow) {
        kind = try row.writtenText("kind")
        format = try row.writtenText("format")
        path = try row.writtenText("path")
        size = try row.written("size")
        modified = try row.written("modified")
        identity = try row.writtenIfAny("identity")
        digest = try row.writtenText("digest")
        context = try row.writtenText("context")
        stem = ""
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

    /// Nothing yet.
    public init() {}

    /// Adds what became of further rows.
    mutating func add(_ other: InputOutcome) {
        accepted += other.accepted
        unchanged += other.unchanged
        rejected += other.rejected
    }
}
