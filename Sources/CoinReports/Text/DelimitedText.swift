internal import CoinModel
internal import CoinTables

extension Table {
    /// Writes RFC 4180 in UTF-8 with LF, or with a byte order mark and CRLF for Excel; cells are separated by `;` where a
    /// comma stands before decimals.
    ///
    /// A cell with a separator, a quote or a line break is quoted, quotes inside are doubled. Empty text is `""`, so that
    /// it differs from a missing value, which is empty.
    func renderCSV(_ style: ReportStyle, into write: (String) throws -> Void) throws {
        let separator = style.decimal == .comma ? UInt8(ascii: ";") : UInt8(ascii: ",")
        func isQuoted(_ byte: UInt8) -> Bool {
            byte == separator || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        }
        try renderLines(style, separator: String(Unicode.Scalar(separator)), into: write) { text in
            guard text.isEmpty || text.utf8.contains(where: isQuoted) else { return text }
            return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
        }
    }

    /// Writes a line a row, never more, with tabs between cells; for Excel as `renderCSV` does.
    ///
    /// Tab, line feed, carriage return and backslash in a text are written `\t`, `\n`, `\r` and `\\`. A missing value
    /// is empty, as is empty text.
    func renderTSV(_ style: ReportStyle, into write: (String) throws -> Void) throws {
        try renderLines(style, separator: "\t", into: write) { text in
            text.replacingScalars { scalar in
                switch scalar {
                case "\t": "\\t"
                case "\n": "\\n"
                case "\r": "\\r"
                case "\\": "\\\\"
                default: nil
                }
            }
        }
    }

    private func renderLines(
        _ style: ReportStyle,
        separator: String,
        into write: (String) throws -> Void,
        escaped: (String) -> String
    ) throws {
        let (end, hasComma) = (style.excel ? "\r\n" : "\n", style.decimal == .comma)
        if style.excel { try write("\u{FEFF}") }
        try write(columns.map { escaped($0.name) }.joined(separator: separator) + end)
        for row in rows {
            var line = ""
            for (place, cell) in row.enumerated() {
                if place > 0 { line += separator }
                if case .text(let number) = cell, columns[place].display == .exact {
                    line += escaped(hasComma ? number.replacingScalars { $0 == "." ? "," : nil } : number)
                } else if case .text(let content) = cell {
                    line += escaped(style.rawText || !content.startsFormula ? content : "'" + content)
                } else if hasComma {
                    line += (cell.numberText ?? "").replacingScalars { $0 == "." ? "," : nil }
                } else {
                    line.append(numberOf: cell, orMissing: "")
                }
            }
            // Readers skip blank lines: one missing cell alone is `""` in CSV.
            try write((line.isEmpty ? escaped("") : line) + end)
        }
    }
}

extension String {
    /// Whether its first character makes spreadsheets read it as a formula: `= + - @`, a tab or a carriage return.
    ///
    /// Apostrophes before it count as none, so that a text that begins like a guarded one is guarded too, and taking one
    /// apostrophe away gives every text back.
    var startsFormula: Bool {
        switch utf8.first(where: { $0 != UInt8(ascii: "'") }) {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
        default: false
        }
    }
}
