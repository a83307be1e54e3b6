import CoinModel
import RawInput

/// A file of rows under one header line, read row by row.
struct CSVTable: ~Copyable {
    var row: CSVScanner
    /// The header's fields, lower-case.
    let header: [String]
    /// The columns that the reader asked for.
    private let asked = AskedColumns()
    /// The first bytes of the input, and how it writes numbers and dates.
    let head: [UInt8]
    let notation: NumberAndDateStyle

    /// Opens the table of an input whose header is the first line or, behind `preamble` other ones, the next.
    ///
    /// Its separator is that of the header; a first line `sep=;` names it and is skipped. Where the caller says what columns are
    /// called, the header is the first line that has these headings, and their columns go by the names.
    ///
    /// - Throws: `SourceError` when there is no readable header or two columns have one name, `InputError` as reading does.
    init(
        _ file: inout InputFile,
        _ notation: NumberAndDateStyle,
        preamble: Int = 0,
        isNumbered: Bool = false,
        columns: ColumnMap? = nil
    ) throws {
        let head = try file.peek(InputHead.length)
        let sketch = TextSketch(head)
        let preamble = columns.flatMap { sketch.named(by: $0)?.preamble } ?? preamble
        var scanner = CSVScanner(separator: sketch.separator(ofLine: preamble), notation, head: head)
        try scanner.skipLines(preamble + (sketch.declaredSeparator == nil ? 1 : 2), of: &file)
        if let fault = scanner.fault {
            let detail = "the header line cannot be read; save the file as UTF-8 CSV"
            throw SourceError(fault.rawValue, line: scanner.line, detail: detail)
        }
        let headings = scanner.texts.map { $0.lowercased() }
        let names = columns?.renamed(headings) ?? headings
        header = try isNumbered ? numberedHeadings(names) : CSVTable.distinct(names, scanner.line)
        self.head = head
        self.notation = notation
        row = scanner
    }

    /// Opens the table of an input whose header is known, behind some lines.
    ///
    /// - Throws: `SourceError` when there are fewer lines or two columns have one name, `InputError` as reading does.
    init(_ file: inout InputFile, _ notation: NumberAndDateStyle, separator: UInt8, header: [String], behind count: Int)
        throws
    {
        let head = try file.peek(InputHead.length)
        var scanner = CSVScanner(separator: separator, notation, head: head)
        try scanner.skipLines(count + 1, of: &file)
        self.header = try CSVTable.distinct(header, scanner.line)
        self.head = head
        self.notation = notation
        row = scanner
    }

    /// The names of columns, of which no two are alike.
    private static func distinct(_ names: [String], _ line: Int) throws(SourceError) -> [String] {
        var seen: Set<String> = []
        guard let double = names.first(where: { !$0.isEmpty && !seen.insert($0).inserted }) else { return names }
        let detail = "two columns are called `\(double)`; rename one of them"
        throw SourceError("double-column", line: line, detail: detail)
    }

    /// Hands on each row that `next` finds; one that `take` finds at fault is rejected, and so are single cells that it
    /// leaves out.
    ///
    /// - Throws: `SourceError` when numbers or dates have two readings, what reading, `take` and `emit` throw.
    mutating func forEachRow(
        _ file: inout InputFile,
        _ emit: ItemSink,
        _ take: (borrowing CSVScanner) throws -> Void
    ) throws {
        try reportUnread(emit)
        while try next(&file, emit) { try row.hand(to: take, emit) }
        try row.cells.settle()
    }

    /// This is the only place that says which columns a reader does not read: all that it has not asked for.
    func reportUnread(_ emit: ItemSink) throws {
        let unread = header.indices.filter { !asked.columns.contains($0) }.map { header[$0] }.filter { !$0.isEmpty }
        if !unread.isEmpty { try emit(.unreadColumns(unread)) }
    }

    /// Moves to the next sound row of the header's width; rows in between become rejects, blank lines vanish.
    mutating func next(_ file: inout InputFile, _ emit: ItemSink) throws -> Bool {
        while try row.advance(&file) {
            if try row.isSound(width: header.count, emit) { return true }
        }
        return false
    }

    /// Hands on each row of a table that decides and so skips none: one that cannot be read, or that `take` finds at fault,
    /// refuses all of it.
    ///
    /// - Throws: `SourceError` with the line to blame, what reading throws.
    mutating func forEachDecision(_ file: inout InputFile, _ take: (borrowing CSVScanner) throws -> Void) throws {
        let refuse = { (item: SourceItem) throws in
            guard case .reject(let reject) = item else { return }
            throw SourceError(reject.reason, line: reject.line, detail: "\(reject.detail); correct the line")
        }
        while try next(&file, refuse) {
            do {
                try take(row)
            } catch let fault as RowError {
                throw SourceError(fault.reason, line: row.line, detail: fault.detail)
            }
        }
    }

    /// The column with one of these names, the first name first.
    func column(_ names: String...) -> Int? { column(among: names) }

    /// The column of a name that the format cannot do without.
    ///
    /// - Throws: `SourceError` `wrong-header`.
    func required(_ names: String...) throws(SourceError) -> Int { try required(among: names) }

