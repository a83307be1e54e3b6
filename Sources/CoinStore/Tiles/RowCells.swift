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
    static func byGroup(_ rows: Staging.Rows, columns: [Int], width: Int) -> [RowCells] {
        var groups: [RowCells] = []
        for row in rows.entities.indices {
            let entity = rows.entities[row]
            let group = Bucket.group(of: entity)
            while groups.count <= group { groups.append(RowCells(group: groups.count)) }
            groups[group].rows.append(Int32(row))
            groups[group].cells.append(
                Int32(Int(Bucket.slot(of: entity)) * width + columns[Int(rows.timeIndex[row])])
            )
        }
        groups.removeAll { $0.rows.isEmpty }
        for index in groups.indices { groups[index].findRivals(cellCount: TileMatrix.slotCount * width) }
        return groups
    }

    /// Puts the values of the rows that have one into a matrix; how many there are.
    func spread(_ values: [Double], into matrix: inout TileMatrix) -> Int {
        let (rows, places, values) = (rows.span, cells.span, values.span)
        var cells = matrix.values.mutableSpan
        var count = 0
        for index in rows.indices {
            let value = values[Int(rows[index])]
            guard !value.isNaN else { continue }
            cells[Int(places[index])] = value
            count += 1
        }
        return count
    }

    /// Notes the rows that have a value.
    func note(_ values: [Double], in changed: inout [Bool]) {
        for row in rows where !values[Int(row)].isNaN { changed[Int(row)] = true }
    }

    /// A bit for each cell of a row that has a value.
    func bits(_ values: [Double], cellCount: Int) -> [UInt8] {
        var bits = [UInt8](repeating: 0, count: cellCount / 8)
        for (row, cell) in zip(rows, cells) where !values[Int(row)].isNaN {
            bits[Int(cell) / 8] |= 1 << UInt8(cell % 8)
        }
        return bits
    }

    private init(group: Int) {
        self.group = group
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

    /// At most one row for each cell: of rivals with a value the one that holds; each one that loses is handed on.
    func winners(_ staged: Staging.Rows, _ values: [Double], lost: (Int) -> Void) -> RowCells {
        guard hasRivals else { return self }
        var holder: [Int32: Int32] = [:]
        for (row, cell) in zip(rows, cells) where !values[Int(row)].isNaN {
            guard let other = holder[cell] else {
                holder[cell] = row
                continue
            }
            let isKept = staged.prefers(values, Int(row), over: Int(other))
            if values[Int(other)].bitPattern != values[Int(row)].bitPattern { lost(Int(isKept ? other : row)) }
            if isKept { holder[cell] = row }
        }
        var winners = RowCells(group: group)
        for (row, cell) in zip(rows, cells) where holder[cell] == row {
            winners.rows.append(row)
            winners.cells.append(cell)
        }
        return winners
    }
}

extension Staging.Rows {
    /// Whether one row's value holds over another's of the same load and fact.
    fileprivate func prefers(_ values: [Double], _ row: Int, over other: Int) -> Bool {
        if !stamps.isEmpty, stamps[row] != stamps[other] { return stamps[row] > stamps[other] }
        return values[row].isTotallyOrdered(belowOrEqualTo: values[other])
    }
}
