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
        var missing = 0
        for position in row.indices { missing &+= row[position].isNaN ? 1 : 0 }
        values.resize(to: row.count - missing, filling: 0)
        var kept = values.mutableSpan
        if missing == 0 {
            for position in row.indices { kept[position] = row[position] }
        } else {
            var next = 0
            for position in row.indices where !row[position].isNaN {
                kept[next] = row[position]
                next += 1
            }
        }
        if missing > 0 || positions.count != row.count {
            positions.removeAll(keepingCapacity: true)
            for position in row.indices where !row[position].isNaN { positions.append(position) }
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
