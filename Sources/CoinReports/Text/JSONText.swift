internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes an array with an object for each row, a line each.
    func renderJSON(into write: (String) throws -> Void) throws {
        try write("[")
        for (index, object) in jsonObjects.enumerated() { try write((index == 0 ? "\n  " : ",\n  ") + object) }
        try write(rows.isEmpty ? "]\n" : "\n]\n")
    }

    /// Writes an object for each row, a line each.
    func renderNDJSON(into write: (String) throws -> Void) throws {
        for object in jsonObjects { try write(object + "\n") }
    }

    private var jsonObjects: some Sequence<String> {
        let keys = columns.map { $0.name.jsonQuoted + ": " }
        return rows.lazy.map { row in
            var object = "{"
            for (place, cell) in row.enumerated() {
                if place > 0 { object += ", " }
                object += keys[place]
                if case .text(let text) = cell {
                    object += text.jsonQuoted
                } else {
                    object.append(numberOf: cell, orMissing: "null")
                }
            }
            return object + "}"
        }
    }
}

extension String {
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
                // Beyond U+FFFF a surrogate pair.
                String(scalar).utf16.map { "\\u" + hexadecimal(UInt32($0)) }.joined()
            default: nil
            }
        }
        return "\"" + escaped + "\""
    }
}

/// Whether a byte of a text stands in JSON as it is, and is all of its character.
private func isPlainInJSON(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"): false
    default: (0x20..<0x7F).contains(byte)
    }
}
