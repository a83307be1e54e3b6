internal import CoinModel
internal import CoinTables
internal import Mustache

/// What all pages begin with, and how their templates are read.
enum PageFrame {
    /// A template whose values enter as `PageText` has it.
    static func template(_ text: String) throws -> MustacheTemplate {
        MustacheContentTypes.register(PageText(), named: "PAGE")
        return try MustacheTemplate(string: "{{% CONTENT_TYPE: PAGE}}\n" + text)
    }

    /// From the document's type to the pages to go to: `title`, `style` and the digests of style and script; `verdict`, which
    /// a page may describe itself by; `hasImages` where it holds some as data; `pages`, by title and address, and `asOf` behind them, where there are any.
    static let head = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{{styleDigest}}'; \
        script-src '{{scriptDigest}}'; {{#hasImages}}img-src data:; {{/hasImages}}base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        {{#verdict}}
        <meta name="description" content="{{verdict}}">
        {{/verdict}}
        <title>{{title}}</title>
        <style>{{{style}}}</style>
        </head>
        <body>
        {{#hasPages}}
        <nav aria-label="Pages">{{#pages}}<a href="{{address}}">{{title}}</a> {{/pages}}\
        {{#asOfBeside}}<span class="soft">as of {{asOfBeside}}</span>{{/asOfBeside}}</nav>
        {{/hasPages}}

        """

    /// The heading of a page: `title`, and where it is for its owner alone (`isPrivate`), that it is.
    static let heading = """
        <h1>{{title}}</h1>
        {{#isPrivate}}
        <p><span class="chip flat">private</span> What you hold or trade: this page is for you alone.</p>
        {{/isPrivate}}

        """
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
