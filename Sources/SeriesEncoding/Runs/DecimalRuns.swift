/// Mantissas as distances from the smallest one (frame of reference), all of one width.
///
/// The scale, one byte; the smallest mantissa, signed; the width in bits, one byte (0…64); the bits; the exceptions.
enum DecimalFrameRun: RunCodec {
    static func byteCount(of run: RunDraft) -> Int? {
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

    static func read(_ reader: inout ByteReader, into row: inout Row, at range: Range<Int>) throws(TileError) {
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

/// Mantissas as differences, each from the one before, in packed blocks.
///
/// The scale, one byte; the first mantissa, signed; the differences in zigzag, as `PackedBlocks`; the exceptions.
enum DecimalDeltaRun: RunCodec {
    static func byteCount(of run: RunDraft) -> Int? {
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

    static func read(_ reader: inout ByteReader, into row: inout Row, at range: Range<Int>) throws(TileError) {
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

/// The values of a run that no mantissa stands for: their count, a number; for each, how many values lie between it and
/// the exception before, a number; then all of them, as doubles.
enum DecimalExceptions {
    static func byteCount(_ run: RunDraft) -> Int {
        var writer = ByteWriter()
        write(run, to: &writer)
        return writer.bytes.count
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        let exceptions = run.decimals.exceptions
        guard !exceptions.isEmpty else { return }
        writer.append(number: exceptions.count)
        var next = 0
        for index in exceptions {
            writer.append(number: index - next)
            next = index + 1
        }
        for index in exceptions { writer.append(double: run.values[index]) }
    }

    static func read(_ reader: inout ByteReader, into row: inout Row, at range: Range<Int>) throws(TileError) {
        let count = try reader.count("count of exceptions", in: 1...range.count)
        // Each takes nine bytes at least, so they cannot be more than the bytes allow.
        guard count <= reader.remaining / 9 else { throw TileError(.truncated, "exceptions end behind the bytes") }
        var indices: [Int] = []
        var next = range.lowerBound
        for _ in 0..<count {
            guard next < range.upperBound else { throw TileError(.corrupt, "an exception lies behind the last value") }
            next += try reader.count("distance of an exception", in: 0...range.upperBound - 1 - next)
            indices.append(next)
            next += 1
        }
        for index in indices { row[index] = try reader.double() }
    }
}
