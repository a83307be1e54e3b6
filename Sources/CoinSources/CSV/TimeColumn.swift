internal import CoinModel

/// Reads one column of times and remembers the last: in most files rows of one time follow each other.
struct TimeColumn {
    let column: Int
    /// Whether a time without a zone, such as `2013-04-29 23:59:59`, is meant in UTC.
    private let takesZoneless: Bool
    /// The column of the time of day, where that stands by itself.
    private let clock: Int?
    /// The column of the zone.
    private let zone: Int?
    private var lastText: [UInt8] = []
    private var last: AsOf?
    private var lastZone: (name: String, zone: Zone)?

    init(_ column: Int, takesZoneless: Bool = false, clock: Int? = nil, zone: Int? = nil) {
        self.column = column
        self.takesZoneless = takesZoneless
        self.clock = clock
        self.zone = zone
    }

    /// The time of the current row.
    @inline(__always)
    mutating func read(_ row: borrowing CSVScanner) throws(RowError) -> AsOf {
        if clock != nil || zone != nil { return try readJoined(row) }
        if let last, row.holds(column, lastText) { return last }
        return try readField(row)
    }

    private mutating func readField(_ row: borrowing CSVScanner) throws(RowError) -> AsOf {
        let (start, end) = row.trimmed(column)
        last =
            AsOf.read(row.bytes.span.extracting(start..<end))
            ?? row.cells.time(row.text(column), takesZoneless: takesZoneless, line: row.line, column: column)
        lastText = row.bytes(column)
        guard let last else { throw fault(row, row.text(column)) }
        return last
    }

    /// The time of a row whose time of day or zone has a column of its own.
    private mutating func readJoined(_ row: borrowing CSVScanner) throws(RowError) -> AsOf {
        var text = row.text(column)
        if let clock, !row.isEmpty(clock), !text.contains(":") { text += " " + row.text(clock) }
        if let zone, !row.isEmpty(zone), lastZone?.name != row.text(zone) {
            guard let known = Zone(row.text(zone)) else {
                throw RowError("bad-timezone", column: zone, "\(row.excerpt(zone)) is not a time zone")
            }
            lastZone = (row.text(zone), known)
        }
        let local = zone.flatMap { row.isEmpty($0) ? nil : lastZone?.zone }
        if let time = AsOf.read(Array(text.utf8).span)
            ?? row.cells.time(text, takesZoneless: takesZoneless, line: row.line, column: column, in: local)
        {
            return time
        }
        throw fault(row, text)
    }

    private func fault(_ row: borrowing CSVScanner, _ text: String) -> RowError {
        RowError("bad-time", column: column, "`\(text.prefix(40))`\(problem(row, text))")
    }

    private func problem(_ row: borrowing CSVScanner, _ text: String) -> String {
        let (line, cells) = (row.line, row.cells)
        // Not as a cell of numbers, which would show how the file writes them.
        let bytes = Array(text.utf8)
        if let hint = NumberGrammar.double(bytes.span).flatMap(TimeBounds.serialNumber) { return hint }
        if cells.isLocal(text, line: line, column: column) {
            return cells.zone == nil
                ? " names no time zone; say which with --timezone"
                : " is not a time that clocks of \(cells.notation.timezone ?? "") showed exactly once"
        }
        if let format = cells.notation.dateFormat { return " is not a date as \(format.rawValue) or YYYY-MM-DD" }
        return " is not a date or time of this format; write YYYY-MM-DD"
    }
}
