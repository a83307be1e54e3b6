/// The CRC-32C of bytes: Castagnoli's polynomial 0x1EDC6F41, reflected, as iSCSI has it (RFC 3720).
///
/// Every change of one bit, and of any bits within 32 neighbouring ones, changes it. It keeps no enemy out: who can
/// write bytes can write their checksum.
public func crc32c(_ bytes: [UInt8]) -> UInt32 { crc32c(bytes, upTo: bytes.count) }

/// The CRC-32C of the first bytes; `end` is at most their count.
func crc32c(_ bytes: [UInt8], upTo end: Int) -> UInt32 { unsafe crc32c(bytes.span.bytes.extracting(first: end)) }

/// The CRC-32C of bytes that lie somewhere, eight a step through eight tables.
public func crc32c(_ bytes: RawSpan) -> UInt32 {
    let tables = remainders.span
    let end = bytes.byteCount
    /// What a byte does to the remainder when so many further bytes follow it.
    func remainder(_ word: UInt64, byte: UInt64, followedBy count: Int) -> UInt32 {
        // The index is below 8 × 256 whatever the byte is.
        unsafe tables[unchecked: count &* 256 &+ Int(word &>> (8 &* byte) & 0xff)]
    }
    var crc = ~UInt32(0)
    var position = 0
    while position &+ 8 <= end {
        let word = bytes.word(at: position) ^ UInt64(crc)
        crc =
            remainder(word, byte: 0, followedBy: 7) ^ remainder(word, byte: 1, followedBy: 6)
            ^ remainder(word, byte: 2, followedBy: 5) ^ remainder(word, byte: 3, followedBy: 4)
            ^ remainder(word, byte: 4, followedBy: 3) ^ remainder(word, byte: 5, followedBy: 2)
            ^ remainder(word, byte: 6, followedBy: 1) ^ remainder(word, byte: 7, followedBy: 0)
        position &+= 8
    }
    while position < end {
        crc = remainder(UInt64(crc ^ UInt32(bytes.byte(at: position))), byte: 0, followedBy: 0) ^ crc >> 8
        position += 1
    }
    return ~crc
}

/// Entry 256 × `count` + `byte`: what a byte does to the remainder when `count` further bytes follow it.
private let remainders: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
        var remainder = UInt32(byte)
        for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0x82f6_3b78 : remainder >> 1 }
        table[byte] = remainder
    }
    for index in 256..<table.count {
        let before = table[index - 256]
        table[index] = table[Int(before & 0xff)] ^ before >> 8
    }
    return table
}()
