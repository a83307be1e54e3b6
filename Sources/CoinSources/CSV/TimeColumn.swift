internal import CoinModel

/// Reads one column of times and remembers the last: in most files rows of one time follow each other.
struct TimeColumn {
    let column: Int
    let forms: TimeText.Forms
    private var lastText: [UInt8] = []
    private var last: TimeText?

    init(_ column: Int, _ forms: TimeText.Forms = []) {
        self.column = column
        self.forms = forms
    }

    /// The time of the current row.
    @inline(__always)
    mutating func read(_ row: borrowing CSVScanner) throws(RowError) -> TimeText {
        if let last, row.holds(column, lastText) { return last }
        return try readField(row)
    }

    private mutating func readField(_ row: borrowing CSVScanner) throws(RowError) -> TimeText {
        let (start, end) = row.trimmed(column)
        last =
            TimeText.read(row.bytes.span.extracting(start..<end))
            ?? row.cells.time(row.text(column), forms, line: row.line, column: column)
        lastText = row.bytes(column)
        guard let last else { throw fault(row) }
        return last
    }

    private func fault(_ row: borrowing CSVScanner) -> RowError {
        RowError("bad-time", column: column, "\(row.excerpt(column))\(problem(row))")
    }

    private func problem(_ row: borrowing CSVScanner) -> String {
        let (text, line, cells) = (row.text(column), row.line, row.cells)
        // Not as a cell of numbers, which would show how the file writes them.
        let bytes = Array(text.utf8)
        if let hint = NumberGrammar.double(bytes.span).flatMap(TimeBounds.serialNumber) { return hint }
        if cells.isLocal(text, line: line, column: column) {
            return cells.zone == nil
                ? " names no time zone; say which with --timezone"
                : " is no time that clocks of \(cells.notation.timezone ?? "") showed exactly once"
        }
        if let format = cells.notation.dateFormat { return " is no date of the form \(format.rawValue) or YYYY-MM-DD" }
        return " is no date or time of this format; write YYYY-MM-DD"
    }
}
