internal import GRDB

/// Statements, each text of which is compiled once for a connection.
extension Database {
    /// Runs a statement that gives no rows.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs a statement that gives no rows, with the values of its places in order; nil is NULL.
    ///
    /// For many rows: binding each place costs less than making a list of arguments.
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

    func values<Value: DatabaseValueConvertible>(_ sql: String, _ arguments: StatementArguments = []) throws -> [Value]
    {
        try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }
}
