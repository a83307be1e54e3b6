public import CoinModel
internal import SeriesEncoding

/// Weeks of a weekly metric of one source as they lie in a store, to be put into a matrix on any thread.
public struct WeeklyTiles: Sendable {
    let path: String
    let newest: Week
    let count: Int
    let rows: EntityRows
    /// The tiles, by bucket and group.
    let tiles: [WeeklyTile]

    /// Puts the weeks into the rows of a matrix of as many weeks, about 2 ns a value, column 0 the newest.
    ///
    /// A cell that has a value keeps it, so of several entities of one row the one with the smaller number holds. Rows that the matrix does
    /// not hold are passed over.
    public func fill(_ matrix: inout WeeklyMatrix) throws {
        precondition(matrix.weeks == count, "a matrix has the weeks that were asked for")
        // For each group the place of each slot in the matrix, −1 for one that is not wanted; empty for a group without any.
        let none = [Int](repeating: -1, count: TileMatrix.slotCount)
        var placesOfGroup: [[Int]] = []
        for row in matrix.chosen?.rows ?? Array(0..<matrix.rows) {
            for entity in rows.entities(of: row) {
                let group = Bucket.group(of: entity)
                while placesOfGroup.count <= group { placesOfGroup.append([]) }
                if placesOfGroup[group].isEmpty { placesOfGroup[group] = none }
                placesOfGroup[group][Int(Bucket.slot(of: entity))] = matrix.place(of: row)
            }
        }
        for tile in tiles where tile.place.group < placesOfGroup.count && !placesOfGroup[tile.place.group].isEmpty {
            let places = placesOfGroup[tile.place.group]
            func isWanted(_ slot: Int) -> Bool { places[slot] >= 0 }
            // The columns of the tile's weeks within the matrix.
            func columns(_ weeks: [Int64]) -> [(index: Int, column: Int)]? {
                let columns = weeks.enumerated().filter { !tile.hidden.contains($1) }
                    .map { (index: $0, column: Int(newest.index) - Int($1)) }.filter { (0..<count).contains($0.column) }
                return columns.isEmpty ? nil : columns
            }
            try tile.visit(in: path, slots: isWanted, columns) { columns, slot, values in
                let start = places[slot] * count
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

/// The entities of a store that each row of a matrix has.
public struct EntityRows: Sendable {
    /// The entities that have a row, by row and number.
    private let entities: [Int32]
    /// Where those of each row begin among them, and at last where they end.
    private let starts: [Int32]
    /// The groups that they are in.
    let groups: Set<Int>

    /// The rows of entities by their number, −1 for one that is left out.
    public init(_ rowOfEntity: [Int32]) {
        var starts = [Int32](repeating: 0, count: Int(rowOfEntity.max() ?? -1) + 2)
        for row in rowOfEntity where row >= 0 { starts[Int(row) + 1] += 1 }
        for row in starts.indices.dropFirst() { starts[row] += starts[row - 1] }
        var (next, entities) = (starts, [Int32](repeating: 0, count: Int(starts.last ?? 0)))
        for (entity, row) in rowOfEntity.enumerated() where row >= 0 {
            entities[Int(next[Int(row)])] = Int32(entity)
            next[Int(row)] += 1
        }
        (self.entities, self.starts) = (entities, starts)
        groups = Set(entities.lazy.map { Bucket.group(of: $0) })
    }

    /// The entities of a row, none where it is not among them.
    func entities(of row: Int) -> ArraySlice<Int32> {
        row + 1 < starts.count ? entities[Int(starts[row])..<Int(starts[row + 1])] : []
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
