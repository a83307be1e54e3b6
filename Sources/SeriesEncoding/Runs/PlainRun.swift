/// Values as they are: each a double.
enum PlainRun: RunCodec {
    static func byteCount(of run: RunDraft, below limit: Int) -> Int? {
        8 * run.values.count
    }

    static func write(_ run: RunDraft, to writer: inout ByteWriter) {
        for value in run.values { writer.append(double: value) }
    }

    static func read(
        _ reader: inout ByteReader,
        into row: inout MutableSpan<Double>,
        at range: Range<Int>
    ) throws(TileError) {
        let start = try reader.take(8 * range.count, "the values")
        let bytes = reader.bytes
        let raw = unsafe bytes.span.bytes
        for index in 0..<range.count {
            row[range.lowerBound + index] = Double(bitPattern: raw.word(at: start + 8 * index))
        }
    }
}
