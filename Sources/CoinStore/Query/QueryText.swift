internal import CoinModel
internal import CoinTables

/// How SQL and its values are written.
enum QueryText {
    static let null = MissingReason("null", "SQL gave NULL.")
    static let infinite = MissingReason("infinite", "SQL gave an infinite number.")

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
