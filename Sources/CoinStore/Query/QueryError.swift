public import CoinModel

/// Why a query from outside was not answered; the place is `sql`, with line and column counted from 1 where they are known.
public typealias QueryError = Fault<QueryFailure>

/// What is wrong with a query.
public enum QueryFailure: String, FaultReason {
    /// It is not one statement that only reads.
    case refused = "sql-refused"
    /// SQLite does not understand it, or it names what is not there.
    case wrong = "sql-error"
    /// It took longer, or more room, than it may.
    case limit = "sql-limit"

    /// A limit is not wrong usage.
    public var status: ExitStatus { self == .limit ? .failed : .usage }
}

extension QueryError {
    /// An error about a query as a whole.
    init(sql reason: QueryFailure, _ detail: String) { self.init(reason, at: "sql", detail) }

    /// A message of SQLite about a byte of the query, with the words that stand there.
    init(_ message: String, at offset: Int, of sql: String) {
        let bytes = Array(sql.utf8)
        guard bytes.indices.contains(offset) else {
            self.init(sql: .wrong, "\(message); see `assay store sql --help`")
            return
        }
        let newline = UInt8(ascii: "\n")
        let start = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: newline) ?? bytes.endIndex
        let line = bytes[..<start].count { $0 == newline } + 1
        let column = String(decoding: bytes[start..<offset], as: UTF8.self).count + 1
        let words = String(decoding: bytes[offset..<end], as: UTF8.self).prefix(40)
        self.init(.wrong, at: "sql:\(line):\(column)", "\(message), at `\(words)`; see `assay store sql --help`")
    }

    /// A statement that takes too long.
    public static var overTime: QueryError {
        QueryError(sql: .limit, "took longer than it may; narrow it down, or raise --timeout")
    }

    /// A statement, function or pragma that is not allowed.
    static func refusing(_ what: String) -> QueryError {
        QueryError(sql: .refused, "\(what) is refused: queries only read; begin with SELECT, VALUES, WITH or EXPLAIN")
    }
}
