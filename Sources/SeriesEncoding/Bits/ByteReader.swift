/// Reads numbers from a part of bytes that may say anything: every step is checked, nothing traps.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    /// A reader of a part of bytes; where bits are read from it, 16 bytes have to follow it.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var remaining: Int { end - position }

    mutating func byte() throws(TileError) -> UInt8 {
        guard position < end else { throw TileError(.truncated, "a number ends behind the bytes") }
        defer { position += 1 }
        return bytes[position]
    }

    /// An unsigned number of seven bits a byte, the lowest first, at most ten bytes (LEB128).
    mutating func number() throws(TileError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { throw TileError(.corrupt, "a number has more than 64 bits") }
            number |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return number }
        }
        throw TileError(.corrupt, "a number has more than ten bytes")
    }

    mutating func signed() throws(TileError) -> Int64 { Int64(zigzag: try number()) }

    /// A number that has to lie in a range.
    mutating func count(_ what: @autoclosure () -> String, in range: ClosedRange<Int>) throws(TileError) -> Int {
        let number = try number()
        guard let count = Int(exactly: number), range.contains(count) else {
            throw TileError(.corrupt, "\(what()) \(number) is not in \(range.lowerBound)…\(range.upperBound)")
        }
        return count
    }

    mutating func double() throws(TileError) -> Double {
        let start = try take(8, "a value")
        return Double(bitPattern: unsafe bytes.span.bytes.word(at: start))
    }

    /// Takes so many bytes, and says where they start.
    mutating func take(_ count: Int, _ what: @autoclosure () -> String) throws(TileError) -> Int {
        guard count <= remaining else { throw TileError(.truncated, "\(what()) ends behind the bytes") }
        defer { position += count }
        return position
    }
}

/// The four bytes from a position on as a number, the lowest first.
func fourBytes(of bytes: [UInt8], at position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
}

/// Checks bytes whose last four are the CRC-32C of those before.
func verifyChecksum(_ bytes: [UInt8]) throws(TileError) {
    let end = bytes.count - 4
    let (written, found) = (fourBytes(of: bytes, at: end), crc32c(bytes, upTo: end))
    guard written == found else {
        throw TileError(.checksum, "the bytes sum up to \(found), and were written as \(written)")
    }
}

extension RawSpan {
    /// The eight bytes from an offset on, the lowest first.
    ///
    /// Checked against the bounds; unsafe is only that any type could be asked for.
    func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The byte at an offset, checked as a word is.
    func byte(at offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
}
