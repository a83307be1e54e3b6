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
        values.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        for position in row.indices where !row[position].isNaN {
            values.append(row[position])
            positions.append(position)
        }
        decimals.load(values)
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
