import CoinModel
import TestPrograms
import Testing

@testable import CoinSources

private func double(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return NumberGrammar.double(bytes.span)
}

private func time(_ text: String, takesZoneless: Bool = false) -> AsOf? {
    let bytes = Array(text.utf8)
    return AsOf.read(bytes.span) ?? CellReader().time(text, takesZoneless: takesZoneless, line: 1, column: 0)
}

@Suite struct NumberGrammarTests {
    @Test(
        "Numbers are read as the nearest double",
        arguments: [
            ("0", 0), ("-0", 0), ("0.0", 0), ("0e5", 0), ("007", 7), ("+1.5", 1.5), ("-12.25", -12.25),
            ("44397.0", 44_397),
            ("5.6366e-11", 5.6366e-11), ("1.054e-05", 1.054e-05), ("2.70016521312815e+15", 2.70016521312815e+15),
            ("6.42E+11", 6.42e11), ("9007199254740993", 9_007_199_254_740_992), ("1e22", 1e22), ("1e23", 1e23),
            ("4.9e-324", .leastNonzeroMagnitude), ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("0.0000777584380848268", 0.0000777584380848268), ("19915315.22026978220448", 19915315.22026978220448),
            ("12345678901234567890123456789012345678901234", 1.2345678901234568e43),
            ("0.10000000000000000000000000000000000000000001", 0.1), ("00000000000000000000000000000001.50", 1.5),
            ("1.00000000000000011102230246251565404236316680908203125", 1.0),
            ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
        ]
    )
    func numbers(text: String, expected: Double) {
        #expect(double(text)?.bitPattern == expected.bitPattern)
    }

    @Test(
        "Other text is not a number",
        arguments: [
            "", "-", "+", ".", ".5", "5.", "1.e5", "e5", "1e", "1e+", "--1", "1 ", " 1", "1,5", "1_000", "nan", "NaN",
            "inf",
            "-infinity", "0x10", "0x1p3", "1e309", "1e400", "-1e400", "1e-400", "1e99999999999999999999", "1.2.3", "$1",
            "1%",
            "\u{0661}", "1f", "2^3",
        ]
    )
    func notNumbers(text: String) {
        #expect(double(text) == nil)
    }

    @Test("Numbers of every length, with a point or another byte at every place, are read as by the standard library")
    func places() {
        for length in 1...18 {
            for place in 0...length {
                for other in [".", "/", ":", "x", "\u{80}", ".."] {
                    let digits = "731064297385019624".prefix(length)
                    let text = digits.prefix(place) + (place < length ? other : "") + digits.dropFirst(place + 1)
                    let isNumber = place == length || other == "." && place > 0 && place < length - 1
                    #expect(double(String(text)) == (isNumber ? Double(text) : nil), "\(text)")
                }
            }
        }
    }

    @Test("A million digits are not a number") func millionDigits() {
        #expect(double(String(repeating: "9", count: 1_000_000)) == nil)
        #expect(double("0." + String(repeating: "0", count: 1_000_000) + "1") == nil)
    }

    @Test("Random numbers are read as by the standard library") func randomNumbers() {
        var random = SplitMix(seed: 20_240_325)
        for round in 0..<Depth.rounds(100_000) {
            var text = ""
            switch round % 4 {
            case 0: text = "\(Double(bitPattern: random.next()))"
            case 1: text = "\(Double(Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1000)"
            default:
                text = String(
                    (0..<Int.random(in: 1...25, using: &random)).map { _ in
                        "0123456789".randomElement(using: &random) ?? "0"
                    }
                )
                if Bool.random(using: &random) { text += ".\(UInt64.random(in: 0...UInt64.max, using: &random))" }
                if Bool.random(using: &random) { text += "e\(Int.random(in: -340...320, using: &random))" }
            }
            let isZero = !text.prefix { $0 != "e" }.contains { "123456789".contains($0) }
            let expected = Double(text).flatMap { $0.isFinite && ($0 != 0 || isZero) ? $0 : nil }
            #expect(double(text) == expected, "\(text)")
        }
    }

