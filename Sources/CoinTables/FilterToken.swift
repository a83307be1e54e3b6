/// A word of a filter and where it begins.
struct FilterToken: Equatable {
    enum Kind: Equatable {
        case name(String)
        case literal(Cell)
        case comparison(FilterComparison)
        case and
        case or
        case not
        case `is`
        case missing
        case open
        case close
        case end
    }

    let kind: Kind
    /// The place of its first character, from 1.
    let position: Int
    /// As it was written, for messages.
    let text: String

    /// The words of a filter, closed by `end`.
    static func tokens(of text: String) throws(FilterError) -> [FilterToken] {
        guard text.unicodeScalars.prefix(Filter.maximumLength + 1).count <= Filter.maximumLength else {
            throw FilterError(
                position: Filter.maximumLength + 1,
                detail: "expected at most \(Filter.maximumLength) characters; shorten the filter"
            )
        }
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
        let kind: FilterToken.Kind
        switch first {
        case "(", ")":
            place += 1
            kind = first == "(" ? .open : .close
        case "'", "\"":
            kind = .literal(.text(try quoted(by: first)))
        case "0"..."9", "-", "+", ".":
            kind = .literal(try number())
        case "a"..."z", "A"..."Z", "_":
            kind = word()
        default:
            kind = .comparison(try comparison())
        }
        return FilterToken(kind: kind, position: start + 1, text: "'" + text(from: start) + "'")
    }

    private var peek: Unicode.Scalar? {
        place < scalars.count ? scalars[place] : nil
    }

    private func text(from start: Int) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<place].prefix(32))
        return String(text)
    }

    private mutating func skip(while matches: (Unicode.Scalar) -> Bool) {
        while let scalar = peek, matches(scalar) { place += 1 }
    }

    private mutating func word() -> FilterToken.Kind {
        let start = place
        skip { isWordScalar($0) }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[start..<place])
        switch String(name).lowercased() {
        case "and": return .and
        case "or": return .or
        case "not": return .not
        case "is": return .is
        case "missing": return .missing
        default: return .name(String(name))
        }
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
        throw FilterError(position: start + 1, detail: "this text has no closing \(quote)")
    }

    /// A number as in JSON, with a leading `+`, zeros or a bare point allowed; an integer where it is written as one.
    private mutating func number() throws(FilterError) -> Cell {
        let start = place
        let isDigit: (Unicode.Scalar) -> Bool = { ("0"..."9").contains($0) }
        if peek == "-" || peek == "+" { place += 1 }
        skip(while: isDigit)
        if peek == "." {
            place += 1
            skip(while: isDigit)
        }
        if peek == "e" || peek == "E" {
            place += 1
            if peek == "-" || peek == "+" { place += 1 }
            skip(while: isDigit)
        }
        let end = place
        skip { isWordScalar($0) || $0 == "." }
        var digits = String.UnicodeScalarView()
        digits.append(contentsOf: scalars[start..<end])
        if end == place {
            if let integer = Int(String(digits)) { return .integer(integer) }
            if let value = Double(String(digits)), value.isFinite { return .number(value) }
        }
        throw FilterError(position: start + 1, detail: "expected a number such as -1.5e3, found '\(text(from: start))'")
    }

    private mutating func comparison() throws(FilterError) -> FilterComparison {
        let start = place
        for length in [2, 1] where start + length <= scalars.count {
            var symbol = String.UnicodeScalarView()
            symbol.append(contentsOf: scalars[start..<start + length])
            guard let comparison = FilterComparison(symbol: String(symbol)) else { continue }
            place += length
            return comparison
        }
        place += 1
        throw FilterError(
            position: start + 1,
            detail: "expected a column, a number, a quoted text, a comparison (= != < <= > >= ~) or a parenthesis, "
                + "found '\(text(from: start))'"
        )
    }
}

/// Whether a character can stand inside a column's name.
private func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
}
