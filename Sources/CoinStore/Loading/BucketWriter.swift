internal import CoinModel
internal import SeriesEncoding

/// Merges staged rows of one bucket into its tiles.
///
/// 1. Of two rows for one fact the newer stamp of the source holds, else the smaller number, and the other is a reject
///    `conflict`: so neither the order of the rows of a load nor how they were split over files matters.
/// 2. The values go over the tile that is there: the one accepted later holds, the one it replaces becomes a revision,
///    an equal one changes nothing, and missing replaces nothing.
struct BucketWriter {
    let tiles: TileTable
    let load: Int32
    let conflicts: LoadConflictIndex
    let martsOfMetric: [Int: [WeeklyMart]]

    struct Outcome {
        /// Rows that brought nothing new, per input.
        private(set) var unchanged: [Int32: Int] = [:]
        /// Rows that another row of the same load contradicts, with the metric.
        fileprivate(set) var conflicts: [(input: Int32, line: Int32, metric: Int)] = []
        /// The groups of entities in which anything changed.
        fileprivate(set) var changedGroups: Set<Int> = []
        /// The earlier loads whose values the rows met.
        fileprivate(set) var links = LoadLinks()

        mutating func count(_ changed: [Bool], of rows: StagedRows) {
            let ends = rows.inputs.dropFirst().map(\.firstRow) + [changed.count]
            for ((first, input), end) in zip(rows.inputs, ends) {
                unchanged[input, default: 0] += changed[first..<end].count { !$0 }
            }
        }
    }

    /// Merges the rows of a bucket; where more rows of the load may come to it, what was merged is noted.
    func merge(
        _ rows: StagedRows,
        _ key: StagedRows.Key,
        _ newest: inout NewestFacts,
        _ marts: inout PendingMarts,
        isContinued: Bool
    ) throws -> Outcome {
        var outcome = Outcome()
        var new: [NewTile] = []
        var changed = [Bool](repeating: false, count: rows.entities.count)
        let steps = rows.times.sorted()
        let columnOfStep = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1, $0) })
        let columns = rows.times.map { columnOfStep[$0] ?? 0 }
        // A bucket often has no value of what a source may have, as the limit of a supply.
        let present = zip(key.metrics, rows.values).filter { $1.contains { !$0.isNaN } }
        for cells in RowCells.byGroup(rows, columns: columns, width: steps.count) {
            var noted: Int64?
            for (metric, values) in present {
                let place = key.series(metric).place(key.bucket, cells.group)
                let winners = cells.winners(rows, values) { row in
                    outcome.conflicts.append((rows.input(of: row), rows.lines[row], metric))
                }
                if let stored = try tiles.stored(place) {
                    let correction = try Correction(tiles, stored, at: place, steps: steps, load: load, conflicts)
                    if let matrix = try correct(correction, winners, rows, values, metric, &changed, &outcome) {
                        outcome.changedGroups.insert(cells.group)
                        newest.note(matrix, at: place)
                        marts.note([NewTile(place: place, matrix: matrix)], for: martsOfMetric)
                    }
                } else if let matrix = winners.matrix(values, steps: steps, &changed) {
                    outcome.changedGroups.insert(cells.group)
                    new.append(NewTile(place: place, matrix: matrix))
                }
                if isContinued {
                    // Without rivals the same rows hold in all metrics, whichever have a value.
                    let known = cells.hasRivals ? nil : noted
                    let shared = try known ?? conflicts.note(winners, of: rows, steps)
                    noted = shared
                    try conflicts.note(place, winners, values, steps: steps.count, rows: shared)
                }
                if new.count == NewTile.waitingLimit { try write(&new, &newest, &marts) }
            }
        }
        try write(&new, &newest, &marts)
        outcome.count(changed, of: rows)
        return outcome
    }

    private func write(_ new: inout [NewTile], _ newest: inout NewestFacts, _ marts: inout PendingMarts) throws {
        try tiles.write(new, load: Int(load))
        for tile in new { newest.note(tile.matrix, at: tile.place) }
        marts.note(new, for: martsOfMetric)
        new = []
    }

    /// Merges a value for each cell into a tile; what it holds then, or nil if nothing changed.
    private func correct(
        _ correction: consuming Correction,
        _ winners: RowCells,
        _ rows: StagedRows,
        _ values: [Double],
        _ metric: Int,
        _ changed: inout [Bool],
        _ outcome: inout Outcome
    ) throws -> TileMatrix? {
        for (row, cell) in zip(winners.rows, winners.cells) where !values[Int(row)].isNaN {
            let row = Int(row)
            switch correction.put(values[row], atBatchCell: Int(cell), stamp: rows.stamp(of: row)) {
            case .changed: changed[row] = true
            case .unchanged: break
            case .conflict(let isChanged):
                changed[row] = isChanged
                outcome.conflicts.append((rows.input(of: row), rows.lines[row], metric))
            }
        }
        outcome.links.add(correction.links)
        let matrix = correction.matrix
        return try correction.write() ? matrix : nil
    }
}
