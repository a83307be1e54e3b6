/// Numbers in blocks of 32, each as wide as its widest one, so that an outlier makes only its neighbours wider.
///
/// A block is one byte, the width of its numbers in bits (0…64), and then their bits.
enum PackedBlocks {
    private static let size = 32

    /// The bytes that so many numbers take.
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
