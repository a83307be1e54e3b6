/// The fields of the scanner's current row, read in place.
extension CSVScanner {
    /// Whether a field holds no byte.
    func isEmpty(_ column: Int) -> Bool {
        fields[column].start == fields[column].end
    }

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

    /// All fields as text.
    var texts: [String] {
        var texts: [String] = []
        for column in 0..<count { texts.append(text(column)) }
        return texts
    }

    /// A field as a number: NaN when it is empty or says `null` or `N/A`, nil when it is something else.
    @inline(__always)
    func decimal(_ column: Int) -> Double? {
        let place = fields[column].start..<fields[column].end
        return place.isEmpty ? .nan : ShortDecimal.double(bytes.span, place) ?? longDecimal(column)
    }

    /// Any number of the grammar, blanks around it.
    private func longDecimal(_ column: Int) -> Double? {
        let (start, end) = trimmed(column)
        if start == end { return .nan }
        if let value = DecimalText.double(bytes.span.extracting(start..<end)) { return value }
        return ["null", "n/a"].contains(text(column).lowercased()) ? .nan : nil
    }

    /// A field as a number where it is a short one; nil where it is anything else, or empty.
    func shortDecimal(_ column: Int) -> Double? {
        ShortDecimal.double(bytes.span, fields[column].start..<fields[column].end)
    }

    /// A field as a time where it is as long as a date; nil where it is none, or something else.
    func date(_ column: Int, _ forms: TimeText.Forms) -> TimeText? {
        let (start, end) = trimmed(column)
        guard end - start == 10 else { return nil }
        return TimeText.read(bytes.span.extracting(start..<end), forms)
    }

    /// Adds a field's bytes as they stand to a key, with a NUL behind them, which no sound row can hold.
    func append(_ column: Int, to key: inout [UInt8]) {
        let span = bytes.span
        for at in fields[column].start..<fields[column].end { key.append(span[at]) }
        key.append(0)
    }

    /// A field's bytes without the blanks around them.
    func trimmed(_ column: Int) -> (start: Int, end: Int) {
        let field = fields[column]
        var (start, end) = (field.start, field.end)
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return (start, end)
    }
}
