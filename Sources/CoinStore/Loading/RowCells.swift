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

    /// The rows without those that contradict another one about the same fact, each of which is handed on with the row that
    /// holds and the column in which they differ: so no fact is a mixture of two rows.
    ///
    /// The newer stamp of the source holds, else the row with the smaller numbers, by the metrics' `order`.
    func withoutContradictions(
        _ staged: StagedRows,
        order: [Int],
        lost: (_ row: Int, _ holder: Int, _ column: Int) -> Void
    ) -> RowCells {
        guard hasRivals else { return self }
        var rivals: [Int32: [Int]] = [:]
        for (row, cell) in zip(rows, cells) { rivals[cell, default: []].append(Int(row)) }
        var losers: [Int: (holder: Int, column: Int)] = [:]
        for rows in rivals.values where rows.count > 1 {
            var holders: [Int] = []
            for row in rows.sorted(by: { staged.prefers($0, over: $1, order) }) {
                losers[row] =
                    holders.lazy.compactMap { holder in
                        order.first { staged.contradict(row, holder, $0) }.map { (holder, $0) }
                    }.first
                if losers[row] == nil { holders.append(row) }
            }
        }
        guard !losers.isEmpty else { return self }
        var kept = RowCells(group: group)
        kept.hasRivals = true
        for (row, cell) in zip(rows, cells) {
            if let loser = losers[Int(row)] {
                lost(Int(row), loser.holder, loser.column)
            } else {
                kept.rows.append(row)
                kept.cells.append(cell)
            }
        }
        return kept
    }

    /// One row for each cell of those that have a value, which say the same.
    func distinct(_ values: [Double]) -> RowCells {
        guard hasRivals else { return self }
        var taken: Set<Int32> = []
        var distinct = RowCells(group: group)
        for (row, cell) in zip(rows, cells) where !values[Int(row)].isNaN && taken.insert(cell).inserted {
            distinct.rows.append(row)
            distinct.cells.append(cell)
        }
        return distinct
    }
}
