internal import CoinModel
internal import GRDB

/// Statements, each text of which is compiled once for a connection.
extension Database {
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs a statement that gives no rows, nil being NULL; binding each place costs less than a list of arguments.
    func insert(_ sql: String, _ values: [any StatementBinding]) throws {
        let statement = try cachedStatement(sql: sql)
        statement.setUncheckedArguments([])
        for (index, value) in values.enumerated() {
            let code = ResultCode(rawValue: unsafe value.bind(to: statement.sqliteStatement, at: CInt(index + 1)))
            guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
        }
        try statement.execute()
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The rows that a query gives, one at a time; the same query may not run again before the last one.
    func cursor(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
        try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first column of a query's first row; nil without a row, or where it is NULL.
    func value<Value: DatabaseValueConvertible>(_ sql: String, _ arguments: StatementArguments = []) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func pragma(_ name: String) throws -> Int { try Int.fetchOne(self, sql: "PRAGMA \(name)") ?? 0 }

    func values<Value: DatabaseValueConvertible>(_ sql: String, _ arguments: StatementArguments = []) throws -> [Value]
    {
        try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }
}

extension String {
    /// The text as the name of a table or column in a statement, whatever it contains: GRDB's own way leaves quotation marks in it
    /// as they are.
    var quotedName: String { "\"\(replacing("\"", with: "\"\""))\"" }
}

/// A row that does not have what was written, and what of it.
struct BadRow: Error {
    let detail: String

    init(_ detail: String) { self.detail = detail }

    init(column: String) { self.init("does not read (\(column))") }
}

/// Columns of a file that may hold anything; GRDB's own subscripts trap where a value does not fit.
extension Row {
    func integer(_ name: String) -> Int? { (self[name] as DatabaseValue?).flatMap { Int.fromDatabaseValue($0) } }

    func text(_ name: String) -> String? { (self[name] as DatabaseValue?).flatMap { String.fromDatabaseValue($0) } }

    /// What a column that names rows holds, as text.
    func name(_ column: String) -> String { integer(column).map(String.init) ?? text(column) ?? "?" }

    /// The integer that was written to a column.
    func written<Number: FixedWidthInteger>(_ name: String) throws(BadRow) -> Number {
        guard let number = integer(name).flatMap({ Number(exactly: $0) }) else { throw BadRow(column: name) }
        return number
    }

    /// The integer that was written to a column; nil where it is NULL.
    func writtenIfAny(_ name: String) throws(BadRow) -> Int64? {
        guard let value = self[name] as DatabaseValue?, !value.isNull else { return nil }
        guard case .int64(let number) = value.storage else { throw BadRow(column: name) }
        return number
    }

    /// The same of a column by its place, where a cursor runs over many rows.
    func written<Number: FixedWidthInteger>(_ name: String, at place: Int) throws(BadRow) -> Number {
        guard let number = (self[place] as Int64?).flatMap({ Number(exactly: $0) }) else {
            throw BadRow(column: name)
        }
        return number
    }

    func writtenText(_ name: String) throws(BadRow) -> String {
        guard let text = text(name) else { throw BadRow(column: name) }
        return text
    }

    /// The week in a column by its place; nil where there is none.
    func writtenWeek(_ name: String, at place: Int) throws(BadRow) -> Week? {
        guard let index = self[place] as Int64? else { return nil }
        guard Resolution.weeks.contains(index) else { throw BadRow(column: name) }
        return Week(index: Int32(index))
    }
}

/// Texts as a column has a list of them, a line each.
func written(_ texts: [String]) -> String { texts.joined(separator: "\n") }

/// The texts of such a column.
func lines(_ column: String) -> [String] { column.split(separator: "\n").map(String.init) }

/// A table of SQL with a row for each line of such a column: `key` from 0 on, and `value`.
func eachLine(of column: String) -> String {
    let quoted = "replace(replace(\(column), '\\', '\\\\'), '\"', '\\\"')"
    return "json_each(iif(\(column) = '', '[]', '[\"' || replace(\(quoted), char(10), '\",\"') || '\"]'))"
}
