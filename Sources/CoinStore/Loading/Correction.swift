internal import CoinModel
internal import SeriesEncoding

/// Values of a load on their way into a tile that is there already.
struct Correction {
    enum Effect {
        /// It is in the store now, and was not before.
        case changed
        /// It was there already.
        case unchanged
        /// A row of other metrics of the load has another value for the fact; whether this one holds.
        case conflict(isChanged: Bool)
    }

    private let tiles: TileTable
    private let place: TilePlace
    private let load: Int32
    private let batchSteps: [Int64]
    private let columns: [Int]
    /// The stamps of the facts that rows of other metrics of the load gave a value; empty where they gave none.
    private let rivals: [Int64?]
    private var draft: TileDraft
    private var revisions: Revisions
    private var didChange = false
    /// The loads whose values it met.
    private(set) var links = LoadLinks()

    /// What the tile holds with the values that were put.
    var matrix: TileMatrix { draft.matrix }

    /// Values at ascending times for the tile that is stored at a place.
    init(
        _ tiles: TileTable,
        _ stored: StoredTile,
        at place: TilePlace,
        steps: [Int64],
        load: Int32,
        rivals: (TileMatrix) throws -> [Int64?]
    ) throws {
        self.tiles = tiles
        self.place = place
        self.load = load
        batchSteps = steps
        draft = try place.decoding(in: tiles.path) { try TileDraft(stored, adding: steps, by: load) }
        columns = TileMatrix.places(of: steps, in: draft.matrix.steps)
        self.rivals = try rivals(draft.matrix)
        revisions = try Revisions(tiles, place, load: load)
    }

    /// Puts a value into a cell of the load's slots × times.
    mutating func put(_ value: Double, atBatchCell batchCell: Int, stamp: Int64) -> Effect {
        let (cell, at) = self.cell(batchCell)
        let old = draft[cell]
        if old.isNaN {
            set(value, cell)
            return .changed
        }
        if old.bitPattern == value.bitPattern {
            links.restsOn(draft.marks.load(ofCell: cell))
            return .unchanged
        }
        guard !rivals.isEmpty, let rival = rivals[cell] else {
            replace(value, cell, at)
            return .changed
        }
        let holds = stamp != rival ? stamp > rival : value.isTotallyOrdered(belowOrEqualTo: old)
        if holds { replace(value, cell, at) }
        return .conflict(isChanged: holds)
    }

    /// Takes back what rows of this load put into a cell: what they replaced holds again.
    mutating func takeBack(batchCell: Int) {
        let (cell, at) = self.cell(batchCell)
        guard draft.marks.load(ofCell: cell) == load, !draft[cell].isNaN else { return }
        let before = revisions[at]
        draft.set(before?.value ?? .nan, ofCell: cell, by: before?.load ?? load)
        if before != nil { revisions[at] = nil }
        didChange = true
    }

    /// The cell of the tile that a cell of the load's slots × times is.
    private func cell(_ batchCell: Int) -> (cell: Int, at: Revisions.Cell) {
        let (slot, column) = batchCell.quotientAndRemainder(dividingBy: batchSteps.count)
        let at = Revisions.Cell(slot: slot, step: batchSteps[column])
        return (slot * draft.matrix.steps.count + columns[column], at)
    }

    private mutating func set(_ value: Double, _ cell: Int) {
        draft.set(value, ofCell: cell, by: load)
        didChange = true
    }

    /// Replaces a value, which becomes a revision if another load brought it; what this load brings back is none.
    private mutating func replace(_ value: Double, _ cell: Int, _ at: Revisions.Cell) {
        let oldLoad = draft.marks.load(ofCell: cell)
        if oldLoad != load {
            links.replaces(oldLoad)
            revisions[at] = Revisions.Before(value: draft[cell], load: oldLoad)
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
