/// Which steps of a run have a value.
///
/// The smallest form is taken, on a tie the first here.
enum Presence: UInt8, CaseIterable {
    /// Every step. No bytes.
    case all = 0
    /// The steps from one to another: the first one and how many, two numbers.
    case range = 1
    /// One bit a step, 1 where there is a value; the bits behind the last step are 0.
    case bitmap = 2
    /// The count, a number; then, in packed blocks, how many steps are skipped before each one that has a value.
    case list = 3

    /// The smallest form for ascending positions, at least one, among so many steps.
    static func smallest(for positions: [Int], of steps: Int) -> (kind: Presence, byteCount: Int) {
        var (kind, least) = (Presence.list, Int.max)
        for other in Presence.allCases {
            if let size = other.byteCount(positions, of: steps), size < least { (kind, least) = (other, size) }
            if least == 0 { break }
        }
        return (kind, least)
    }

    private func byteCount(_ positions: [Int], of steps: Int) -> Int? {
        let (first, count) = (positions[0], positions.count)
        switch self {
        case .all: return count == steps ? 0 : nil
        case .range:
            guard positions[count - 1] - first + 1 == count else { return nil }
            return UInt64(first).numberLength + UInt64(count).numberLength
        case .bitmap: return (steps + 7) / 8
        case .list:
            return UInt64(count).numberLength + PackedBlocks.byteCount(count) { Presence.skipped(positions, $0) }
        }
    }

    func write(_ positions: [Int], of steps: Int, to writer: inout ByteWriter) {
        switch self {
        case .all: break
        case .range:
            writer.append(number: positions[0])
            writer.append(number: positions.count)
        case .bitmap:
            var bitmap = [UInt8](repeating: 0, count: (steps + 7) / 8)
            for position in positions { bitmap[position / 8] |= 1 << UInt8(position % 8) }
            writer.append(bitmap)
        case .list:
            writer.append(number: positions.count)
            PackedBlocks.write(positions.count, to: &writer) { Presence.skipped(positions, $0) }
        }
    }

    private static func skipped(_ positions: [Int], _ index: Int) -> UInt64 {
        UInt64(index == 0 ? positions[0] : positions[index] - positions[index - 1] - 1)
    }
}

/// The steps of a run that have a value, as its bytes name them.
struct PresentSteps {
    /// How many there are: one at least.
    let count: Int

    private let kind: Presence
    private let steps: Int
    private let first: Int
    /// Where the bitmap or the blocks of the list start.
    private let body: ByteReader

    /// Reads which of so many steps are there, and takes their bytes.
    init(_ kind: Presence, of steps: Int, _ reader: inout ByteReader) throws(TileError) {
        guard steps > 0 else { throw TileError(.corrupt, "a run without steps") }
        var first = 0
        switch kind {
        case .all:
            count = steps
            body = reader
        case .range:
            first = try reader.count("first step", in: 0...steps - 1)
            count = try reader.count("count of steps", in: 1...steps - first)
            body = reader
        case .bitmap:
            body = reader
            let start = try reader.take((steps + 7) / 8, "a bitmap")
            let present = reader.bytes[start..<reader.position].reduce(0) { $0 + $1.nonzeroBitCount }
            let behind = Int(reader.bytes[reader.position - 1]) >> ((steps - 1) % 8 + 1)
            guard present > 0, behind == 0 else { throw TileError(.corrupt, "a bitmap marks no step, or one too far") }
            count = present
        case .list:
            count = try reader.count("count of steps", in: 1...steps)
            body = reader
            var left = count
            while left > 0 { left -= try PackedBlocks.next(of: left, &reader).count }
        }
        (self.kind, self.steps, self.first) = (kind, steps, first)
    }

    /// Calls with each present value's index and its step, ascending.
    @inline(__always)
    private func visit(_ call: (_ index: Int, _ step: Int) throws(TileError) -> Void) throws(TileError) {
        let raw = unsafe body.bytes.span.bytes
        switch kind {
        case .all, .range:
            for index in 0..<count { try call(index, first + index) }
        case .bitmap:
            var index = 0
            for base in stride(from: 0, to: steps, by: 64) {
                // The last word holds what follows the bitmap, too.
                var marks = raw.word(at: body.position + base / 8) & (~0 >> (64 - min(64, steps - base)))
                while marks != 0 {
                    try call(index, base + marks.trailingZeroBitCount)
                    marks &= marks - 1
                    index += 1
                }
            }
        case .list:
            var (reader, index, next) = (body, 0, 0)
            while index < count {
                var block = try PackedBlocks.next(of: count - index, &reader)
                for _ in 0..<block.count {
                    let skipped = block.bits.read(block.width, raw)
                    // Behind it there has to be room for the others.
                    guard skipped <= UInt64(steps - count + index - next) else {
                        throw TileError(.corrupt, "a listed step lies behind the last one")
                    }
                    let step = next + Int(skipped)
                    try call(index, step)
                    index += 1
                    next = step + 1
                }
            }
        }
    }

    /// Moves values from the end of a row, where they lie side by side, to their steps, and fills NaN between them.
    ///
    /// A value never moves to the right, and steps ascend, so none is overwritten before it has moved.
    func spread(_ row: inout MutableSpan<Double>, at offset: Int) throws(TileError) {
        guard count < steps else { return }
        var free = 0
        try visit { index, step throws(TileError) in
            let value = row[offset + steps - count + index]
            while free < step {
                row[offset + free] = .nan
                free += 1
            }
            row[offset + step] = value
            free = step + 1
        }
        while free < steps {
            row[offset + free] = .nan
            free += 1
        }
    }
}
