internal import CoinModel
internal import CoinTables

/// How SQL and its values are written.
enum QueryText {
    /// NULL.
    static let null = MissingReason("null", "SQL gave NULL.")
    /// A number beyond the largest.
    static let infinite = MissingReason("infinite", "SQL gave an infinite number.")

    /// How a statement begins that only reads.
    static let readingVerbs: Set<String> = ["SELECT", "VALUES", "WITH", "EXPLAIN"]

    /// The word that a statement begins with, in capitals; nil when there is none.
    static func verb(of sql: String) -> String? {
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
        let letters = rest.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & 0xdf }
        return letters.isEmpty ? nil : String(decoding: letters.prefix(32), as: UTF8.self).uppercased()
    }

    /// A blob as SQL writes it: `x'00ff'`.
    static func literal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return "x'" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
            + "'"
    }
}

extension QueryError {
    /// A statement that takes too long.
    public static let overTime = QueryError(.limit, "took longer than it may; narrow it down, or raise --timeout")

    /// A statement, function or pragma that is not allowed.
    static func refusing(_ what: String) -> QueryError {
        QueryError(.refused, "\(what) is refused: queries only read; begin with SELECT, VALUES, WITH or EXPLAIN")
    }
}
