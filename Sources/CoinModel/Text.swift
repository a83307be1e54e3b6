extension Unicode.Scalar {
    /// Whether this character steers a display instead of showing something: controls, line and paragraph
    /// separators, and invisible format characters such as those that turn the direction of text.
    ///
    /// The joiners and variation selectors that scripts and emoji need are not among them.
    public var isHidden: Bool {
        if (0x20...0x7E).contains(value) { return false }
        switch value {
        case 0x200C, 0x200D, 0xFE00...0xFE0F: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }
}

extension Unicode.Scalar {
    /// Its code in a JSON text, beyond U+FFFF a surrogate pair.
    fileprivate var jsonEscape: String { String(self).utf16.map { "\\u" + hexadecimal(UInt32($0)) }.joined() }
}

extension String {
    /// The text for a place where people read it: every hidden character shown as its code, such as `<U+202E>`, so
    /// that a name can neither steer a terminal nor disguise itself.
    public var visible: String {
        guard unicodeScalars.contains(where: \.isHidden) else { return self }
        return unicodeScalars.map { $0.isHidden ? "<U+\(hexadecimal($0.value))>" : String($0) }.joined()
    }

    /// The text with some characters replaced, each on its own and not as part of what it combines with.
    public func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        text.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let other = replacement(scalar) {
                text += other
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// A JSON string that reads back as the same text.
    ///
    /// Beside quotes and backslashes, every hidden character (controls, U+2028 and U+2029, turners of direction) is
    /// written as its code, so that the text is safe on a terminal and inside JavaScript; `<` too, for HTML's sake.
    public var jsonQuoted: String {
        if utf8.allSatisfy(isPlainInJSON) { return "\"" + self + "\"" }
        let escaped = replacingScalars { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case _ where scalar == "<" || scalar.isHidden:
                scalar.jsonEscape
            default: nil
            }
        }
        return "\"" + escaped + "\""
    }

    /// JSON as the same JSON in ASCII: every other character, which only its texts have, is written as its code.
    public var asciiJSON: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : replacingScalars { $0.isASCII ? nil : $0.jsonEscape }
    }

    /// The text with its middle left out where it has more characters than that: the beginning says what it is about,
    /// the end what to do.
    public func shortened(to limit: Int) -> String {
        guard utf8.count > limit, unicodeScalars.count > limit else { return self }
        var short = String(unicodeScalars.prefix(limit * 2 / 3))
        short += " … "
        short.unicodeScalars += unicodeScalars.suffix(limit / 3)
        return short
    }
}

/// Whether a byte of a text stands in JSON as it is, and is all of its character.
private func isPlainInJSON(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"): false
    default: (0x20..<0x7F).contains(byte)
    }
}

/// A code in at least four hexadecimal digits.
public func hexadecimal(_ code: UInt32) -> String {
    padded(String(code, radix: 16, uppercase: true), 4)
}

/// A number in sixteen hexadecimal digits.
package func hexadecimal(_ number: UInt64) -> String { padded(String(number, radix: 16), 16) }

/// A text as a word of a list: percent signs, blanks and what else parts words are written as `%20`.
func escaped(_ text: String, _ marks: String = "") -> String {
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
        guard byte <= 0x20 || byte == UInt8(ascii: "%") || marks.utf8.contains(byte) else { return [byte] }
        return Array(("%" + padded(String(byte, radix: 16), 2)).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The text of such a word; nil for what is none.
func unescaped(_ word: some StringProtocol) -> String? {
    var parts = word.split(separator: "%", omittingEmptySubsequences: false)[...]
    var bytes = Array(parts.removeFirst().utf8)
    for part in parts {
        guard let byte = UInt8(part.prefix(2), radix: 16) else { return nil }
        bytes += [byte] + Array(part.dropFirst(2).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Digits with zeros before them up to a width.
func padded(_ digits: String, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// A number for sentences: at most six digits that matter, without zeros at the end.
public func shortest(_ number: Double) -> String {
    guard number != 0, number.isFinite else { return number == 0 ? "0" : "\(number)" }
    var scale = 1.0
    while abs(number) * scale < 100_000, scale < 1e15 { scale *= 10 }
    let rounded = (number * scale).rounded() / scale
    let text = rounded.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A count with its noun, for sentences: `1 row`, `2 rows`, `2 entries`.
public func counted(_ count: Int, _ noun: String) -> String {
    guard abs(count) != 1 else { return "\(count) \(noun)" }
    // What ends with a vowel before its y takes an s alone, as days do.
    let takesIES = noun.hasSuffix("y") && !"aeou".contains(noun.dropLast().last ?? "a")
    return "\(count) " + (takesIES ? noun.dropLast() + "ies" : noun + "s")
}

/// A number of bytes for a person: `812 B`, `45 kB`, `2.4 MB`, each a thousand of the one before.
public func sizeText(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    if bytes < 999_500 { return "\((bytes + 500) / 1000) kB" }
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
}

/// A place for sentences: `1st`, `2nd`, `11th`.
public func ordinal(_ number: Int) -> String {
    let ending = (11...13).contains(number % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
}

/// Names in a sentence: `a, b, c and 4 more`.
///
/// This is the only place that writes a list that may be cut short.
///
/// - Parameters:
///   - names: in the order of reading; empty gives an empty text.
///   - most: how many are named, at least one.
///   - noun: what the others are, as in `4 more inputs`.
/// - Returns: the list.
public func listed(_ names: some Collection<String>, most: Int = 3, _ noun: String? = nil) -> String {
    let rest = names.count - most
    let shown = names.prefix(most).joined(separator: ", ")
    guard rest > 0 else { return shown }
    return "\(shown) and \(rest) more" + (noun.map { " \($0)" + (rest == 1 ? "" : "s") } ?? "")
}

/// A text without the white space around it.
@inlinable
package func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
}

/// A coin's id in a command, as a shell and the command read it: where it begins with a hyphen, `id:` says that it is not an option.
package func shellCoin(_ id: String) -> String { shellQuoted((id.hasPrefix("-") ? "id:" : "") + id) }

/// The last word of a command, the same way: where it begins with a hyphen, `--` says that it is not an option.
package func shellOperand(_ word: String) -> String { (word.hasPrefix("-") ? "-- " : "") + shellQuoted(word) }

/// A word as a shell reads it: in single quotes where it has more than letters, digits and plain marks.
package func shellQuoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", "=", ",", ":", "+", "@": true
        default: byte >= 0x80
        }
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
}
