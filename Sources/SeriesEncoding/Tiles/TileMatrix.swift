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

    /// A matrix without any value over strictly ascending times.
    public init(steps: [Int64]) {
        self.steps = steps
        values = Array(repeating: .nan, count: TileMatrix.slotCount * steps.count)
    }

    /// The values of a tile, with room for further ascending times, of which it may have some already.
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
        var column = 0
        return wanted.map { step in
            while column < steps.count, steps[column] < step { column += 1 }
            return column
        }
    }

    private static func union(_ one: [Int64], _ other: [Int64]) -> [Int64] {
        other.isEmpty || one == other ? one : Set(one + other).sorted()
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
        let width = steps.count
        let columns = steps.indices.filter { column in
            (0..<TileMatrix.slotCount).contains { !values[$0 * width + column].isNaN }
        }
        guard !columns.isEmpty else { return nil }
        var writer = TileWriter(steps: columns.map { steps[$0] })
        var row = [Double](repeating: .nan, count: columns.count)
        for slot in 0..<TileMatrix.slotCount {
            let all = values.span.extracting(slot * width..<(slot + 1) * width)
            if columns.count == width {
                writer.append(slot: UInt16(slot), all)
            } else {
                for (to, column) in columns.enumerated() { row[to] = all[column] }
                writer.append(slot: UInt16(slot), row.span)
            }
        }
        let count = writer.valueCount
        return Written(bytes: writer.finish(), columns: columns, valueCount: count)
    }
}
