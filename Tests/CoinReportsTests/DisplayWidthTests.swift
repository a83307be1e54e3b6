import CoinModel
import Testing

@testable import CoinReports

@Suite struct DisplayWidthTests {
    @Test(
        "A text takes its display width in columns",
        arguments: [
            ("", 0), ("bitcoin", 7), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("日本語", 6), ("한국", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2),
            ("Ａ１", 4), ("ﾊﾝ", 2), ("🚀", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇨🇭", 2), ("❤️", 2), ("❤", 1), ("⌚", 2), ("Ω≈", 2),
            ("…", 1),
            ("ไทย", 3),
        ]
    )
    func displayWidth(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test(
        "A cut text fits its width",
        arguments: [
            ("bitcoin", 7, "bitcoin"), ("bitcoin", 6, "bitco…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
            ("ab", 1, "…"),
        ]
    )
    func cutText(text: String, width: Int, cut: String) {
        #expect(text.cut(toWidth: width) == cut)
        #expect(cut.displayWidth <= width)
    }

    @Test(
        "A long text wraps at its width",
        arguments: [
            ("a word or two", 20, ["a word or two"]), ("a word or two", 6, ["a word", "or two"]),
            ("a-long-word", 4, ["a-lo", "ng-w", "ord"]), ("one a-long-word", 6, ["one", "a-long", "-word"]),
            ("日本語日本", 4, ["日本", "語日", "本"]), ("日本", 1, ["日", "本"]), ("", 4, [""]),
        ]
    )
    func wrappedText(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(toWidth: width) == lines)
    }

    @Test("Sparklines cover the scale and show missing weeks") func sparkline() {
        #expect(sparkBars([0, 1, 7, 8, .nan], fromZero: true) == "▁▂██·")
        #expect(sparkBars([100, 104, 108], fromZero: false) == "▁▅█" && sparkBars([5, 5], fromZero: false) == "▁▁")
        #expect(
            sparkBars([.nan, .infinity], fromZero: true) == "" && sparkBars([-1e308, 1e308], fromZero: true) == "▁█"
        )
    }

    @Test(
        "Hidden characters are shown by their code",
        arguments: [
            ("a\u{202E}b", "a<U+202E>b"), ("\u{1B}[2J", "<U+001B>[2J"), ("\r\n", "<U+000D><U+000A>"),
            ("\u{9B}", "<U+009B>"),
            ("\u{2028}\u{FEFF}\u{200B}", "<U+2028><U+FEFF><U+200B>"), ("\u{E0041}", "<U+E0041>"),
            ("\u{3164}", "<U+3164>"),
            ("👩‍👩‍👧❤️", "👩‍👩‍👧❤️"), ("é日", "é日"), ("\u{2066}=\u{301}", "<U+2066>=\u{301}"),
        ]
    )
    func hiddenCharacters(text: String, shown: String) {
        #expect(Array(text.visible.unicodeScalars) == Array(shown.unicodeScalars))
    }
}
