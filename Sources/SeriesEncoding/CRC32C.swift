/// The CRC-32C (Castagnoli) of bytes: polynomial 0x1EDC6F41, reflected, as in iSCSI (RFC 3720).
///
/// Eight bytes a step through eight tables. Detects every change of up to 32 neighbouring bits.
public func crc32c(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc = ~UInt32(0)
    var index = bytes.startIndex
    while index + 8 <= bytes.endIndex {
        crc ^=
            UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16
            | UInt32(bytes[index + 3]) << 24
        crc =
            tables[7 * 256 + Int(crc & 0xff)] ^ tables[6 * 256 + Int(crc >> 8 & 0xff)]
            ^ tables[5 * 256 + Int(crc >> 16 & 0xff)] ^ tables[4 * 256 + Int(crc >> 24)]
            ^ tables[3 * 256 + Int(bytes[index + 4])] ^ tables[2 * 256 + Int(bytes[index + 5])]
            ^ tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
        index += 8
    }
    while index < bytes.endIndex {
        crc = tables[Int((crc ^ UInt32(bytes[index])) & 0xff)] ^ crc >> 8
        index += 1
    }
    return ~crc
}

/// Table `k`, entry `b`: what byte `b` does to the remainder when `k` further bytes follow it.
private let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
        var remainder = UInt32(byte)
        for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0x82f6_3b78 : remainder >> 1 }
        tables[byte] = remainder
    }
    for index in 256..<8 * 256 {
        let before = tables[index - 256]
        tables[index] = tables[Int(before & 0xff)] ^ before >> 8
    }
    return tables
}()
