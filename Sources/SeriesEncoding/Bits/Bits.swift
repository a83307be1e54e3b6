/// Packs numbers of any width up to 64 bits, the lowest bit first, a word at a time.
struct BitWriter {
    private var pending: UInt64 = 0
    private var filled = 0

    /// Appends the lowest `width` bits of a number; its bits above are 0.
    mutating func append(_ number: UInt64, width: Int, to writer: inout ByteWriter) {
        pending |= number << filled
        filled += width
        guard filled >= 64 else { return }
        writer.append(word: pending)
        filled -= 64
        // The bits that found no room; none is left of a number that fitted.
        pending = number >> (width - filled)
    }

    /// Writes what is pending, and zeros up to the next byte.
    mutating func finish(to writer: inout ByteWriter) {
        while filled > 0 {
            writer.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            filled -= 8
        }
        self = BitWriter()
    }
}

/// Reads what a `BitWriter` packed, from one load of a word a number.
///
/// It looks for no end: callers take the bytes from a `ByteReader` first. A load may reach 16 bytes beyond them; behind
/// the runs of a tile stand 20.
struct BitReader {
    private(set) var bit: Int

    init(at byte: Int) { bit = byte * 8 }

    /// The next 64 bits as far as one load holds them, 57 at least; they are not taken.
    @inline(__always)
    func peek(_ bytes: RawSpan) -> UInt64 { bytes.word(at: bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7) }

    @inline(__always)
    mutating func skip(_ width: Int) { bit &+= width }

    /// Takes a number of up to 64 bits.
    @inline(__always)
    mutating func read(_ width: Int, _ bytes: RawSpan) -> UInt64 {
        var number = peek(bytes)
        if width > 57 { number |= bytes.word(at: bit &>> 3 &+ 8) << (64 &- bit & 7) }
        bit &+= width
        return number & (~0 >> (64 &- width))
    }
}

/// Numbers in blocks of 32, each as wide as its widest one, so that an outlier makes only its neighbours wider.
///
/// A block is one byte, the width of its numbers in bits (0…64), and then their bits.
enum PackedBlocks {
    private static let size = 32

    static func byteCount(_ count: Int, _ number: (Int) -> UInt64) -> Int {
        stride(from: 0, to: count, by: size).reduce(0) { sum, start in
            let end = min(start + size, count)
            return sum + 1 + ((end - start) * width(of: start..<end, number) + 7) / 8
        }
    }

    static func write(_ count: Int, to writer: inout ByteWriter, _ number: (Int) -> UInt64) {
        for start in stride(from: 0, to: count, by: size) {
            let block = start..<min(start + size, count)
            let width = width(of: block, number)
            writer.append(UInt8(width))
            var bits = BitWriter()
            for index in block { bits.append(number(index), width: width, to: &writer) }
            bits.finish(to: &writer)
        }
    }

    private static func width(of block: Range<Int>, _ number: (Int) -> UInt64) -> Int {
        var union: UInt64 = 0
        for index in block { union |= number(index) }
        return union.width
    }

    /// The next block of so many numbers that are left: how many it holds, their width, and their bits.
    static func next(
        of left: Int,
        _ reader: inout ByteReader
    ) throws(TileError) -> (count: Int, width: Int, bits: BitReader) {
        let width = Int(try reader.byte())
        guard width <= 64 else { throw TileError(.corrupt, "a block is \(width) bits wide") }
        let count = min(size, left)
        return (count, width, BitReader(at: try reader.take((count * width + 7) / 8, "a block")))
    }
}
