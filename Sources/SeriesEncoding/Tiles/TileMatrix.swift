/// The values of up to 256 entities over common times, spread out for changing: NaN where one is missing.
///
/// The value of a slot at a column is `values[slot * steps.count + column]`.
public struct TileMatrix: Equatable, Sendable {
    /// The times of the columns, strictly ascending.
    public let steps: [Int64]
    /// A row of values for each of 256 slots, one behind the other.
    public var values: [Double]

    /// The rows.
    public static let slotCount = TileFormat.runLimit

    /// A matrix without any value.
    ///
    /// - Parameter steps: its times, strictly ascending.
    public init(steps: [Int64]) {
        self.steps = steps
        values = Array(repeating: .nan, count: TileMatrix.slotCount * steps.count)
    }

    /// The values of a tile, with room for further times.
    ///
    /// - Parameters:
    ///   - tile: the tile.
    ///   - new: times, ascending; those that the tile has already change nothing.
    /// - Throws: `TileError` when a run is not what was written.
    public init(_ tile: TileReader, adding new: [Int64] = []) throws(TileError) {
        self.init(steps: TileMatrix.union(tile.steps, new))
        let width = steps.count
        let columns = TileMatrix.places(of: tile.steps, in: steps)
        var span = values.mutableSpan
        if width == tile.steps.count {
            for slot in tile.slots { try tile.decode(slot: slot, into: &span, at: Int(slot) * width) }
            return
        }
        var row = [Double](repeating: .nan, count: tile.steps.count)
        for slot in tile.slots {
            try tile.decode(slot: slot, into: &row)
            for (from, to) in columns.enumerated() { span[Int(slot) * width + to] = row[from] }
        }
    }

    /// Where each of some ascending times stands among ascending times that hold them all.
    public static func places(of wanted: [Int64], in steps: [Int64]) -> [Int] {
        var places: [Int] = []
        places.reserveCapacity(wanted.count)
        var column = 0
        for step in wanted {
            while column < steps.count, steps[column] < step { column += 1 }
            places.append(column)
        }
        return places
    }

    private static func union(_ one: [Int64], _ other: [Int64]) -> [Int64] {
        if other.isEmpty || one == other { return one }
        var all: [Int64] = []
        all.reserveCapacity(one.count + other.count)
        var (left, right) = (0, 0)
        while left < one.count || right < other.count {
            let takesLeft = right == other.count || left < one.count && one[left] <= other[right]
            let step = takesLeft ? one[left] : other[right]
            if takesLeft { left += 1 } else { right += 1 }
            if all.last != step { all.append(step) }
        }
        return all
    }
}

extension TileMatrix {
    /// A written tile, with what its bytes say of themselves.
    public struct Written: Sendable {
        /// The tile.
        public let bytes: [UInt8]
        /// Which columns of the matrix are steps of the tile: those that hold a value.
        public let columns: [Int]
        /// The number of values.
        public let valueCount: Int
    }

    /// The tile in its canonical form, with only the times and rows that hold a value; nil when nothing does.
    ///
    /// About 25 ns a value.
    public func written() -> Written? {
        let columns = heldColumns()
        guard !columns.isEmpty else { return nil }
        let width = steps.count
        let isFull = columns.count == width
        var writer = TileWriter(steps: isFull ? steps : columns.map { steps[$0] })
        var row = [Double](repeating: .nan, count: columns.count)
        for slot in 0..<TileMatrix.slotCount {
            let start = slot * width
            if isFull {
                writer.append(slot: UInt16(slot), values.span.extracting(start..<start + width))
            } else {
                for (to, column) in columns.enumerated() { row[to] = values[start + column] }
                writer.append(slot: UInt16(slot), row.span)
            }
        }
        let count = writer.summary.valueCount
        return Written(bytes: writer.finish(), columns: columns, valueCount: count)
    }

    private func heldColumns() -> [Int] {
        let width = steps.count
        var holds = [Bool](repeating: false, count: width)
        var missing = width
        var start = 0
        while start < values.count, missing > 0 {
            for column in 0..<width where !holds[column] && !values[start + column].isNaN {
                holds[column] = true
                missing -= 1
            }
            start += width
        }
        return missing == 0 ? Array(0..<width) : steps.indices.filter { holds[$0] }
    }
}
