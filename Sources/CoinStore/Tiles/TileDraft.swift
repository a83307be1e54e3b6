internal import SeriesEncoding

/// A tile as it lies in the store, with the loads of its values.
struct StoredTile {
    /// The newest load that changed it.
    let load: Int
    let bytes: [UInt8]
    let stepLoads: [UInt8]?
    let ownLoads: [UInt8]?
}

/// A tile spread out for changing, with the load that each value came with.
struct TileDraft {
    private(set) var matrix: TileMatrix
    private(set) var marks: LoadMarks
    /// The number of values that are stored.
    let storedCount: Int

    /// What is stored, or nothing, with room for further ascending times that a load brings.
    init(_ stored: StoredTile?, adding steps: [Int64] = [], by load: Int32 = 0) throws(TileError) {
        guard let stored else {
            matrix = TileMatrix(steps: steps)
            marks = LoadMarks(columns: steps.count, load: load)
            storedCount = 0
            return
        }
        let tile = try TileReader(stored.bytes)
        matrix = try TileMatrix(tile, adding: steps)
        marks = try LoadMarks(stored, of: tile.steps, in: matrix.steps, bringing: load)
        storedCount = tile.valueCount
    }

    /// The value in a cell; NaN where it is missing.
    subscript(cell: Int) -> Double { matrix.values[cell] }

    /// Sets a value that came with a load.
    mutating func set(_ value: Double, ofCell cell: Int, by load: Int32) {
        matrix.values[cell] = value
        marks.set(load, ofCell: cell)
    }

    /// Notes the load that brought a column.
    mutating func set(_ load: Int32, ofColumn column: Int) {
        marks.set(load, ofColumn: column)
    }

    /// Takes away every value that came with a later load.
    mutating func removeValues(after load: Int32) {
        for cell in matrix.values.indices where marks.load(ofCell: cell) > load { matrix.values[cell] = .nan }
    }
}
