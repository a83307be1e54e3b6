import CoinModel
import RawInput
import TestPrograms
import Testing

@testable import CoinSources

struct HostileJSONTests {
    private let start =
        "[{\"id\":\"a\",\"current_price\":1,\"market_cap\":2},{\"id\":\"b\",\"market_cap\":3,\"current_price\":"

    private func read(_ text: String) throws -> JSONReading {
        try JSONReading(text: text, folder: "2024-01-01")
    }

    @Test(
        "Malformed JSON is rejected as a whole, with its place",
        arguments: [
            ("1,}]", "name in quotes"), ("1},]", "value"), ("1}] []", "follows the end"), ("1}]]", "follows the end"),
            ("1 2}]", "comma"), ("NaN 2}]", "comma"), ("1 // one\n}]", "comma"),
        ]
    )
    func malformed(end: String, fault: String) throws {
        do {
            let reading = try read(start + end)
            Issue.record("read \(reading.facts.count) facts")
        } catch let refusal as SourceError {
            #expect(refusal.reason == "bad-json")
            #expect(refusal.detail.contains(fault), "\(refusal.detail)")
        }
    }

    @Test(
        "A value that is not JSON rejects its row, with its place",
        arguments: [
            ("1e400", "number"), ("NaN", "no NaN"), ("Infinity", "no Infinity"), ("-Infinity", "no NaN"),
            ("-", "neither"),
            ("01", "neither"), ("1.", "neither"), (".5", "neither"), ("+1", "neither"), ("0x10", "neither"),
            ("\"\\x\"", "escape"), ("\"\\u12\"", "escape"), ("\"\\ud800\"", "surrogate"), ("\"\\udc00\"", "surrogate"),
            ("\"\\ud800\\u0041\"", "surrogate"), ("\"\u{1}\"", "control character"), ("\"\n\"", "control character"),
            ("nul", "neither"), ("'1'", "neither"), ("[1,[NaN]]", "no NaN"), ("1,\"\\ud800\":2", "surrogate"),
        ]
    )
    func broken(value: String, fault: String) throws {
        let reading = try read(start + value + "},{\"id\":\"c\",\"market_cap\":5,\"current_price\":6}]")
        #expect(reading.facts.map(\.line) == [1, 3])
        #expect(reading.rejects.map(\.line) == [2] && reading.rejects.map(\.reason) == ["bad-json"])
        let detail = try #require(reading.rejects.first).detail
        #expect(detail.hasPrefix("line 1, byte ") && detail.contains(fault), "\(detail)")
    }

    @Test(
        "An error names line and column",
        arguments: [
            ("[1,\n 2 3]", 4), ("[\n1}", 2), ("[\n{\"a:1,\"b\":2}]", 2), ("[1]\n]", 1), ("[{\"a\" :\n,1}]", 1),
            ("{\"a\":1\n,2:3}", 1),
        ]
    )
    func place(text: String, byte: Int) throws {
        let refusal = #expect(throws: SourceError.self) { _ = try JSONDocument(Array(text.utf8)) }
        #expect(refusal?.reason == "bad-json")
        #expect(refusal?.line == 2)
        #expect(refusal?.detail.contains("line 2, byte \(byte): ") == true, "\(refusal?.detail ?? "")")
    }

    @Test(
        "An error in a value names line and column",
        arguments: [
            ("[1,\n  x]", 3), ("{\"a\":1,\n\"b\":1e999}", 5), ("{\"a\":{\"b\":[1,2,\nnul]}}", 1),
            ("[\n \"a\u{0}\"]", 4),
            ("[\"\",\n\"\\u12\"]", 2), ("[\"\",\n\"a\\ud83d\\n\"]", 3),
        ]
    )
    func placeOfBroken(text: String, byte: Int) throws {
        let broken = try JSONDocument(Array(text.utf8)).broken
        #expect(broken.count == 1)
        #expect(broken.first?.detail.hasPrefix("line 2, byte \(byte): ") == true, "\(broken)")
    }

    @Test("Text that looks like an internal mark is text, or rejects only its row")
    func marks() throws {
        let mark = "\"\\u0001 broken 0\""
        #expect(try JSONDocument(Array("[\(mark)]".utf8))["0"] == .text("\u{1} broken 0"))
        for number in ["0", "1", "99999999999999999999", "x", ""] {
            let text = "[\"\\u0001 broken \(number)\",NaN,1]"
            #expect(try JSONDocument(Array(text.utf8))["2"] == .number(1))
        }
    }

