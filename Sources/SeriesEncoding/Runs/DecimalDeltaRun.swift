/// Mantissas as differences, each from the one before, in packed blocks.
///
/// The scale, one byte; the first mantissa, signed; the differences in zigzag, as `PackedBlocks`; the exceptions.
enum DecimalDeltaRun: RunCodec {
    static func byteCount(of run: RunDraft, below limit: Int) -> Int? {
        guard run.decimals.isUsable else { return nil }
        let mantissas = run.decimals.mantissas
        // Of several values that are all the same a frame takes no more.
        guard mantissas.count == 1 || run.decimals.bounds.width > 0 else { return nil }
        return 1 + mantissas[0].zigzag.numberLength
            + PackedBlocks.byteCount(mantissas.count - 1) { (mantissas[$0 + 1] - mantissas[$0]).zigzag }
            + DecimalExceptions.byteCount(run)
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        let mantissas = run.decimals.mantissas
        run.decimals.scale.write(hasExceptions: !run.decimals.exceptions.isEmpty, to: &writer)
        writer.append(signed: mantissas[0])
        PackedBlocks.write(mantissas.count - 1, to: &writer) { (mantissas[$0 + 1] - mantissas[$0]).zigzag }
        DecimalExceptions.write(run, to: &writer)
    }

    static func read(
        _ reader: inout ByteReader,
        into row: inout MutableSpan<Double>,
        at range: Range<Int>
    ) throws(TileError) {
        let (scale, hasExceptions) = try DecimalScale.read(&reader)
        var mantissa = try reader.signed()
        row[range.lowerBound] = Double(mantissa)
        var index = range.lowerBound + 1
        let bytes = reader.bytes
        let raw = unsafe bytes.span.bytes
        while index < range.upperBound {
            var block = try PackedBlocks.next(of: range.upperBound - index, &reader)
            for _ in 0..<block.count {
                mantissa &+= Int64(zigzag: block.bits.read(block.width, raw))
                row[index] = Double(mantissa)
                index += 1
            }
        }
        scale.apply(to: &row, at: range)
        if hasExceptions { try DecimalExceptions.read(&reader, into: &row, at: range) }
    }
}
