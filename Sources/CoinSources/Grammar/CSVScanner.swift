/// Cuts UTF-8 bytes into rows and fields: RFC 4180 quotes with line ends inside, LF, CRLF and lone CR, any separator.
///
/// Bytes are fed in pieces of any size and the rows do not depend on where they were cut. A row is a list of offsets
/// into the bytes at hand, so reading one allocates nothing; the fields live until the next row is asked for. The
/// scanner knows no file: a splitter that hands whole rows to several scanners can stand in front of it.
///
/// A row with a fault is handed on with it and without fields. Where quotes or sizes are at fault, reading resumes on
/// the line behind the row's first one, so that one open quote cannot swallow the rest of a file.
struct CSVScanner: ~Copyable {
    enum Step { case row, needsMore, end }

    let separator: UInt8
    /// What reads its cells.
    let cells: CellReader
    /// The line (from 1) on which the current row starts.
    private(set) var line = 0
    /// The number of fields of the current row.
    private(set) var count = 0
    /// Why the current row cannot be read, if it cannot.
    private(set) var fault: CSVFault?
    /// The byte of the row, from 1, that no text may have, if it has one.
    private(set) var faultyByte: Int?

    private(set) var bytes: [UInt8] = []
    /// Room for the fields of the widest row so far, of which the current one's are the first.
    private(set) var fields = [CSVField](repeating: CSVField(), count: 16)
    private var position = 0
    private var nextLine = 1
    private var isLast = false
    private var isAtStart = true
    private var isSkippingLine = false

    /// What a scanner has not read of the bytes that it was fed: all that another one needs to go on.
    struct Rest {
        var bytes: [UInt8] = []
        /// Whether they begin within a line that is not read.
        var isInSkippedLine = false

        /// Whether it is nothing, so that a row begins behind it.
        var isNone: Bool { bytes.isEmpty && !isInSkippedLine }
    }

    var rest: Rest { Rest(bytes: Array(bytes[position...]), isInSkippedLine: isSkippingLine) }

    /// The lines that it has behind it.
    var linesRead: Int { nextLine - 1 }

    /// A scanner for bytes with this separator, a byte order mark before them or not.
    init(separator: UInt8, cells: CellReader = CellReader()) {
        (self.separator, self.cells) = (separator, cells)
    }

    /// A scanner that goes on behind another one, from line 1 on.
    init(separator: UInt8, cells: CellReader, after rest: Rest) {
        self.init(separator: separator, cells: cells)
        (bytes, isSkippingLine) = (rest.bytes, rest.isInSkippedLine)
        isAtStart = false
    }

    mutating func feed(_ chunk: [UInt8]) {
        if position == bytes.count {
            bytes = chunk
        } else {
            bytes.removeFirst(position)
            bytes += chunk
        }
        position = 0
    }

    /// Says that no bytes follow those fed.
    mutating func finish() {
        isLast = true
    }

    /// Moves to the next row, if the bytes at hand hold it whole.
    mutating func next() -> Step {
        (count, fault) = (0, nil)
        faultyByte = nil
        guard skipMark(), skipLine(), position < bytes.count else { return isLast ? .end : .needsMore }
        let row = RowScan.scan(bytes, from: position, separator: separator, isLast: isLast, into: &fields)
        line = nextLine
        switch row.outcome {
        case .needsMore: return .needsMore
        case .needsRoom:
            fields += repeatElement(CSVField(), count: min(fields.count, RowScan.columnLimit - fields.count))
            return next()
        case .fault(let found):
            fault = found
            isSkippingLine = true
        case .row:
            count = row.count
            nextLine += row.lines
            if row.hasNUL || !row.isASCII { validate(bytes[position..<row.end], hasNUL: row.hasNUL) }
            position = row.end
        }
        return .row
    }

    private mutating func validate(_ row: ArraySlice<UInt8>, hasNUL: Bool) {
        if hasNUL {
            fault = .nul
            faultyByte = row.firstIndex(of: 0).map { $0 - position + 1 }
        } else if String(validating: row, as: UTF8.self) == nil {
            fault = .invalidUTF8
            faultyByte = row.firstInvalidUTF8.map { $0 - position + 1 }
        }
    }

    /// Passes a byte order mark; false when more bytes are needed to decide.
    private mutating func skipMark() -> Bool {
        guard isAtStart else { return true }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        if bytes.count < 3, !isLast, mark.starts(with: bytes) { return false }
        if bytes.starts(with: mark) { position = 3 }
        isAtStart = false
        return true
    }

    /// Passes the rest of a line that is not read; false when its end is not among the bytes at hand.
    private mutating func skipLine() -> Bool {
        guard isSkippingLine else { return true }
        guard let end = bytes[position...].firstIndex(where: { $0 == RowScan.lineFeed || $0 == RowScan.carriageReturn })
        else {
            position = bytes.count
            return false
        }
        position = end
        if bytes[end] == RowScan.carriageReturn {
            if end + 1 == bytes.count, !isLast { return false }
            if end + 1 < bytes.count, bytes[end + 1] == RowScan.lineFeed { position += 1 }
        }
        position += 1
        nextLine += 1
        isSkippingLine = false
        return true
    }
}

extension ArraySlice<UInt8> {
    /// Where the first byte stands that is not UTF-8; nil where all are.
    var firstInvalidUTF8: Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = makeIterator()
        var offset = startIndex
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}