    @Test("A document above 64 MiB is rejected before it is read")
    func large() throws {
        let fault = #expect(throws: InputError.self) {
            try read(start + "1}" + String(repeating: " ", count: 64 << 20) + "]")
        }
        #expect(fault?.reason == .tooLarge && fault?.detail.contains("64 MiB") == true, "\(String(describing: fault))")
    }

    @Test("A truncated document is rejected completely")
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
            let refusal = #expect(throws: SourceError.self) { _ = try JSONDocument(Array(whole.prefix(length))) }
            #expect(refusal?.reason == "truncated-json", "\(length)")
        }
    }

    @Test("Bytes that are not UTF-8 reject their row in a text, elsewhere the document")
    func badUTF8() throws {
        for bytes in [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0xaf]] as [[UInt8]] {
            let text = Array((start + "4,\"name\":\"").utf8) + bytes + Array("\"}]".utf8)
            let reading = try JSONReading(bytes: text, folder: "2024-01-01")
            #expect(reading.facts.count == 1 && reading.rejects.map(\.reason) == ["bad-json"])
            #expect(reading.rejects.first?.detail.hasSuffix("this byte is not UTF-8") == true)
            let outside = Array((start + "4").utf8) + bytes + Array(",\"x\":1} 1]".utf8)
            #expect(try refusalReason { try JSONReading(bytes: outside, folder: "2024-01-01") } == "bad-json")
        }
    }

    @Test("A text is accepted exactly if its bytes are UTF-8")
    func utf8() throws {
        var generator = SplitMix(seed: 20_241_122)
        // Bytes at the borders of what UTF-8 allows.
        let borders: [UInt8] = [
            0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
            0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
        ]
        var right = 0
        for round in 0..<Depth.rounds(40_000) {
            let text = (0...Int(generator.next() % 4)).map { _ in borders[Int(generator.next() % 24)] }
            let isUTF8 = String(validating: text, as: UTF8.self) != nil
            right += isUTF8 ? 1 : 0
            let blanks = [UInt8](repeating: 0x20, count: round % 70)
            let bytes = Array("[{\"id\":\"".utf8) + blanks + text + Array("\"}]".utf8)
            #expect(try JSONDocument(bytes).broken.isEmpty == isUTF8, "\(text)")
        }
        #expect((Depth.rounds(1000)..<Depth.rounds(20_000)).contains(right))
    }

    @Test("Nesting is read to 64 levels and rejected beyond")
    func depth() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array((String(repeating: "[", count: levels) + "0" + String(repeating: "]", count: levels)).utf8)
        }
        _ = try JSONDocument(nested(64))
        #expect(throws: SourceError.self) { _ = try JSONDocument(nested(65)) }
        #expect(throws: SourceError.self) { _ = try JSONDocument(nested(1_000_000)) }
        #expect(throws: SourceError.self) {
            _ = try JSONDocument(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test("Large integers are the nearest doubles, and numbers beyond doubles reject their row")
    func hugeNumbers() throws {
        let power = "115792089237316195423570985008687907853269984665640564039457584007913129639936"
        let cases: [(String, Double)] = [
            (power, 0x1p256), ("9223372036854775808", 0x1p63), ("-9223372036854775809", -0x1p63),
            ("18446744073709551616", 0x1p64), ("-0", 0), ("0.0e-400", 0), ("5.6366e-11", 5.6366e-11), ("2E3", 2000),
        ]
        for (text, number) in cases {
            let document = try JSONDocument(Array("{\"a\":[1,\(text)]}".utf8))
            #expect(document["a/1"] == .number(number), "\(text)")
        }
        let digits = String(repeating: "9", count: 400)
        #expect(try JSONDocument(Array("[\(digits),\(power)]".utf8)).broken.count == 1)
        let page = try read(start + "4,\"total_supply\":\(power),\"circulating_supply\":\(power)}]")
        #expect(page.facts[1].values["circulating_supply"] == 0x1p256)
    }

    @Test("A number too small for a double rejects its row, and zero is read")
    func tinyNumbers() throws {
        let tiny = "0." + String(repeating: "0", count: 330) + "1"
        for (text, isTiny) in [
            ("1e-400", true), ("-25.0E-4000", true), (tiny, true), ("0e-400", false), ("5e-324", false),
        ] {
            let page = try read(
                start + "\(text)},{\"id\":\"c\",\"total_volume\":0.0,\"market_cap\":\(1 << 40)00000000000}]"
            )
            let isZero = text == "0e-400"
            #expect(page.facts.count == (isTiny || isZero ? 2 : 3), "\(text)")
            #expect(page.facts.last?.values == ["volume_usd": 0, "market_cap_usd": 0x1p40 * 1e11])
            #expect(page.reasons == (isTiny ? ["bad-number": 1] : isZero ? ["zero-price": 1] : [:]), "\(text)")
        }
        let document = try JSONDocument(Array("{\"a\":{\"b\":1e-999,\"c\":0.0}}".utf8))
        #expect(document["a/c"] == .number(0))
        #expect(document["a/b"] == .text("1e-999"))
    }

    @Test("Of two members with one name the first counts")
    func duplicates() throws {
        #expect(try read(start + "4,\"current_price\":9}]").facts[1].values["price_usd"] == 4)
    }

    @Test("A byte order mark is ignored; empty input and input that is not text are rejected")
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

    @Test("A forced reader rejects another format")
    func forced() throws {
        var file = try InputFile(path: JSONReading.fixture("coinpaprika/tickers_3_2024-06.json"))
        let context = ReadContext(path: "2024-01-01/x.json", now: Instant(milliseconds: 1_800_000_000_000))
        #expect(
            throws: SourceError("wrong-format", detail: "is not of the format coingecko-markets; leave out --source")
        ) {
            try MarketJSON.coinGeckoMarkets.read(&file, context) { _ in Issue.record("something was emitted") }
        }
    }

    @Test("Impossible times are rejected and never trap")
    func absurdTimes() throws {
        let times = ["1e300", "-1", "9223372036854775807", "253402300800000", "0.5", "null", "\"x\"", "[]"]
        let points = times.map { "[\($0),1]" }.joined(separator: ",")
        let reading = try JSONReading(text: "{\"prices\":[\(points)],\"market_caps\":[]}", stem: "a")
        #expect(reading.facts.isEmpty && reading.reasons.values.reduce(0, +) == times.count, "\(reading.reasons)")
    }

    @Test("Similar rows are read correctly whatever the order of their members")
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
        var generator = SplitMix(seed: 20_241_121)
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
            let text = Array("[\(rows.joined(separator: round % 5 == 0 ? " ,\n" : ","))]".utf8)
            var found: [[JSONValue]] = []
            try JSONDocument(text).forEachRow("*", columns) { row in found.append(columns.indices.map { row[$0] }) }
            #expect(found == expected, "\(rows)")
        }
    }
}
