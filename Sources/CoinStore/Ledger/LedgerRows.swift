internal import CoinModel
internal import GRDB

/// The ledger's rows of a load, of which some thousand wait to be written together.
///
/// Digests come in no order: with tiles written between any two rows, the pages of their index would be read and written
/// anew for each.
struct LedgerRows {
    private let database: Database
    private let load: Int
    private let acceptedAt: String
    private var waiting: [(number: Int32, status: String, input: LedgerInput)] = []
    /// The last input whose row is written, by its number.
    private var lastWritten = Int32.min
    /// The inputs of which more is known than when their rows were written.
    private var revised: Set<Int32> = []
    private var refused: Set<Refusal> = []

    /// Why an input was refused in this load.
    private struct Refusal: Hashable {
        let input: LedgerInput
        let reject: Reject
    }

    /// The most rows that wait.
    private static let waitingLimit = 4096

    /// No rows.
    init(_ database: Database, load: Int, acceptedAt: Instant) {
        self.database = database
        self.load = load
        self.acceptedAt = acceptedAt.description
    }

    /// Whether so many rows wait that they are to be written.
    var isFull: Bool { waiting.count >= LedgerRows.waitingLimit }

    /// Adds an input, by its number, which is greater than those before.
    mutating func add(_ number: Int32, _ input: LedgerInput, status: String) {
        waiting.append((number, status, input))
    }

    /// Notes that an input is refused; whether neither this load nor an earlier one says so.
    mutating func isNew(_ input: LedgerInput, refusedBecause reject: Reject) throws -> Bool {
        guard refused.insert(Refusal(input: input, reject: reject)).inserted else { return false }
        return try !Ledger.isRefused(input, because: reject, database)
    }

    /// Notes that more is known now of what became of an input.
    mutating func revise(_ number: Int32) {
        if number <= lastWritten { revised.insert(number) }
    }

    /// Writes the rows that wait, with what is known of their inputs.
    ///
    /// - Parameter outcomes: what became of the inputs, by number.
    /// - Throws: `DatabaseError`.
    mutating func write(_ outcomes: [Int32: InputOutcome]) throws {
        guard let last = waiting.last else { return }
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO load (input_id, load_id, status, kind, format, path, size, modified, digest, context, accepted_at,
                                  rows_accepted, rows_unchanged, rows_rejected, identity)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        for (number, status, input) in waiting {
            let outcome = outcomes[number] ?? InputOutcome()
            // Every place is bound by itself: making a list of arguments costs more than the insertion.
            statement.setUncheckedArguments([])
            try statement.bind(number, at: 1)
            try statement.bind(load, at: 2)
            try statement.bind(status, at: 3)
            try statement.bind(input.kind, at: 4)
            try statement.bind(input.format, at: 5)
            try statement.bind(input.path, at: 6)
            try statement.bind(input.size, at: 7)
            try statement.bind(input.modified, at: 8)
            try statement.bind(input.digest, at: 9)
            try statement.bind(input.context, at: 10)
            try statement.bind(acceptedAt, at: 11)
            try statement.bind(outcome.accepted, at: 12)
            try statement.bind(outcome.unchanged, at: 13)
            try statement.bind(outcome.rejected, at: 14)
            if let identity = input.identity { try statement.bind(identity, at: 15) }
            try statement.execute()
        }
        lastWritten = last.number
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes what is left, when all is known.
    ///
    /// - Parameter outcomes: what became of the inputs, by number.
    /// - Throws: `DatabaseError`.
    mutating func finish(_ outcomes: [Int32: InputOutcome]) throws {
        try write(outcomes)
        let statement = try database.cachedStatement(
            sql: "UPDATE load SET rows_accepted = ?, rows_unchanged = ?, rows_rejected = ? WHERE input_id = ?"
        )
        for number in revised.sorted() {
            guard let outcome = outcomes[number] else { continue }
            try statement.execute(arguments: [outcome.accepted, outcome.unchanged, outcome.rejected, number])
        }
    }
}