    /// The same of the names of a list.
    func required(among names: [String]) throws(SourceError) -> Int {
        if let index = column(among: names) { return index }
        let wanted = names.joined(separator: " or ")
        let found = header.prefix(12).joined(separator: ",")
        let detail = "the header has no column \(wanted) but \(String(found.prefix(200)))"
        throw SourceError("wrong-header", line: row.line, detail: detail)
    }

    /// Notes that a column is read which was found in the header itself.
    func take(_ column: Int) { asked.columns.insert(column) }

    /// The same of the names of a list.
    func column(among names: [String]) -> Int? {
        let found = names.lazy.compactMap { [header] in header.firstIndex(of: $0) }.first
        if let found { take(found) }
        return found
    }
}

/// Names of columns of which no two are alike: the second of a name has a 2 behind it.
public func numberedHeadings(_ names: [String]) -> [String] {
    var seen: [String: Int] = [:]
    return names.map { name in
        seen[name, default: 0] += 1
        return seen[name] == 1 ? name : "\(name) \(seen[name] ?? 1)"
    }
}

/// The columns of a table that were asked for: a class, so that asking changes no table.
private final class AskedColumns {
    var columns: Set<Int> = []
}

extension CellReader {
    /// A reader of the cells of a table that begins with some bytes.
    convenience init(_ notation: NumberAndDateStyle, separator: UInt8, head: [UInt8]) {
        self.init(notation, separator: separator) { column in
            var cells: [String] = []
            var scanner = CSVScanner(separator: separator)
            scanner.feed(head)
            if head.count < InputHead.length { scanner.finish() }
            while scanner.next() == .row {
                if column < scanner.count { cells.append(scanner.text(column)) }
            }
            return cells
        }
    }
}

extension CSVScanner {
    /// A scanner for a table that begins with some bytes.
    fileprivate init(separator: UInt8, _ notation: NumberAndDateStyle, head: [UInt8]) {
        self.init(separator: separator, cells: CellReader(notation, separator: separator, head: head))
    }

    /// Whether its row can be read and is as wide as a table, or wider by blank fields; else the row is rejected, unless it is
    /// blank.
    func isSound(width: Int, _ emit: ItemSink) throws -> Bool {
        if let fault {
            let byte = faultyByte.map { "byte \($0): " } ?? ""
            try emit(.reject(Reject(fault.rawValue, line: line, detail: byte + fault.detail)))
        } else if isBlank {
            return false
        } else if count == width || isEmpty(behind: width) {
            return true
        } else {
            let detail = "has \(count) fields where the header has \(width)"
            try emit(.reject(Reject("wrong-width", line: line, detail: detail)))
        }
        return false
    }

    /// Hands on its row; where `take` finds it at fault it is rejected, and so are single cells that are left out.
    ///
    /// - Throws: `SourceError` when numbers or dates have two readings, what `take` and `emit` throw.
    @inline(__always)
    func hand(to take: (borrowing CSVScanner) throws -> Void, _ emit: ItemSink) throws {
        do {
            try take(self)
        } catch let error as RowError {
            if let refusal = cells.refusal { throw refusal }
            cells.faults = []
            try emit(.reject(error.reject(line)))
        }
        guard !cells.faults.isEmpty else { return }
        for fault in cells.faults { try emit(.rejectedCell(fault.reject(line))) }
        cells.faults = []
    }

    /// Moves behind so many lines that are not blank.
    ///
    /// - Throws: `SourceError` `no-header` when there are fewer, `InputError` as reading does.
    fileprivate mutating func skipLines(_ count: Int, of file: inout InputFile) throws {
        for _ in 0..<count {
            repeat {
                guard try advance(&file) else {
                    throw SourceError("no-header", detail: "the file has no header line; export it again")
                }
            } while isEmptyLine
        }
    }

    /// Moves to the next row of a file; false at its end.
    ///
    /// - Throws: `InputError` as reading does.
    mutating func advance(_ file: inout InputFile) throws(InputError) -> Bool {
        while true {
            switch next() {
            case .row: return true
            case .end: return false
            case .needsMore:
                if let chunk = try file.next() { feed(chunk) } else { finish() }
            }
        }
    }

    var isEmptyLine: Bool { count == 1 && isBlank }

    /// Whether no field holds anything, as in the rows below a spreadsheet's last one.
    var isBlank: Bool { fault == nil && isBlank(0) && isEmpty(behind: 1) }

    /// Whether fields stand behind so many ones, all blank.
    func isEmpty(behind width: Int) -> Bool {
        guard count >= width else { return false }
        for column in width..<count where !isBlank(column) { return false }
        return true
    }

    private func isBlank(_ column: Int) -> Bool { trimmed(column).start == trimmed(column).end }
}

extension CSVFault {
    var detail: String {
        switch self {
        case .openQuote: "a quote opens and never closes"
        case .textBehindQuote: "text stands behind a closing quote; double the quotes inside a quoted field"
        case .fieldTooLong: "a field has more than \(RowScan.fieldLimit) bytes"
        case .rowTooLong: "the row has more than \(RowScan.rowLimit) bytes"
        case .tooManyColumns: "the row has more than \(RowScan.columnLimit) fields"
        case .nul: "a NUL byte, which no text has"
        case .invalidUTF8: "not UTF-8; save the file as CSV UTF-8"
        }
    }
}
