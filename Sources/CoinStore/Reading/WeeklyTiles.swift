public import CoinModel
internal import SeriesEncoding

/// Weeks of a weekly metric of one source as they lie in a store, to be put into a matrix on any thread.
public struct WeeklyTiles: Sendable {
    let path: String
    let newest: Week
    let count: Int
    /// For each entity its row, or −1 to leave it out.
    let rowOfEntity: [Int32]
    /// The tiles, by bucket and group.
    let tiles: [WeeklyTile]

    /// Puts the weeks into the rows of a matrix of as many weeks, about 2 ns a value, column 0 the newest.
    ///
    /// A cell that has a value keeps it, so of several entities of one row the one with the smaller number holds. Rows that the matrix does
    /// not hold are passed over.
    public func fill(_ matrix: inout WeeklyMatrix) throws {
        precondition(matrix.weeks == count, "a matrix has the weeks that were asked for")
        var areWanted = [Bool](repeating: false, count: Bucket.group(of: Int32(rowOfEntity.count)) + 1)
        for (entity, row) in rowOfEntity.enumerated() where row >= 0 && matrix.holds(Int(row)) {
            areWanted[Bucket.group(of: Int32(entity))] = true
        }
        for tile in tiles where areWanted[tile.place.group] {
            let rows = (0..<Int(Bucket.groupSize)).map { slot in
                let entity = tile.place.entity(inSlot: slot)
                let row = entity < rowOfEntity.count ? Int(rowOfEntity[entity]) : -1
                return row >= 0 && matrix.holds(row) ? matrix.place(of: row) : -1
            }
            func isWanted(_ slot: Int) -> Bool { rows[slot] >= 0 }
            // The columns of the tile's weeks within the matrix.
            func columns(_ weeks: [Int64]) -> [(index: Int, column: Int)]? {
                let columns = weeks.enumerated().filter { !tile.hidden.contains($1) }
                    .map { (index: $0, column: Int(newest.index) - Int($1)) }.filter { (0..<count).contains($0.column) }
                return columns.isEmpty ? nil : columns
            }
            try tile.visit(in: path, slots: isWanted, columns) { columns, slot, values in
                let start = rows[slot] * count
                matrix.withValues { all in
                    var cells = all.mutableSpan
                    for (index, column) in columns where cells[start + column].isNaN {
                        cells[start + column] = values[index]
                    }
                }
            }
        }
    }
}

/// A tile as a reader sees it, and where it lies.
struct WeeklyTile {
    enum Content {
        case bytes([UInt8])
        case matrix(TileMatrix)
        /// Bytes that are not held.
        case stored(TileConnection)
    }

    let place: TilePlace
    let content: Content
    /// Times that another tile has instead.
    var hidden: Set<Int64> = []

    /// Visits the values of the wanted slots, NaN where missing, unless `columns` makes nothing of the times.
    func visit<Columns>(
        in path: String,
        slots isWanted: (Int) -> Bool,
        _ columns: (_ times: [Int64]) -> Columns?,
        _ body: (_ columns: Columns, _ slot: Int, _ values: [Double]) -> Void
    ) throws {
        func decode(_ bytes: [UInt8]) throws {
            try place.decoding(in: path) {
                let reader = try TileReader(bytes)
                guard let columns = columns(reader.steps) else { return }
                var values = [Double](repeating: .nan, count: reader.steps.count)
                for slot in reader.slots where isWanted(Int(slot)) {
                    try reader.decode(slot: slot, into: &values)
                    body(columns, Int(slot), values)
                }
            }
        }
        switch content {
        case .bytes(let bytes): try decode(bytes)
        case .stored(let tiles): try decode(tiles.bytes(of: place))
        case .matrix(let matrix):
            guard let columns = columns(matrix.steps) else { return }
            let width = matrix.steps.count
            for slot in 0..<TileMatrix.slotCount where isWanted(slot) {
                body(columns, slot, Array(matrix.values[slot * width..<(slot + 1) * width]))
            }
        }
    }
}
