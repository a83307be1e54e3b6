/// Which steps of a run have a value.
///
/// The smallest form is kept, of equals the one that comes first here.
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
