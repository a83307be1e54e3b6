import CoinModel
import RawInput

/// A file of rows under one header line, read row by row.
struct CSVTable: ~Copyable {
    var row: CSVScanner
    /// The header's fields, lower-case.
    let header: [String]

    /// Opens the table of an input: its separator is that of the first line, its header the first line or, behind
    /// `preamble` other ones, the next.
    ///
    /// - Throws: `SourceError` when there is no readable header, `InputError` as reading does.
    init(_ file: inout InputFile, preamble: Int = 0) throws {
        let head = try file.peek(InputHead.length)
        let lines = head.split(maxSplits: preamble + 4) { $0 == RowScan.lineFeed || $0 == RowScan.carriageReturn }
        let line = lines.dropFirst(preamble).first.map(Array.init) ?? []
        var scanner = CSVScanner(separator: TextSketch.separator(of: line))
        try scanner.skipLines(preamble + 1, of: &file)
        if let fault = scanner.fault {
            let detail = "the header line cannot be read; save the file as UTF-8 CSV"
            throw SourceError(fault.rawValue, line: scanner.line, detail: detail)
        }
        header = scanner.texts.map { $0.lowercased() }
        row = scanner
    }

    /// Opens the table of an input whose header is known, behind some lines.
    ///
    /// - Throws: `SourceError` when there are fewer lines, `InputError` as reading does.
    init(_ file: inout InputFile, separator: UInt8, header: [String], behind count: Int) throws {
        var scanner = CSVScanner(separator: separator)
        try scanner.skipLines(count + 1, of: &file)
        self.header = header
        row = scanner
    }

    /// Hands on each row that `next` finds; one that `take` finds at fault is rejected.
    ///
    /// - Throws: what reading, `take` and `emit` throw.
    mutating func forEachRow(
        _ file: inout InputFile,
        _ emit: (SourceItem) throws -> Void,
        _ take: (borrowing CSVScanner) throws -> Void
    ) throws {
        while try next(&file, emit) {
            do {
                try take(row)
            } catch let error as RowError {
                try emit(.reject(error.reject(row.line)))
            }
        }
    }

    /// Moves to the next sound row of the header's width; rows in between become rejects, blank lines vanish.
    ///
    /// - Throws: what reading and `emit` throw.
    mutating func next(_ file: inout InputFile, _ emit: (SourceItem) throws -> Void) throws -> Bool {
        while try row.advance(&file) {
            if let fault = row.fault {
                try emit(.reject(Reject(reason: fault.rawValue, line: row.line, detail: fault.detail)))
            } else if row.count == header.count {
                return true
            } else if !row.isBlank {
                let detail = "has \(row.count) fields where the header has \(header.count)"
                try emit(.reject(Reject(reason: "wrong-width", line: row.line, detail: detail)))
            }
        }
        return false
    }

    /// The column with one of these names, the first name first.
    func column(_ names: String...) -> Int? { column(among: names) }

    /// The column of a name that the format cannot do without.
    ///
    /// - Throws: `SourceError` `wrong-header`.
    func required(_ names: String...) throws(SourceError) -> Int {
        if let index = column(among: names) { return index }
        let wanted = names.joined(separator: " or ")
        let found = header.prefix(12).joined(separator: ",")
        let detail = "the header has no column \(wanted) but \(String(found.prefix(200)))"
        throw SourceError("wrong-header", line: row.line, detail: detail)
    }

    private func column(among names: [String]) -> Int? {
        names.lazy.compactMap { [header] in header.firstIndex(of: $0) }.first
    }
}

extension CSVScanner {
    /// Moves behind so many lines that are not blank.
    ///
    /// - Throws: `SourceError` `no-header` when there are fewer, `InputError` as reading does.
    fileprivate mutating func skipLines(_ count: Int, of file: inout InputFile) throws {
        for _ in 0..<count {
            repeat {
                guard try advance(&file) else {
                    throw SourceError("no-header", detail: "the file has no header line; export it again")
                }
            } while isBlank
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

    var isBlank: Bool { fault == nil && count == 1 && trimmed(0).start == trimmed(0).end }
}

extension CSVFault {
    var detail: String {
        switch self {
        case .openQuote: "a quote opens and never closes"
        case .textBehindQuote: "text stands behind a closing quote; double the quotes inside a quoted field"
        case .fieldTooLong: "a field has more than \(RowScan.fieldLimit) bytes"
        case .rowTooLong: "the row has more than \(RowScan.rowLimit) bytes"
        case .tooManyColumns: "the row has more than \(RowScan.columnLimit) fields"
        case .nul: "a NUL byte stands in it"
        case .invalidUTF8: "it is not UTF-8"
        }
    }
}
