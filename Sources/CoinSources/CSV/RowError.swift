internal import CoinModel

/// What is wrong with the current row: becomes its reject.
struct RowError: Error {
    let reason: String
    var column: Int?
    let detail: String

    /// A fault of a row, in a field (from 0) if one is to blame.
    init(_ reason: String, column: Int? = nil, _ detail: String) {
        self.reason = reason
        self.column = column.map { $0 + 1 }
        self.detail = detail
    }

    func reject(_ line: Int) -> Reject {
        Reject(reason: reason, line: line, column: column, detail: detail)
    }
}

extension CSVScanner {
    /// A number that is not below zero; NaN when the field is empty or the column is not there.
    @inline(__always)
    func amount(_ column: Int?) throws(RowError) -> Double {
        guard let column else { return .nan }
        guard let value = decimal(column), !(value < 0) else { throw badNumber(column, "a number of zero or more") }
        return value
    }

    /// The reject of a field that should hold a number.
    func badNumber(_ column: Int, _ wanted: String) -> RowError {
        RowError("bad-number", column: column, "\(excerpt(column)) is not \(wanted)")
    }

    /// A field in quotes for a message, cut short.
    func excerpt(_ column: Int) -> String { "`" + text(column).prefix(40) + "`" }
}
