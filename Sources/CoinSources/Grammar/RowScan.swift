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
        let separators = everyByte &* UInt64(separator)
        while true {
            guard next - start <= RowScan.rowLimit else { return RowScan(outcome: .fault(.rowTooLong)) }
            guard row.count < fields.count else {
                return RowScan(outcome: fields.count < columnLimit ? .needsRoom : .fault(.tooManyColumns))
            }
            var field = CSVField(start: next, end: next)
            if next < bytes.count, bytes[next] == quote {
                next += 1
                field.start = next
                let isClosed = row.passQuoted(bytes, &next, &field, &seen, isLast)
                guard next - field.start <= RowScan.fieldLimit else {
                    return RowScan(outcome: .fault(.fieldTooLong))
                }
                guard isClosed else { return RowScan(outcome: isLast ? .fault(.openQuote) : .needsMore) }
                field.end = next
                next += 1
            } else {
                row.passUnquoted(bytes, &next, separator, separators, &seen)
                guard next - field.start <= RowScan.fieldLimit else {
                    return RowScan(outcome: .fault(.fieldTooLong))
                }
                field.end = next
            }
            fields[row.count] = field
            row.count += 1
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

    /// Passes bytes, eight at a time, that are neither a separator nor so low that they need a closer look.
    ///
    /// A byte is below n where (x − n) & ~x has its high bit set: exact up to the lowest such byte, which is all that
    /// counts (Mycroft 1987).
    @inline(__always)
    private static func passPlain(_ bytes: Span<UInt8>, _ next: inout Int, _ separators: UInt64, _ seen: inout UInt64) {
        let raw = unsafe bytes.bytes
        while next + 8 <= bytes.count {
            let word = unsafe UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: next, as: UInt64.self))
            let apart = word ^ separators
            let hits = ((apart &- everyByte) & ~apart | (word &- everyByte &* 0x23) & ~word) & highBits
            guard hits != 0 else {
                seen |= word
                next += 8
                continue
            }
            let count = hits.trailingZeroBitCount / 8
            seen |= word & ((1 << UInt64(8 * count)) &- 1)
            next += count
            return
        }
    }

    /// Passes a field without quotes up to what ends it.
    @inline(__always)
    private mutating func passUnquoted(
        _ bytes: Span<UInt8>,
        _ next: inout Int,
        _ separator: UInt8,
        _ separators: UInt64,
        _ seen: inout UInt64
    ) {
        while true {
            RowScan.passPlain(bytes, &next, separators, &seen)
            guard next < bytes.count else { break }
            let byte = bytes[next]
            if byte == separator { break }
            // Everything that needs a closer look is a control byte or below the quote.
            if byte <= RowScan.quote {
                if byte == RowScan.lineFeed || byte == RowScan.carriageReturn { break }
                if byte == 0 { hasNUL = true }
            }
            seen |= UInt64(byte)
            next += 1
        }
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
