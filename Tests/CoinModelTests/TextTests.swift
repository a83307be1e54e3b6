import CoinModel
import Testing

@Suite struct TextTests {
    @Test(
        "What a proposed command ends with is read as it was named",
        arguments: [
            ("monero", "monero"), ("a b", "'a b'"), ("-x", "-- -x"), ("$(x)", "'$(x)'"), ("it's", "'it'\\''s'"),
            ("", "''"), ("-a b", "-- '-a b'"), ("`x`;y", "'`x`;y'"), ("\u{20AC}", "\u{20AC}"),
        ]
    )
    func operands(word: String, text: String) {
        #expect(shellOperand(word) == text)
        #expect(shellCoin(word) == (word.hasPrefix("-") ? shellQuoted("id:" + word) : text))
    }

    @Test(
        "Control and invisible characters are shown by their code",
        arguments: [
            "\u{0}", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}", "\u{61C}", "\u{200B}",
            "\u{200E}",
            "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{E0041}", "\u{3164}",
        ]
    )
    func hiddenCharacters(text: String) throws {
        let code = try #require(text.unicodeScalars.first)
        #expect(code.isHidden)
        #expect(("a" + text + "b").visible == "a<U+\(hexadecimal(code.value))>b")
    }

    @Test(
        "Visible text stays as it is",
        arguments: ["", "plain", "Größe", "日本", "e\u{301}", "👩\u{200D}💻", "☂\u{FE0F}", "\u{FFFD}", "क्\u{200C}ष"]
    )
    func visibleCharacters(text: String) {
        #expect(text.visible == text)
    }

    @Test("A long text is shortened in the middle") func longText() {
        let text = String(repeating: "a", count: 100) + String(repeating: "b", count: 100)
        #expect(text.shortened(to: 30) == String(repeating: "a", count: 20) + " … " + String(repeating: "b", count: 10))
        #expect(text.shortened(to: 200) == text)
        // Characters count, not bytes.
        #expect(String(repeating: "ß", count: 30).shortened(to: 30) == String(repeating: "ß", count: 30))
        // A letter with marks without end is no character without end.
        #expect(("e" + String(repeating: "\u{301}", count: 10_000)).shortened(to: 30).unicodeScalars.count == 33)
    }
}
