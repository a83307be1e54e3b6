import Testing

@testable import CoinSources

@Suite struct NumberFieldsTests {
    /// The rows of a text of five columns, each with the numbers in the middle three, or why it has none.
    private func rows(_ bytes: [UInt8], expecting columns: Range<Int>?, cuts: [Int]) -> [String] {
        var scanner = CSVScanner(separator: UInt8(ascii: ","))
        if let columns { scanner.expectNumbers(columns, of: 5) }
        var pieces = zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }[...]
        var found: [String] = []
        while true {
            switch scanner.next() {
            case .end: return found
            case .needsMore: if let piece = pieces.popFirst() { scanner.feed(piece) } else { scanner.finish() }
            case .row:
                var text = scanner.fault.map { "!\($0.rawValue)" } ?? scanner.texts.joined(separator: "|")
                if scanner.fault == nil, scanner.count == 5 {
                    var values = [0.0, 0, 0, 0]
                    do throws(RowError) {
                        try scanner.amounts([1, 2, 3, 4], into: &values)
                        text += " \(values.map { $0.isNaN ? "-" : "\($0.bitPattern)" })"
                    } catch {
                        text += " \(error.detail)"
                    }
                }
                found.append("\(scanner.line) \(text)")
            }
        }
    }

    /// Numbers of all forms, missing and malformed ones, quotes, line ends of all kinds, rows of other widths, and texts
    /// cut where they hurt.
    @Test func rowsReadAlikeWhetherNumbersAreExpectedOrNot() {
        var random = Seeded(state: 23)
        let odd = [
            "", "0", "-1", "1e5", "\"7\"", ".5", "5.", "1.2.3", "+3", " 4", "4 ", "null", "nan", "1234567890123456",
            "123456789012345", "0.00000000000001", "12345678901234.5", "1234567890.123456", "99999999999999999999", "x",
            "\u{72D7}", "1/2", "1:2", "..", "1\"", "\"1,5\"", "\"1\n2\"",
        ]
        for _ in 0..<300 {
            var text = ""
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let width = Int.random(in: 0..<8, using: &random) == 0 ? Int.random(in: 1...7, using: &random) : 5
                let fields = (0..<width).map { column in
                    if column == 0 { return ["bitcoin", "\"a \"\"b\"\"\"", ""].randomElement(using: &random) ?? "" }
                    if Int.random(in: 0..<6, using: &random) == 0 { return odd.randomElement(using: &random) ?? "" }
                    let whole = "\(Int.random(in: 0...9_999_999, using: &random))"
                    return Bool.random(using: &random)
                        ? whole : whole + ".\(Int.random(in: 0...9_999_999, using: &random))"
                }
                text +=
                    fields.joined(separator: ",")
                    + (["\n", "\n", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "")
            }
            // Fields are taken in one step only where enough bytes follow.
            if Bool.random(using: &random) { text += String(repeating: "#", count: 100) }
            let bytes = Array(text.utf8)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let plain = rows(bytes, expecting: nil, cuts: [cut])
            for columns in [1..<5, 1..<3, 2..<4, 4..<5] {
                #expect(rows(bytes, expecting: columns, cuts: [cut]) == plain, "\(columns) of \(text.debugDescription)")
            }
        }
    }
}
