public import CoinModel

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
        Reject(reason, line: line, column: column, detail: detail)
    }
}

/// An id that a row gives, of the field (from 0) if one is to blame.
///
/// - Throws: `RowError` `not-normalized` where it is not in NFC.
func checkedID(_ id: String, column: Int? = nil) throws(RowError) -> String {
    guard id.isNormalized else { throw RowError("not-normalized", column: column, Reject.whyNotNormalized(id)) }
    return id
}

/// Why an input as a whole is refused.
public typealias SourceError = Reject
