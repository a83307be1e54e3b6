/// Why a query from outside was not answered.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to act on.
    public enum Reason: String, Sendable {
        /// It is not one statement that only reads.
        case refused = "sql-refused"
        /// SQLite does not understand it, or it names what is not there.
        case wrong = "sql-error"
        /// It took longer, or more room, than it may.
        case limit = "sql-limit"
    }

    /// What to act on.
    public let reason: Reason
    /// Line and column in the query, counted from 1, or empty.
    public let place: String
    /// What is wrong, with the next step.
    public let detail: String

    /// An error about a query.
    public init(_ reason: Reason, place: String = "", _ detail: String) {
        (self.reason, self.place, self.detail) = (reason, place, detail)
    }

    /// `line:column: detail`.
    public var description: String { place.isEmpty ? detail : "\(place): \(detail)" }
}

extension QueryError {
    /// A message of SQLite about a byte of the query, with the words that stand there.
    init(_ message: String, at offset: Int, of sql: String) {
        let bytes = Array(sql.utf8)
        guard bytes.indices.contains(offset) else {
            self.init(.wrong, "\(message); see `assay store sql --help`")
            return
        }
        let newline = UInt8(ascii: "\n")
        let start = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: newline) ?? bytes.endIndex
        let line = bytes[..<start].count { $0 == newline } + 1
        let column = String(decoding: bytes[start..<offset], as: UTF8.self).count + 1
        let words = String(decoding: bytes[offset..<end], as: UTF8.self).prefix(40)
        self.init(.wrong, place: "\(line):\(column)", "\(message), at `\(words)`; see `assay store sql --help`")
    }

    /// A statement that takes too long.
    public static let overTime = QueryError(.limit, "took longer than it may; narrow it down, or raise --timeout")

    /// A statement, function or pragma that is not allowed.
    static func refusing(_ what: String) -> QueryError {
        QueryError(.refused, "\(what) is refused: queries only read; begin with SELECT, VALUES, WITH or EXPLAIN")
    }
}
