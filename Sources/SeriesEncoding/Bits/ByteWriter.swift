struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ others: [UInt8]) { bytes.append(contentsOf: others) }

    /// Appends an unsigned number of seven bits a byte, the lowest first (LEB128).
    mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(number: Int) { append(number: UInt64(number)) }

    mutating func append(signed: Int64) { append(number: signed.zigzag) }

    /// Appends the eight bytes of a word, the lowest first.
    mutating func append(word: UInt64) {
        unsafe withUnsafeBytes(of: word.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func append(double: Double) { append(word: double.bitPattern) }

    /// Writes a number of four bytes over those at a position, the lowest first.
    mutating func overwrite(_ number: UInt32, at position: Int) {
        for index in 0..<4 { bytes[position + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(index))) }
    }

    /// Appends the CRC-32C of all bytes so far.
    mutating func appendChecksum() {
        let checksum = crc32c(bytes)
        bytes += [0, 0, 0, 0]
        overwrite(checksum, at: bytes.count - 4)
    }
}

extension UInt64 {
    /// The bytes that it takes as a number of seven bits a byte.
    var numberLength: Int { self == 0 ? 1 : (70 - leadingZeroBitCount) / 7 }

    /// The bits that it takes; none for 0.
    var width: Int { 64 - leadingZeroBitCount }
}

extension Int64 {
    /// The number that zigzag writes so: 0, 1, 2, 3 mean 0, −1, 1, −2.
    init(zigzag number: UInt64) { self = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }

    /// Its zigzag form: 0, −1, 1, −2 become 0, 1, 2, 3, so that small numbers of either sign stay short.
    var zigzag: UInt64 { UInt64(bitPattern: self << 1 ^ self >> 63) }
}
