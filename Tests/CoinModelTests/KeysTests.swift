import CoinModel
import Testing

@Suite struct KeysTests {
    @Test(
        "Keys are equal by their bytes",
        arguments: [
            ("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}"), ("\u{C5}", "\u{212B}"), ("\u{1100}\u{1161}", "\u{AC00}"),
        ]
    )
    func bytes(one: String, other: String) {
        #expect(one == other)
        #expect(ExactText(one) != ExactText(other))
        #expect(Set([ExactText(one), ExactText(other), ExactText(one)]).count == 2)
        #expect(CoinKey(id: one) != CoinKey(id: other))
        #expect(CoinArgument(space: "", id: one) != CoinArgument(space: "", id: other))
    }

    @Test(
        "Texts in normal form NFC are recognised",
        arguments: [
            ("", true), ("bitcoin", true), ("caf\u{E9}", true), ("cafe\u{301}", false), ("\u{212A}", false),
            ("\u{212B}", false), ("\u{AC00}", true), ("\u{1100}\u{1161}", false), ("a\u{327}\u{301}", false),
            ("\u{958}", false), ("日本", true), ("x\u{301}", true), ("\u{1F600}", true),
        ]
    )
    func normalForm(text: String, isNormalized: Bool) {
        #expect(text.isNormalized == isNormalized)
    }

    @Test(
        "Lookalike texts have the same skeleton",
        arguments: [
            ("\u{212A}CS", "KCS"), ("\u{FF22}\u{FF34}\u{FF23}", "BTC"), ("\u{1D401}\u{1D413}\u{1D402}", "BTC"),
            ("\u{412}\u{456}t\u{441}\u{43E}\u{456}n", "Bitcoin"), ("m", "rn"), ("1", "l"), ("I", "l"), ("0", "O"),
            ("\u{1D6E2}", "A"), ("\u{1D7CE}", "0"), ("\u{FB01}", "fi"), ("Bit\u{200B}coin", "Bitcoin"),
            ("\u{391}\u{3A1}\u{395}", "APE"), ("caf\u{E9}", "cafe\u{301}"),
        ]
    )
    func skeletons(one: String, other: String) {
        #expect(one.skeleton.unicodeScalars.elementsEqual(other.skeleton.unicodeScalars))
    }

    @Test(
        "Different texts have different skeletons",
        arguments: [("BTC", "BTG"), ("btc", "BTC"), ("k", "\u{43A}"), ("日", "目")]
    )
    func otherSkeletons(one: String, other: String) {
        #expect(one.skeleton != other.skeleton)
    }

    @Test(
        "Near names are suggested in one form of sentence",
        arguments: [
            ("dev21", ["dev12", "dev52", "price"], "did you mean 'dev12'?"),
            ("moner", ["monero", "bitcoin"], "did you mean 'monero'?"),
            ("d", ["a", "b", "c", "e"], "did you mean 'a', 'b' or 'c'?"),
            ("dev", ["dev12", "dev52", "price"], "did you mean 'dev12' or 'dev52'?"),
        ]
    )
    func suggestions(typed: String, names: [String], text: String) {
        #expect(suggestion(for: typed, among: names) == text)
        #expect(unknown("column", typed, among: names, else: "none") == "unknown column '\(typed)'; \(text)")
        #expect(unknown("column", "nothing-like-it", among: names, else: "none").hasSuffix("'; none"))
    }

    @Test(
        "A path is not a repository name",
        arguments: [
            "/srv/acme/one", "/acme/one", "~/acme/one", "~acme/one", "./acme/one", "../acme/one", ".acme/one",
            "//acme/one",
            "file:///srv/acme/one", "file:acme/one",
        ]
    )
    func paths(text: String) {
        #expect(RepositoryName(text) == nil)
    }

    @Test(
        "A folder named owner__name names its repository",
        arguments: [
            ("acme__one", "acme/one"), ("acme__one.git", "acme/one"),
            ("gitlab.com__group__sub__name.git", "gitlab.com/group/sub/name"),
            ("acme__one__two", "acme/one__two"),
        ]
    )
    func folders(folder: String, key: String) {
        #expect(RepositoryName(ofFolder: folder)?.key == key)
        #expect(RepositoryName(ofFolder: "plain") == nil)
    }
}
