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
        values.removeAll(keepingCapacity: true)
        var isFull = true
        for position in row.indices {
            values.append(row[position])
            if row[position].isNaN { isFull = false }
        }
        if !isFull || positions.count != row.count {
            positions.removeAll(keepingCapacity: true)
            for position in row.indices where !row[position].isNaN { positions.append(position) }
        }
        if !isFull { values.removeAll { $0.isNaN } }
        decimals.load(values)
    }
}
