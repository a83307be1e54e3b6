import Testing

@testable import assay

/// What a shell asks about, read from the words of its line.
@Suite struct CommandLineWordsTests {
    private func words(_ line: String, at place: Int? = nil, begun: String? = nil) -> CommandLineWords {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return CommandLineWords(words, at: place ?? words.count - 1, begun: begun ?? words[words.count - 1], home: "/h")
    }

    @Test("The value of an option is found in either form, the last one given, and not behind --")
    func options() {
        #expect(words("assay coin --store a.db x").value(of: "store") == "a.db")
        #expect(words("assay coin --store=a.db x").value(of: "store") == "a.db")
        #expect(words("assay --store a.db coin --store=b.db x").value(of: "store") == "b.db")
        #expect(words("assay coin x --store a.db", at: 2).value(of: "store") == "a.db")
        #expect(words("assay coin --stores=a.db x").value(of: "store") == nil)
        #expect(words("assay coin -- --store=a.db").value(of: "store") == nil)
        #expect(words("assay coin --store").value(of: "store") == nil)
        #expect(words("assay coin --store= x").value(of: "store")?.isEmpty == true)
    }

    @Test("The value that is begun ends at the cursor and begins behind the sign of an option")
    func begun() {
        #expect(words("assay rank --sort=ra").value == "ra")
        #expect(words("assay rank --sort=rank", begun: "--sort=ra").value == "ra")
        #expect(words("assay coin a=b").value == "a=b")
        // The third word is asked about; ArgumentParser cuts the last one.
        #expect(words("assay coin mon --store x", at: 2, begun: "x").value == "mon")
        #expect(words("assay").command.isEmpty)
        #expect(words("assay coin ").command == "coin")
    }

    @Test("Quotes, backslashes and the home folder are read as shells read them")
    func quotes() {
        let typed = [#"Bit\ co"#, "\"Bit co", "'Bit co'", #""Bit"' co'"#, #"Bit" c"o"#]
        for word in typed {
            #expect(CommandLineWords(["assay", "coin", word], at: 2, begun: word).value == "Bit co")
        }
        #expect(CommandLineWords(["assay", #"'a\b'"#], at: 1, begun: #"'a\b'"#).value == #"a\b"#)
        #expect(words("assay coin --store ~/x.db y").value(of: "store") == "/h/x.db")
        #expect(words("assay coin --store ~you/x.db y").value(of: "store") == "~you/x.db")
        #expect(words("assay coin --store $A/x.db y").value(of: "store") == "$A/x.db")
    }

    @Test("Of a list the part behind the last comma is completed, and the rest and a plus are put back")
    func lists() {
        let names = ["rank", "score"]
        #expect(words("assay rank --columns ra").completed(inListOf: names) == names)
        #expect(words("assay rank --columns a,b,s").completed(inListOf: names) == ["a,b,rank", "a,b,score"])
        #expect(words("assay rank --columns +a,+s").completed(inListOf: names) == ["+a,+rank", "+a,+score"])
        #expect(words("assay rank --columns=a,").completed(inListOf: names) == ["a,rank", "a,score"])
    }

    @Test("Behind the colon of an order stand its two directions")
    func orders() {
        #expect(words("assay rank --sort a:desc,s").completed(inOrderOf: ["score"]) == ["a:desc,score"])
        #expect(words("assay rank --sort a:desc,b:").completed(inOrderOf: ["b"]) == ["a:desc,b:asc", "a:desc,b:desc"])
        #expect(words("assay rank --sort=rank:d").completed(inOrderOf: []) == ["rank:asc", "rank:desc"])
    }
}
