internal import CoinModel
internal import SeriesEncoding

/// The rows of one group of entities, each with its cell in a matrix of slots × times.
struct RowCells {
    let group: Int
    private(set) var rows: [Int32] = []
    private(set) var cells: [Int32] = []
    /// Whether two rows are about one fact.
    private(set) var hasRivals = false

    /// The rows of each group, in the order in which they came; groups ascend, and each time has a column.
    static func byGroup(_ rows: StagedRows, columns: [Int], width: Int) -> [RowCells] {
        var groups: [RowCells] = []
        for (row, entity) in rows.entities.enumerated() {
            let group = Bucket.group(of: entity)
            while groups.count <= group { groups.append(RowCells(group: groups.count)) }
            let cell = Int(Bucket.slot(of: entity)) * width + columns[Int(rows.timeIndex[row])]
            groups[group].rows.append(Int32(row))
            groups[group].cells.append(Int32(cell))
        }
        groups.removeAll { $0.rows.isEmpty }
        for index in groups.indices { groups[index].findRivals(cellCount: TileMatrix.slotCount * width) }
        return groups
    }

    private mutating func findRivals(cellCount: Int) {
        var isTaken = [Bool](repeating: false, count: cellCount)
        for cell in cells {
            if isTaken[Int(cell)] {
                hasRivals = true
                return
            }
            isTaken[Int(cell)] = true
        }
    }

    /// A matrix of the values of the rows, each of which changes the store; nil where no row has one.
    func matrix(_ values: [Double], steps: [Int64], _ changed: inout [Bool]) -> TileMatrix? {
        var matrix = TileMatrix(steps: steps)
        var isEmpty = true
        var cellValues = matrix.values.mutableSpan
        var isChanged = changed.mutableSpan
        for (row, cell) in zip(rows, cells) where !values[Int(row)].isNaN {
            cellValues[Int(cell)] = values[Int(row)]
            isChanged[Int(row)] = true
            isEmpty = false
        }
        return isEmpty ? nil : matrix
    }

    /// At most one row for each cell: of rivals with a value the one that holds; each one that loses is handed on.
    func winners(_ staged: StagedRows, _ values: [Double], lost: (Int) -> Void) -> RowCells {
        guard hasRivals else { return self }
        var holder: [Int32: Int32] = [:]
        for (row, cell) in zip(rows, cells) where !values[Int(row)].isNaN {
            guard let other = holder[cell] else {
                holder[cell] = row
                continue
            }
            let wins = staged.prefers(values, Int(row), over: Int(other))
            if values[Int(other)].bitPattern != values[Int(row)].bitPattern { lost(Int(wins ? other : row)) }
            if wins { holder[cell] = row }
        }
        var winners = RowCells(group: group)
        for (row, cell) in zip(rows, cells) where holder[cell] == row {
            winners.rows.append(row)
            winners.cells.append(cell)
        }
        return winners
    }
}
