import Testing

@testable import CoinSources

@Suite struct FieldMemoryTests {
    /// The rows of a text, each with the number of what its remembered fields hold, −1 where it has another width.
    private func rows(_ bytes: [UInt8], _ columns: Range<Int>?, width: Int, cuts: [Int]) -> [(
        text: String, number: Int
    )] {
        var scanner = CSVScanner(separator: UInt8(ascii: ","))
        if let columns { scanner.remember(columns) }
        var pieces = zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }[...]
        var found: [(text: String, number: Int)] = []
        while true {
            switch scanner.next() {
            case .end: return found
            case .needsMore: if let piece = pieces.popFirst() { scanner.feed(piece) } else { scanner.finish() }
            case .row:
                let isWhole = scanner.fault == nil && scanner.count == width
                let number = columns != nil && isWhole ? scanner.rememberedContent() : -1
                let text = scanner.fault.map { "!\($0.rawValue)" } ?? scanner.texts.joined(separator: "|")
                found.append(("\(scanner.line) \(text)", number))
            }
        }
    }

    @Test func rowsReadAlikeWithAndWithoutAMemory() {
        var random = Seeded(state: 11)
        let parts = [
            "btc", "bitcoin", "\"Wrapped \"\"Doge\"\", 3\"", "\"two\nlines\"", "", "\u{72D7}\u{72D7}", "\"\"", " x ",
            "a-very-long-coin-id-1",
            "a-very-long-coin-id-12", "\"open", "nul\0", "b", "c",
        ]
        for round in 0..<400 {
            let ending = ["\n", "\r\n"][round % 2]
            var text = ""
            for line in 0..<30 {
                let width = Int.random(in: 0..<12, using: &random) == 0 ? Int.random(in: 1...6, using: &random) : 5
                text +=
                    (0..<width).map { column in
                        column == 0 || column == 4 ? "\(line)" : parts.randomElement(using: &random) ?? ""
                    }
                    .joined(separator: ",") + ending
            }
            let bytes = Array(text.utf8)
            let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let plain = rows(bytes, nil, width: 5, cuts: []).map(\.text)
            for columns in [1..<4, 0..<2, 2..<3] {
                let remembered = rows(bytes, columns, width: 5, cuts: cuts)
                #expect(remembered.map(\.text) == plain)
                // One number for one content, counted in the order of first sight.
                #expect(remembered.map(\.number) == rows(bytes, columns, width: 5, cuts: []).map(\.number))
                var first: [Int: Int] = [:]
                for row in remembered where row.number >= 0 && first[row.number] == nil {
                    #expect(row.number == first.count)
                    first[row.number] = first.count
                }
            }
        }
    }

    @Test func contentsAreToldApartByAllTheirBytes() {
        let lines = [
            "1,a,b,9", "2,a,b ,9", "3,a,b,8", "4,\"a\",b,9", "5,a,b,9", "6,a-very-long-coin-id-1,b,9",
            "7,a-very-long-coin-id-12,b,9",
        ]
        let found = rows(Array(lines.joined(separator: "\n").utf8), 1..<3, width: 4, cuts: [])
        #expect(found.map(\.number) == [0, 1, 0, 2, 0, 3, 4])
    }

    @Test func manyContentsKeepTheirNumbers() {
        let text = (0..<3).map { _ in (0..<5000).map { "x,coin-\($0),1\n" }.joined() }.joined()
        let found = rows(Array(text.utf8), 1..<2, width: 3, cuts: [])
        #expect(found.map(\.number) == (0..<3).flatMap { _ in Array(0..<5000) })
    }
}
