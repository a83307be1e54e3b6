internal import CoinModel
internal import CoinTables

/// How rows become lines of cells between separators.
struct DelimitedText {
    private let separator: String
    private let lineEnd: String
    private let start: String
    private let rawText: Bool
    private let escaped: (String) -> String

    /// RFC 4180 in UTF-8 with LF, or with a byte order mark and CRLF for Excel.
    ///
    /// A cell with a comma, a quote or a line break is quoted, quotes inside are doubled. Empty text is `""`, so that
    /// it differs from a missing value, which is empty.
    static func csv(_ style: ReportStyle) -> DelimitedText {
        DelimitedText(
            separator: ",",
            lineEnd: style.excel ? "\r\n" : "\n",
            start: style.excel ? "\u{FEFF}" : "",
            rawText: style.rawText
        ) { text in
            guard text.isEmpty || text.utf8.contains(where: isQuotedByCSV) else { return text }
            return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
        }
    }

    /// A line a row, never more, with tabs between cells.
    ///
    /// Tab, line feed, carriage return and backslash in a text are written `\t`, `\n`, `\r` and `\\`. A missing value
    /// is empty, as is empty text.
    static func tsv(_ style: ReportStyle) -> DelimitedText {
        DelimitedText(separator: "\t", lineEnd: "\n", start: "", rawText: style.rawText) { text in
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

    /// The line of the columns' names.
    func header(_ columns: [Column]) -> String {
        start + columns.map { escaped($0.name) }.joined(separator: separator) + lineEnd
    }

    /// Appends the line of a row.
    ///
    /// A line never is blank, for readers skip blank lines: one missing cell alone is `""`.
    func append(_ row: [Cell], to text: inout String) {
        let start = text.utf8.count
        for (place, cell) in row.enumerated() {
            if place > 0 { text += separator }
            append(cell, to: &text)
        }
        if text.utf8.count == start { text += escaped("") }
        text += lineEnd
    }

    /// Text that a spreadsheet would take for a formula gets a leading apostrophe; numbers never change.
    private func append(_ cell: Cell, to text: inout String) {
        guard case .text(let content) = cell else { return text.append(numberOf: cell, orMissing: "") }
        text += escaped(rawText || !content.startsFormula ? content : "'" + content)
    }
}

/// Whether a byte of a text makes CSV quote it: a comma, a quote or a line break.
private func isQuotedByCSV(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: true
    default: false
    }
}

extension Table {
    /// Writes the header and a line for each row.
    func renderDelimited(_ form: DelimitedText, into write: (String) throws -> Void) throws {
        try write(form.header(columns))
        var line = ""
        for row in rows {
            line.removeAll(keepingCapacity: true)
            form.append(row, to: &line)
            try write(line)
        }
    }
}

extension String {
    /// Whether its first character makes spreadsheets read it as a formula: `= + - @`, a tab or a carriage return.
    var startsFormula: Bool {
        switch utf8.first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
        default: false
        }
    }

    /// The text with some characters replaced, each on its own and not as part of what it combines with.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
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
}
