/// Mantissas as distances from the smallest one (frame of reference), all of one width.
///
/// The scale, one byte; the smallest mantissa, signed; the width in bits, one byte (0…64); the bits; the exceptions.
enum DecimalFrameRun: RunCodec {
    static func byteCount(of run: RunDraft, below limit: Int) -> Int? {
        guard run.decimals.isUsable else { return nil }
        let bounds = run.decimals.bounds
        return 2 + bounds.lowerBound.zigzag.numberLength + (run.values.count * bounds.width + 7) / 8
            + DecimalExceptions.byteCount(run)
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        let (base, width) = (run.decimals.bounds.lowerBound, run.decimals.bounds.width)
        run.decimals.scale.write(hasExceptions: !run.decimals.exceptions.isEmpty, to: &writer)
        writer.append(signed: base)
        writer.append(UInt8(width))
        var bits = BitWriter()
        for mantissa in run.decimals.mantissas { bits.append(UInt64(mantissa - base), width: width, to: &writer) }
        bits.finish(to: &writer)
        DecimalExceptions.write(run, to: &writer)
    }

    static func read(
        _ reader: inout ByteReader,
        into row: inout MutableSpan<Double>,
        at range: Range<Int>
    ) throws(TileError) {
        let (scale, hasExceptions) = try DecimalScale.read(&reader)
        let base = try reader.signed()
        let width = Int(try reader.byte())
        guard width <= 64 else { throw TileError(.corrupt, "mantissas are \(width) bits wide") }
        var bits = BitReader(at: try reader.take((range.count * width + 7) / 8, "the mantissas"))
        let bytes = reader.bytes
        let raw = unsafe bytes.span.bytes
        for index in range { row[index] = Double(base &+ Int64(bitPattern: bits.read(width, raw))) }
        scale.apply(to: &row, at: range)
        if hasExceptions { try DecimalExceptions.read(&reader, into: &row, at: range) }
    }
}
