/// The values of a run that no mantissa stands for: their count, a number; for each, how many values lie between it and
/// the exception before, a number; then all of them, as doubles.
enum DecimalExceptions {
    static func byteCount(_ run: RunDraft) -> Int {
        let exceptions = run.decimals.exceptions
        guard !exceptions.isEmpty else { return 0 }
        var sum = UInt64(exceptions.count).numberLength + 8 * exceptions.count
        var next = 0
        for index in exceptions {
            sum += UInt64(index - next).numberLength
            next = index + 1
        }
        return sum
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

    static func read(
        _ reader: inout ByteReader,
        into row: inout MutableSpan<Double>,
        at range: Range<Int>
    ) throws(TileError) {
        let count = try reader.count("count of exceptions", in: 1...range.count)
        // Each takes nine bytes at least, so they cannot be more than the bytes allow.
        guard count <= reader.remaining / 9 else { throw TileError(.truncated, "exceptions end behind the bytes") }
        var indices: [Int] = []
        indices.reserveCapacity(count)
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
