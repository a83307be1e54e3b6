/// One run being written: its present values, where they stand, and their decimal form.
///
/// One draft serves all runs of a tile, so that its arrays are made once.
struct RunDraft {
    /// The values that are there, in the order of their steps.
    private(set) var values: [Double] = []
    /// Their steps, ascending.
    private(set) var positions: [Int] = []
    private(set) var decimals = DecimalForm()

    /// Takes a row in which NaN is missing.
    mutating func load(_ row: Span<Double>) {
        var missing = 0
        for position in row.indices { missing &+= row[position].isNaN ? 1 : 0 }
        values.removeAll(keepingCapacity: true)
        if missing == 0 {
            unsafe row.withUnsafeBufferPointer { unsafe values.append(contentsOf: $0) }
        } else {
            for position in row.indices where !row[position].isNaN { values.append(row[position]) }
        }
        if missing > 0 || positions.count != row.count {
            positions.removeAll(keepingCapacity: true)
            for position in row.indices where !row[position].isNaN { positions.append(position) }
        }
        decimals.load(values)
    }
}
