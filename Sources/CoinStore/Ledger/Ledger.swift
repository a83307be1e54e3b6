internal import CoinModel
internal import GRDB

/// The rows of the ledger that a load writes, and what it asks of those before.
struct Ledger {
    let database: Database
    let load: Int
    let acceptedAt: Instant
    /// The same as it is written.
    private let acceptedText: String

    /// The ledger for a load that begins now: it counts as accepted not before the load before it.
    init(_ database: Database, acceptedAt now: Instant) throws {
        self.database = database
        load = try Ledger.last("load_id", database) + 1
        let sql = "SELECT accepted_at FROM load ORDER BY load_id DESC LIMIT 1"
        let newest: String? = try database.value(sql)
        acceptedAt = max(now, newest.flatMap { Instant($0) } ?? now)
        acceptedText = acceptedAt.description
    }

    func lastInput() throws -> Int32 { Int32(try Ledger.last("input_id", database)) }

    private static func last(_ column: String, _ database: Database) throws -> Int {
        let last: Int = try database.value("SELECT max(\(column)) FROM load") ?? 0
        guard (0..<Int(Int32.max)).contains(last) else { throw BadRow(column: column) }
        return last
    }

    /// A condition of SQL: whether a row came with a load that counts after another one, which is the parameter `last`.
    static func counts(_ last: String, _ column: String = "load_id") -> String {
        "\(column) <= \(last) AND \(column) NOT IN (SELECT load_id FROM load WHERE forgotten_by <= \(last))"
    }

    /// The newest load that was accepted at a moment or before; 0 when none was.
    static func lastLoad(acceptedBy moment: Instant, _ database: Database) throws -> Int {
        // Loads are numbered as they were accepted, for the ledger's clock never goes back.
        let rows = try database.cursor("SELECT load_id, accepted_at FROM load GROUP BY load_id ORDER BY load_id DESC")
        while let row = try rows.next() {
            if let accepted = Instant(row[1] as String), accepted <= moment { return row[0] }
        }
        return 0
    }

    /// Which inputs are there as of a load, as `4 inputs, the newest 4 of 2024-03-25T10:00:00Z with DIGEST`: the same
    /// state has the same facts; nil where nothing but refused inputs was there by then.
    static func state(_ database: Database, upTo lastLoad: Int?) throws -> String? {
        let loaded = "FROM load WHERE status <> 'refused' AND load_id <= ?"
        let last = lastLoad ?? .max
        let sql = "SELECT input_id, accepted_at, digest \(loaded) ORDER BY input_id DESC LIMIT 1"
        guard let newest = try database.row(sql, [last]) else { return nil }
        let count: Int = try database.value("SELECT count(*) \(loaded)", [last]) ?? 0
        let (number, moment, digest): (Int, String, String) = (newest[0], newest[1], newest[2])
        return "\(count) inputs, the newest \(number) of \(moment) with \(digest)"
    }

    /// For each load of which something was replaced, by each load that replaced it the files with what was in its inputs.
    static func replacing(
        _ database: Database,
        among files: (InputDescriptor) -> Set<String>
    ) throws -> [Int: LoadedInputs.Rivals] {
        let pairs = "SELECT earlier_id, load_id FROM load_link WHERE relation = 'replaces'"
        let links = try database.rows(pairs).map { (earlier: $0[0] as Int, load: $0[1] as Int) }
        guard !links.isEmpty else { return [:] }
        var rivals: [Int: Set<String>] = [:]
        let inputs = """
            SELECT * FROM load WHERE status = 'loaded' AND forgotten_by IS NULL
            AND load_id IN (SELECT load_id FROM load_link WHERE relation = 'replaces')
            """
        for row in try database.rows(inputs) {
            rivals[row["load_id"], default: []].formUnion(files(try InputDescriptor(row)))
        }
        return Dictionary(grouping: links, by: \.earlier).mapValues { $0.compactMap { rivals[$0.load] } }
    }

    /// The formats of the coin lists that were known after a load; a source's list may only say what its ids mean.
    static func coinLists(_ database: Database, upTo lastLoad: Int = .max) throws -> Set<String> {
        let sql = """
            SELECT DISTINCT format FROM load
            WHERE kind = 'coins' AND status = 'loaded' AND context NOT LIKE '% lists=crosswalk' AND \(counts("?1"))
            """
        return Set(try database.values(sql, [lastLoad]) as [String]).intersection(LoadKind.coinLists)
    }

    /// Whether a load after one, and before this, has loaded an input.
    func hasLoaded(digest: String, context: String, since earlier: Int) throws -> Bool {
        guard load > earlier + 1 else { return false }
        let sql = """
            SELECT 1 FROM load WHERE status = 'loaded' AND digest = ? AND context = ? AND load_id > ? AND load_id < ?
            """
        return try database.row(sql, [digest, context, earlier, load]) != nil
    }

    /// Whether an input was refused before for the same reason, by this load or an earlier one.
    func isRefused(_ input: InputDescriptor, because reject: Reject) throws -> Bool {
        let sql = """
            SELECT 1 FROM load JOIN reject USING (input_id) WHERE status = 'refused' AND path = ?
            AND digest = ? AND context = ? AND reason = ? AND detail = ? LIMIT 1
            """
        return try database.row(sql, [input.path, input.digest, input.context, reject.reason, reject.detail]) != nil
    }

    /// Adds an input, by its number, which is greater than those before, with what is known of its rows so far.
    func add(_ number: Int32, _ input: InputDescriptor, status: String, _ outcome: InputOutcome) throws {
        let sql = """
            INSERT INTO load (input_id, load_id, status, kind, format, path, size, modified, digest, context, accepted_at,
                              rows_accepted, rows_unchanged, rows_rejected, identity)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        let values: [any StatementBinding] = [
            number, load, status, input.kind?.rawValue ?? "unknown", input.format, input.path, input.size,
            input.modified,
            input.digest, input.context, acceptedText, outcome.accepted, outcome.unchanged, outcome.rejected,
            input.identity,
        ]
        try database.insert(sql, values)
    }

    /// Writes what became of the rows of inputs that were added before all was known.
    func update(_ inputs: Set<Int32>, _ outcomes: [Int32: InputOutcome]) throws {
        let sql = "UPDATE load SET rows_accepted = ?, rows_unchanged = ?, rows_rejected = ? WHERE input_id = ?"
        for number in inputs.sorted() {
            guard let outcome = outcomes[number] else { continue }
            try database.insert(sql, [outcome.accepted, outcome.unchanged, outcome.rejected, number])
        }
    }

    func add(_ reject: Reject, input: Int32) throws {
        let sql = "INSERT INTO reject (input_id, line, field, reason, detail) VALUES (?, ?, ?, ?, ?)"
        try database.run(sql, [input, reject.line, reject.column, reject.reason, reject.detail])
    }
}
