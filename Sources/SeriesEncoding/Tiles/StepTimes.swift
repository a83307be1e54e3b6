/// The times of a tile's columns: the first one, then one stride for all or each distance.
enum StepTimes {
    static func write(_ steps: [Int64], to writer: inout ByteWriter) {
        writer.append(number: steps.count)
        guard let first = steps.first else { return }
        writer.append(signed: first)
        guard steps.count > 1 else { return }
        let stride = distance(steps, 1)
        let isRegular = (2..<steps.count).allSatisfy { distance(steps, $0) == stride }
        writer.append(number: isRegular ? stride : 0)
        if !isRegular { PackedBlocks.write(steps.count - 1, to: &writer) { distance(steps, $0 + 1) } }
    }

    static func read(_ reader: inout ByteReader) throws(TileError) -> [Int64] {
        let count = try reader.count("step count", in: 0...TileFormat.stepLimit)
        guard count > 0 else { return [] }
        let first = try reader.signed()
        guard count > 1 else { return [first] }
        let stride = try reader.number()
        var steps = [first]
        steps.reserveCapacity(count)
        if stride > 0 {
            while steps.count < count { try append(stride, to: &steps) }
        } else {
            let bytes = reader.bytes
            while steps.count < count {
                var block = try PackedBlocks.next(of: count - steps.count, &reader)
                for _ in 0..<block.count {
                    try append(block.bits.read(block.width, unsafe bytes.span.bytes), to: &steps)
                }
            }
        }
        return steps
    }

    private static func append(_ distance: UInt64, to steps: inout [Int64]) throws(TileError) {
        let before = steps[steps.count - 1]
        let step = Int64(bitPattern: UInt64(bitPattern: before) &+ distance)
        guard step > before else { throw TileError(.corrupt, "the times do not ascend") }
        steps.append(step)
    }

    /// From the step before to this one; over 2⁶³ when they lie that far apart.
    private static func distance(_ steps: [Int64], _ index: Int) -> UInt64 {
        UInt64(bitPattern: steps[index] &- steps[index - 1])
    }
}
