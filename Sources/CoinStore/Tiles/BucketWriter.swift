internal import CoinModel
internal import SeriesEncoding

/// Merges staged rows of one bucket into its tiles.
///
/// 1. Rows are brought into order of entity by counting, which keeps the order in which they came.
/// 2. Of two rows for one fact the newer stamp of the source holds, else the smaller number, and the other is a reject
///    `conflict`: so neither the order of the rows of a load nor how they were split over files matters.
/// 3. The values go over the tile that is there: the one accepted later holds, the one it replaces becomes a revision,
///    an equal one changes nothing, and missing replaces nothing.
struct BucketWriter {
    let tiles: TileTable
    let load: Int32
    /// The weekly marts that are made from a metric.
    let marts: [Int: [WeeklyMart]]

    /// What became of the rows of a bucket.
    struct Outcome {
        /// Rows that brought nothing new, per input.
        var unchanged: [Int32: Int] = [:]
        /// Rows that another row of the same load contradicts, with the metric.
        var conflicts: [(input: Int32, line: Int32, metric: Int)] = []
        /// The groups of entities in which anything changed.
        var changedGroups: Set<Int> = []

        /// Counts the rows that changed nothing.
        mutating func count(_ changed: [Bool], of rows: Staging.Rows) {
            let ends = rows.inputs.dropFirst().map(\.firstRow) + [changed.count]
            for ((first, input), end) in zip(rows.inputs, ends) {
                unchanged[input, default: 0] += changed[first..<end].count { !$0 }
            }
        }
    }

    /// Merges the rows of a bucket; what was merged before counts, and is noted if more rows of the load may come.
    func merge(
        _ rows: Staging.Rows,
        _ key: Staging.Key,
        _ seen: inout LoadConflictIndex,
        _ newest: inout NewestFacts,
        _ fresh: inout PendingMarts,
        goesOn: Bool
    ) throws -> Outcome {
        var outcome = Outcome()
        var new: [NewTile] = []
        var changed = [Bool](repeating: false, count: rows.entities.count)
        let steps = rows.times.sorted()
        let columnOfStep = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1, $0) })
        let columns = rows.times.map { columnOfStep[$0] ?? 0 }
        // Of what a source may tell, as the limit of a supply, a bucket often has nothing.
        let told = key.metrics.enumerated().filter { rows.values[$0.offset].contains { !$0.isNaN } }
        let newestStamp = rows.stamps.max()
        for cells in RowCells.byGroup(rows, columns: columns, width: steps.count) {
            let cellCount = TileMatrix.slotCount * steps.count
            var kept: LoadConflictIndex.Kept?
            var areAllChanged = false
            for (index, metric) in told {
                let place = TilePlace(
                    source: key.source,
                    metric: metric,
                    resolution: key.resolution,
                    bucket: key.bucket,
                    group: cells.group
                )
                let values = rows.values[index]
                let winners = cells.winners(rows, values) { row in
                    outcome.conflicts.append((rows.input(of: row), rows.lines[row], metric))
                }
                let stored = try tiles.stored(place)
                if let stored,
                    let tile = try correct(stored, winners, rows, values, steps, place, &seen, &changed, &outcome)
                {
                    outcome.changedGroups.insert(place.group)
                    newest.note(tile.matrix, at: place)
                    fresh.note([tile], for: marts)
                }
                let isNoted = goesOn && (newestStamp != nil || stored != nil && !seen.isWhole(place))
                // Without rivals the same rows hold in all metrics, whichever have a value.
                if isNoted, cells.hasRivals || kept == nil {
                    kept = try seen.keep(
                        steps,
                        CellTimestamps(winners, of: rows.stamps, newest: newestStamp, cellCount)
                    )
                }
                if stored == nil {
                    var matrix = TileMatrix(steps: steps)
                    let count = winners.spread(values, into: &matrix)
                    if count > 0 {
                        if !areAllChanged { winners.note(values, in: &changed) }
                        areAllChanged = areAllChanged || count == cells.rows.count
                        outcome.changedGroups.insert(place.group)
                        seen.noteMade(place, of: kept)
                        new.append(NewTile(place: place, matrix: matrix))
                    }
                } else if isNoted, let kept {
                    try seen.note(place, winners.bits(values, cellCount: cellCount), kept)
                }
                if new.count == NewTile.waitingLimit { try write(&new, &newest, &fresh) }
            }
        }
        try write(&new, &newest, &fresh)
        outcome.count(changed, of: rows)
        return outcome
    }

    /// Writes tiles where none were.
    private func write(_ new: inout [NewTile], _ newest: inout NewestFacts, _ fresh: inout PendingMarts) throws {
        try tiles.write(new, load: Int(load))
        for tile in new { newest.note(tile.matrix, at: tile.place) }
        fresh.note(new, for: marts)
        new = []
    }

    /// Merges a value for each cell into a tile; what it holds then, or nil if nothing changed.
    private func correct(
        _ stored: StoredTile,
        _ winners: RowCells,
        _ rows: Staging.Rows,
        _ values: [Double],
        _ steps: [Int64],
        _ place: TilePlace,
        _ seen: inout LoadConflictIndex,
        _ changed: inout [Bool],
        _ outcome: inout Outcome
    ) throws -> NewTile? {
        var correction = try Correction(tiles, place, stored, steps, load, &seen)
        if let count = correction.repeats(winners, values) {
            if count == correction.storedCount, rows.stamps.isEmpty { seen.noteTold(place) }
            return nil
        }
        for (row, cell) in zip(winners.rows, winners.cells) where !values[Int(row)].isNaN {
            let row = Int(row)
            let stamp = rows.stamps.isEmpty ? Int64.min : rows.stamps[row]
            switch correction.put(values[row], atBatchCell: Int(cell), stamp: stamp) {
            case .changed: changed[row] = true
            case .unchanged: break
            case .conflict(let isChanged):
                changed[row] = isChanged
                outcome.conflicts.append((rows.input(of: row), rows.lines[row], place.metric))
            }
        }
        let matrix = correction.matrix
        return try correction.write() ? NewTile(place: place, matrix: matrix) : nil
    }
}
