internal import CoinModel

/// The words of a text in HTML: tags and comments go, scripts and styles with all that is in them, references become their
/// characters, every run of blanks one blank, and what shows nothing goes.
///
/// What is left is text and no markup, whatever it looks like: `&lt;b&gt;` reads `<b>`. At most `limit` characters are kept. Linear
/// in the length of the text.
func plainText(ofHTML html: String, limit: Int) -> String {
    var words = PlainText(limit: limit)
    var rest = Substring(html).unicodeScalars[...]
    while let scalar = rest.popFirst() {
        switch scalar {
        case "<" where rest.first.map(PlainText.opensTag) ?? false: PlainText.skipTag(&rest, &words)
        case "&": words.add(PlainText.reference(&rest))
        default: words.add(scalar)
        }
        if words.isFull { break }
    }
    return words.text
}

private struct PlainText {
    typealias Scalars = Substring.UnicodeScalarView

    private(set) var text = ""
    private var count = 0
    private var isAfterBlank = false
    private let limit: Int

    /// Elements that hold no words.
    private static let wordless: Set = ["script", "style", "template", "noscript", "iframe", "svg", "object", "title"]
    /// Elements that words do not run on over.
    private static let inline: Set = [
        "a", "b", "i", "em", "strong", "span", "u", "sup", "sub", "code", "small", "font",
    ]

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "middot": "·", "copy": "©",
        "reg": "®", "trade": "™", "euro": "€", "pound": "£", "times": "×", "deg": "°", "laquo": "«", "raquo": "»",
    ]

    /// The longest reference: `&#x10FFFF;` with zeros before it.
    private static let longestReference = 16

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { count >= limit }

    mutating func add(_ scalar: Unicode.Scalar) {
        if scalar.properties.isWhitespace {
            isAfterBlank = count > 0
        } else if !scalar.isHidden {
            if isAfterBlank { text.unicodeScalars.append(" ") }
            text.unicodeScalars.append(scalar)
            count += isAfterBlank ? 2 : 1
            isAfterBlank = false
        }
    }

    static func opensTag(_ next: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(next) || ("A"..."Z").contains(next) || next == "/" || next == "!" || next == "?"
    }

    /// Skips a tag behind its `<`, and what is in an element without words.
    static func skipTag(_ rest: inout Scalars, _ words: inout PlainText) {
        if rest.starts(with: "!--".unicodeScalars) { return skip(&rest, behind: "-->") }
        let isEnd = rest.first == "/"
        if isEnd { rest.removeFirst() }
        let name = String(rest.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) }).lowercased()
        var quote: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == ">" {
                break
            }
        }
        if !isEnd, wordless.contains(name) {
            skip(&rest, behind: "</" + name)
            skip(&rest, behind: ">")
        }
        if !inline.contains(name) { words.add(" ") }
    }

    /// Skips to behind the next place of an ASCII text, in whatever case, or to the end.
    private static func skip(_ rest: inout Scalars, behind end: String) {
        let end = Array(end.unicodeScalars)
        while !rest.isEmpty {
            let start = rest.prefix(end.count)
            if start.count == end.count, zip(start, end).allSatisfy({ $0.properties.lowercaseMapping == String($1) }) {
                rest = rest.dropFirst(end.count)
                return
            }
            rest.removeFirst()
        }
    }

    /// The character of a reference behind its `&`; the `&` itself where there is none.
    static func reference(_ rest: inout Scalars) -> Unicode.Scalar {
        guard let end = rest.prefix(longestReference).firstIndex(of: ";") else { return "&" }
        let name = String(rest[..<end])
        var found = named[name]
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
            let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            // What is not a character shows nothing.
            found = code.map { Unicode.Scalar($0) ?? "\u{200B}" }
        }
        guard let found else { return "&" }
        rest = rest[rest.index(after: end)...]
        return found
    }
}
