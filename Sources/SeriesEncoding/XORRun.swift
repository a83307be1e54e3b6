/// Values as the bits in which each differs from the one before (the idea of Gorilla, Pelkonen et al., VLDB 2015).
///
/// The first value takes 64 bits. Then, for each: bit 0 when it equals the one before; bits 1, 0 and the differing bits
/// in the window used last; bits 1, 1, six bits of leading zeros, six bits of length − 1 and the differing bits.
enum XORRun {
    /// The bits that `write` takes.
    static func bitCount(_ values: [Double]) -> Int {
        var count = 64
        each(values) { window, isNew in
            count += window.map { (isNew ? 14 : 2) + Int($0.length) } ?? 1
        }
        return count
    }

    /// Writes the values; there is at least one.
    static func write(_ values: [Double], to bytes: inout [UInt8]) {
        var bits = BitWriter()
        bits.append(values[0].bitPattern, width: 64, to: &bytes)
        var index = 0
        each(values) { window, isNew in
            index += 1
            guard let window else { return bits.append(0, width: 1, to: &bytes) }
            bits.append(isNew ? 0b11 : 0b01, width: 2, to: &bytes)
            if isNew {
                bits.append(window.leading, width: 6, to: &bytes)
                bits.append(window.length - 1, width: 6, to: &bytes)
            }
            let difference = values[index].bitPattern ^ values[index - 1].bitPattern
            bits.append(difference >> (64 - window.leading - window.length), width: window.length, to: &bytes)
        }
        bits.finish(&bytes)
    }

    /// Names the window of each value but the first: nil when it equals the one before.
    private static func each(
        _ values: [Double],
        _ body: ((leading: UInt64, length: UInt64)?, _ isNew: Bool) -> Void
    ) {
        var window: (leading: UInt64, length: UInt64) = (0, 0)
        for index in values.indices.dropFirst() {
            let difference = values[index].bitPattern ^ values[index - 1].bitPattern
            guard difference != 0 else {
                body(nil, false)
                continue
            }
            let leading = UInt64(difference.leadingZeroBitCount)
            let trailing = UInt64(difference.trailingZeroBitCount)
            let fits =
                window.length > 0 && leading >= window.leading && trailing >= 64 - window.leading - window.length
            if !fits { window = (leading, 64 - leading - trailing) }
            body(window, !fits)
        }
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
