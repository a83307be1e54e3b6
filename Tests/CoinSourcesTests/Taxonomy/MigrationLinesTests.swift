import CoinModel
import Testing

@testable import CoinSources

@Suite struct MigrationLinesTests {
    /// The lines of a text: `keyword|argument|argument`, or what else a line came to.
    private func lines(_ text: String) -> [String] {
        lines(Array(text.utf8))
    }

    private func lines(_ bytes: [UInt8]) -> [String] {
        var lines = MigrationLines(bytes)
        var found: [String] = []
        while let line = lines.next() {
            switch line {
            case .nothing: continue
            case .openQuote: found.append("\(lines.number) open")
            case .invalidUTF8: found.append("\(lines.number) invalid")
            case .command(let keyword, let arguments):
                let name = Migrations.recognises(Array("\(keyword) x".utf8)) ? keyword : "-"
                let words = arguments.map { String(decoding: $0.bytes, as: UTF8.self) }
                found.append("\(lines.number) " + ([name] + words).joined(separator: "|"))
            }
        }
        return found
    }

    @Test(
        "A line is a keyword and its arguments",
        arguments: [
            ("ecoadd Bitcoin", "1 ecoadd|Bitcoin"),
            ("ecoadd \"Bitcoin JS\"", "1 ecoadd|Bitcoin JS"),
            ("ecoadd 'It \"is\"'", "1 ecoadd|It \"is\""),
            (#"ecoadd "a \"b\" \\ c""#, #"1 ecoadd|a "b" \ c"#),
            (#"ecoadd a\ b"#, "1 ecoadd|a b"),
            (#"ecoadd a\"#, #"1 ecoadd|a\"#),
            ("ecoadd \"a\"b 'c'", "1 ecoadd|a|b|c"),
            ("ecoadd a\"b c\"", "1 ecoadd|a\"b|c\""),
            ("ecoadd \"\"", "1 ecoadd|"),
            ("ecoaddBitcoin", "1 ecoadd|Bitcoin"),
            ("ecoadd", "1 ecoadd"),
            ("repadd a\tu  #x #y ", "1 repadd|a|u|#x|#y"),
            ("repadd a\u{A0}b\u{3000}c\u{2009}d", "1 repadd|a|b|c|d"),
            ("ecoadd Zürich 東京", "1 ecoadd|Zürich|東京"),
            (" ecoadd X", "1 -|d|X"),
            ("-- The following", "1 -|following"),
        ]
    )
    func line(text: String, expected: String) {
        #expect(lines(text) == [expected])
    }

    @Test("Lines end in three ways and are counted") func lineEnds() {
        #expect(
            lines("ecoadd a\r\necoadd b\recoadd c\n\n\r\necoadd d") == [
                "1 ecoadd|a", "2 ecoadd|b", "3 ecoadd|c", "6 ecoadd|d",
            ]
        )
    }

    @Test("Blank, short and comment lines are ignored") func blankLines() {
        #expect(
            lines("\n  \t\n# an 'open quote\n   # so here '\n--\nüüüüü\n\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}")
                .isEmpty
        )
    }

    @Test("An open quote is an error even in an ignored line") func unclosedQuote() {
        #expect(
            lines("-- what 'they did\necoadd \"x\n-- don't\nécoadd 'x") == ["1 open", "2 open", "3 open", "4 open"]
        )
    }

    @Test("Bytes that are not text spoil only their line") func invalidBytes() {
        let bytes = Array("ecoadd a\necoadd ".utf8) + [0xff, 0xc3, 10] + Array("ecoadd b".utf8)
        #expect(lines(bytes) == ["1 ecoadd|a", "2 invalid", "3 ecoadd|b"])
    }

    @Test(
        "The name of a migration begins with its time",
        arguments: [
            ("2025-05-27T111520_mutations", "2025-05-27T11:15:20Z"), ("2024-02-29T235959", "2024-02-29T23:59:59Z"),
            ("2025-05-26T155840_algorand_updates.txt", "2025-05-26T15:58:40Z"),
        ]
    )
    func nameTime(name: String, time: String) {
        #expect(Migrations.time(ofName: name)?.description == time)
    }

    @Test(
        "A name without a valid time has none",
        arguments: [
            "2025-06-12163731_add", "2025-06-15T213499_x", "2025-06-08T1952_Core", "2025-11-26t235959_x",
            "2025-02-29T000000_x",
            "2025-09-27_upates.txt", "2025-10-17T1713_x.txt", "2025-06-13-T3235959_x", "2025-01-01T240000_x",
            "README.md",
            "",
        ]
    )
    func noNameTime(name: String) {
        #expect(Migrations.time(ofName: name) == nil)
    }

    @Test("A migration is recognised by its first command") func firstCommand() {
        #expect(Migrations.recognises(Array("-- x\n\n# y\nrepadd a b".utf8)))
        for text in ["", "id,symbol", "ecoadditional, stuff", "hello\necoadd x", "ecoadd"] {
            #expect(!Migrations.recognises(Array(text.utf8)), "\(text)")
        }
    }
}
