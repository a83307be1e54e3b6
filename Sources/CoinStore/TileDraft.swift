internal import SeriesEncoding

/// A tile being changed: dense rows over its steps.
struct TileDraft {
    private var steps: [Int64]
    private var indexOfStep: [Int64: Int] = [:]
    private var rows: [UInt16: [Double]] = [:]

    /// A draft of what a tile holds, or an empty one.
    init(_ tile: Tile?) {
        steps = tile?.steps ?? []
        for run in tile?.runs ?? [] { rows[run.slot] = run.values }
        reindex()
    }

    /// Makes room for further steps.
    mutating func reserve(steps new: some Sequence<Int64>) {
        let added = Set(new).filter { indexOfStep[$0] == nil }
        guard !added.isEmpty else { return }
        let merged = (steps + added).sorted()
        let position = Dictionary(uniqueKeysWithValues: merged.enumerated().map { ($1, $0) })
        let moved = steps.map { position[$0] ?? 0 }
        for (slot, old) in rows {
            var row = [Double](repeating: .nan, count: merged.count)
            for (from, to) in moved.enumerated() { row[to] = old[from] }
            rows[slot] = row
        }
        steps = merged
        indexOfStep = position
    }

    /// Sets a value at a step that has room; NaN takes the value away.
    ///
    /// Returns whether anything changed.
    mutating func set(_ value: Double, slot: UInt16, step: Int64) -> Bool {
        guard let index = indexOfStep[step] else { return false }
        if rows[slot] == nil { rows[slot] = Array(repeating: .nan, count: steps.count) }
        let old = rows[slot]?[index] ?? .nan
        if old.bitPattern == value.bitPattern || old.isNaN && value.isNaN { return false }
        rows[slot]?[index] = value
        return true
    }

    /// The tile in its canonical form: only steps and runs that hold a value.
    func tile() -> Tile {
        let kept = steps.indices.filter { index in rows.values.contains { !$0[index].isNaN } }
        let runs = rows.sorted { $0.key < $1.key }.compactMap { slot, row -> Tile.Run? in
            let values = kept.count == row.count ? row : kept.map { row[$0] }
            return values.contains { !$0.isNaN } ? Tile.Run(slot: slot, values: values) : nil
        }
        return Tile(steps: kept.map { steps[$0] }, runs: runs)
    }

    private mutating func reindex() {
        indexOfStep = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1, $0) })
    }
}
