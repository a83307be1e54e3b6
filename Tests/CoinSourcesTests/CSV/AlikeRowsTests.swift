import CoinModel
import Testing

@testable import CoinSources

@Suite struct AlikeRowsTests {
    private static let numbers = 4..<6

    /// Each row with its line, the number of the coin that it names and its numbers, or why it has none; and how many of
    /// them were read many at a time.
    private func rows(
        _ bytes: [UInt8],
        cuts: [Int],
        alikeUpTo limit: () -> Int?
    ) -> (found: [String], alike: Int) {
        var scanner = CSVScanner(separator: UInt8(ascii: ","))
        scanner.remember(2..<4)
        scanner.expectNumbers(AlikeRowsTests.numbers, of: 6)
        var pieces = zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }[...]
        var (found, alikeCount): ([String], Int) = ([], 0)
        var alike = AlikeRows()
        while true {
            switch scanner.next() {
            case .end: return (found, alikeCount)
            case .needsMore: if let piece = pieces.popFirst() { scanner.feed(piece) } else { scanner.finish() }
            case .row:
                guard scanner.fault == nil, scanner.count == 6 else {
                    found.append("\(scanner.line) \(scanner.fault?.rawValue ?? "\(scanner.count) fields")")
                    continue
                }
                let lead = "\(scanner.text(0))|\(scanner.text(1))"
                var values = [0.0, 0]
                do throws(RowError) {
                    try scanner.amounts(Array(AlikeRowsTests.numbers), into: &values)
                } catch {
                    found.append("\(scanner.line) \(error.detail)")
                    continue
                }
                found.append("\(scanner.line) \(lead) \(scanner.rememberedContent()) \(values.map(\.bitPattern))")
                while let wanted = limit(), scanner.readAlike(into: &alike, atMost: wanted) > 0 {
                    alikeCount += alike.count
                    for row in 0..<alike.count {
                        let values = alike.values[2 * row..<2 * row + 2].map(\.bitPattern)
                        found.append("\(alike.firstLine + row) \(lead) \(alike.contents[row]) \(values)")
                    }
                }
            }
        }
    }

    /// Coins in quotes, on two lines, longer than what is compared at once; numbers of all forms; rows of other widths;
    /// texts that are cut anywhere.
    @Test func rowsSayTheSameOneByOneAndManyAtATime() {
        var random = Seeded(state: 31)
        let coins = [
            "btc,Bitcoin", "eth,Ether", "\"a \"\"b\"\"\",\"c,d\"", "\"two\nlines\",x",
            "x,\(String(repeating: "y", count: 61))",
            "x,\(String(repeating: "y", count: 62))", ",", "\u{72D7},\u{72D7}", "bt,c", "btc,Bitcoin2", "nul\0,x",
        ]
        let odd = ["", "-1", "1e5", "\"7\"", "1.2.3", "x", " 4", "1234567890123456", "0.1", "0", "1\r"]
        var alikeCount = 0
        for round in 0..<300 {
            var text = ""
            let (times, strangeness) = (Int.random(in: 1...3, using: &random), [4, 40, 1000][round % 3])
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                func isStrange() -> Bool { Int.random(in: 0..<strangeness, using: &random) == 0 }
                let number = {
                    isStrange()
                        ? odd.randomElement(using: &random) ?? "" : "\(Int.random(in: 0...99_999, using: &random)).5"
                }
                let coin =
                    isStrange() ? coins.randomElement(using: &random) : coins[Int.random(in: 0...1, using: &random)]
                let lead = "2024-03-0\(Int.random(in: 1...times, using: &random)),s"
                text += [lead, coin ?? "", number(), number()].joined(separator: ",")
                if isStrange() { text += ["\n", "\r\n", "\r", ",more\n", "\n\n"].randomElement(using: &random) ?? "" }
                text += "\n"
            }
            // Rows are taken many at a time only where enough bytes follow.
            if Bool.random(using: &random) { text += String(repeating: "#", count: 200) }
            let bytes = Array(text.utf8)
            let cuts = (0..<2).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let apart = rows(bytes, cuts: []) { nil }.found
            let together = rows(bytes, cuts: cuts) { Int.random(in: 1...300, using: &random) }
            #expect(together.found == apart, "\(text.debugDescription)")
            alikeCount += together.alike
        }
        #if arch(x86_64)
            #expect(alikeCount > 500)
        #endif
    }

    /// A return before each line feed keeps rows from being taken many at a time, and says nothing.
    @Test func aFileIsReadIntoTheSameBlocksHoweverItsLinesEnd() throws {
        var random = Seeded(state: 7)
        var lines = ["snapshot_time,coin_id,symbol,name,price_usd,market_cap_usd,volume_usd"]
        for snapshot in 0..<24 {
            for coin in 0..<1500 where Int.random(in: 0..<50, using: &random) > 0 {
                let values = (0..<3).map { _ in
                    switch Int.random(in: 0..<300, using: &random) {
                    case 0: ""
                    case 1: "1e3"
                    case 2: "none"
                    default: "\(Int.random(in: 0...9_999, using: &random)).\(Int.random(in: 0...9_999, using: &random))"
                    }
                }
                let hour = snapshot < 10 ? "0\(snapshot)" : "\(snapshot)"
                lines.append(
                    "2024-03-01T\(hour):00:00Z,c\(coin),s\(coin),Coin \(coin),\(values.joined(separator: ","))"
                )
            }
        }
        let (plain, returned) = try (
            reading(lines.joined(separator: "\n") + "\n", name: "m.csv"),
            reading(lines.joined(separator: "\r\n") + "\r\n", name: "m.csv")
        )
        #expect(plain.rejects == returned.rejects)
        #expect(!plain.rejects.isEmpty)
        #expect(plain.blocks.count == returned.blocks.count)
        #expect(plain.blocks.count > 1)
        for (one, other) in zip(plain.blocks, returned.blocks) {
            #expect(one.named == other.named)
            #expect(one.subjectIndex == other.subjectIndex)
            #expect(one.times == other.times)
            #expect(one.lines == other.lines)
            #expect(one.values.map { $0.map(\.bitPattern) } == other.values.map { $0.map(\.bitPattern) })
        }
    }
}
