internal import GRDB

extension Database {
    /// Inserts rows, many with each statement, for a statement of its own takes longer than what it does with a row.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - target: the statement up to `VALUES`.
    ///   - width: how many values a row has.
    ///   - bind: binds the values of a row to the places behind one, counted from 1; a place that it leaves is NULL.
    /// - Throws: `DatabaseError`, and what `bind` throws.
    func insert<Rows: RandomAccessCollection>(
        _ rows: Rows,
        _ target: String,
        width: Int,
        bind: (_ row: Rows.Element, _ statement: Statement, _ before: Int) throws -> Void
    ) throws where Rows.Index == Int {
        let marks = "(" + repeatElement("?", count: width).joined(separator: ", ") + ")"
        func statement(_ count: Int) throws -> Statement {
            let values = repeatElement(marks, count: count).joined(separator: ", ")
            return try makeStatement(sql: "\(target) VALUES \(values)")
        }
        // SQLite has at least 999 places.
        let limit = max(1, min(64, 999 / width))
        let whole = rows.count >= limit ? try statement(limit) : nil
        var start = rows.startIndex
        while start < rows.endIndex {
            let count = min(limit, rows.endIndex - start)
            let statement = try count == limit ? whole ?? statement(count) : statement(count)
            // Every place is bound by itself: making a list of arguments costs more than the insertion.
            statement.setUncheckedArguments([])
            for offset in 0..<count { try bind(rows[start + offset], statement, offset * width) }
            try statement.execute()
            start += count
        }
    }
}

extension Statement {
    /// Binds a value to the place of a question mark, counted from 1.
    func bind(_ value: some StatementBinding, at place: Int) throws {
        let code = ResultCode(rawValue: unsafe value.bind(to: sqliteStatement, at: CInt(place)))
        guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
    }
}
