/// An article of Wikipedia in one of its languages: `en:Polygon_(blockchain)`.
public struct WikipediaArticle: Hashable, Sendable, CustomStringConvertible {
    /// The language, as its project is called: `en`, `zh-min-nan`.
    public let language: String
    /// The title as addresses have it: `_` for blanks, the first letter in upper case, in NFC.
    public let title: String

    /// Reads `language:Title`, blanks or `_` between words; nil where a part is empty, too long or has what no title has.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(language: String(parts[0]).lowercased(), title: String(parts[1]))
    }

    /// An article of a project such as `en.wikipedia` or `en.wikipedia.org`.
    public init?(project: String, title: String) {
        let parts = project.split(separator: ".")
        guard parts.count >= 2, parts[1] == "wikipedia", parts.dropFirst(2).allSatisfy({ $0 == "org" }) else {
            return nil
        }
        self.init(language: String(parts[0]), title: title)
    }

    private init?(language: String, title: String) {
        let words = title.split { $0 == "_" || $0.isWhitespace }.joined(separator: "_")
        let isLanguage = language.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x2d }
        let isTitle =
            words.isNormalized
            && !words.unicodeScalars.contains { $0.value < 0x20 || "#<>[]|{}".unicodeScalars.contains($0) }
        guard isLanguage, (2...20).contains(language.utf8.count), isTitle, (1...255).contains(words.utf8.count) else {
            return nil
        }
        self.language = language
        self.title = words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The title with blanks between its words.
    public var words: String { title.replacing("_", with: " ") }

    /// `language:Title`, which reads back as the same article.
    public var description: String { "\(language):\(title)" }
}
