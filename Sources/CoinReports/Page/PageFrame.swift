internal import CoinModel
internal import CoinTables
internal import Mustache

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
