/// Where a filter stops making sense, and what would make sense there.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The character (Unicode scalar, from 1) where it stops making sense.
    public let position: Int
    /// What was expected, and what was found.
    public let detail: String
    /// Whether a name that no column has stands there.
    public let isUnknownColumn: Bool

    init(_ position: Int, _ detail: String, isUnknownColumn: Bool = false) {
        self.position = position
        self.detail = detail
        self.isUnknownColumn = isUnknownColumn
    }

    /// One line with the place.
    public var description: String { "filter, character \(position): \(detail)" }
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
        case and, or, not, `is`, missing
        case open = "("
        case close = ")"
    }

    let kind: Kind
    /// The place of its first character, from 1.
    let position: Int
    /// As it was written, for messages.
    let text: String

    /// The words of a filter, closed by `end`.
    static func tokens(of text: String) throws(FilterError) -> [FilterToken] {
        var scanner = FilterScanner(scalars: Array(text.unicodeScalars))
        var tokens: [FilterToken] = []
        repeat {
            tokens.append(try scanner.next())
        } while tokens.last?.kind != .end
        return tokens
    }
}

/// Cuts a filter into words.
private struct FilterScanner {
    let scalars: [Unicode.Scalar]
    var place = 0

    mutating func next() throws(FilterError) -> FilterToken {
        skip { $0.properties.isWhitespace }
        let start = place
        guard let first = peek else { return FilterToken(kind: .end, position: start + 1, text: "the end") }
        let kind: FilterToken.Kind =
            switch first {
            case "'", "\"": .literal(.text(try quoted(by: first)))
            case "0"..."9", "-", "+", ".": .literal(try number())
            case "(", ")", "a"..."z", "A"..."Z", "_": word(first)
            default: .comparison(try comparison())
            }
        return FilterToken(kind: kind, position: start + 1, text: "'" + text(start..<place, atMost: 32) + "'")
    }

    private var peek: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private func text(_ places: Range<Int>, atMost limit: Int = .max) -> String {
        String(String.UnicodeScalarView(scalars[places].prefix(limit)))
    }

    private mutating func skip(while matches: (Unicode.Scalar) -> Bool) {
        while let scalar = peek, matches(scalar) { place += 1 }
    }

    private mutating func word(_ first: Unicode.Scalar) -> FilterToken.Kind {
        let start = place
        place += 1
        if first != "(", first != ")" { skip(while: isPartOfWord) }
        let name = text(start..<place)
        return FilterToken.Keyword(rawValue: name.lowercased()).map { .keyword($0) } ?? .name(name)
    }

    private mutating func quoted(by quote: Unicode.Scalar) throws(FilterError) -> String {
        let start = place
        var text = String.UnicodeScalarView()
        place += 1
        while let scalar = peek {
            place += 1
            if scalar == quote {
                guard peek == quote else { return String(text) }
                place += 1
            }
            text.append(scalar)
        }
        throw FilterError(start + 1, "this text has no closing \(quote)")
    }

    /// A number as in JSON, with a leading `+`, zeros or a bare point allowed; an integer where it is written as one.
    private mutating func number() throws(FilterError) -> Cell {
        let start = place
        // A sign stands first, or behind an exponent.
        var last: Unicode.Scalar = "e"
        skip { scalar in
            let isPart =
                isPartOfWord(scalar) || scalar == "."
                || "+-".unicodeScalars.contains(scalar) && "eE".unicodeScalars.contains(last)
            last = scalar
            return isPart
        }
        let digits = text(start..<place)
        if digits.allSatisfy({ "0123456789.eE+-".contains($0) }) {
            if let integer = Int(digits) { return .integer(integer) }
            if let value = Double(digits), value.isFinite { return .number(value) }
        }
        throw FilterError(start + 1, "expected a number such as -1.5e3, found '\(text(start..<place, atMost: 32))'")
    }

    private mutating func comparison() throws(FilterError) -> FilterComparison {
        for end in [place + 2, place + 1] where end <= scalars.count {
            guard let comparison = FilterComparison(symbol: text(place..<end)) else { continue }
            place = end
            return comparison
        }
        place += 1
        let wanted = "a column, a number, a quoted text, a comparison (= != < <= > >= ~) or a parenthesis"
        throw FilterError(place, "expected \(wanted), found '\(scalars[place - 1])'")
    }
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

private func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic || isDigit(scalar) || scalar == "_"
}