    @Test(
        "Printed amounts with currency, commas and unit are read",
        arguments: [
            ("$1,375,690,608.12", "", 1_375_690_608.12), ("19,664,293BTC", "BTC", 19_664_293),
            ("661,477,364 NEAR *", "NEAR", 661_477_364), ("413,785,597 1INCH *", "1INCH", 413_785_597),
            ("165,116,761BNB*", "BNB", 165_116_761), ("$12.63", "", 12.63), ("1234.5", "", 1234.5),
        ]
    )
    func printedAmounts(text: String, unit: String, expected: Double) {
        #expect(NumberGrammar.printed(text, unit: unit) == expected)
    }

    @Test(
        "Other printed amounts are rejected, not guessed",
        arguments: ["1,5", "1,2345", "$1,23", "1234,567", "12 BTC", "$", "$-5", "1.057.030.998", ",123", "<0.01"]
    )
    func otherAmounts(text: String) {
        #expect(NumberGrammar.printed(text) == nil)
    }

    @Test("Dashes and empty amounts are missing") func emptyAmounts() throws {
        for text in ["", "--", "-"] { #expect(try #require(NumberGrammar.printed(text)).isNaN) }
    }
}

@Suite struct TimesAsTextTests {
    @Test("Dates and instants are read in each of their forms") func dates() throws {
        let day = try #require(Day("2024-02-29"))
        let noon = try #require(Instant("2024-02-29T12:30:15Z"))
        #expect(time("2024-02-29") == .day(day))
        for text in ["2024-02-29T12:30:15Z", "2024-02-29 12:30:15 UTC", "2024-02-29T12:30:15.000Z"] {
            #expect(time(text) == .instant(noon), "\(text)")
        }
        for text in ["2024-02-29T14:30:15+02:00", "2024-02-29 07:00:15-0530", "2024-02-29 13:30:15 +01:00"] {
            #expect(time(text) == .instant(noon), "\(text)")
        }
        #expect(time("2024-02-29 12:30:15") == nil)
        #expect(time("2024-02-29 12:30:15", takesZoneless: true) == .instant(noon))
        for text in ["1709209815", "1709209815.0", "1709209815000", "1709209815000000", "1709209815000000000"] {
            #expect(time(text) == .instant(noon), "\(text)")
        }
        #expect(time("20240229") == .day(day))
        for text in [
            "2023-02-29", "2024-02-29T25:00:00Z", "2024-02-29T12:30:15+25:00", "", "2024", "29.02.24", "45351",
            "20240230",
        ] {
            #expect(time(text, takesZoneless: true) == nil, "\(text)")
        }
    }
}

@Suite struct ByteKeysTests {
    @Test("Keys are numbered in order of appearance") func keyNumbers() {
        var random = SplitMix(seed: 7)
        var keys = ByteKeys()
        var oracle: [[UInt8]: Int] = [:]
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...20, using: &random)
            let key = (0..<length).map { _ in UInt8.random(in: 97...99, using: &random) }
            let expected = oracle[key] ?? oracle.count
            oracle[key] = expected
            #expect(keys.index(of: key) == expected)
        }
        #expect(keys.count == oracle.count)
    }

    /// What a look-up costs follows from how many keys share a hash: with a hash of their first bytes alone it would be all.
    @Test("Ids with a common prefix have different hashes") func keyHashes() {
        let prefix = String(repeating: "a-common-prefix-", count: 3)
        let hashes = Set((0..<100_000).map { ByteKey("\(prefix)\($0)").hashValue })
        #expect(hashes.count == 100_000)
    }

    @Test("5,000 keys have the same numbers in each round") func manyKeys() {
        var keys = ByteKeys()
        for round in 0..<3 {
            for number in 0..<5000 { #expect(keys.index(of: Array("coin-\(number)".utf8)) == number, "\(round)") }
        }
        #expect(keys[4999] == Array("coin-4999".utf8))
    }
}
