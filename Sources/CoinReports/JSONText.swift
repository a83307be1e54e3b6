internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes an array with an object for each row, a line each.
    func renderJSON(into write: (String) throws -> Void) throws {
        try write("[")
        try eachJSONObject { index, object in
            try write(index == 0 ? "\n  " : ",\n  ")
            try write(object)
        }
        try write(rows.isEmpty ? "]\n" : "\n]\n")
    }

    /// Writes an object for each row, a line each.
    func renderNDJSON(into write: (String) throws -> Void) throws {
        try eachJSONObject { _, object in
            try write(object)
            try write("\n")
        }
    }

    /// Calls with the object of each row.
    private func eachJSONObject(_ body: (_ index: Int, _ object: String) throws -> Void) throws {
        let keys = columns.enumerated().map { ($0 == 0 ? "{" : ", ") + $1.name.jsonQuoted + ": " }
        var object = ""
        for (index, row) in rows.enumerated() {
            object.removeAll(keepingCapacity: true)
            for (key, cell) in zip(keys, row) {
                object += key
                if case .text(let text) = cell {
                    object.append(jsonQuoting: text)
                } else {
                    object.append(numberOf: cell, orMissing: "null")
                }
            }
            object += columns.isEmpty ? "{}" : "}"
            try body(index, object)
        }
    }
}

extension String {
    /// A JSON string that reads back as the same text.
    ///
    /// Beside quotes and backslashes, every hidden character (controls, U+2028 and U+2029, turners of direction) is
    /// written as its code, so that the text is safe on a terminal and inside JavaScript; `<` too, for HTML's sake.
    public var jsonQuoted: String {
        var quoted = ""
        quoted.append(jsonQuoting: self)
        return quoted
    }

    /// Appends a text as `jsonQuoted` has it.
    fileprivate mutating func append(jsonQuoting text: String) {
        self += "\""
        self +=
            text.utf8.allSatisfy(isPlainInJSON)
            ? text
            : text.replacingScalars { scalar in
                switch scalar {
                case "\"": "\\\""
                case "\\": "\\\\"
                case "\n": "\\n"
                case "\r": "\\r"
                case "\t": "\\t"
                default: scalar.isHidden || scalar == "<" ? scalar.jsonCode : nil
                }
            }
        self += "\""
    }
}

/// Whether a byte of a text stands in JSON as it is, and is all of its character.
private func isPlainInJSON(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"): false
    default: (0x20..<0x7F).contains(byte)
    }
}

extension Unicode.Scalar {
    /// `\u202E`, or a surrogate pair of such beyond U+FFFF.
    fileprivate var jsonCode: String {
        String(self).utf16.map { unit in "\\u" + hexadecimal(UInt32(unit)) }.joined()
    }
}
