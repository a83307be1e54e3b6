import Testing

@testable import CoinSources

/// The rows of a text cut into pieces at these offsets: each as its line and fields, or its line and fault.
private func rows(_ bytes: [UInt8], cuts: [Int] = [], separator: Character = ",") -> [String] {
    var scanner = CSVScanner(separator: separator.asciiValue ?? 0)
    var pieces = zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }[...]
    var found: [String] = []
    while true {
        switch scanner.next() {
        case .end: return found
        case .needsMore: if let piece = pieces.popFirst() { scanner.feed(piece) } else { scanner.finish() }
        case .row:
            if let fault = scanner.fault {
                found.append("\(scanner.line) !\(fault.rawValue)")
            } else {
                found.append("\(scanner.line) " + scanner.texts.joined(separator: "|"))
            }
        }
    }
}

@Suite struct CSVScannerTests {
    @Test(
        "Rows are the same wherever the bytes are cut",
        arguments: [
            ("a,b\nc,d\n", ["1 a|b", "2 c|d"]),
            ("a,b\r\nc,d", ["1 a|b", "2 c|d"]),
            ("a\rb\r\rc", ["1 a", "2 b", "3 ", "4 c"]),
            ("\u{FEFF}a,b\n", ["1 a|b"]),
            ("a,\n,\n", ["1 a|", "2 |"]),
            ("a,", ["1 a|"]),
            ("", []),
            ("\n", ["1 "]),
            ("\"a,b\",\"c\"\"d\"\n", ["1 a,b|c\"d"]),
            ("\"a\nb\r\nc\rd\",e\nf,g", ["1 a\nb\r\nc\rd|e", "5 f|g"]),
            ("\"\",\"\"\"\"\n", ["1 |\""]),
            ("5\" disk,x\n", ["1 5\" disk|x"]),
            ("\"a\"b,c\nd,e\n", ["1 !text-behind-quote", "2 d|e"]),
            ("x,\"a\nb,c\nd,e", ["1 !open-quote", "2 b|c", "3 d|e"]),
            ("a\0b\nc\n", ["1 !nul-byte", "2 c"]),
            (" a , b\t\n", ["1 a|b"]),
            ("\u{72D7}\u{72D7}\u{5E01},\"\u{1F680} Rocket\"", ["1 \u{72D7}\u{72D7}\u{5E01}|\u{1F680} Rocket"]),
        ]
    )
    func cutAnywhere(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        #expect(rows(bytes) == expected)
        for first in 0...bytes.count {
            #expect(rows(bytes, cuts: [first]) == expected, "cut at \(first)")
            for second in first...bytes.count {
                #expect(rows(bytes, cuts: [first, second]) == expected, "cut at \(first) and \(second)")
            }
        }
    }

    @Test("Commas are text under another separator") func separators() {
        #expect(rows(Array("1,5;2\n".utf8), separator: ";") == ["1 1,5|2"])
        #expect(rows(Array("a\tb,c\n".utf8), separator: "\t") == ["1 a|b,c"])
    }

    @Test("Bytes that are not UTF-8 reject only their row") func invalidUTF8() {
        let bad: [UInt8] = Array("a,".utf8) + [0xc3, 0x28] + Array("\nb,c\n".utf8)
        #expect(rows(bad) == ["1 !invalid-utf8", "2 b|c"])
        let cutCharacter: [UInt8] = [0xe2, 0x82] + Array("\nx".utf8)
        #expect(rows(cutCharacter) == ["1 !invalid-utf8", "2 x"])
    }

    @Test("Too many columns or too long fields reject only their row") func limits() {
        let many = String(repeating: ",", count: RowScan.columnLimit)
        let most = String(repeating: ",", count: RowScan.columnLimit - 1)
        #expect(rows(Array((many + "\nx\n").utf8)) == ["1 !too-many-columns", "2 x"])
        #expect(rows(Array((most + "\n").utf8)).first?.hasPrefix("1 |") == true)
        let long = [UInt8](repeating: 0x61, count: RowScan.fieldLimit + 1)
        let tail = Array("\nx\n".utf8)
        let pieces = stride(from: 0, to: long.count, by: 200_000).map { $0 }
        for cuts in [[], pieces] {
            #expect(rows(long + tail, cuts: cuts) == ["1 !field-too-long", "2 x"])
            #expect(rows(Array("\"".utf8) + long + tail, cuts: cuts) == ["1 !field-too-long", "2 x"])
        }
        let wide = Array(repeating: long.dropLast(), count: 10).joined(separator: [0x2c])
        #expect(rows(Array(wide) + tail) == ["1 !row-too-long", "2 x"])
        #expect(
            rows(Array(wide) + tail, cuts: Array(stride(from: 0, to: 10 << 20, by: 1 << 20))) == [
                "1 !row-too-long", "2 x",
            ]
        )
    }

    @Test("A quote that never closes rejects its line and the rest is read") func openQuote() {
        let lines = (1...40_000).map { "row \($0),\(String(repeating: "x", count: 30))" }.joined(separator: "\n")
        let found = rows(Array(("a,\"b\n" + lines).utf8), cuts: [100_000, 700_000])
        #expect(found.count == 40_001)
        #expect(found.first == "1 !field-too-long")
        #expect(found.last?.hasPrefix("40001 row 40000|xxx") == true)
    }

    @Test("A sketch shows the header and the first lines") func sketch() {
        let sketch = TextSketch(Array("\u{FEFF}\r\n \n Time ;\"Close;x\"; b\r\n1;2;3".utf8))
        #expect(sketch.header == ["time", "close;x", "b"])
        #expect(sketch.lines == [" Time ;\"Close;x\"; b", "1;2;3"])
        #expect(TextSketch([]).header == [])
    }
}
