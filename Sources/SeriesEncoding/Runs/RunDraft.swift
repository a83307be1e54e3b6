/// One run being written: its present values, where they stand, and their decimal form.
///
/// One draft serves all runs of a tile, so that its arrays are made once.
struct RunDraft {
    /// The values that are there, in the order of their steps.
    private(set) var values: [Double] = []
    private(set) var positions: [Int] = []
    private(set) var decimals = DecimalForm()

    /// Takes a row in which NaN is missing.
    mutating func load(_ row: Span<Double>) {
        values.resize(to: row.count, filling: 0)
        positions.resize(to: row.count, filling: 0)
        let count = RunDraft.take(row, &values, &positions)
        values.resize(to: count, filling: 0)
        positions.resize(to: count, filling: 0)
        decimals.load(values)
    }

    /// Puts the values that are there and their places side by side, and says how many there are.
    private static func take(_ row: Span<Double>, _ values: inout [Double], _ positions: inout [Int]) -> Int {
        var values = values.mutableSpan
        var positions = positions.mutableSpan
        var count = 0
        for position in row.indices {
            // A missing one is written too, and the next one over it.
            values[count] = row[position]
            positions[count] = position
            count += row[position].isNaN ? 0 : 1
        }
        return count
    }
}

extension Array {
    /// Brings it to so many elements, which may be any: most runs of a tile are as long as the one before.
    mutating func resize(to count: Int, filling element: Element) {
        if self.count > count {
            removeLast(self.count - count)
        } else if self.count < count {
            append(contentsOf: repeatElement(element, count: count - self.count))
        }
    }
}
