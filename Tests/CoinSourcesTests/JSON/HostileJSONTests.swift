import CoinModel
import RawInput
import Testing

@testable import CoinSources

struct HostileJSONTests {
    private let start =
        "[{\"id\":\"a\",\"current_price\":1,\"market_cap\":2},{\"id\":\"b\",\"market_cap\":3,\"current_price\":"

    private func read(_ text: String) throws -> JSONReading {
        try JSONReading(text: text, folder: "2024-01-01")
    }

    @Test(
        "What is not JSON is refused as a whole, with its place",
        arguments: [
            ("1e400}]", "too large"), ("NaN}]", "no value"), ("Infinity}]", "no value"), ("-}]", "a digit"),
            ("01}]", "comma"), ("1.}]", "a digit"), (".5}]", "no value"), ("+1}]", "no value"), ("0x10}]", "comma"),
            ("1,}]", "member's name"), ("1},]", "no value"), ("1}] []", "follows the end"), ("1}]]", "follows the end"),
            ("1 2}]", "comma"), ("\"\\x\"}]", "escape"), ("\"\\ud800\"}]", "surrogate"), ("\"\u{1}\"}]", ""),
            ("nul}]", "no value"), ("'1'}]", "no value"), ("1 // one\n}]", "comma"),
        ]
    )
    func malformed(end: String, fault: String) throws {
        do {
            let reading = try read(start + end)
            Issue.record("read \(reading.facts.count) facts")
        } catch let refusal as SourceError {
            // A control character makes the head no text at all.
            #expect(refusal.reason == (fault.isEmpty ? "binary" : "bad-json"))
            #expect(refusal.detail.contains(fault), "\(refusal.detail)")
        }
    }

