public import CoinModel
public import CoinTables
internal import GRDB

/// What a kept ranking was made from.
public struct RankingKey: Hashable, Sendable {
    /// The preset's name.
    public let preset: String
    /// The as-of moment, as it is printed.
    public let asOf: String
    /// Everything else that the numbers depend on, in a canonical text; empty for the preset's own settings.
    public let options: String

    /// A key.
    public init(preset: String, asOf: String, options: String) {
        self.preset = preset
        self.asOf = asOf
        self.options = options
    }
}

extension Store {
    /// Keeps a ranking in place of the one that was kept under its key.
    ///
    /// The table `ranking` gets a column for each column that it does not have yet, so that any SQLite tool can read
    /// scores by name; reasons for missing values stand as codes in `missing`.
    ///
    /// - Parameters:
    ///   - table: the ranking.
    ///   - key: what it was made from.
    ///   - ledgerMark: the newest input that the ranking saw.
    ///   - kept: the names of the columns to keep.
    /// - Throws: `StoreError`.
    public func keep(
        _ table: CoinTables.Table,
        under key: RankingKey,
        ledgerMark: Int,
        columns kept: Set<String>
    ) throws {
        let places = table.columns.indices.filter { kept.contains(table.columns[$0].name) }
        let columns = places.map { table.columns[$0] }
        try write { database in
            let known = Set(try database.columns(in: "ranking").map(\.name))
            for column in columns where !known.contains(column.name) {
                try database.execute(
                    sql:
                        "ALTER TABLE ranking ADD COLUMN \(column.name.quotedDatabaseIdentifier) \(column.type.affinity)"
                )
            }
            let run = try Store.replaceRun(
                key,
                [
                    ledgerMark, table.title, table.notes.joined(separator: "\n"),
                    columns.map(\.name).joined(separator: " "),
                ],
                database
            )
            let names = columns.map { ", " + $0.name.quotedDatabaseIdentifier }.joined()
            let marks = String(repeating: ", ?", count: columns.count)
            let statement = try database.makeStatement(
                sql: "INSERT INTO ranking (run_id, position, missing\(names)) VALUES (?, ?, ?\(marks))"
            )
            for (position, row) in table.rows.enumerated() {
                // Every place is bound by itself: making a list of arguments costs more than the insertion.
                statement.setUncheckedArguments([])
                var missing = ""
                for (index, place) in places.enumerated() {
                    if case .missing(let reason) = row[place] {
                        missing += (missing.isEmpty ? "" : " ") + columns[index].name + "=" + reason.code
                    }
                    try row[place].bind(to: statement, at: index + 4)
                }
                try statement.bind(run, at: 1)
                try statement.bind(position + 1, at: 2)
                try statement.bind(missing, at: 3)
                try statement.execute()
            }
        }
    }

    /// Takes away the run under a key with its rows, and begins a new one.
    private static func replaceRun(
        _ key: RankingKey,
        _ rest: StatementArguments,
        _ database: Database
    ) throws -> Int64 {
        let arguments: StatementArguments = [key.preset, key.asOf, key.options]
        let condition = "preset = ? AND as_of = ? AND options = ?"
        try database.execute(
            sql: "DELETE FROM ranking WHERE run_id IN (SELECT run_id FROM ranking_run WHERE \(condition))",
            arguments: arguments
        )
        try database.execute(sql: "DELETE FROM ranking_run WHERE \(condition)", arguments: arguments)
        try database.execute(
            sql: """
                INSERT INTO ranking_run (preset, as_of, options, ledger_mark, title, notes, columns)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: arguments + rest
        )
        return database.lastInsertedRowID
    }

    /// The state of the ledger, where a ranking is kept under a key; nil where none is.
    ///
    /// - Parameters:
    ///   - key: what it was made from.
    ///   - known: the moment as of whose loads the store is read; nil for all of them.
    /// - Returns: the state.
    /// - Throws: `StoreError`.
    public func keptState(under key: RankingKey, known: AsOf?) throws -> LedgerState? {
        try read { database in
            let isKept = try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM ranking_run WHERE preset = ? AND as_of = ? AND options = ?)
                    """,
                arguments: [key.preset, key.asOf, key.options]
            )
            guard isKept == true else { return nil }
            return try LedgerState(database, upTo: known.map { try Ledger.lastLoad(acceptedBy: $0.limit, database) })
        }
    }

    /// The ranking kept under a key, best first; nil when none is, when it was kept without one of the columns, or when
    /// inputs were loaded since.
    ///
    /// - Parameters:
    ///   - key: what it was made from.
    ///   - columns: the columns wanted.
    ///   - reasons: the meaning of each reason code.
    ///   - limit: the most rows wanted.
    /// - Returns: its rows, or nil.
    /// - Throws: `StoreError`.
    public func kept(
        under key: RankingKey,
        columns: [CoinTables.Column],
        reasons: [String: MissingReason],
        limit: Int = .max
    ) throws -> CoinTables.Table? {
        try read { database in
            let found = try Row.fetchOne(
                database,
                sql: """
                    SELECT run_id, title, notes, columns FROM ranking_run
                    WHERE preset = ? AND as_of = ? AND options = ?
                    AND ledger_mark = (SELECT ifnull(max(input_id), 0) FROM load)
                    """,
                arguments: [key.preset, key.asOf, key.options]
            )
            guard let found else { return nil }
            let run: Int64 = found[0]
            let notes: String = found[2]
            let known = Set((found[3] as String).split(separator: " "))
            guard columns.allSatisfy({ known.contains(Substring($0.name)) }) else { return nil }
            let names = columns.map { ", " + $0.name.quotedDatabaseIdentifier }.joined()
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT missing\(names) FROM ranking WHERE run_id = ? ORDER BY position LIMIT ?",
                arguments: [run, limit]
            )
            var table = CoinTables.Table(
                title: found[1],
                columns: columns,
                rows: [],
                notes: notes.isEmpty ? [] : notes.split(separator: "\n").map(String.init)
            )
            while let row = try rows.next() {
                table.rows.append(Store.cells(of: row, columns, reasons))
            }
            return table
        }
    }

    private static func cells(of row: Row, _ columns: [CoinTables.Column], _ reasons: [String: MissingReason]) -> [Cell]
    {
        let missing: String = row[0]
        var codes: [Substring: Substring] = [:]
        for entry in missing.split(separator: " ") {
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
                let code = String(codes[Substring(column.name)] ?? "unknown")
                return .missing(reasons[code] ?? MissingReason(code, "The store keeps no meaning of this code."))
            }
        }
    }
}

extension CoinTables.Column.ValueType {
    fileprivate var affinity: String {
        switch self {
        case .integer: "INTEGER"
        case .number: "REAL"
        case .text: "TEXT"
        }
    }
}

extension Cell {
    fileprivate func bind(to statement: Statement, at place: Int) throws {
        switch self {
        case .integer(let number): try statement.bind(number, at: place)
        case .number(let number): try statement.bind(number, at: place)
        case .text(let text): try statement.bind(text, at: place)
        case .missing: try statement.bind(DatabaseValue.null, at: place)
        }
    }
}
