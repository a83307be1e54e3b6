/// Values as the bits in which each differs from the one before (the idea of Gorilla, Pelkonen et al., VLDB 2015).
///
/// The first value takes 64 bits. Then, for each: bit 0 when it equals the one before; bits 1, 0 and the differing bits
/// in the window used last; bits 1, 1, six bits of leading zeros, six bits of length − 1 and the differing bits.
enum XORRun {
    static func encode(_ values: [Double]) -> [UInt8]? {
        guard let first = values.first else { return nil }
        var bits = BitWriter()
        bits.append(first.bitPattern, width: 64)
        var before = first.bitPattern
        var window: (leading: UInt64, length: UInt64) = (0, 0)
        for value in values.dropFirst() {
            let difference = value.bitPattern ^ before
            before = value.bitPattern
            guard difference != 0 else {
                bits.append(0, width: 1)
                continue
            }
            let leading = UInt64(difference.leadingZeroBitCount)
            let trailing = UInt64(difference.trailingZeroBitCount)
            let after = 64 - window.leading - window.length
            if window.length > 0, leading >= window.leading, trailing >= after {
                bits.append(0b01, width: 2)
                bits.append(difference >> after, width: window.length)
            } else {
                window = (leading, 64 - leading - trailing)
                bits.append(0b11, width: 2)
                bits.append(window.leading, width: 6)
                bits.append(window.length - 1, width: 6)
                bits.append(difference >> trailing, width: window.length)
            }
        }
        return bits.finish()
    }

    static func decode(_ cursor: inout ByteCursor, count: Int) throws(TileError) -> [Double] {
        var bits = try cursor.bits(byteCount: cursor.remaining)
        var before = bits.read(width: 64)
        var values = [Double(bitPattern: before)]
        values.reserveCapacity(count)
        var window: (leading: UInt64, length: UInt64) = (0, 0)
        while values.count < count, !bits.isExhausted {
            if bits.read(width: 1) == 1 {
                if bits.read(width: 1) == 1 {
                    window = (bits.read(width: 6), bits.read(width: 6) + 1)
                    guard window.leading + window.length <= 64 else {
                        throw TileError(.corrupt, "a window of more than 64 bits")
                    }
                }
                guard window.length > 0 else { throw TileError(.corrupt, "a window is used before it is set") }
                before ^= bits.read(width: window.length) << (64 - window.leading - window.length)
            }
            values.append(Double(bitPattern: before))
        }
        guard !bits.isExhausted else { throw TileError(.truncated, "differences end behind the bytes") }
        return values
    }
}
