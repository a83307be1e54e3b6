/// Reads numbers from bytes that may say anything: every step is checked, nothing traps.
struct ByteCursor {
    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    /// A cursor over a part of bytes; the range lies inside them.
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
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { throw TileError(.corrupt, "a number has more than 64 bits") }
            value |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw TileError(.corrupt, "a number has more than ten bytes")
    }

    /// A signed number, written zigzag.
    mutating func signed() throws(TileError) -> Int64 {
        Int64(zigzag: try number())
    }

    /// A number that may be at most so large.
    mutating func count(upTo limit: Int, _ what: String) throws(TileError) -> Int {
        let value = try number()
        guard value <= UInt64(limit) else { throw TileError(.corrupt, "\(what) \(value) is over \(limit)") }
        return Int(value)
    }

    /// The 64 bits of a double, the lowest byte first.
    mutating func double() throws(TileError) -> Double {
        guard remaining >= 8 else { throw TileError(.truncated, "a value ends behind the bytes") }
        var bits: UInt64 = 0
        for offset in 0..<8 { bits |= UInt64(bytes[position + offset]) << (8 * UInt64(offset)) }
        position += 8
        return Double(bitPattern: bits)
    }

    /// Takes so many bytes as bits.
    mutating func bits(byteCount: Int) throws(TileError) -> BitReader {
        guard byteCount <= remaining else { throw TileError(.truncated, "packed bits end behind the bytes") }
        defer { position += byteCount }
        return BitReader(bytes, position..<position + byteCount)
    }
}

extension Int64 {
    /// The number that zigzag writes so: 0, 1, 2, 3 mean 0, −1, 1, −2.
    init(zigzag value: UInt64) {
        self = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// Its zigzag form: 0, −1, 1, −2 become 0, 1, 2, 3, so that small numbers of either sign stay short.
    var zigzag: UInt64 { UInt64(bitPattern: self << 1 ^ self >> 63) }
}

/// The bytes that `append(number:)` takes.
func numberSize(_ number: UInt64) -> Int {
    max(1, (64 - number.leadingZeroBitCount + 6) / 7)
}

extension [UInt8] {
    /// Appends an unsigned number of seven bits a byte.
    mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Appends a signed number, zigzag.
    mutating func append(signed: Int64) {
        append(number: signed.zigzag)
    }

    /// Appends the 64 bits of a double, the lowest byte first.
    mutating func append(double: Double) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: double.bitPattern >> shift))
        }
    }
}
