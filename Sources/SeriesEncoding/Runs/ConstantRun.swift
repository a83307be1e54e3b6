/// One value for all: the bytes of its bit pattern, the highest first, without the zero bytes at its low end.
///
/// Small whole numbers and their like end in zero bytes: 0 takes no byte at all, 5 takes two. How many there are is
/// said by the length of the run.
enum ConstantRun: RunCodec {
    static func byteCount(of run: RunDraft, below limit: Int) -> Int? {
        run.values.isConstant ? length(run.values[0].bitPattern) : nil
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        let pattern = run.values[0].bitPattern
        for index in 0..<length(pattern) {
            writer.append(UInt8(truncatingIfNeeded: pattern >> (56 - 8 * UInt64(index))))
        }
    }

    static func read(
        _ reader: inout ByteReader,
        into row: inout MutableSpan<Double>,
        at range: Range<Int>
    ) throws(TileError) {
        guard reader.remaining <= 8 else { throw TileError(.corrupt, "a value has \(reader.remaining) bytes") }
        var pattern: UInt64 = 0
        for index in 0..<reader.remaining {
            pattern |= UInt64(try reader.byte()) << (56 - 8 * UInt64(index))
        }
        for index in range { row[index] = Double(bitPattern: pattern) }
    }

    private static func length(_ pattern: UInt64) -> Int {
        (71 - pattern.trailingZeroBitCount) / 8
    }
}
