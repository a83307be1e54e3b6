/// The values of a run as they are read.
typealias Row = MutableSpan<Double>

/// One way to write the values of a run, to the bit.
///
/// Sizes are known before anything is written, so the smallest is found at the cost of a look at the values.
protocol RunCodec {
    /// The bytes that the values of a run take, or nil where this way cannot hold them; the run has one value at least.
    static func byteCount(of run: RunDraft) -> Int?

    static func write(_ run: RunDraft, to writer: inout ByteWriter)

    /// Reads as many values as a range has places into these places of a row: one at least.
    ///
    /// The reader holds the bytes of this run's values and no others; the caller checks that none is left.
    static func read(_ reader: inout ByteReader, into row: inout Row, at range: Range<Int>) throws(TileError)
}

/// One value for all: the bytes of its bit pattern, the highest first, without the zero bytes at its low end.
///
/// Small whole numbers and their like end in zero bytes: 0 takes no byte at all, 5 takes two. How many there are is
/// said by the length of the run.
enum ConstantRun: RunCodec {
    static func byteCount(of run: RunDraft) -> Int? {
        run.values.isConstant ? length(run.values[0].bitPattern) : nil
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        let pattern = run.values[0].bitPattern
        for index in 0..<length(pattern) {
            writer.append(UInt8(truncatingIfNeeded: pattern >> (56 - 8 * UInt64(index))))
        }
    }

    static func read(_ reader: inout ByteReader, into row: inout Row, at range: Range<Int>) throws(TileError) {
        guard reader.remaining <= 8 else { throw TileError(.corrupt, "a value has \(reader.remaining) bytes") }
        var pattern: UInt64 = 0
        for index in 0..<reader.remaining { pattern |= UInt64(try reader.byte()) << (56 - 8 * UInt64(index)) }
        for index in range { row[index] = Double(bitPattern: pattern) }
    }

    private static func length(_ pattern: UInt64) -> Int { (71 - pattern.trailingZeroBitCount) / 8 }
}

/// Values as they are: each a double.
enum PlainRun: RunCodec {
    static func byteCount(of run: RunDraft) -> Int? { 8 * run.values.count }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        for value in run.values { writer.append(double: value) }
    }

    static func read(_ reader: inout ByteReader, into row: inout Row, at range: Range<Int>) throws(TileError) {
        let start = try reader.take(8 * range.count, "the values")
        let bytes = reader.bytes
        let raw = unsafe bytes.span.bytes
        for index in 0..<range.count {
            row[range.lowerBound + index] = Double(bitPattern: raw.word(at: start + 8 * index))
        }
    }
}
