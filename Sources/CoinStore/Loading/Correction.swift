internal import CoinModel
internal import SeriesEncoding

/// Values of a load on their way into a tile that is there already.
struct Correction {
    /// What became of a value.
    enum Effect {
        /// It is in the store now, and was not before.
        case changed
        /// It was there already.
        case unchanged
        /// Another row of the load has another value for the fact; whether this one holds.
        case conflict(isChanged: Bool)
    }

    private let tiles: TileTable
    private let place: TilePlace
    private let load: Int32
    private let seen: LoadConflictIndex.OfTile
    private let batchSteps: [Int64]
    private let columns: [Int]
    private var draft: TileDraft
    private var revisions: Revisions
    private var didChange = false

    /// What the tile holds with the values that were put.
    var matrix: TileMatrix { draft.matrix }

    /// Values at ascending times for the tile that is stored at a place, of whose facts rows of the load gave some a
    /// value before.
    init(
        _ tiles: TileTable,
        _ place: TilePlace,
        _ stored: StoredTile,
        _ steps: [Int64],
        _ load: Int32,
        _ seen: inout LoadConflictIndex
    ) throws {
        self.tiles = tiles
        self.place = place
        self.load = load
        batchSteps = steps
        do throws(TileError) {
            draft = try TileDraft(stored, adding: steps, by: load)
        } catch {
            throw tiles.damage(place, error)
        }
        columns = TileMatrix.places(of: steps, in: draft.matrix.steps)
        self.seen = try seen.facts(place, in: draft.matrix)
        revisions = try Revisions(tiles, place, load: load, isContinued: self.seen.mayHaveRevisions)
    }

    /// The number of values that the tile had before.
    var storedCount: Int { draft.storedCount }

    /// How many values rows have, where the tile holds each of them already; nil where any differs.
    ///
    /// Most inputs that are loaded again bring nothing else, and then nothing needs to be asked of each value.
    func repeats(_ rows: RowCells, _ values: [Double]) -> Int? {
        let width = draft.matrix.steps.count
        let isAligned = batchSteps.count == width
        let (held, values, places) = (draft.matrix.values.span, values.span, rows.cells.span)
        let rows = rows.rows.span
        var count = 0
        for index in rows.indices {
            let value = values[Int(rows[index])]
            if value.isNaN { continue }
            var cell = Int(places[index])
            if !isAligned {
                let (slot, column) = cell.quotientAndRemainder(dividingBy: batchSteps.count)
                cell = slot * width + columns[column]
            }
            guard held[cell].bitPattern == value.bitPattern else { return nil }
            count += 1
        }
        return count
    }

    /// Puts a value into a cell of the load's slots × times.
    mutating func put(_ value: Double, atBatchCell batchCell: Int, stamp: Int64) -> Effect {
        let (slot, column) = batchCell.quotientAndRemainder(dividingBy: batchSteps.count)
        let cell = slot * draft.matrix.steps.count + columns[column]
        let old = draft[cell]
        if old.isNaN {
            set(value, cell)
            return .changed
        }
        let isEqual = old.bitPattern == value.bitPattern
        guard let rival = seen.stamp(of: Revisions.Cell(slot: slot, step: batchSteps[column])) else {
            if isEqual { return .unchanged }
            replace(value, cell, slot, batchSteps[column])
            return .changed
        }
        if isEqual { return .unchanged }
        let holds = stamp != rival ? stamp > rival : value.isTotallyOrdered(belowOrEqualTo: old)
        if holds { replace(value, cell, slot, batchSteps[column]) }
        return .conflict(isChanged: holds)
    }

    private mutating func set(_ value: Double, _ cell: Int) {
        draft.set(value, ofCell: cell, by: load)
        didChange = true
    }

    /// Replaces a value: what another load brought becomes a revision, and what this load replaced before and brings
    /// back is none.
    private mutating func replace(_ value: Double, _ cell: Int, _ slot: Int, _ step: Int64) {
        let at = Revisions.Cell(slot: slot, step: step)
        let came = draft.marks.load(ofCell: cell)
        if came != load {
            revisions[at] = Revisions.Before(value: draft[cell], load: came)
        } else if let before = revisions[at], before.value.bitPattern == value.bitPattern {
            draft.set(value, ofCell: cell, by: before.load)
            revisions[at] = nil
            didChange = true
            return
        }
        set(value, cell)
    }

    /// Writes the tile and its revisions; whether anything changed.
    consuming func write() throws -> Bool {
        guard didChange else { return false }
        try tiles.write(draft, at: place)
        try revisions.write()
        return true
    }
}
