internal import CoinModel
internal import CoinTables
internal import Mustache

/// The templates of a file of the folder `Resources`, which the build embeds in the program; they are read once.
///
/// A file of several parts has a mark before each: `{{! part row }}` in a template, `/* part charts */` in a style. Templates
/// of pages take `{{> heading}}` from `page.html`, whose parts several pages have.
///
/// `head`: from the document's type to the opening of the content, as `PageFrame.head` has it; `verdict`, which a page may
/// describe itself by; `hasImages` where it holds some as data. `heading`: `title`, and where it is for its owner alone
/// (`isPrivate`), that it is. `lead` and `tiles`: the sentence that answers, and figures below it. `table`: a table as it is,
/// as `PlainTable` has it. `footer`: to the end of the content, as `PageFrame.foot` has it.
struct PageTemplates {
    private let parts: Result<[Substring: MustacheTemplate], any Error>

    /// Templates whose values enter as `PageText` has it; `head` goes on from the head of all pages.
    private init(_ bytes: [UInt8]) {
        MustacheContentTypes.register(PageText(), named: "PAGE")
        let page = PageTemplates.named(PackageResources.page_html, "{{! part ", " }}\n")
        let shared = page.filter { !$0.key.contains("-") && $0.key != "head" }
        parts = Result {
            var templates: [Substring: MustacheTemplate] = [:]
            for (name, part) in PageTemplates.named(bytes, "{{! part ", " }}\n") {
                var text = String(part)
                // A shared part may take another one.
                for _ in 0..<2 {
                    for (name, part) in shared { text = text.replacing("{{> \(name)}}", with: part) }
                }
                let start = name.hasSuffix("head") ? page["head", default: ""] : ""
                templates[name] = try MustacheTemplate(string: "{{% CONTENT_TYPE: PAGE}}\n" + start + text)
            }
            return templates
        }
    }

    /// The parts of a file by what stands between two marks.
    static func named(_ bytes: [UInt8], _ before: String, _ behind: String) -> [Substring: Substring] {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: before).compactMap { part in
            part.firstRange(of: behind).map { (part[..<$0.lowerBound], part[$0.upperBound...]) }
        }
        return Dictionary(parts) { first, _ in first }
    }

    /// A part with values.
    ///
    /// - Throws: the error of Mustache for a part that is not a template, `ReportError` for a name that no part has.
    func render(_ part: String, _ fields: [String: Any]) throws -> String {
        guard let template = try parts.get()[Substring(part)] else {
            throw ReportError(.missingPart, "the page has no part `\(part)`; install assay again")
        }
        return template.render(PageFields(fields))
    }

    static let page = PageTemplates(PackageResources.page_html)
    static let table = PageTemplates(PackageResources.table_html)
    static let story = PageTemplates(PackageResources.story_html)
    static let coin = PageTemplates(PackageResources.coin_html)
    static let ranking = PageTemplates(PackageResources.ranking_html)
}

/// What a template can ask of a part of a page, and of the parts within it.
///
/// An empty text, and what is not there, is nothing, never nil, which would ask the part around it in its stead; `hasTiles` is
/// whether there are `tiles`, where it is not said.
private struct PageFields: MustacheParent {
    private let fields: [String: Any]

    init(_ fields: [String: Any]) { self.fields = fields }

    func child(named name: String) -> Any? {
        switch fields[name] {
        case let text as String: return text.isEmpty ? Nothing() : text
        case let part as [String: Any]: return part.isEmpty ? Nothing() : PageFields(part)
        case let parts as [[String: Any]]: return parts.map(PageFields.init)
        case let value?: return value
        case nil:
            guard name.hasPrefix("has") else { return Nothing() }
            let list = name.dropFirst(3)
            return (fields[list.prefix(1).lowercased() + list.dropFirst()] as? [Any])?.isEmpty == false
        }
    }

    /// No text, and no section.
    private struct Nothing: MustacheCustomRenderable {
        var renderText: String { "" }
        var isNull: Bool { true }
    }
}

/// A style or script of a page, with the digest that the page's policy names; a test compares it with the text.
///
/// Scripts read what the page shows; nothing from a report stands in a script itself. Signals are marked by blue, light
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
        let common = PageTemplates.named(PackageResources.page_css, "/* part ", " */\n")
        let text = shared.map { common[Substring($0), default: ""] }.joined() + String(decoding: bytes, as: UTF8.self)
        return PageAsset(text, digest)
    }

    static let tableStyle = style(
        ["theme", "charts", "story"],
        PackageResources.table_page_css,
        "sha256-dwAxr0oz4xDjf9K+chkij6Nvwj+kjPWiBGzu8/kpamk="
    )
    static let coinStyle = style(
        ["theme", "charts"],
        PackageResources.coin_page_css,
        "sha256-mSSqWHESzJMNhwMpvCPSeQ1S7sve1R90L2o22kSCpF8="
    )
    static let rankingStyle = style(
        ["theme"],
        PackageResources.ranking_page_css,
        "sha256-A9Fq464YrFJpAXWtnjbOlBs3LLfz63gcx5nZJbam2cQ="
    )
    static let timelineStyle = style(["theme", "timeline"], [], "sha256-DUPO3TqRpApZiFl2GBMr82UpXrFfKOOlfroNkVj6r/g=")
    static let storyStyle = style(
        ["theme", "charts", "story"],
        [],
        "sha256-xwomwZIyQPpAo+RBVfiCaWvwEjoKqBRYbJektMbwUjA="
    )
    static let articleStyle = style(
        ["theme", "story", "article"],
        [],
        "sha256-jDWefyeFBP1Oy44nMSfyyrdr+NV6qH+eKPrOcwU2c/s="
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
        if text.utf8.allSatisfy(PageText.isPlain) { return text }
        return text.visible.replacingScalars { scalar in
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

    /// Whether a byte is all of its character, and stands as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && !"&<>\"'".utf8.contains(byte)
    }
}
