/// The CRC-32C of bytes: Castagnoli's polynomial 0x1EDC6F41, reflected, as iSCSI has it (RFC 3720).
///
/// Every change of one bit, and of any bits within 32 neighbouring ones, changes it. It keeps no enemy out: who can
/// write bytes can write their checksum.
public func crc32c(_ bytes: [UInt8]) -> UInt32 { crc32c(bytes, upTo: bytes.count) }

/// The CRC-32C of the first bytes; `end` is at most their count.
func crc32c(_ bytes: [UInt8], upTo end: Int) -> UInt32 { unsafe crc32c(bytes.span.bytes.extracting(first: end)) }

/// The CRC-32C of bytes that lie somewhere, eight a step through eight tables, and four stretches side by side: a step waits for the
/// one before it, but not for those of other stretches.
public func crc32c(_ bytes: RawSpan) -> UInt32 {
    let tables = remainders.span
    let shifts = stretchShifts.span
    let end = bytes.byteCount
    var crc = ~UInt32(0)
    var position = 0
    while position &+ 4 &* stretch <= end {
        var (first, second, third, fourth) = (crc, UInt32(0), UInt32(0), UInt32(0))
        for place in stride(from: position, to: position &+ stretch, by: 8) {
            first = remainder(tables, bytes.word(at: place) ^ UInt64(first))
            second = remainder(tables, bytes.word(at: place &+ stretch) ^ UInt64(second))
            third = remainder(tables, bytes.word(at: place &+ 2 &* stretch) ^ UInt64(third))
            fourth = remainder(tables, bytes.word(at: place &+ 3 &* stretch) ^ UInt64(fourth))
        }
        crc = shifted(shifts, shifted(shifts, shifted(shifts, first) ^ second) ^ third) ^ fourth
        position &+= 4 &* stretch
    }
    while position &+ 8 <= end {
        crc = remainder(tables, bytes.word(at: position) ^ UInt64(crc))
        position &+= 8
    }
    while position < end {
        crc = tables[Int(crc & 0xff) ^ Int(bytes.byte(at: position))] ^ crc >> 8
        position &+= 1
    }
    return ~crc
}

/// The remainder of eight bytes, the one before them added to the first four.
@inline(__always)
private func remainder(_ tables: Span<UInt32>, _ word: UInt64) -> UInt32 {
    /// What a byte does to the remainder when so many further bytes follow it.
    func entry(_ byte: UInt64, followedBy count: Int) -> UInt32 {
        // The index is below 8 × 256 whatever the byte is.
        unsafe tables[unchecked: count &* 256 &+ Int(word &>> (8 &* byte) & 0xff)]
    }
    return entry(0, followedBy: 7) ^ entry(1, followedBy: 6) ^ entry(2, followedBy: 5) ^ entry(3, followedBy: 4)
        ^ entry(4, followedBy: 3) ^ entry(5, followedBy: 2) ^ entry(6, followedBy: 1) ^ entry(7, followedBy: 0)
}

/// What becomes of a remainder when a stretch of zeros follows: the remainder of two texts in a row is that of the first, shifted by
/// the length of the second, added to that of the second alone.
@inline(__always)
private func shifted(_ shifts: Span<UInt32>, _ crc: UInt32) -> UInt32 {
    shifts[Int(crc & 0xff)] ^ shifts[256 &+ Int(crc >> 8 & 0xff)] ^ shifts[512 &+ Int(crc >> 16 & 0xff)]
        ^ shifts[768 &+ Int(crc >> 24)]
}

/// The bytes of a stretch.
private let stretch = 128

/// Entry 256 × `place` + `byte`: what becomes of a remainder of this byte at this place when a stretch of zeros follows.
private let stretchShifts: [UInt32] = {
    let ofBits = (0..<32).map { bit in
        (0..<stretch / 8).reduce(UInt32(1) << UInt32(bit)) { crc, _ in remainder(remainders.span, UInt64(crc)) }
    }
    var table = [UInt32](repeating: 0, count: 4 * 256)
    // An entry is that without its lowest bit, and that bit's.
    for index in table.indices where index & 0xff != 0 {
        table[index] = table[index & (index - 1)] ^ ofBits[index / 256 * 8 + index.trailingZeroBitCount]
    }
    return table
}()

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
