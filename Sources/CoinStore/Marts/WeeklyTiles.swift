public import CoinModel
internal import SeriesEncoding

/// Weeks of a weekly metric of one source as they lie in a store: what took the database is done, so they can be put into a
/// matrix on any thread.
public struct WeeklyTiles: Sendable {
    /// The store file.
    let path: String
    /// The week of column 0.
    let newest: Week
    /// How many weeks.
    let count: Int
    /// For each entity its row, or −1 to leave it out.
    let rowOfEntity: [Int32]
    /// The tiles, by bucket and group.
    var tiles: [PlacedTile] = []
    /// Weeks that are made anew from their facts, whatever the tiles tell of them.
    var apart: Set<Week> = []
    /// What is made of these.
    var facts: [Facts] = []

    /// The values of a week made anew, a place for each slot of a group.
    struct Facts {
        let group: Int
        let week: Week
        let values: [Double]
    }

    init(path: String, newest: Week, count: Int, rowOfEntity: [Int32]) {
        self.path = path
        self.newest = newest
        self.count = count
        self.rowOfEntity = rowOfEntity
    }

    /// Puts the weeks into their rows.
    ///
    /// A cell that has a value keeps it, so of several entities of one row the one with the smaller number holds. About
    /// 2 ns a value.
    ///
    /// - Parameter matrix: the rows to fill; column 0 is the newest week.
    /// - Throws: `StoreError` when a tile is damaged.
    /// - Precondition: The matrix has as many weeks as were asked for.
    public func fill(_ matrix: inout WeeklyMatrix) throws {
        precondition(matrix.weeks == count, "a matrix has the weeks that were asked for")
        for tile in tiles {
            let reader = try tile.reader(path)
            // Steps ascend, so the weeks within the matrix lie side by side.
            let columns = reader.steps.map { Int(newest.index) - Int($0) }
            let inside = columns.indices.filter { columns[$0] >= 0 && columns[$0] < count }
            let rows = rows(of: tile.place.group)
            let slots = reader.slots.filter { rows[Int($0)] >= 0 }
            guard let first = inside.first, let last = inside.last, !slots.isEmpty else { continue }
            let told = columns[first...last].map { !apart.contains(newest.advanced(by: -$0)) }
            var values = [Double](repeating: .nan, count: columns.count)
            try tile.checked(path) { () throws(TileError) in
                try matrix.withValues { (all: inout [Double]) throws(TileError) in
                    for slot in slots {
                        try reader.decode(slot: slot, into: &values)
                        let start = Int(rows[Int(slot)]) * count
                        let (values, columns, told) = (values.span, columns.span, told.span)
                        var cells = all.mutableSpan
                        for index in first...last {
                            let cell = start + columns[index]
                            if cells[cell].isNaN && told[index - first] { cells[cell] = values[index] }
                        }
                    }
                }
            }
        }
        for facts in facts {
            let rows = rows(of: facts.group)
            let column = Int(newest.index - facts.week.index)
            matrix.withValues { cells in
                for (slot, value) in facts.values.enumerated() where rows[slot] >= 0 {
                    let cell = Int(rows[slot]) * count + column
                    if cells[cell].isNaN { cells[cell] = value }
                }
            }
        }
    }

    /// The rows of the slots of a group, −1 for those to leave out.
    private func rows(of group: Int) -> [Int32] {
        let first = group * Int(Bucket.groupSize)
        return (first..<first + Int(Bucket.groupSize)).map { $0 < rowOfEntity.count ? rowOfEntity[$0] : -1 }
    }
}

/// The bytes of a tile, and where it lies.
struct PlacedTile {
    let place: TilePlace
    let bytes: [UInt8]

    /// A reader of its runs.
    func reader(_ path: String) throws(StoreError) -> TileReader {
        try checked(path) { () throws(TileError) in try TileReader(bytes) }
    }

    /// Works on it, naming it where it is found to be damaged.
    func checked<Value>(_ path: String, _ work: () throws(TileError) -> Value) throws(StoreError) -> Value {
        do throws(TileError) {
            return try work()
        } catch {
            throw StoreError(place, error, path: path)
        }
    }
}
