internal import CoinModel

extension RequestError {
    /// A filter that does not read from a character (Unicode scalar, from 1) on.
    init(at position: Int, _ detail: String, _ reason: RequestFailure = .selection) {
        self.init(reason, "filter, character \(position): \(detail)")
    }
}

/// A word of a filter and where it begins.
struct FilterToken {
    enum Kind: Equatable {
        case name(String)
        case literal(Cell)
        case comparison(FilterComparison)
        case keyword(Keyword)
        case end
    }

    enum Keyword: String {
        case and, or, not, `is`, `in`, missing
        case open = "("
        case close = ")"
        case comma = ","
    }

    let kind: Kind
    /// The place of its first character, from 1.
    let position: Int
    /// As it was written, for messages.
    let text: String

    /// The words of a filter, closed by `end`.
    static func tokens(of text: String) throws(RequestError) -> [FilterToken] {
        let scalars = text.unicodeScalars
        var rest = scalars[...]
        var tokens: [FilterToken] = []
        while true {
            rest = rest.drop { $0.properties.isWhitespace }
            let position = scalars.distance(from: scalars.startIndex, to: rest.startIndex) + 1
            guard let first = rest.first else {
                return tokens + [FilterToken(kind: .end, position: position, text: "the end")]
            }
            let start = rest.startIndex
            let kind: Kind =
                switch first {
                case "'", "\"": .literal(.text(try quoted(&rest, position)))
                case "0"..."9", "-", "+", ".": .literal(try number(&rest, position))
                case "(", ")", ",", "a"..."z", "A"..."Z", "_": word(&rest)
                default: .comparison(try comparison(&rest, position))
                }
            let written = String(scalars[start..<rest.startIndex].prefix(shown))
            tokens.append(FilterToken(kind: kind, position: position, text: "'\(written)'"))
        }
    }

    /// The most characters of a word in a message.
    private static let shown = 32

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
    }

    private static func word(_ rest: inout Substring.UnicodeScalarView) -> Kind {
        let length = rest.first.map(isPartOfWord) == true ? rest.prefix(while: isPartOfWord).count : 1
        let name = String(rest.prefix(length))
        rest.removeFirst(length)
        return Keyword(rawValue: name.lowercased()).map { .keyword($0) } ?? .name(name)
    }

    private static func quoted(
        _ rest: inout Substring.UnicodeScalarView,
        _ position: Int
    ) throws(RequestError) -> String {
        let quote = rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let end = rest.firstIndex(of: quote) {
            text += rest[..<end]
            rest = rest[end...].dropFirst()
            guard rest.first == quote else { return String(text) }
            text.append(rest.removeFirst())
        }
        throw RequestError(at: position, "this text has no closing \(quote)")
    }

    /// A number as in JSON, with a leading `+`, zeros or a bare point allowed; an integer where it is written as one.
    private static func number(
        _ rest: inout Substring.UnicodeScalarView,
        _ position: Int
    ) throws(RequestError) -> Cell {
        // A sign stands first, or behind an exponent.
        var last: Unicode.Scalar = "e"
        let digits = rest.prefix { scalar in
            defer { last = scalar }
            return isPartOfWord(scalar) || scalar == "."
                || "+-".unicodeScalars.contains(scalar) && (last == "e" || last == "E")
        }
        rest = rest[digits.endIndex...]
        if digits.allSatisfy({ "0123456789.eE+-".unicodeScalars.contains($0) }) {
            let text = String(digits)
            if let integer = Int(text) { return .integer(integer) }
            if let value = Double(text), value.isFinite { return .number(value) }
        }
        let found = String(digits.prefix(shown))
        throw RequestError(at: position, "expected a number such as -1.5e3, found '\(found)'")
    }

    private static func comparison(
        _ rest: inout Substring.UnicodeScalarView,
        _ position: Int
    ) throws(RequestError) -> FilterComparison {
        for length in [2, 1] {
            guard let comparison = FilterComparison(symbol: String(rest.prefix(length))) else { continue }
            rest = rest.dropFirst(length)
            return comparison
        }
        let wanted = "a column, a number, a quoted text, a comparison (= != < <= > >= ~) or a parenthesis"
        throw RequestError(at: position, "expected \(wanted), found '\(String(rest.prefix(1)))'")
    }
}
