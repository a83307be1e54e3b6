import CoinModel
import TestPrograms
import Testing

@testable import CoinSources

/// Documents cut short or damaged are refused, or read as another strict reader reads them.
@Suite struct JSONDamageTests {
    private static let long = String(repeating: "0123456789 abcdef", count: 5)
    private static let samples = [
        "[{\"id\":\"a\\n\\u00e9\\ud83d\\ude00\",\"n\":[-0.5,1E+2,120,0,-7.25e-3],\"t\":true}, null , {} ,[],{\"id\":false}]",
        " {\"a\" : 12345678901234567890.125 , \"b\":[[1],[2,[3]]],\"c\\\\\":\"\\\"\",\"x\":{\"id\":3,\"x\":{\"y\":7}}} ",
        "[{\"id\":\"a\",\"n\":1},{\"id\":\"b\",\"n\":-2.5},{\"id\":\"c\",\"n\":null,\"x\":{\"y\":\"z\"}}]",
        // Long enough for what looks at 64 bytes at a time.
        "[{\"id\":\"\(long)\",\"n\":0.125},{\"id\":\"\(long)\",\"n\":-1207.25},{\"id\":\"\(long)\u{e9}\u{6f22}\u{1f600}\"}]",
        "[{\"id\":\"\\\\\",\"t\":\"\(long)\\\"\",\"n\":1.5e3}, {\"id\":\"\",\"t\":\"\(long)\",\"n\":0}  ]",
        "[{\"n\":18446744073709551616,\"t\":-9223372036854775809},{\"n\":0.0,\"t\":-0,\"x\":{\"y\":-0.0}},{\"n\":1e-300}]",
        "[{\"id\":1,\"id\":2,\"n\":1,\"n\":2}]", "[1 ,2]",
    ]
    private static let pieces =
        "[ ] { } : , \" \\ / 0 1 2 5 9 . - + e E t r u f a l s n x \\u \\ud800 \\udc00 dc00 e4 00000 9999999999999999999 \u{e9}"
        .split(separator: " ").map { Array($0.utf8) }
        + [[0], [1], [0x0b], [0x0a], [0x0d], [0x20], [0xef, 0xbb, 0xbf], [0xff]]

    @Test("A page truncated at any byte is rejected as truncated")
    func cuts() throws {
        let page = Array(JSONDamageTests.samples[..<6].joined(separator: ",").utf8)
        let bytes = Array("[".utf8) + page + Array("]".utf8)
        _ = try JSONDocument(bytes)
        for count in bytes.indices {
            let refusal = #expect(throws: SourceError.self) { _ = try JSONDocument(Array(bytes.prefix(count))) }
            #expect(refusal?.reason == "truncated-json", "\(count)")
        }
    }

    @Test(
        "Damage at any byte is rejected or read as Python reads it"
    )
    func damage() throws {
        var documents: [[UInt8]] = []
        for sample in JSONDamageTests.samples {
            let bytes = Array(sample.utf8)
            for place in bytes.indices {
                for byte in [0, 1, 0x22, 0x2c, 0x78, 0x5c, 0xff, 0x7d, 0x2d, 0x30, 0x5d, 0x20] as [UInt8] {
                    var damaged = bytes
                    damaged[place] = byte
                    documents.append(damaged)
                }
            }
        }
        var generator = SplitMix(seed: 1_118_033)
        for round in 0..<Depth.rounds(20_000) {
            var bytes = Array(JSONDamageTests.samples[round % JSONDamageTests.samples.count].utf8)
            for _ in 0...generator.below(3) {
                let place = generator.below(bytes.count)
                let piece = JSONDamageTests.pieces[generator.below(JSONDamageTests.pieces.count)]
                switch generator.below(3) {
                case 0: bytes.replaceSubrange(place...place, with: piece)
                case 1: bytes.insert(contentsOf: piece, at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            documents.append(bytes)
        }
        let theirs = try JSONOracle.theirs(documents)
        #expect(theirs.count == documents.count)
        var taken = 0
        for (document, expected) in zip(documents, theirs) {
            // What costs rows here is no document for a strict reader.
            let found = JSONDamageTests.isBroken(document) ? nil : try JSONOracle.ours(document)
            #expect(found == expected, "\(String(decoding: document, as: UTF8.self))")
            taken += found == nil ? 0 : 1
        }
        // Enough are taken and enough refused for both to be tried.
        #expect(documents.count > 10_000 && (documents.count / 6..<documents.count * 2 / 3).contains(taken))
    }

    private static func isBroken(_ document: [UInt8]) -> Bool {
        do { return try !JSONDocument(document).broken.isEmpty } catch { return false }
    }

    @Test("The outline of a truncated head is part of the full outline")
    func heads() {
        let row =
            "{\"id\":\"b]\\\"c,\",\"price\":1,\"q\":{\"usd\":[1,2,{\"x\":\"\u{6f22}\"}]},\"long\":\"\(JSONDamageTests.long)\"}"
        for text in ["[\(row),\(row),\(row),\(row)]", "{\"data\":[\(row),\(row)],\"end\":1}", row + "\n" + row] {
            let bytes = Array(text.utf8)
            let whole = JSONSketch(isArray: text.hasPrefix("["), outline: JSONSketch.outline(bytes))
            #expect(whole.paths.contains { $0.hasSuffix("q/usd/*/x") })
            var before: Set<String> = []
            for count in 0...bytes.count {
                let paths = JSONSketch(isArray: true, outline: JSONSketch.outline(Array(bytes.prefix(count)))).paths
                #expect(paths.isSubset(of: whole.paths) && before.isSubset(of: paths), "\(count)")
                before = paths
            }
            #expect(before == whole.paths)
        }
    }
}
