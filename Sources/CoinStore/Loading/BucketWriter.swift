internal import CoinModel
internal import SeriesEncoding

/// Merges staged rows of one bucket into its tiles.
///
/// 1. Rows of the load that differ about one fact are settled by `RowClaim`: one holds, the others are rejects `conflict`.
///    Where rows have other metrics, as pages in two currencies, the value with the newer stamp holds of what both have,
///    else the smaller one.
/// 2. The values go over the tile that is there: the one accepted later holds, the one it replaces becomes a revision,
///    an equal one changes nothing, and missing replaces nothing.
struct BucketWriter {
    let tiles: TileTable
    let load: Int32
    let conflicts: LoadConflictIndex
    let metrics: [Int: Metric]
    let martsOfMetric: [Int: [WeeklyMart]]

    private func name(_ metric: Int) -> String { metrics[metric]?.name ?? "value" }

    struct Outcome {
        /// Rows that brought nothing new, per input.
        private(set) var unchanged: [Int32: Int] = [:]
        /// Rows that another row of the same load contradicts.
        private var conflicts: [Conflict] = []
        /// What the ledger says of these, by input.
        private(set) var rejects: [(input: Int32, reject: Reject)] = []
        /// The groups of entities in which anything changed.
        fileprivate(set) var changedGroups: Set<Int> = []
        /// The earlier loads whose values the rows met.
        fileprivate(set) var links = LoadLinks()

        private var conflicting: Set<Int> = []

        /// Counts a row as one that does not hold, once whatever it has of it.
        fileprivate mutating func add(_ conflict: Conflict) {
            if conflicting.insert(conflict.row).inserted { conflicts.append(conflict) }
        }

        /// Counts the rows that changed nothing; `name` gives the name of a metric.
        mutating func finish(_ changed: [Bool], of rows: StagedRows, _ name: (Int) -> String) {
            rejects = conflicts.map { ($0.input, $0.reject(name($0.metric))) }
            let ends = rows.inputs.dropFirst().map(\.firstRow) + [changed.count]
            for ((first, input), end) in zip(rows.inputs, ends) {
                unchanged[input, default: 0] += changed[first..<end].count { !$0 }
            }
            // A rejected row is none that was there.
            for conflict in conflicts where !changed[conflict.row] { unchanged[conflict.input, default: 0] -= 1 }
        }
    }

    /// A row that does not hold, for another one of its load says something else.
    struct Conflict {
        fileprivate let row: Int
        let input: Int32
        /// Its line; 0 without.
        let line: Int32
        /// The first metric of which it has a value that does not hold.
        let metric: Int
        /// The line of the row that holds, of the same input; 0 where that is another one or not at hand.
        var holder: Int32 = 0
        /// Whether the row itself holds, and one that was written before does not.
        var isOfEarlierRow = false
    }

    /// Merges the rows of a bucket; where more rows of the load may come to it, what was merged is noted.
    func merge(
        _ rows: StagedRows,
        _ key: StagedRows.Key,
        _ marts: inout WeeklyMarts,
        isContinued: Bool
    ) throws -> Outcome {
        var outcome = Outcome()
        var new: [TileInput] = []
        var changed = [Bool](repeating: false, count: rows.entities.count)
        let steps = rows.times.sorted()
        let columnOfStep = Dictionary(firstOf: steps.enumerated().map { ($1, $0) })
        let columns = rows.times.map { columnOfStep[$0] ?? 0 }
        // A bucket often has no value of what a source may have, as the limit of a supply.
        let present = zip(key.metrics, rows.values).filter { $1.contains { !$0.isNaN } }
        for all in RowCells.byGroup(rows, columns: columns, width: steps.count) {
            let (claims, earlier) = try claims(of: all, rows, key, steps)
            let cells = all.holding(claims) { row, claim in
                let own = RowClaim(row, of: rows, metrics: key.metrics)
                guard let metric = claim.contradiction(with: own, name) else { return true }
                outcome.add(Conflict(rows, row, metric, holder: claim.preferredRow))
                return false
            }
            let takenBack = takenBack(of: earlier, claims, rows, &outcome)
            var lost: [Int: Set<Int32>] = [:]
            let others = takenBack.keys.filter { metric in !present.contains { $0.0 == metric } }.sorted()
            for (metric, values) in present + others.map({ ($0, []) }) {
                let place = key.series(metric).place(key.bucket, all.group)
                let winners = values.isEmpty ? RowCells(group: all.group) : cells.distinct(values)
                if let stored = try tiles.stored(place) {
                    var correction = try Correction(tiles, stored, at: place, steps: steps, load: load) {
                        try conflicts.stamps(ofOthersThan: key, place, in: $0)
                    }
                    for cell in takenBack[metric] ?? [] { correction.takeBack(batchCell: Int(cell)) }
                    if let matrix = try correct(correction, winners, rows, values, metric, &changed, &outcome, &lost) {
                        outcome.changedGroups.insert(all.group)
                        marts.note([TileInput(place: place, matrix: matrix)], for: martsOfMetric)
                    }
                } else if let matrix = winners.matrix(values, steps: steps, &changed) {
                    outcome.changedGroups.insert(all.group)
                    new.append(TileInput(place: place, matrix: matrix))
                }
                if new.count == TileInput.waitingLimit { try write(&new, &marts) }
            }
            if isContinued { try conflicts.note(cells, of: rows, key, steps: steps, claims, lost: lost) }
        }
        try write(&new, &marts)
        outcome.finish(changed, of: rows, name)
        return outcome
    }

