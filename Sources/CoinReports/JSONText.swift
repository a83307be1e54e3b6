internal import CoinModel

extension Table {
    /// Writes an array with an object for each row, a line each.
    func renderJSON(into write: (String) throws -> Void) throws {
        let keys = jsonKeys
        try write("[")
        for (index, row) in rows.enumerated() {
            try write((index == 0 ? "\n  " : ",\n  ") + jsonObject(row, keys))
        }
        try write(rows.isEmpty ? "]\n" : "\n]\n")
    }

    /// Writes an object for each row, a line each.
    func renderNDJSON(into write: (String) throws -> Void) throws {
        let keys = jsonKeys
        for row in rows { try write(jsonObject(row, keys) + "\n") }
    }

    private var jsonKeys: [String] {
        columns.map { $0.name.jsonQuoted + ": " }
    }

    private func jsonObject(_ row: [Cell], _ keys: [String]) -> String {
        "{" + zip(keys, row).map { key, cell in key + cell.json }.joined(separator: ", ") + "}"
    }
}

extension Cell {
    fileprivate var json: String {
        if case .text(let text) = self { return text.jsonQuoted }
        return numberText ?? "null"
    }
}

extension String {
    /// A JSON string that reads back as the same text.
    ///
    /// Beside quotes and backslashes, every hidden character (controls, U+2028 and U+2029, turners of direction) is
    /// written as its code, so that the text is safe on a terminal and inside JavaScript; `<` too, for HTML's sake.
    public var jsonQuoted: String {
        let escaped = replacingScalars { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: scalar.isHidden || scalar == "<" ? scalar.jsonCode : nil
            }
        }
        return "\"" + escaped + "\""
    }
}

extension Unicode.Scalar {
    /// `\u202E`, or a surrogate pair of such beyond U+FFFF.
    fileprivate var jsonCode: String {
        String(self).utf16.map { unit in "\\u" + hexadecimal(UInt32(unit)) }.joined()
    }
}
