/// Values as the bits in which each differs from the one before: the idea of Gorilla (Pelkonen et al., VLDB 2015).
///
/// The first value is a double. Then, in bits, for each further one:
///
/// | Bits | Then | Meaning |
/// |---|---|---|
/// | 0 | – | the value before, again |
/// | 1, 0 | the window's bits | they differ within the window used last |
/// | 1, 1 | 6: zeros above the window; 6: its width − 1; the window's bits | they differ within a new window |
enum XORRun: RunCodec {
    /// Where two patterns may differ: so many bits, below so many zeros.
    private struct Window {
        var leading = 0
        var width = 0

        var trailing: Int { 64 - leading - width }

        /// Whether a difference lies within the window.
        func holds(_ difference: UInt64) -> Bool {
            width > 0 && difference.leadingZeroBitCount >= leading && difference.trailingZeroBitCount >= trailing
        }

        /// The narrowest window for a difference that is not 0.
        init(_ difference: UInt64) {
            leading = difference.leadingZeroBitCount
            width = 64 - leading - difference.trailingZeroBitCount
        }

        init(leading: Int, width: Int) {
            self.leading = leading
            self.width = width
        }
    }

    /// The bits of a header that brings a window along.
    private static let headWidth = 14

    static func byteCount(of run: RunDraft, below limit: Int) -> Int? {
        guard limit > 8 else { return nil }
        var window = Window(leading: 0, width: 0)
        var before = run.values[0].bitPattern
        var width = 0
        for value in run.values.dropFirst() {
            let difference = value.bitPattern ^ before
            before = value.bitPattern
            if difference == 0 {
                width += 1
            } else if window.holds(difference) {
                width += 2 + window.width
            } else {
                window = Window(difference)
                width += headWidth + window.width
                // Decimals mostly need far fewer bits, which shows after a few values.
                if width / 8 >= limit { return nil }
            }
        }
        return 8 + (width + 7) / 8
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        writer.append(double: run.values[0])
        var bits = BitWriter()
        var window = Window(leading: 0, width: 0)
        var before = run.values[0].bitPattern
        for value in run.values.dropFirst() {
            let difference = value.bitPattern ^ before
            before = value.bitPattern
            if difference == 0 {
                bits.append(0, width: 1, to: &writer)
                continue
            }
            if window.holds(difference) {
                bits.append(0b01, width: 2, to: &writer)
            } else {
                window = Window(difference)
                let head = 0b11 | UInt64(window.leading) << 2 | UInt64(window.width - 1) << 8
                bits.append(head, width: headWidth, to: &writer)
            }
            bits.append(difference >> window.trailing, width: window.width, to: &writer)
        }
        bits.finish(to: &writer)
    }

    static func read(
        _ reader: inout ByteReader,
        into row: inout MutableSpan<Double>,
        at range: Range<Int>
    ) throws(TileError) {
        var pattern = try reader.double().bitPattern
        row[range.lowerBound] = Double(bitPattern: pattern)
        var bits = BitReader(at: reader.position)
        let end = bits.bit + 8 * reader.remaining
        let bytes = reader.bytes
        let raw = unsafe bytes.span.bytes
        var window = Window(leading: 0, width: 0)
        for index in range.dropFirst() {
            guard bits.bit < end else { throw TileError(.truncated, "differing bits end behind the bytes") }
            let head = bits.peek(raw)
            if head & 0b01 == 0 {
                bits.skip(1)
            } else {
                if head & 0b10 == 0 {
                    bits.skip(2)
                } else {
                    bits.skip(headWidth)
                    window = Window(leading: Int(head >> 2 & 63), width: Int(head >> 8 & 63) + 1)
                }
                guard window.width > 0, window.trailing >= 0 else {
                    throw TileError(.corrupt, "a window of differing bits is not set, or wider than a value")
                }
                guard bits.bit + window.width <= end else {
                    throw TileError(.truncated, "differing bits end behind the bytes")
                }
                pattern ^= bits.read(window.width, raw) &<< UInt64(window.trailing)
            }
            row[index] = Double(bitPattern: pattern)
        }
        _ = try reader.take((bits.bit + 7) / 8 - reader.position, "differing bits")
    }
}