    @Test("The byte to blame is named by line and column")
    func place() throws {
        #expect(
            throws: SourceError(
                "bad-json",
                line: 2,
                detail: "is not JSON at line 2, byte 3: no value can begin so; fetch it again"
            )
        ) {
            _ = try JSONDocument(Array("[1,\n  x]".utf8))
        }
    }

    @Test("A document cut anywhere is refused as truncated and nothing of it is taken")
    func truncated() throws {
        let whole = Array((start + "4.5e1}]").utf8)
        // From here on the head shows the format; before, it shows nothing that a reader knows.
        for length in [70, 80, 90, whole.count - 5, whole.count - 2, whole.count - 1] {
            let reason = try refusalReason {
                try JSONReading(bytes: Array(whole.prefix(length)), folder: "2024-01-01")
            }
            #expect(reason == "truncated-json", "\(length)")
        }
        #expect(try read(start + "4.5e1}]").facts.count == 2)
        for length in 1..<whole.count {
            #expect(throws: SourceError.self) { _ = try JSONDocument(Array(whole.prefix(length))) }
        }
    }

    @Test("Bytes that are not UTF-8 are refused wherever they stand")
    func badUTF8() throws {
        for bytes in [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0xaf]] as [[UInt8]] {
            let text = Array((start + "4,\"name\":\"").utf8) + bytes + Array("\"}]".utf8)
            #expect(try refusalReason { try JSONReading(bytes: text, folder: "2024-01-01") } == "bad-json")
        }
    }

    @Test("A text is taken exactly when its bytes are UTF-8")
    func utf8() throws {
        var generator = SplitMix(state: 20_241_122)
        // Bytes at the borders of what UTF-8 allows.
        let borders: [UInt8] = [
            0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
            0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
        ]
        var right = 0
        for round in 0..<40_000 {
            let text = (0...Int(generator.next() % 4)).map { _ in borders[Int(generator.next() % 24)] }
            let isUTF8 = String(validating: text, as: UTF8.self) != nil
            right += isUTF8 ? 1 : 0
            let blanks = [UInt8](repeating: 0x20, count: round % 70)
            let bytes = Array("[{\"id\":\"".utf8) + blanks + text + Array("\"}]".utf8)
            #expect((JSONObjects(JSONText(bytes), ["id"]) != nil) == isUTF8, "\(text)")
            let isDocument: Bool
            do {
                _ = try JSONDocument(bytes)
                isDocument = true
            } catch {
                isDocument = false
            }
            #expect(isDocument == isUTF8, "\(text)")
        }
        #expect((1000..<20_000).contains(right))
    }

    @Test("Nesting is read to 64 levels and refused beyond")
    func depth() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
        }
        _ = try JSONDocument(nested(64))
        #expect(throws: SourceError.self) { _ = try JSONDocument(nested(65)) }
        #expect(throws: SourceError.self) { _ = try JSONDocument(nested(1_000_000)) }
        #expect(throws: SourceError.self) {
            _ = try JSONDocument(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test("Integers beyond 64 bits are the nearest doubles, numbers beyond doubles are refused")
    func hugeNumbers() throws {
        let power = "115792089237316195423570985008687907853269984665640564039457584007913129639936"
        let cases: [(String, Double)] = [
            (power, 0x1p256), ("9223372036854775808", 0x1p63), ("-9223372036854775809", -0x1p63),
            ("18446744073709551616", 0x1p64), ("-0", 0), ("1e-400", 0), ("5.6366e-11", 5.6366e-11), ("2E3", 2000),
        ]
        for (text, number) in cases {
            let document = try JSONDocument(Array("{\"a\":[1,\(text)]}".utf8))
            #expect(document["a/1"] == .number(number), "\(text)")
        }
        let digits = String(repeating: "9", count: 400)
        #expect(throws: SourceError.self) { _ = try JSONDocument(Array("[\(digits)]".utf8)) }
        let page = try read(start + "4,\"total_supply\":\(power),\"circulating_supply\":\(power)}]")
        #expect(page.facts[1].values["circulating_supply"] == 0x1p256)
    }

    @Test("Of two members of one name the first counts")
    func duplicates() throws {
        #expect(try read(start + "4,\"current_price\":9}]").facts[1].values["price_usd"] == 4)
    }

    @Test("A byte order mark is passed over; an empty list or file, and bytes that are no text, are refused")
    func edges() throws {
        #expect(try JSONReading(text: "\u{feff}" + start + "4}]", folder: "2024-01-01").facts.count == 2)
        let refusals: [([UInt8], String)] = [
            (Array("[]".utf8), "empty"), (Array(" [ ] \n".utf8), "empty"), (Array("{}".utf8), "not-ready"),
            ([], "empty"), (Array(" \n".utf8), "empty"), ([0x89, 0x50, 0x4e, 0x47, 0, 0], "binary"),
        ]
        for (bytes, reason) in refusals {
            #expect(try refusalReason { try JSONReading(bytes: bytes, folder: "2024-01-01") } == reason)
        }
    }

    @Test("A reader that is forced on another format refuses it")
    func forced() throws {
        var file = try InputFile(path: JSONReading.fixture("coinpaprika/tickers_3_2024-06.json"))
        let context = ReadContext(path: "2024-01-01/x.json", now: Instant(milliseconds: 1_800_000_000_000))
        #expect(
            throws: SourceError("wrong-format", detail: "is not of the format coingecko-markets; leave out --source")
        ) {
            try CoinGeckoMarkets().read(&file, context) { _ in Issue.record("something was emitted") }
        }
    }

    @Test("Times that no calendar holds are rejected and never trap")
    func absurdTimes() throws {
        let times = ["1e300", "-1", "9223372036854775807", "253402300800000", "0.5", "null", "\"x\"", "[]"]
        let points = times.map { "[\($0),1]" }.joined(separator: ",")
        let reading = try JSONReading(text: "{\"prices\":[\(points)],\"market_caps\":[]}", stem: "a")
        #expect(reading.reasons == ["bad-time": times.count])
    }

    @Test("Every random damage of a page is refused or read, and never traps")
    func damage() throws {
        let page = Array((start + "4.25,\"symbol\":\"\\u00e9\",\"last_updated\":null}]").utf8)
        var generator = SplitMix(state: 20_240_325)
        var refused = 0
        for _ in 0..<3000 {
            var bytes = page
            for _ in 0...Int(generator.next() % 3) {
                bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            let head = InputHead(bytes: bytes)
            do {
                let document = try JSONDocument(bytes)
                try document.forEachRow("*", ["id", "current_price"]) { _ in }
            } catch is SourceError {
                refused += 1
            }
            _ = head.refusal
        }
        #expect((1000..<3000).contains(refused))
    }

    @Test("A document is taken exactly when the slow scanner finds nothing wrong with it")
    func grammar() throws {
        let long = String(repeating: "0123456789 abcdef", count: 5)
        let samples = [
            "[{\"id\":\"a\\n\\u00e9\\ud83d\\ude00\",\"n\":[-0.5,1E+2,120,0,-7.25e-3],\"t\":true,\"f\":false}, null , {} ,[]]",
            " {\"a\" : 12345678901234567890.125 , \"b\":[[1],[2,[3]]],\"c\\\\\":\"\\\"\"} ", "-12.5", "\"x\"", "[1 ,2]",
            "true", "[{\"id\":\"a\",\"n\":1},{\"id\":\"b\",\"n\":-2.5},{\"id\":\"c\",\"n\":null}]",
            // Long enough for what looks at 64 bytes at a time.
            "[{\"id\":\"\(long)\",\"n\":0.125},{\"id\":\"\(long)\",\"n\":-1207.25},{\"id\":\"\(long)\u{e9}\u{6f22}\u{1f600}\",\"n\":17}]",
            "[{\"id\":\"\\\\\",\"t\":\"\(long)\\\"\",\"n\":1.5e3}, {\"id\":\"\",\"t\":\"\(long)\",\"n\":0}  ]",
        ]
        let pieces = Array("[]{}:,\"\\/ \n\t0123456789.-+eEtrufalsn\u{e9}".utf8)
        var generator = SplitMix(state: 1_118_033)
        var (taken, takenInOnePass) = (0, 0)
        for round in 0..<80_000 {
            var bytes = Array(samples[round % samples.count].utf8)
            for _ in 0...Int(generator.next() % 3) {
                let place = Int(generator.next() % UInt64(bytes.count))
                switch generator.next() % 3 {
                case 0: bytes[place] = pieces[Int(generator.next() % UInt64(pieces.count))]
                case 1: bytes.insert(pieces[Int(generator.next() % UInt64(pieces.count))], at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            let isDocument: Bool
            do {
                _ = try JSONDocument(bytes)
                isDocument = true
                taken += 1
            } catch {
                isDocument = false
            }
            let isRight = JSONFault.found(in: bytes, from: 0) == nil
            #expect(isDocument == isRight, "\(String(decoding: bytes, as: UTF8.self))")
            // In one pass not every document is read, but none that is not right.
            if JSONObjects(JSONText(bytes), ["id", "n"]) != nil {
                takenInOnePass += 1
                #expect(isRight, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect((10_000..<70_000).contains(taken))
        #expect((3000..<taken).contains(takenInOnePass))
    }

    @Test("Rows give the first member of each name, however alike they are and whatever the columns' order")
    func likeRows() throws {
        let long = "a_name_of_over_sixteen_bytes"
        let names = [("id", "id"), ("i\\u0064", "id"), ("price", "price"), (long, long), (long + "2", long + "2")]
        let values: [(String, JSONValue)] = [
            ("1.5", .number(1.5)), ("-0.010041999999999995", .number(-0.010041999999999995)), ("12", .number(12)),
            ("null", .missing), ("\"a\"", .text("a")), ("\"\\n\"", .text("\n")), ("true", .truth(true)),
            ("{\"id\":7}", .container), ("[]", .container),
            ("1234567890123456789012345678901234.5", .number(1_234_567_890_123_456_789_012_345_678_901_234.5)),
            ("-0", .number(0)), ("0.5", .number(0.5)), ("1e3", .number(1000)), ("-12.25E-1", .number(-1.225)),
            ("\"\(long) \(long)\"", .text("\(long) \(long)")), ("\"\u{6f22}\u{e9}\"", .text("\u{6f22}\u{e9}")),
        ]
        var generator = SplitMix(state: 20_241_121)
        func pick<Value>(_ list: [Value]) -> Value { list[Int(generator.next() % UInt64(list.count))] }
        for round in 0..<500 {
            var columns = ["price", long + "2", "id", long]
            if round % 2 == 1 { columns.reverse() }
            var layout = (0..<4).map { _ in pick(names) }
            var kinds = layout.map { _ in pick(values) }
            var rows: [String] = []
            var expected: [[JSONValue]] = []
            for _ in 0..<20 {
                // Most rows have the names of the one before, and scalars of the same kinds.
                switch generator.next() % 12 {
                case 0 where !layout.isEmpty: layout.removeLast()
                case 1: layout.append(pick(names))
                case 2 where !layout.isEmpty: layout[0] = pick(names)
                default: break
                }
                kinds = layout.indices.map { $0 < kinds.count && generator.next() % 4 > 0 ? kinds[$0] : pick(values) }
                let members = zip(layout, kinds).map { "\"\($0.0)\"\(round % 3 == 0 ? " " : ""):\($1.0)" }
                rows.append("{\(members.joined(separator: ","))}")
                let first = Dictionary(zip(layout.map(\.1), kinds.map(\.1))) { first, _ in first }
                expected.append(columns.map { first[$0] ?? .missing })
            }
            let text = JSONText(Array("[\(rows.joined(separator: round % 5 == 0 ? " ,\n" : ","))]".utf8))
            var found: [[JSONValue]] = []
            try JSONDocument(text).forEachRow("*", columns) { row in found.append(columns.indices.map { row[$0] }) }
            #expect(found == expected, "\(rows)")
            found = []
            guard let objects = JSONObjects(text, columns) else {
                Issue.record("not read in one pass: \(rows)")
                continue
            }
            objects.show { for row in $0.rows { found.append(columns.indices.map { row[$0] }) } }
            #expect(found == expected, "\(rows)")
        }
    }

    private struct SplitMix {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
            bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
            return bits ^ (bits >> 31)
        }
    }
}
