import Foundation
import Testing

/// What of YAML is read in pipelines and weights: refused by its form, with its place, before anything is unfolded.
@Suite struct YAMLFormTests {
    /// A form that is refused, as lines that stand in a definition and in a file of weights alike.
    struct Form: Sendable, CustomTestStringConvertible {
        let name: String
        /// The text, in which `HERE` stands before the place that is named.
        let text: String
        let reason: String
        var testDescription: String { name }
    }

    /// Aliases that unfold to 10 to the power of so many texts.
    private static func bomb(_ levels: Int, mapping: String = ": ", lineEnd: String = "\n") -> String {
        let first = "a0\(mapping)HERE&a0 x\(lineEnd)"
        return (1...levels).reduce(first) { text, level in
            let copies = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
            return text + "a\(level)\(mapping)&a\(level) [\(copies)]\(lineEnd)"
        }
    }

    static let forms = [
        Form(name: "anchors and aliases", text: bomb(9), reason: "is an anchor"),
        Form(name: "CRLF", text: "x: 1 # one\r\n" + bomb(9, lineEnd: "\r\n"), reason: "is an anchor"),
        Form(name: "CR alone", text: "x: 1 # one\r" + bomb(9, lineEnd: "\r"), reason: "is an anchor"),
        Form(name: "an apostrophe in a word", text: "x: [it's, HERE&a 1, *a, *a]\n", reason: "is an anchor"),
        Form(name: "an apostrophe before an alias", text: "x: [it's, HERE*a, it's]\n", reason: "is an alias"),
        Form(name: "a tab behind the colon", text: bomb(9, mapping: ":\t"), reason: "is an anchor"),
        Form(name: "an alias as a key", text: "x: 1\nHERE*a : 2\n", reason: "is an alias"),
        Form(name: "an anchored list", text: "x: HERE&a\n  - 1\n", reason: "is an anchor"),
        Form(name: "an anchored key", text: "HERE&a x: 1\n", reason: "is an anchor"),
        Form(name: "a tag", text: "x: HERE!!float 1\n", reason: "`tag:yaml.org,2002:float` is a tag"),
        Form(name: "a tag of one's own", text: "x: HERE!mine {a: 1}\n", reason: "`!mine` is a tag"),
        Form(name: "a second document", text: "x: 1\nHERE---\nx: 2\n", reason: "second document"),
        Form(name: "a key twice", text: "x: 1\n\"HEREx\": 2\n", reason: "`x` stands twice"),
        Form(name: "a list for a key", text: "? HERE[a, b]\n: 1\n", reason: "a key has to be a text"),
        Form(
            name: "deep nesting",
            text: "x: " + String(repeating: "[", count: 15) + "HERE" + String(repeating: "[", count: 90),
            reason: "nested deeper than 16 levels"
        ),
        Form(name: "an open quote", text: "x: \"1\nHERE", reason: "is not YAML"),
        Form(name: "a control character", text: "x: 1\ny: HERE\u{1}\n", reason: "is not text in UTF-8"),
    ]

    /// The text of a form with its place.
    private func placed(_ form: Form) throws -> (text: String, place: String) {
        let mark = try #require(form.text.range(of: "HERE"), "\(form.name)")
        let before = form.text[..<mark.lowerBound].replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let line = before.split(separator: "\n", omittingEmptySubsequences: false)
        // A quote before a word belongs to it.
        let column = (line.last?.count ?? 0) + (before.hasSuffix("\"") ? 0 : 1)
        return (form.text.replacing("HERE", with: ""), "\(line.count):\(column)")
    }

    /// Runs a command that reads `f.yaml`, bounded in time by the shell.
    private func refusal(_ words: [String], _ bytes: Data) throws -> String {
        var told = ""
        try SmallMarket.with([]) { market in
            try market.write("f.yaml", bytes)
            let start = ContinuousClock.now
            let result = try shell(["assay"] + words, in: market.folder)
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(result.status == 2 && result.output.isEmpty, "\(result.errors)")
            #expect(try market.files().count == 5)
            told = result.errors
        }
        return told
    }

    private static let commands = [["run", "f.yaml"], ["rank", "--weights", "f.yaml"]]

    @Test("Unsupported YAML is rejected with its place", arguments: commands, forms)
    func unsupportedYAML(command: [String], form: Form) throws {
        let (text, place) = try placed(form)
        let told = try refusal(command, Data(text.utf8))
        #expect(told.contains("error: f.yaml:\(place): ") && told.contains(form.reason), "\(told)")
    }

    @Test("Files that are not UTF-8 or too long are rejected", arguments: commands)
    func notText(command: [String]) throws {
        let latin = try refusal(command, Data("x: 1\n# caf".utf8) + [0xe9] + Data("\n".utf8))
        #expect(latin.contains("f.yaml:2:6: ") && latin.contains("save the file as UTF-8"), "\(latin)")
        let wide = try refusal(command, Data([0xff, 0xfe, 0x78, 0, 0x3a, 0]))
        #expect(wide.contains("f.yaml:1:1: "), "\(wide)")
        let long = try refusal(command, Data(repeating: UInt8(ascii: "#"), count: 1 << 20 + 1))
        #expect(long.contains("f.yaml: is longer than 1 MiB"), "\(long)")
    }

    /// Signs within texts, quoted or not, are none; neither a byte order mark nor CRLF matters.
    @Test("Signs within texts are not anchors") func plainSigns() throws {
        try SmallMarket.with { market in
            let filter = "symbol = 'C1' or name = '&a *b'"
            let outputs = "{name: \"a & *b.csv\", where: \"\(filter)\", columns: 'coin_id'}, r&d.csv"
            let text = "\u{FEFF}# &a\n" + SmallMarket.pipeline(outputs: outputs)
            try market.write("p.yaml", text.replacing("\n", with: "\r\n"))
            let result = try market.assay("run", "p.yaml")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try market.text("out/a & *b.csv") == "coin_id\nc1\n")
            #expect(market.exists("out/r&d.csv"))
        }
    }
}
