internal import CoinModel
internal import SeriesEncoding

/// Merges staged rows of one bucket into its tiles.
///
/// Of two values for one fact the one accepted later holds; a missing value never replaces one that is there. Within a
/// load the newer stamp of the source holds, else the smaller number, and the other is a reject `conflict`: so neither
/// the order of the rows nor how they were split over files matters.
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
        var changed = [Bool](repeating: false, count: rows.times.count)
        let order = BucketWriter.byEntityAndTime(rows)
        var start = 0
        while start < order.count {
            let group = Bucket.group(of: rows.entities[order[start]])
            var end = start
            while end < order.count, Bucket.group(of: rows.entities[order[end]]) == group { end += 1 }
            let slice = order[start..<end]
            for (column, metric) in key.metrics.enumerated() {
                let place = TilePlace(
                    source: key.source,
                    metric: metric,
                    resolution: key.resolution,
                    bucket: key.bucket,
                    group: group
                )
                try merge(rows, slice, column, place, &changed, &outcome)
            }
            start = end
        }
        for row in changed.indices where !changed[row] { outcome.unchanged[rows.inputs[row], default: 0] += 1 }
        return outcome
    }

    /// Row numbers by entity, then time; rows of one fact stay in the order in which they came.
    private static func byEntityAndTime(_ rows: Staging.Rows) -> [Int] {
        rows.times.indices.sorted { left, right in
            let entities = (rows.entities[left], rows.entities[right])
            if entities.0 != entities.1 { return entities.0 < entities.1 }
            if rows.times[left] != rows.times[right] { return rows.times[left] < rows.times[right] }
            return left < right
        }
    }

    private func merge(
        _ rows: Staging.Rows,
        _ order: ArraySlice<Int>,
        _ column: Int,
        _ place: TilePlace,
        _ changed: inout [Bool],
        _ outcome: inout Outcome
    ) throws {
        let values = rows.values[column]
        guard order.contains(where: { !values[$0].isNaN }) else { return }
        var draft = TileDraft(try tiles.tile(place))
        draft.reserve(steps: order.lazy.filter { !values[$0].isNaN }.map { rows.times[$0] })
        var didChange = false
        var next = order.startIndex
        while next < order.endIndex {
            let first = order[next]
            var winner = first
            var behind = next + 1
            while behind < order.endIndex, rows.entities[order[behind]] == rows.entities[first],
                rows.times[order[behind]] == rows.times[first]
            {
                let other = order[behind]
                let keepsOther = BucketWriter.prefers(rows, column, other, over: winner)
                if !values[other].isNaN, !values[winner].isNaN, values[other] != values[winner] {
                    let loser = keepsOther ? winner : other
                    outcome.conflicts.append((rows.inputs[loser], rows.lines[loser], place.metric))
                }
                if keepsOther { winner = other }
                behind += 1
            }
            next = behind
            guard !values[winner].isNaN else { continue }
            if draft.set(values[winner], slot: Bucket.slot(of: rows.entities[winner]), step: rows.times[winner]) {
                changed[winner] = true
                didChange = true
            }
        }
        if didChange {
            try tiles.write(draft.tile(), at: place, load: load)
            outcome.changedGroups.insert(place.group)
        }
    }

    /// Whether one row's value holds over another's of the same load and fact.
    private static func prefers(_ rows: Staging.Rows, _ column: Int, _ row: Int, over other: Int) -> Bool {
        let values = rows.values[column]
        if values[row].isNaN { return false }
        if values[other].isNaN { return true }
        if rows.stamps[row] != rows.stamps[other] { return rows.stamps[row] > rows.stamps[other] }
        return values[row] < values[other]
    }
}
