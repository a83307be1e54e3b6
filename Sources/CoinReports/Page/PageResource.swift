internal import CoinModel
internal import CoinTables
internal import Mustache

/// A file of the folder `Resources`, which the build embeds in the program.
///
/// A file of several parts has a mark before each: `{{! part row }}` in a template, `/* part charts */` in a style. Templates
/// of pages take `{{> heading}}` from `page.html`.
struct PageResource {
    private let parts: [Substring: Substring]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file, as the build embeds it.
    ///   - marks: what stands before and behind the name of a part.
    init(_ bytes: [UInt8], marks: (before: String, behind: String) = ("{{! part ", " }}\n")) {
        let text = String(decoding: bytes, as: UTF8.self)
        let named = text.split(separator: marks.before).compactMap { part in
            part.firstRange(of: marks.behind).map { (part[..<$0.lowerBound], part[$0.upperBound...]) }
        }
        parts = Dictionary(named) { first, _ in first }
    }

    /// The text of a part; empty for a name that no part has.
    subscript(_ name: String) -> String { String(parts[Substring(name), default: ""]) }

    /// Its parts as templates whose values enter as `PageText` has it; `head` goes on from the head of all pages.
    ///
    /// - Throws: the error of Mustache for a part that is no template.
    func templates() throws -> PageTemplates {
        MustacheContentTypes.register(PageText(), named: "PAGE")
        return PageTemplates(
            parts: try parts.reduce(into: [:]) { templates, part in
                let start = part.key.hasSuffix("head") ? PageResource.page["head"] : ""
                let text = ["heading", "lead", "cards", "card", "tiles", "section", "table", "footer"].reduce(
                    String(part.value)
                ) { text, shared in
                    text.replacing("{{> \(shared)}}", with: PageResource.page[shared])
                }
                templates[part.key] = try MustacheTemplate(string: "{{% CONTENT_TYPE: PAGE}}\n" + start + text)
            }
        )
    }

    /// The parts that several pages have.
    ///
    /// `head`: from the document's type to the opening of the content, as `PageFrame.head` has it; `verdict`, which a page may
    /// describe itself by; `hasImages` where it holds some as data. `heading`: `title`, and where it is for its owner alone
    /// (`isPrivate`), that it is. `lead` and `tiles`: the sentence that answers, and figures below it, as `Table.answerView` has
    /// them. `table`: a table as it is, as `PlainTable` has it. `footer`: to the end of the content, as `PageFrame.foot` has it.
    static let page = PageResource(PackageResources.page_html)
    static let table = PageResource(PackageResources.table_html)
    static let story = PageResource(PackageResources.story_html)
    static let coin = PageResource(PackageResources.coin_html)
    static let ranking = PageResource(PackageResources.ranking_html)
}

/// The templates of a page's parts, which are read once for many rows.
struct PageTemplates {
    fileprivate let parts: [Substring: MustacheTemplate]

    /// A part with the values of an object.
    ///
    /// - Throws: `MissingPart` for a name that no part has.
    func render(_ part: String, _ object: Any = [:] as [String: Any]) throws -> String {
        guard let template = parts[Substring(part)] else { throw MissingPart(name: part) }
        return template.render(object)
    }

    /// A part of a file of the program that is not in it.
    struct MissingPart: Error { let name: String }
}

/// A style or script of a page, with the digest that the page's policy names; a test compares it with the text.
///
/// Scripts read what the page shows; nothing from a report stands in a script itself. Signals are told apart by blue, light
/// blue, amber, plum and ink: their closest pair differs by ΔE 20 under simulated protan, deutan and tritan vision, and each
/// stands out from the card by 3:1. Text has 5.5:1 or more. No red or green.
struct PageAsset {
    let text: String
    let digest: String

    private init(_ text: String, _ digest: String) {
        self.text = text
        self.digest = digest
    }

    private static func script(_ bytes: [UInt8], _ digest: String) -> PageAsset {
        PageAsset(String(decoding: bytes, as: UTF8.self), digest)
    }

    /// A style: the theme of all pages, other shared parts, and the page's own.
    private static func style(_ shared: [String], _ bytes: [UInt8], _ digest: String) -> PageAsset {
        let common = PageResource(PackageResources.page_css, marks: ("/* part ", " */\n"))
        let text = shared.map { common[$0] }.joined() + String(decoding: bytes, as: UTF8.self)
        return PageAsset(text, digest)
    }

    static let tableStyle = style(
        ["theme", "charts"],
        PackageResources.table_page_css,
        "sha256-lCQQjTQjrIPx1Fc71B5QHlqipFKVSQcXmp+dOgDP9tc="
    )
    static let coinStyle = style(
        ["theme", "charts"],
        PackageResources.coin_page_css,
        "sha256-Yd9FMdJG98aKlGF4xxT3cWPgxP0XqRryN7TtnLlG0h0="
    )
    static let rankingStyle = style(
        ["theme"],
        PackageResources.ranking_page_css,
        "sha256-QEzysRfEdAMU68ICCaR+pT4Bzh5uIr9dkEPFFRXY3dk="
    )
    static let sectionStyle = style(["theme"], [], "sha256-8S0KM0jM/pwlHKgDuiVWOAyX0k4hO0UJJ7M0VFJWaB4=")
    static let timelineStyle = style(["theme", "timeline"], [], "sha256-BO/iNngyWB8HLX2akTBnocXt0cDUnM3YY7GZQO7qQss=")
    static let storyStyle = style(
        ["theme", "charts", "story"],
        [],
        "sha256-lth3gIMHDXeF06xnjLe/zJ/I8WVZzpeGSOB7zYrPy5Q="
    )
    /// Sorting by a click or key on a heading, and the filter.
    static let tableScript = script(
        PackageResources.table_page_js,
        "sha256-bV07vObd9aNBS6IW6gaPbSE5y657SnA5tdNPRWQj13A="
    )
    /// The hairline through all charts and the figures next to them; periods and charts are chosen without it.
    static let coinScript = script(PackageResources.coin_page_js, "sha256-Ziv4o4ttl8tlvlJn31l/ETMxMFSGbUYZ3Bv+6CZESQs=")
    /// Sorting, filter, states, choice of columns, keys, by `data-k` of each row: the sort keys of its columns by place.
    static let rankingScript = script(
        PackageResources.ranking_page_js,
        "sha256-YL3uGqYPDqLfwsRLmTGQ4rWXBwk9/pLpBXUbn9CLD1M="
    )
}

extension String {
    /// What a template asks of a text that may be left out: false for an empty one.
    var unlessEmpty: Any { isEmpty ? false : self }
}

extension CoinPicture {
    /// What a template needs to show it within a square of so many pixels.
    func view(within side: Int) -> [String: String] {
        let (width, height) = size(within: side)
        return ["address": address, "width": "\(width)", "height": "\(height)"]
    }
}

/// How text from a table enters the page, between tags and in quoted attributes alike.
///
/// Mustache's own rule compares whole characters, so that a quotation mark with an accent on it passes unescaped and
/// ends its attribute. This one looks at each Unicode scalar, and shows hidden characters by their codes.
struct PageText: MustacheContentType {
    /// The text with `& < > " '` as references.
    func escapeText(_ text: String) -> String {
        text.visible.replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: nil
            }
        }
    }
}
