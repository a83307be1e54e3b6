public import CoinModel
public import CoinTables
internal import GRDB

/// What a stored ranking was made from.
public struct RankingKey: Hashable, Sendable {
    /// The preset's name.
    public let preset: String
    /// The as-of moment, as it is printed.
    public let asOf: String
    /// Everything else that the numbers depend on, in a canonical text; empty for the preset's own settings.
    public let options: String

    /// A key.
    public init(preset: String, asOf: String, options: String) {
        (self.preset, self.asOf, self.options) = (preset, asOf, options)
    }

    /// The key as a condition of SQL on `ranking_run`, with three places for `arguments`.
    fileprivate static let condition = "preset = ? AND as_of = ? AND options = ?"

    fileprivate var arguments: StatementArguments { [preset, asOf, options] }
}

/// The ranks of a stored ranking, and what it had seen.
public struct StoredRun: Sendable {
    /// What it was made from.
    public let key: RankingKey
    /// When the newest load that it saw was accepted.
    public let known: Instant
    /// Its notes, without its lead; the last one says what it was made from.
    public let notes: [String]
    /// The rank of each coin that has one, by id.
    public let ranks: [String: Int]
}

extension Store {
    /// Stores the named columns of a ranking in place of the one under its key, with the newest input that it saw; the
    /// table `ranking` gets the columns that it lacks, and reasons for missing values stand as codes in `missing`.
    public func storeRanking(
        _ table: CoinTables.Table,
        under key: RankingKey,
        ledgerMark: Int,
        columns names: Set<String>
    ) throws {
        let places = table.columns.indices.filter { names.contains(table.columns[$0].name) }
        let columns = places.map { table.columns[$0] }
        try write { database in
            try Store.addRankingColumns(columns.map { ($0.name, $0.type) }, database)
            let runs = "SELECT run_id FROM ranking_run WHERE \(RankingKey.condition)"
            try database.run("DELETE FROM ranking WHERE run_id IN (\(runs))", key.arguments)
            try database.run("DELETE FROM ranking_run WHERE \(RankingKey.condition)", key.arguments)
            let sql = """
                INSERT INTO ranking_run (preset, as_of, options, ledger_mark, title, notes, columns)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
            // The first line is the lead, blank for none.
            let notes = ([table.lead] + table.notes).joined(separator: "\n")
            let stored = columns.map(\.name).joined(separator: " ")
            try database.run(sql, key.arguments + [ledgerMark, table.title, notes, stored])
            let run = database.lastInsertedRowID
            let list = columns.map { ", " + $0.name.quotedName }.joined()
            let marks = String(repeating: ", ?", count: columns.count)
            let insertion = "INSERT INTO ranking (run_id, position, missing\(list)) VALUES (?, ?, ?\(marks))"
            for (position, row) in table.rows.enumerated() {
                let cells = places.map { row[$0] }
                let missing = zip(columns, cells).compactMap { column, cell in
                    if case .missing(let reason) = cell { "\(column.name)=\(reason.code)" } else { nil }
                }
                let start: [any StatementBinding] = [run, position + 1, missing.joined(separator: " ")]
                try database.insert(insertion, start + cells.map(\.binding))
            }
        }
    }

    private static func addRankingColumns(_ columns: [Schema.RankingColumn], _ database: Database) throws {
        let known = try database.columns(in: "ranking").map {
            (name: $0.name, type: CoinTables.Column.ValueType(affinity: $0.type))
        }
        let names = Set(known.map(\.name))
        let new = columns.filter { !names.contains($0.name) }
        guard !new.isEmpty else { return }
        // SQLite reads the whole schema again for each column that is added; a table without rows is made once with all.
        if try database.row("SELECT 1 FROM main.ranking LIMIT 1") == nil {
            let all = known.dropFirst(Schema.ownColumnsOfRanking) + new
            return try database.execute(sql: "DROP TABLE main.ranking; " + Schema.ranking(Array(all)))
        }
        for column in new {
            try database.execute(sql: "ALTER TABLE main.ranking ADD COLUMN " + Schema.definition(of: column))
        }
    }

    /// The state of the ledger as of `known`, nil for all its loads, where a ranking is stored under a key; else nil.
    public func stateOfRanking(under key: RankingKey, known: AsOf?) throws -> String? {
        try read { database in
            let sql = "SELECT 1 FROM ranking_run WHERE \(RankingKey.condition)"
            guard try database.row(sql, key.arguments) != nil else { return nil }
            return try Ledger.state(database, upTo: known.map { try Ledger.lastLoad(acceptedBy: $0.limit, database) })
        }
    }

    /// The first rows of a stored ranking; nil for none, one that lacks a column, or when inputs were loaded since.
    public func storedRanking(
        under key: RankingKey,
        columns: [CoinTables.Column],
        limit: Int = .max
    ) throws -> CoinTables.Table? {
        try read { database in
            let sql = """
                SELECT run_id, title, notes, columns FROM ranking_run WHERE \(RankingKey.condition)
                AND ledger_mark = (SELECT ifnull(max(input_id), 0) FROM load)
                """
            guard let run = try database.row(sql, key.arguments) else { return nil }
            let known = Set((run[3] as String).split(separator: " "))
            guard columns.allSatisfy({ known.contains(Substring($0.name)) }) else { return nil }
            let lines = Store.lines(run[2])
            let notes = Array(lines.dropFirst())
            var table = CoinTables.Table(title: run[1], columns: columns, rows: [], notes: notes)
            table.lead = lines.first ?? ""
            let names = columns.map { ", " + $0.name.quotedName }.joined()
            let selection = "SELECT missing\(names) FROM ranking WHERE run_id = ? ORDER BY position LIMIT ?"
            let rows = try database.cursor(selection, [run[0] as Int64, limit])
            while let row = try rows.next() { table.rows.append(Store.cells(row, columns)) }
            return table
        }
    }

    /// The lead and the notes as they are stored.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func cells(_ row: Row, _ columns: [CoinTables.Column]) -> [Cell] {
        var codes: [Substring: Substring] = [:]
        for entry in (row[0] as String).split(separator: " ") {
            let parts = entry.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { codes[parts[0]] = parts[1] }
        }
        return columns.enumerated().map { index, column in
            let value: DatabaseValue = row[index + 1]
            switch (value.storage, column.type) {
            case (.int64(let number), .integer): return .integer(Int(number))
            case (.int64(let number), _): return .number(Double(number))
            case (.double(let number), _): return .number(number)
            case (.string(let text), _): return .text(text)
            default:
                let code = codes[Substring(column.name)].map(String.init)
                return .missing(code.flatMap(MissingReason.init(code:)) ?? .unknownReason)
            }
        }
    }

    /// The newest stored ranking of a preset for a moment, the one with these options before others; nil without.
    public func storedRun(preset: String, asOf: String, options: String) throws -> StoredRun? {
        try read { database in
            let columns = Set(try database.columns(in: "ranking").map(\.name))
            guard columns.isSuperset(of: ["coin_id", "rank"]) else { return nil }
            let sql = """
                SELECT run_id, options, notes, (SELECT max(accepted_at) FROM load WHERE input_id <= ledger_mark) AS known
                FROM ranking_run WHERE preset = ? AND as_of = ? ORDER BY options = ? DESC, run_id DESC LIMIT 1
                """
            let run = try database.row(sql, [preset, asOf, options])
            guard let run, let known = (run["known"] as String?).flatMap({ Instant($0) }) else { return nil }
            let find = "SELECT coin_id, rank FROM ranking WHERE run_id = ? AND rank IS NOT NULL AND coin_id IS NOT NULL"
            let rows = try database.rows(find, [run["run_id"] as Int64])
            let ranks: [String: Int] = Dictionary(firstOf: rows.map { ($0[0], $0[1]) })
            let key = RankingKey(preset: preset, asOf: asOf, options: run["options"])
            return StoredRun(key: key, known: known, notes: Array(Store.lines(run["notes"]).dropFirst()), ranks: ranks)
        }
    }

    /// Copies the rankings of another store that has the same inputs into this one, which has none yet.
    public func copyRankings(from other: String) throws(StoreError) {
        try StoreError.translating(path) {
            // A file can only be attached outside a transaction.
            try queue.inDatabase { database in
                try database.execute(sql: "ATTACH DATABASE ? AS other", arguments: [StorePlace.literal(other)])
                // Only what is written to is locked: the other store may be held.
                try database.inTransaction(.deferred) {
                    let columns = try database.rows("SELECT name, type FROM pragma_table_info('ranking', 'other')")
                    // Only what a column holds is taken from the other file: its type may be any text.
                    let typed = columns.map { ($0[0] as String, CoinTables.Column.ValueType(affinity: $0[1])) }
                    try Store.addRankingColumns(typed, database)
                    let names = columns.map { ($0[0] as String).quotedName }.joined(separator: ", ")
                    let copying = """
                        INSERT INTO main.ranking_run SELECT * FROM other.ranking_run;
                        INSERT INTO main.ranking (\(names)) SELECT \(names) FROM other.ranking
                        """
                    try database.execute(sql: copying)
                    return .commit
                }
                try database.execute(sql: "DETACH DATABASE other")
            }
        }
    }
}

extension Cell {
    /// As a statement takes it; NULL is missing.
    var binding: any StatementBinding {
        switch self {
        case .integer(let number): number
        case .number: writtenNumber ?? DatabaseValue.null
        case .text(let text): text
        case .missing: DatabaseValue.null
        }
    }
}
