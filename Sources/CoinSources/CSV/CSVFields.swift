internal import CoinModel

extension CSVScanner {
    /// Whether a field has no byte.
    func isEmpty(_ column: Int) -> Bool { fields[column].start == fields[column].end }

    /// A field as text, nothing when there is no such column.
    func text(_ column: Int?) -> String {
        guard let column else { return "" }
        return text(column)
    }

    /// A field as text, quotes undone, blanks around it cut.
    func text(_ column: Int) -> String {
        let (start, end) = trimmed(column)
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        guard fields[column].isEscaped else { return text }
        var plain = ""
        var isSecondQuote = false
        for character in text.unicodeScalars {
            isSecondQuote = character == "\"" && !isSecondQuote
            if character != "\"" || isSecondQuote { plain.unicodeScalars.append(character) }
        }
        return plain
    }

    var texts: [String] {
        var texts: [String] = []
        for column in 0..<count { texts.append(text(column)) }
        return texts
    }

    /// A field as a number: NaN when it is empty or says `null` or `N/A`, nil when it is something else.
    @inline(__always)
    func decimal(_ column: Int) -> Double? {
        let (start, end) = trimmed(column)
        if start == end { return .nan }
        if cells.takesPoint, let value = NumberGrammar.double(bytes.span.extracting(start..<end)) {
            // With three digits behind the point it may be a grouped number: `62.345`.
            let mayBeGrouped = end - start > 4 && end - start < 8 && bytes[end - 4] == UInt8(ascii: ".")
            guard mayBeGrouped, bytes[start] != UInt8(ascii: "0") else {
                cells.noteDecimals(of: value)
                return value
            }
            if !cells.wantsGrouped { return value }
        }
        return cells.number(text(column), line: line, column: column)
    }

    /// Adds a field's bytes as they stand to a key, and behind them one that no sound row can hold, by which a field with
    /// doubled quotes differs from one that reads as it is.
    func append(_ column: Int, to key: inout [UInt8]) {
        let field = bytes.span.extracting(fields[column].start..<fields[column].end)
        unsafe field.withUnsafeBufferPointer { unsafe key.append(contentsOf: $0) }
        key.append(fields[column].isEscaped ? 0xff : 0)
    }

    /// Where neighbouring fields stand with what parts them, the first and the last of them by their columns; nil where one is
    /// quoted.
    ///
    /// Behind a quoted field the next one begins two bytes later, and so does a quoted one behind another.
    @inline(__always)
    func plainPlace(of columns: ClosedRange<Int>) -> Range<Int>? {
        let first = fields[columns.lowerBound].start
        if first > 0, bytes[first - 1] == RowScan.quote { return nil }
        for column in columns.dropLast() where fields[column + 1].start != fields[column].end + 1 { return nil }
        return first..<fields[columns.upperBound].end
    }

    /// Whether a field says something else without quotes around it.
    func needsQuotes(_ column: Int) -> Bool {
        let field = bytes.span.extracting(fields[column].start..<fields[column].end)
        return fields[column].isEscaped || field.indices.contains { field[$0] == separator }
    }

    /// A field's bytes as they stand.
    func bytes(_ column: Int) -> [UInt8] { Array(bytes[fields[column].start..<fields[column].end]) }

    /// Where a field stands, from its quote on if it has one: fields of the same bytes say the same.
    func place(of column: Int) -> Range<Int> {
        let (start, end) = (fields[column].start, fields[column].end)
        let isQuoted = start > 0 && bytes[start - 1] == RowScan.quote
        return (isQuoted ? start - 1 : start)..<end
    }

    /// Whether a field's bytes as they stand are these.
    func holds(_ column: Int, _ text: [UInt8]) -> Bool {
        bytes.span.extracting(fields[column].start..<fields[column].end).holds(text.span)
    }

    /// A field's bytes without the blanks around them.
    @inline(__always)
    func trimmed(_ column: Int) -> (start: Int, end: Int) {
        let field = fields[column]
        var (start, end) = (field.start, field.end)
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return (start, end)
    }
}

extension CSVScanner {
    /// The amount of a metric; NaN when the field is empty.
    ///
    /// A row stands and falls with its price; of another metric the cell alone is left out.
    @inline(__always)
    func amount(_ column: Int, isPrice: Bool) throws(RowError) -> Double {
        guard let value = decimal(column), !(value < 0), !(isPrice && value == 0) else {
            return try withoutCell(column, isPrice)
        }
        return value
    }

    private func withoutCell(_ column: Int, _ isPrice: Bool) throws(RowError) -> Double {
        guard isPrice else {
            leaveOut(badNumber(column, "a number of zero or more"))
            return .nan
        }
        guard decimal(column) == 0 else { throw badNumber(column, "a price above zero") }
        throw RowError("zero-price", column: column, "\(excerpt(column)) is not a price; leave an unknown price empty")
    }

    /// Leaves a cell out of the current row, if that is taken.
    func leaveOut(_ fault: RowError) { cells.faults.append(fault) }

    /// The reject of a field that should hold a number.
    func badNumber(_ column: Int, _ wanted: String) -> RowError {
        let text = text(column)
        let hasSign = text.contains { $0 == "%" || $0.isCurrencySymbol }
        let next = hasSign ? "; write numbers without signs of currency or percent" : ""
        return RowError("bad-number", column: column, "\(excerpt(column)) is not \(wanted)\(next)")
    }

    /// A field in quotes for a message, cut short.
    func excerpt(_ column: Int) -> String { "`" + text(column).prefix(40) + "`" }
}
