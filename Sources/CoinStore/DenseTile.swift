internal import SeriesEncoding

/// A tile spread out for changing: a full row over all steps for each of its entities.
struct DenseTile {
    /// The times of the columns, strictly ascending.
    private(set) var steps: [Int64]
    /// The row of each slot; empty for a slot without values.
    private(set) var rows: [[Double]]

    /// What a tile holds, or nothing, with room for further steps.
    ///
    /// - Parameters:
    ///   - tile: the tile there is.
    ///   - new: further steps, ascending.
    init(_ tile: Tile?, adding new: [Int64]) {
        rows = Array(repeating: [], count: Int(Bucket.groupSize))
        guard let tile else {
            steps = new
            return
        }
        let known = Set(tile.steps)
        let added = new.filter { !known.contains($0) }
        guard !added.isEmpty else {
            steps = tile.steps
            for run in tile.runs { rows[Int(run.slot)] = run.values }
            return
        }
        steps = (tile.steps + added).sorted()
        var moved: [Int] = []
        moved.reserveCapacity(tile.steps.count)
        for (index, step) in steps.enumerated() where known.contains(step) { moved.append(index) }
        for run in tile.runs {
            var row = [Double](repeating: .nan, count: steps.count)
            for (from, to) in moved.enumerated() { row[to] = run.values[from] }
            rows[Int(run.slot)] = row
        }
    }

    /// The columns of ascending steps that it has room for.
    func columns(of wanted: [Int64]) -> [Int] {
        var columns: [Int] = []
        columns.reserveCapacity(wanted.count)
        var column = 0
        for step in wanted {
            while column < steps.count, steps[column] < step { column += 1 }
            columns.append(column)
        }
        return columns
    }

    /// Sets a value; NaN takes the value away.
    ///
    /// Returns whether anything changed.
    mutating func set(_ value: Double, slot: Int, column: Int) -> Bool {
        if rows[slot].isEmpty {
            if value.isNaN { return false }
            rows[slot] = Array(repeating: .nan, count: steps.count)
        }
        let old = rows[slot][column]
        if old.bitPattern == value.bitPattern || old.isNaN && value.isNaN { return false }
        rows[slot][column] = value
        return true
    }

    /// The tile in its canonical form: only steps and runs that hold a value.
    func tile() -> Tile {
        var holds = [Bool](repeating: false, count: steps.count)
        for row in rows {
            for (column, value) in row.enumerated() where !value.isNaN { holds[column] = true }
        }
        let isFull = !holds.contains(false)
        let runs = rows.enumerated().compactMap { slot, row -> Tile.Run? in
            guard row.contains(where: { !$0.isNaN }) else { return nil }
            let values = isFull ? row : zip(row, holds).filter { $1 }.map(\.0)
            return Tile.Run(slot: UInt16(slot), values: values)
        }
        return Tile(steps: isFull ? steps : zip(steps, holds).filter { $1 }.map(\.0), runs: runs)
    }
}
