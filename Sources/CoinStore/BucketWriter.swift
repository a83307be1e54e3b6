internal import CoinModel
internal import SeriesEncoding

/// Merges staged rows of one bucket into its tiles.
///
/// 1. Rows are brought into order of entity by counting, which keeps the order in which they came.
/// 2. For each group of entities and each metric, the rows meet in a matrix of new values. Within a load the newer
///    stamp of the source holds, else the smaller number, and the other is a reject `conflict`: so neither the order
///    of the rows nor how they were split over files matters.
/// 3. The matrix goes over the tile that is there: the value accepted later holds, and missing replaces nothing.
struct BucketWriter {
    let tiles: TileTable
    let load: Int

    /// What became of the rows of a bucket.
    struct Outcome {
        /// Rows that brought nothing new, per input.
        var unchanged: [Int32: Int] = [:]
        /// Rows that another row of the same load contradicts, with the metric.
        var conflicts: [(input: Int32, line: Int32, metric: Int)] = []
        /// The groups of entities in which anything changed.
        var changedGroups: Set<Int> = []
    }

    func merge(_ rows: Staging.Rows, _ key: Staging.Key) throws -> Outcome {
        var outcome = Outcome()
        var changed = [Bool](repeating: false, count: rows.entities.count)
        let steps = rows.times.sorted()
        let place = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1, $0) })
        let columnOfTime = rows.times.map { place[$0] ?? 0 }
        for (group, order) in BucketWriter.byGroup(rows.entities) {
            for (metricIndex, metric) in key.metrics.enumerated() {
                let place = TilePlace(
                    source: key.source,
                    metric: metric,
                    resolution: key.resolution,
                    bucket: key.bucket,
                    group: group
                )
                try merge(rows, order, metricIndex, steps, columnOfTime, place, &changed, &outcome)
            }
        }
        if rows.inputs.count == 1, let only = rows.inputs.first {
            outcome.unchanged[only.input] = changed.count { !$0 }
        } else {
            for (row, isChanged) in changed.enumerated() where !isChanged {
                outcome.unchanged[rows.input(of: row), default: 0] += 1
            }
        }
        return outcome
    }

    /// The rows of each group, in the order in which they came; groups ascend.
    private static func byGroup(_ entities: [Int32]) -> [(group: Int, rows: [Int32])] {
        var rows: [[Int32]] = []
        for (row, entity) in entities.enumerated() {
            let group = Bucket.group(of: entity)
            while rows.count <= group { rows.append([]) }
            rows[group].append(Int32(row))
        }
        return rows.enumerated().filter { !$1.isEmpty }.map { (group: $0, rows: $1) }
    }

    private func merge(
        _ rows: Staging.Rows,
        _ order: [Int32],
        _ metricIndex: Int,
        _ steps: [Int64],
        _ columnOfTime: [Int],
        _ place: TilePlace,
        _ changed: inout [Bool],
        _ outcome: inout Outcome
    ) throws {
        let values = rows.values[metricIndex]
        var winners = [Int32](repeating: -1, count: Int(Bucket.groupSize) * steps.count)
        var holds = [Bool](repeating: false, count: steps.count)
        for row in order {
            let value = values[Int(row)]
            guard !value.isNaN else { continue }
            let column = columnOfTime[Int(rows.timeIndex[Int(row)])]
            let cell = Int(Bucket.slot(of: rows.entities[Int(row)])) * steps.count + column
            holds[column] = true
            let other = winners[cell]
            guard other >= 0 else {
                winners[cell] = row
                continue
            }
            let isKept = BucketWriter.prefers(rows, values, Int(row), over: Int(other))
            if values[Int(other)] != value {
                let loser = isKept ? other : row
                outcome.conflicts.append((rows.input(of: Int(loser)), rows.lines[Int(loser)], place.metric))
            }
            if isKept { winners[cell] = row }
        }
        let wanted = steps.indices.filter { holds[$0] }
        guard !wanted.isEmpty else { return }
        var dense = DenseTile(try tiles.tile(place), adding: wanted.map { steps[$0] })
        let columns = dense.columns(of: wanted.map { steps[$0] })
        var didChange = false
        for slot in 0..<Int(Bucket.groupSize) {
            let start = slot * steps.count
            for (index, column) in wanted.enumerated() {
                let row = winners[start + column]
                guard row >= 0, dense.set(values[Int(row)], slot: slot, column: columns[index]) else { continue }
                changed[Int(row)] = true
                didChange = true
            }
        }
        if didChange {
            try tiles.write(dense.tile(), at: place, load: load)
            outcome.changedGroups.insert(place.group)
        }
    }

    /// Whether one row's value holds over another's of the same load and fact.
    private static func prefers(_ rows: Staging.Rows, _ values: [Double], _ row: Int, over other: Int) -> Bool {
        if !rows.stamps.isEmpty, rows.stamps[row] != rows.stamps[other] {
            return rows.stamps[row] > rows.stamps[other]
        }
        return values[row] < values[other]
    }
}
