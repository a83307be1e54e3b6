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

        func holds(_ difference: UInt64) -> Bool {
            width > 0 && difference.leadingZeroBitCount >= leading && difference.trailingZeroBitCount >= trailing
        }

        /// The narrowest window for a difference that is not 0.
        static func around(_ difference: UInt64) -> Window {
            let leading = difference.leadingZeroBitCount
            return Window(leading: leading, width: 64 - leading - difference.trailingZeroBitCount)
        }
    }

    /// The bits of a header that brings a window along.
    private static let headWidth = 14

    /// Calls with each value's difference to the one before, the window for it, and whether that is new, until false.
    @inline(__always)
    private static func walk(_ values: [Double], _ body: (UInt64, Window, _ isNew: Bool) -> Bool) {
        var window = Window()
        for index in values.indices.dropFirst() {
            let difference = values[index].bitPattern ^ values[index - 1].bitPattern
            let isNew = difference != 0 && !window.holds(difference)
            if isNew { window = .around(difference) }
            guard body(difference, window, isNew) else { return }
        }
    }

    static func byteCount(of run: RunDraft, below limit: Int) -> Int? {
        guard limit > 8 else { return nil }
        var width = 0
        walk(run.values) { difference, window, isNew in
            width += difference == 0 ? 1 : (isNew ? headWidth : 2) + window.width
            // Decimals mostly need far fewer bits, which shows after a few values.
            return width / 8 < limit
        }
        return width / 8 < limit ? 8 + (width + 7) / 8 : nil
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        writer.append(double: run.values[0])
        var bits = BitWriter()
        walk(run.values) { difference, window, isNew in
            guard difference != 0 else {
                bits.append(0, width: 1, to: &writer)
                return true
            }
            let head = isNew ? 0b11 | UInt64(window.leading) << 2 | UInt64(window.width - 1) << 8 : 0b01
            bits.append(head, width: isNew ? headWidth : 2, to: &writer)
            bits.append(difference >> window.trailing, width: window.width, to: &writer)
            return true
        }
        bits.finish(to: &writer)
    }

    static func read(_ reader: inout ByteReader, into row: inout Row, at range: Range<Int>) throws(TileError) {
        var pattern = try reader.double().bitPattern
        row[range.lowerBound] = Double(bitPattern: pattern)
        var bits = BitReader(at: reader.position)
        let end = bits.bit + 8 * reader.remaining
        let bytes = reader.bytes
        let raw = unsafe bytes.span.bytes
        var window = Window()
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