    /// The cells, by metric, of values that rows written before had and that no longer count.
    private func takenBack(
        of earlier: [Int32: RowClaim],
        _ claims: [Int32: RowClaim],
        _ rows: StagedRows,
        _ outcome: inout Outcome
    ) -> [Int: [Int32]] {
        var cells: [Int: [Int32]] = [:]
        for (cell, claim) in earlier.sorted(by: { $0.key < $1.key }) {
            guard let now = claims[cell], let metric = now.contradiction(with: claim, name) else { continue }
            if let row = now.preferredRow { outcome.add(Conflict(rows, row, metric, isOfEarlierRow: true)) }
            for metric in claim.values.keys where now.values[metric] == nil { cells[metric, default: []].append(cell) }
        }
        return cells
    }

    /// What is said about the facts that several rows of the load are about, and what those that were written before said.
    private func claims(
        of cells: RowCells,
        _ rows: StagedRows,
        _ key: StagedRows.Key,
        _ steps: [Int64]
    ) throws -> (claims: [Int32: RowClaim], earlier: [Int32: RowClaim]) {
        var claims = cells.rivals(rows, metrics: key.metrics, name)
        var stored: [Int: TileMatrix] = [:]
        let earlier = try conflicts.claims(about: cells, key, steps: steps) { metric, slot, step in
            let place = key.series(metric).place(key.bucket, cells.group)
            let matrix = try stored[metric] ?? tiles.draft(place, adding: [], by: load).matrix
            stored[metric] = matrix
            let width = matrix.steps.count
            return matrix.steps.firstIndex(of: step).map { matrix.values[slot * width + $0] } ?? .nan
        }
        guard !earlier.isEmpty else { return (claims, earlier) }
        for (row, cell) in zip(cells.rows, cells.cells) where claims[cell] == nil && earlier[cell] != nil {
            claims[cell] = RowClaim(Int(row), of: rows, metrics: key.metrics)
        }
        for (cell, claim) in earlier { claims[cell] = claims[cell]?.meeting(claim, name) }
        return (claims, earlier)
    }

    private func write(_ new: inout [TileInput], _ marts: inout WeeklyMarts) throws {
        try tiles.write(new, load: Int(load))
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
        _ outcome: inout Outcome,
        _ lost: inout [Int: Set<Int32>]
    ) throws -> TileMatrix? {
        for (row, cell) in zip(winners.rows, winners.cells) where !values[Int(row)].isNaN {
            let row = Int(row)
            switch correction.put(values[row], atBatchCell: Int(cell), stamp: rows.stamp(of: row)) {
            case .changed: changed[row] = true
            case .unchanged: break
            case .conflict(let isChanged):
                if isChanged { changed[row] = true } else { lost[metric, default: []].insert(cell) }
                outcome.add(Conflict(rows, row, metric))
            }
        }
        outcome.links.add(correction.links)
        let matrix = correction.matrix
        return try correction.write() ? matrix : nil
    }
}

extension BucketWriter.Conflict {
    /// What the ledger says of it, given the name of its metric.
    func reject(_ name: String) -> Reject {
        let other = holder > 0 ? " (line \(holder))" : ""
        let detail =
            isOfEarlierRow
            ? "contradicts the \(name) of an earlier row of this load and is taken instead of it, as a whole"
            : "another row of this load\(other) contradicts its \(name) and is taken instead, as a whole"
        return Reject("conflict", line: line > 0 ? Int(line) : nil, detail: detail)
    }

    fileprivate init(_ rows: StagedRows, _ row: Int, _ metric: Int, holder: Int? = nil, isOfEarlierRow: Bool = false) {
        let input = rows.input(of: row)
        self.init(row: row, input: input, line: rows.lines[row], metric: metric, isOfEarlierRow: isOfEarlierRow)
        if let holder, rows.input(of: holder) == input { self.holder = rows.lines[holder] }
    }
}
