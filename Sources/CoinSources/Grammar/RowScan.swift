/// Why a row cannot be read; the raw value is the reason of its reject.
enum CSVFault: String {
    case openQuote = "open-quote"
    case textBehindQuote = "text-behind-quote"
    case fieldTooLong = "field-too-long"
    case rowTooLong = "row-too-long"
    case tooManyColumns = "too-many-columns"
    case nul = "nul-byte"
    case invalidUTF8 = "invalid-utf8"
}

/// A field's place among the bytes; `isEscaped` when doubled quotes stand in it.
struct CSVField {
    var start = 0
    var end = 0
    var isEscaped = false
}

struct RowScan {
    static let columnLimit = 4096
    static let fieldLimit = 1 << 20
    /// The most bytes of a row before its last field.
    static let rowLimit = 8 << 20

    enum Outcome {
        case row
        case needsMore
        /// It has more fields than there is room for.
        case needsRoom
        case fault(CSVFault)
    }

    var outcome = Outcome.row
    /// The number of fields.
    var count = 0
    /// Behind the row and its line end.
    var end = 0
    var lines = 1
    var hasNUL = false
    var isASCII = true

    static let quote = UInt8(ascii: "\"")
    static let lineFeed: UInt8 = 10
    static let carriageReturn: UInt8 = 13

    /// Finds the fields of the row at `start`; its cost is one look at each byte.
    ///
    /// Limits are checked where fields start and end and nowhere else, so that the outcome is the same however the
    /// bytes came in pieces.
    static func scan(
        _ input: [UInt8],
        from start: Int,
        separator: UInt8,
        isLast: Bool,
        into places: inout [CSVField]
    ) -> RowScan {
        let bytes = input.span
        var fields = places.mutableSpan
        var row = RowScan()
        var next = start
        var seen: UInt64 = 0
        while true {
            if let outcome = row.limit(at: next - start, room: fields.count) { return RowScan(outcome: outcome) }
            if next < bytes.count, bytes[next] == quote {
                next += 1
                var field = CSVField(start: next, end: next)
                let isClosed = row.passQuoted(bytes, &next, &field, &seen, isLast)
                guard next - field.start <= RowScan.fieldLimit else {
                    return RowScan(outcome: .fault(.fieldTooLong))
                }
                guard isClosed else { return RowScan(outcome: isLast ? .fault(.openQuote) : .needsMore) }
                field.end = next
                fields[row.count] = field
                row.count += 1
                next += 1
            } else if let outcome = row.passUnquoted(bytes, &next, from: start, separator, &fields, &seen) {
                return RowScan(outcome: outcome)
            }
            guard next < bytes.count else {
                guard isLast else { return RowScan(outcome: .needsMore) }
                break
            }
            let byte = bytes[next]
            next += 1
            if byte == separator { continue }
            if byte == lineFeed { break }
            guard byte == carriageReturn else { return RowScan(outcome: .fault(.textBehindQuote)) }
            if next < bytes.count {
                if bytes[next] == lineFeed { next += 1 }
            } else if !isLast {
                return RowScan(outcome: .needsMore)
            }
            break
        }
        row.end = next
        row.isASCII = seen & highBits == 0
        return row
    }

    private static let everyByte: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The outcome where no field may begin so many bytes into the row: a limit is passed, or there is no room; nil where one may.
    @inline(__always)
    private func limit(at offset: Int, room: Int) -> Outcome? {
        if offset > RowScan.rowLimit { return .fault(.rowTooLong) }
        if count < room { return nil }
        return room < RowScan.columnLimit ? .needsRoom : .fault(.tooManyColumns)
    }

    /// Passes fields without quotes, up to what ends the row or stands before a quoted field.
    ///
    /// Bytes are looked at eight at a time, and all fields that end among these are taken together. Returns the outcome where a
    /// limit is passed.
    @inline(__always)
    private mutating func passUnquoted(
        _ bytes: Span<UInt8>,
        _ next: inout Int,
        from start: Int,
        _ separator: UInt8,
        _ fields: inout MutableSpan<CSVField>,
        _ seen: inout UInt64
    ) -> Outcome? {
        let separators = RowScan.everyByte &* UInt64(separator)
        var first = next
        var place = next
        next = bytes.count
        search: while place < bytes.count {
            let word = RowScan.word(of: bytes, at: place)
            seen |= word
            var marks = RowScan.marks(in: word, separators)
            while marks != 0 {
                let end = place + marks.trailingZeroBitCount / 8
                marks &= marks &- 1
                let byte = bytes[end]
                if byte == separator, end + 1 == bytes.count || bytes[end + 1] != RowScan.quote {
                    guard end - first <= RowScan.fieldLimit else { return .fault(.fieldTooLong) }
                    fields[count] = CSVField(start: first, end: end)
                    count += 1
                    first = end + 1
                    if let outcome = limit(at: first - start, room: fields.count) { return outcome }
                } else if byte == separator || byte == RowScan.lineFeed || byte == RowScan.carriageReturn {
                    next = end
                    break search
                } else if byte == 0 {
                    hasNUL = true
                }
            }
            place += 8
        }
        guard next - first <= RowScan.fieldLimit else { return .fault(.fieldTooLong) }
        fields[count] = CSVField(start: first, end: next)
        count += 1
        return nil
    }

    /// Eight bytes as a word, the first one lowest; beyond the end it is filled with bytes that are no marks.
    @inline(__always)
    private static func word(of bytes: Span<UInt8>, at place: Int) -> UInt64 {
        if place + 8 <= bytes.count {
            return unsafe UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
        return (place..<bytes.count).reversed().reduce(0x7f7f_7f7f_7f7f_7f7f) { $0 << 8 | UInt64(bytes[$1]) }
    }

    /// The high bit of each byte that is a separator or a control up to the carriage return.
    ///
    /// Added to the seven low bits of a byte, 0x80 − n sets its high bit unless they are below n.
    @inline(__always)
    private static func marks(in word: UInt64, _ separators: UInt64) -> UInt64 {
        let (low, apart) = (everyByte &* 0x7f, word ^ separators)
        let isOther = ((apart & low) &+ everyByte &* 0x7f) | apart
        let isText = ((word & low) &+ everyByte &* 0x72) | word
        return ~(isOther & isText) & highBits
    }

    /// Passes the inside of a quoted field up to its closing quote; false when that is not among the bytes at hand.
    private mutating func passQuoted(
        _ bytes: Span<UInt8>,
        _ next: inout Int,
        _ field: inout CSVField,
        _ seen: inout UInt64,
        _ isLast: Bool
    ) -> Bool {
        while next < bytes.count {
            let byte = bytes[next]
            if byte == RowScan.quote {
                if next + 1 == bytes.count { return isLast }
                guard bytes[next + 1] == RowScan.quote else { return true }
                field.isEscaped = true
                next += 1
            } else if byte == RowScan.lineFeed {
                if bytes[next - 1] != RowScan.carriageReturn { lines += 1 }
            } else if byte == RowScan.carriageReturn {
                lines += 1
            } else if byte == 0 {
                hasNUL = true
            }
            seen |= UInt64(byte)
            next += 1
        }
        return false
    }
}
