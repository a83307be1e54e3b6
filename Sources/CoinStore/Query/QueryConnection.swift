internal import CoinModel
internal import CoinTables
internal import GRDB
internal import GRDBSQLite

/// A connection that answers queries from outside and nothing else: read-only, watched, with tables that are made when a
/// statement names them.
@safe final class QueryConnection {
    private let database: Database
    private let path: String
    private let watcher: QueryGuard
    private let published: (StoreReader) throws -> [PublishedTable]

    private var handle: OpaquePointer? { unsafe database.sqliteConnection }

    init(
        _ database: Database,
        _ path: String,
        _ watcher: QueryGuard,
        _ published: @escaping (StoreReader) throws -> [PublishedTable]
    ) throws {
        (self.database, self.path) = (database, path)
        self.published = published
        self.watcher = watcher
        try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -65536")
        // A table function is declared when it is first named, by a statement that would be refused.
        let named = ["json_each", "json_tree"] + QueryGuard.readingPragmas.map { "pragma_" + $0 }
        try database.execute(sql: "EXPLAIN SELECT 1 FROM " + named.joined(separator: ", "))
        unsafe watcher.limitTime(of: handle)
    }

    /// Runs one statement, of which `row` takes each row until it returns false; returns the names of the columns.
    ///
    /// A table that it names and that can be made is made first.
    func run(_ sql: String, _ row: ([Cell]) throws -> Bool) throws -> [String] {
        while true {
            do {
                return try unsafe watcher.watching(handle) { try answer(sql, row) }
            } catch let missing as MissingTable {
                try make(missing.name)
            }
        }
    }

    /// A statement names a table that is not there.
    private struct MissingTable: Error {
        let name: String
    }

    /// Makes a table for this connection.
    private func make(_ name: String) throws {
        do {
            let reader = try StoreReader(database, path: path, known: nil)
            let facts = try reader.factTables()
            let isNamed = { (table: PublishedTable) in table.name == name.lowercased() }
            guard let table = try facts.first(where: isNamed) ?? published(reader).first(where: isNamed) else {
                let names = try reader.queryTables(published: published).map(\.name)
                let next = "`assay store sql --help` says which there are"
                throw QueryError(sql: .wrong, unknown("table", name, among: names, else: next))
            }
            _ = try table.make(in: database, temporary: true, path: path)
        } catch let error as StoreError where error.reason == .interrupted && watcher.isTimeOver {
            throw QueryError.overTime
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT && watcher.isTimeOver {
            throw QueryError.overTime
        }
    }

    private func answer(_ sql: String, _ row: ([Cell]) throws -> Bool) throws -> [String] {
        let statement = try unsafe prepare(sql)
        defer { unsafe _ = sqlite3_finalize(statement) }
        let count = unsafe sqlite3_column_count(statement)
        let names = (0..<count).map { column in
            unsafe sqlite3_column_name(statement, column).map { unsafe String(cString: $0) } ?? ""
        }
        while true {
            let code = unsafe sqlite3_step(statement)
            if code == SQLITE_DONE { return names }
            guard code == SQLITE_ROW else { throw failure(code, sql) }
            let cells = (0..<count).map { unsafe QueryConnection.cell(statement, $0) }
            if try !row(cells) { return names }
        }
    }

    /// The statement, and nothing behind it but blanks and remarks.
    private func prepare(_ sql: String) throws -> OpaquePointer {
        if let verb = QueryText.verb(of: sql), !QueryText.readingVerbs.contains(verb) {
            throw QueryError.refusing(verb)
        }
        return try unsafe sql.withCString { text in
            var prepared: OpaquePointer?
            var tail: UnsafePointer<CChar>?
            let code = unsafe sqlite3_prepare_v2(handle, text, -1, &prepared, &tail)
            guard code == SQLITE_OK else { throw failure(code, sql) }
            guard let statement = unsafe prepared else {
                throw QueryError(sql: .refused, "no statement found; give one SELECT, as in `assay store sql --help`")
            }
            guard unsafe QueryText.isBlank(tail.map { unsafe String(cString: $0) } ?? "") else {
                unsafe sqlite3_finalize(statement)
                throw QueryError(sql: .refused, "there is something behind the first statement; give one at a time")
            }
            return unsafe statement
        }
    }

    private func failure(_ code: Int32, _ sql: String) -> any Error {
        if let refused = watcher.refused { return QueryError.refusing(refused) }
        switch code {
        case SQLITE_INTERRUPT where watcher.isTimeOver:
            return QueryError.overTime
        case SQLITE_NOMEM:
            let limit = "\(QueryGuard.heapLimit >> 20) MiB"
            return QueryError(sql: .limit, "needs more memory than the \(limit) that a query may take; narrow it down")
        case SQLITE_TOOBIG:
            let limit = "\(QueryGuard.longestValue >> 20) MiB"
            return QueryError(sql: .limit, "makes a text or blob of more than \(limit); narrow it down")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            return StoreError(damaged: path, DamagedPage.lastRefused(in: path) ?? message)
        case SQLITE_IOERR, SQLITE_FULL:
            return StoreError(disk: path, "could not be read, or has no room for sorting (\(message))")
        default:
            if message.hasSuffix("because it is a view") { return QueryError.refusing(QueryGuard.change) }
            if let name = message.wholeMatch(of: /no such table: (.+)/)?.1 { return MissingTable(name: String(name)) }
            return QueryError(message, at: unsafe Int(sqlite3_error_offset(handle)), of: sql)
        }
    }

    private var message: String { unsafe String(cString: sqlite3_errmsg(handle)) }

    private static func cell(_ statement: OpaquePointer, _ column: Int32) -> Cell {
        switch unsafe sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(Int(unsafe sqlite3_column_int64(statement, column)))
        case SQLITE_FLOAT:
            return .number(unsafe sqlite3_column_double(statement, column), orMissing: QueryText.infinite)
        case SQLITE_TEXT:
            guard let text = unsafe sqlite3_column_text(statement, column) else { return .missing(QueryText.null) }
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            return .text(unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(statement, column)
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            return .text(QueryText.literal(unsafe Array(UnsafeRawBufferPointer(start: start, count: count))))
        default: return .missing(QueryText.null)
        }
    }
}

/// How SQL and its values are written.
enum QueryText {
    static let null = MissingReason.null
    static let infinite = MissingReason.infinite

    /// How a statement begins that only reads.
    static let readingVerbs: Set<String> = ["SELECT", "VALUES", "WITH", "EXPLAIN"]

    /// The word that a statement begins with, in capitals; nil when there is none.
    static func verb(of sql: String) -> String? {
        let letters = code(of: sql).prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & 0xdf }
        return letters.isEmpty ? nil : String(decoding: letters.prefix(32), as: UTF8.self).uppercased()
    }

    /// Whether there is nothing but blanks, semicolons and remarks.
    static func isBlank(_ sql: String) -> Bool { code(of: sql).isEmpty }

    /// What follows blanks, semicolons and remarks.
    private static func code(of sql: String) -> ArraySlice<UInt8> {
        var rest = Array(sql.utf8)[...]
        while let first = rest.first {
            if [9, 10, 11, 12, 13, 32, UInt8(ascii: ";")].contains(first) {
                rest = rest.dropFirst()
            } else if rest.starts(with: "--".utf8) {
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            } else if rest.starts(with: "/*".utf8) {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else {
                break
            }
        }
        return rest
    }

    /// A blob as SQL writes it: `x'00ff'`.
    static func literal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return "x'" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
            + "'"
    }
}
