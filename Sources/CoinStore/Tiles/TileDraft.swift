internal import SeriesEncoding

/// A tile as it lies in the store, with the loads of its values.
struct StoredTile {
    /// The newest load that changed it.
    let load: Int
    let bytes: [UInt8]
    var stepLoads: [UInt8]?
    var ownLoads: [UInt8]?
}

/// Which load each value of a tile came with: mostly the one that brought its time.
///
/// In the store a tile has no marks when all its values came with one load. Else `step_loads` is a tile with one run,
/// the load of each time, and `own_loads` one with the loads of the values that came later than their time.
struct LoadFlags {
    /// The load that brought each column.
    fileprivate var ofStep: [Int32]
    /// For each cell the load of its value where that is not the column's, else 0; empty where none differs.
    private var own: [Int32] = []
    /// The newest load that changed the tile, where it left other loads' values behind.
    fileprivate var changedBy: Int32 = 0

    fileprivate init(columns: Int, load: Int32) { ofStep = Array(repeating: load, count: columns) }

    /// The stored marks of a tile, spread over the columns of a matrix that has its times and those that a load brings.
    fileprivate init(_ stored: StoredTile, of times: [Int64], in steps: [Int64], by load: Int32) throws(TileError) {
        self.init(columns: steps.count, load: load)
        guard let stepLoads = stored.stepLoads else {
            for column in TileMatrix.places(of: times, in: steps) { ofStep[column] = Int32(stored.load) }
            if times.isEmpty { changedBy = Int32(stored.load) }
            return
        }
        changedBy = Int32(stored.load)
        if let base = try TileReader(stepLoads).series(slot: 0) {
            for (column, load) in zip(TileMatrix.places(of: base.times, in: steps), base.values) {
                ofStep[column] = Int32(load)
            }
        }
        guard let ownLoads = stored.ownLoads else { return }
        let loads = try TileMatrix(try TileReader(ownLoads), adding: steps)
        own = loads.values.map { $0.isNaN ? 0 : Int32($0) }
    }

    func load(ofCell cell: Int) -> Int32 { own.isEmpty || own[cell] == 0 ? ofStep[cell % ofStep.count] : own[cell] }

    fileprivate mutating func set(_ load: Int32, ofCell cell: Int) {
        let isColumns = ofStep[cell % ofStep.count] == load
        if own.isEmpty {
            if isColumns { return }
            own = Array(repeating: 0, count: TileMatrix.slotCount * ofStep.count)
        }
        own[cell] = isColumns ? 0 : load
    }

    /// A tile that was written of a matrix, with the marks of its values.
    func stored(_ written: TileMatrix.Written, of matrix: TileMatrix) -> StoredTile {
        let loads = written.columns.map { ofStep[$0] }
        let newest = max(loads.max() ?? 0, own.max() ?? 0, changedBy)
        var tile = StoredTile(load: Int(newest), bytes: written.bytes)
        if own.isEmpty, loads.allSatisfy({ $0 == newest }) { return tile }
        let run = Tile.Run(slot: 0, values: loads.map(Double.init))
        tile.stepLoads = Tile(steps: written.columns.map { matrix.steps[$0] }, runs: [run]).encoded()
        var differing = TileMatrix(steps: matrix.steps)
        for (cell, load) in own.enumerated() where load != 0 && !matrix.values[cell].isNaN {
            differing.values[cell] = Double(load)
        }
        tile.ownLoads = differing.written()?.bytes
        return tile
    }
}

/// A tile spread out for changing, with the load that each value came with.
struct TileDraft {
    private(set) var matrix: TileMatrix
    private(set) var marks: LoadFlags

    /// What is stored, or nothing, with room for further ascending times that a load brings.
    init(_ stored: StoredTile?, adding steps: [Int64] = [], by load: Int32 = 0) throws(TileError) {
        guard let stored else {
            matrix = TileMatrix(steps: steps)
            marks = LoadFlags(columns: steps.count, load: load)
            return
        }
        let tile = try TileReader(stored.bytes)
        matrix = try TileMatrix(tile, adding: steps)
        marks = try LoadFlags(stored, of: tile.steps, in: matrix.steps, by: load)
    }

    /// The value in a cell; NaN where it is missing.
    subscript(cell: Int) -> Double { matrix.values[cell] }

    mutating func set(_ value: Double, ofCell cell: Int, by load: Int32) {
        matrix.values[cell] = value
        marks.set(load, ofCell: cell)
    }

    mutating func removeValues(after load: Int32) {
        for cell in matrix.values.indices where marks.load(ofCell: cell) > load { matrix.values[cell] = .nan }
    }

    /// Notes that a load changes the tile without leaving a value of its own.
    mutating func change(by load: Int32) { marks.changedBy = load }

    /// Puts what snapshots have of a group of entities into the columns of their times.
    mutating func put(_ snapshots: [OpenSnapshot], ofGroup group: Int) {
        let width = matrix.steps.count
        let columns = TileMatrix.places(of: snapshots.map(\.time), in: matrix.steps)
        for (snapshot, column) in zip(snapshots, columns) {
            let load = Int32(snapshot.load)
            marks.ofStep[column] = load
            snapshot.visit(group) { slot, value in set(value, ofCell: slot * width + column, by: load) }
        }
    }
}
