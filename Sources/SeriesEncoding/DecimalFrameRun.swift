/// Mantissas as distances from the smallest one (frame of reference), all of one width.
///
/// The scale, one byte; the smallest mantissa, signed; the width in bits, one byte (0…64); the bits; the exceptions.
enum DecimalFrameRun: RunCodec {
    static func byteCount(of run: RunDraft, below limit: Int) -> Int? {
        guard run.decimals.isUsable else { return nil }
        let (base, width) = frame(run.decimals.mantissas)
        return 2 + base.zigzag.numberLength + (run.values.count * width + 7) / 8 + DecimalExceptions.byteCount(run)
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        let mantissas = run.decimals.mantissas
        let (base, width) = frame(mantissas)
        run.decimals.scale.write(hasExceptions: !run.decimals.exceptions.isEmpty, to: &writer)
        writer.append(signed: base)
        writer.append(UInt8(width))
        var bits = BitWriter()
        for mantissa in mantissas { bits.append(UInt64(mantissa - base), width: width, to: &writer) }
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

    /// The smallest mantissa, and the width of the largest distance from it.
    private static func frame(_ mantissas: [Int64]) -> (base: Int64, width: Int) {
        var (least, most) = (mantissas[0], mantissas[0])
        for mantissa in mantissas {
            least = min(least, mantissa)
            most = max(most, mantissa)
        }
        return (least, UInt64(most - least).width)
    }
}
