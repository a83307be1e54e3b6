import CoinModel
import Testing

@testable import CoinSources

@Suite struct EcosystemExportTests {
    private let compact = """
        {"eco_name":"A","branch":[],"repo_url":"https://github.com/o/a","tags":["#x"]}
        {"eco_name":"A","branch":["B","],\\"C"],"repo_url":"https://github.com/o/c","tags":[]}
        {"eco_name":"A","branch":["B"],"repo_url":"https://github.com/o/a","tags":[]}
        {"eco_name":"B","branch":[],"repo_url":"https://github.com/o/a","tags":[]}
        {"eco_name":"Caf\\u00e9 \\"q\\"","branch":[],"repo_url":"https:\\/\\/github.com\\/o\\/d","tags":[]}

        """

    private func read(_ text: String, _ names: [String] = ["A", "B", "Café \"q\""]) throws -> Reading {
        try reading(text, name: "x.jsonl", as: "ecosystem-export") { context in
            context.hints.observedAt = AsOf("2026-01-02T00:00:00Z")
            context.ecosystems = .parts(
                names.flatMap { name in [EcosystemScope.direct, .all].map { EcosystemPart(name: name, scope: $0) } }
            )
        }
    }

    private func words(_ reading: Reading) -> [String] {
        reading.ecosystems.map {
            "\($0.part.name) \($0.part.scope) \($0.repositories.map(\.key).joined(separator: " "))"
        }
    }

    private let expected = [
        "A direct o/a", "A all o/a o/c", "B direct o/a", "B all o/a", "Café \"q\" direct o/d", "Café \"q\" all o/d",
    ]

    @Test("Each line adds its repository to its ecosystem") func repositories() throws {
        let reading = try read(compact)
        #expect(words(reading) == expected)
        #expect(reading.notes == ["lines of 3 ecosystems: 5"])
        #expect(reading.rejects.isEmpty && reading.warnings.isEmpty)
    }

    @Test(
        "The same JSON in another form reads the same",
        arguments: [
            (",\"", ", \""), ("{", " { "), ("\n", "\r\n"), ("\n", "\n\n"), ("\"tags\":[", "\"more\":1,\"tags\":["),
        ]
    )
    func otherJSON(what: String, by: String) throws {
        #expect(words(try read(compact.replacing(what, with: by))) == expected)
    }

    @Test("An ecosystem with an empty name is read like others") func emptyName() throws {
        let line = #"{"eco_name":"","branch":[],"repo_url":"https://github.com/o/e","tags":[]}"#
        for text in [line + "\n" + compact, compact.replacing(",\"", with: ", \"") + line] {
            #expect(
                words(try read(text, ["A", "", "B"])) == [
                    "A direct o/a", "A all o/a o/c", " direct o/e", " all o/e", "B direct o/a", "B all o/a",
                ]
            )
        }
    }

    @Test("A last line without line end counts") func lastLine() throws {
        #expect(words(try read(String(compact.dropLast()))) == expected)
    }

    @Test(
        "A bad line is rejected with its number and the others are read",
        arguments: [
            "nonsense", "{\"eco_name\":\"A\"", "{\"eco_name\":\"A\",\"branch\":[],\"repo_url\":7,\"tags\":[]}",
            "{\"eco_name\":\"A\",\"branch\":[],\"tags\":[]}", "{\"eco_name\":\"A\",\"branch\":[]}", "[]",
            "{\"eco_name\":\"A\",\"branch\":7,\"repo_url\":\"https://github.com/o/z\",\"tags\":[]}",
        ]
    )
    func badLine(line: String) throws {
        let lines = compact.split(separator: "\n")
        let text = (lines[..<2] + [line[...]] + lines[2...]).joined(separator: "\n")
        let reading = try read(text)
        #expect(words(reading) == expected)
        #expect(reading.rejects.map { "\($0.reason) \($0.line ?? 0)" } == ["bad-json 3"])
    }

    @Test("A full export shows a removed ecosystem, a partial one does not") func goneEcosystem() throws {
        #expect(words(try read(compact, ["B", "Gone"])) == ["B direct o/a", "B all o/a", "Gone direct ", "Gone all "])
        let one = compact.split(separator: "\n").prefix(3).joined(separator: "\n")
        let reading = try read(one, ["A", "Gone"])
        #expect(words(reading) == ["A direct o/a", "A all o/a o/c"])
        #expect(reading.warnings == ["has no ecosystem `Gone`: 1 of the 2 asked for"])
    }

    @Test("Ecosystems with a repository are listed with their number of lines") func holders() throws {
        let asked = try #require(RepositoryName("O/A"))
        let reading = try reading(compact, name: "x.jsonl", as: "ecosystem-export") { context in
            context.hints.observedAt = AsOf("2026-01-02")
            context.ecosystems = .holders(of: [asked])
        }
        let found = reading.ecosystems.map { "\($0.part.name) \($0.count) \($0.repositories.map(\.key))" }
        #expect(found == ["A 1 [\"o/a\"]", "B 1 [\"o/a\"]", "Café \"q\" 1 []"])
    }

    @Test("An export is recognised and needs a time") func timeNeeded() throws {
        #expect(recognised(Array(compact.utf8)) == ["ecosystem-export"])
        let refusal = #expect(throws: SourceError.self) {
            try reading(compact, name: "x.jsonl", as: "ecosystem-export") { $0.ecosystems = .parts([]) }
        }
        #expect(refusal?.reason == "no-time")
    }

    @Test("Lines across read boundaries are read") func pieces() throws {
        // The file is read by the mebibyte, so lines of odd lengths lie across its ends.
        let lines = (0..<40_000).map { number in
            let name = number % 3 == 0 ? "A" : "N\(number % 977)"
            let tags = String(repeating: "x", count: number % 91)
            return
                #"{"eco_name":"\#(name)","branch":[],"repo_url":"https://github.com/o/r\#(number)","tags":["\#(tags)"]}"#
        }
        let reading = try read(lines.joined(separator: "\n"), ["A", "N1"])
        #expect(reading.rejects.isEmpty)
        #expect(reading.ecosystems.map(\.repositories.count) == [13_334, 13_334, 27, 27])
        let expected = (0..<40_000).filter { $0 % 3 != 0 && $0 % 977 == 1 }.map { "o/r\($0)" }.sorted()
        #expect(reading.ecosystems.last?.repositories.map(\.key) == expected)
    }
}
