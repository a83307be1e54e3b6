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

    /// What several rows say about one fact, by cell; no other cell is among them.
    func rivals(_ staged: StagedRows, metrics: [Int], _ name: (Int) -> String) -> [Int32: RowClaim] {
        guard hasRivals else { return [:] }
        var (claims, rivals): ([Int32: RowClaim], Set<Int32>) = ([:], [])
        for (row, cell) in zip(rows, cells) {
            let claim = RowClaim(Int(row), of: staged, metrics: metrics)
            guard let other = claims[cell] else {
                claims[cell] = claim
                continue
            }
            rivals.insert(cell)
            claims[cell] = other.meeting(claim, name)
        }
        return claims.filter { rivals.contains($0.key) }
    }

    /// The rows all of whose values hold by the claims of their facts; each other one is handed on.
    func holding(_ claims: [Int32: RowClaim], _ holds: (_ row: Int, _ claim: RowClaim) -> Bool) -> RowCells {
        guard !claims.isEmpty else { return self }
        var holding = RowCells(group: group)
        holding.hasRivals = hasRivals
        for (row, cell) in zip(rows, cells) where claims[cell].map({ holds(Int(row), $0) }) ?? true {
            holding.rows.append(row)
            holding.cells.append(cell)
        }
        return holding
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
