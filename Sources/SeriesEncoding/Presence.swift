/// At which of a tile's steps a run has a value.
enum Presence: UInt8 {
    /// At every step.
    case all = 0
    /// From one step on, so many in a row.
    case range = 1
    /// A bit for each step, the lowest first.
    case bitmap = 2
    /// The steps one by one, as distances.
    case list = 3

    /// Writes at which steps a run has its values, in the shortest form and of equals the simplest.
    static func write(_ values: [Double], count: Int, to bytes: inout [UInt8]) -> Presence {
        guard count < values.count, let first = values.firstIndex(where: { !$0.isNaN }),
            let last = values.lastIndex(where: { !$0.isNaN })
        else { return .all }
        if last - first + 1 == count {
            bytes.append(number: UInt64(first))
            bytes.append(number: UInt64(count))
            return .range
        }
        var bitmap = [UInt8](repeating: 0, count: (values.count + 7) / 8)
        var list: [UInt8] = []
        list.append(number: UInt64(count))
        var next = 0
        for step in first...last where !values[step].isNaN {
            bitmap[step / 8] |= 1 << UInt8(step % 8)
            list.append(number: UInt64(step - next))
            next = step + 1
        }
        bytes += list.count < bitmap.count ? list : bitmap
        return list.count < bitmap.count ? .list : .bitmap
    }

    /// The steps at which values are present, ascending, each below `steps`.
    func decode(_ cursor: inout ByteCursor, steps: Int) throws(TileError) -> [Int] {
        switch self {
        case .all: return Array(0..<steps)
        case .range:
            let first = try cursor.count(upTo: steps, "first step")
            let count = try cursor.count(upTo: steps - first, "step count")
            return Array(first..<first + count)
        case .bitmap:
            var bits = try cursor.bits(byteCount: (steps + 7) / 8)
            var present: [Int] = []
            for step in 0..<steps where bits.read(width: 1) == 1 { present.append(step) }
            return present
        case .list:
            let count = try cursor.count(upTo: steps, "step count")
            var present: [Int] = []
            var next = 0
            for _ in 0..<count {
                let step = next + (try cursor.count(upTo: steps, "step distance"))
                guard step < steps else { throw TileError(.corrupt, "a step lies behind the last") }
                present.append(step)
                next = step + 1
            }
            return present
        }
    }
}
