import CoinModel

/// Gathers rows into blocks, one open block for each series and resolution, and hands them on before they grow large.
///
/// Memory is bounded by `rowLimit` rows, four bytes a subject and block, and what subjects are named.
struct ObservationBatches {
    /// The rows over all open blocks that are handed on: so few that they are near the processor until they are columns.
    static let rowLimit = 1 << 15

    private struct Draft {
        var block: ObservationBlock
        /// The values, one row behind the other: they are made columns once, when the block is handed on.
        var rows: [Double] = []
        /// The place in the block of each subject by its number, −1 where it has none yet.
        var places: [Int32] = []

        mutating func add(_ number: Int, _ time: Int64, _ values: [Double], _ line: Int, _ stamp: Int64?) {
            block.subjectIndex.append(place(of: number))
            block.times.append(time)
            block.lines.append(Int32(clamping: line))
            if let stamp { block.stamps.append(stamp) }
            for value in values { rows.append(value) }
        }

        private mutating func place(of number: Int) -> Int32 {
            if number >= places.count {
                places += repeatElement(-1, count: max(number + 1 - places.count, places.count))
            }
            if places[number] < 0 {
                places[number] = Int32(block.subjectNumbers.count)
                block.subjectNumbers.append(Int32(number))
            }
            return places[number]
        }

        /// Its rows, which it forgets.
        mutating func takeBlock() -> ObservationBlock {
            var taken = block
            taken.values = block.metrics.indices.map(values)
            for number in block.subjectNumbers { places[Int(number)] = -1 }
            block = ObservationBlock(
                source: taken.source,
                resolution: taken.resolution,
                metrics: taken.metrics,
                numbering: taken.numbering
            )
            rows.removeAll(keepingCapacity: true)
            return taken
        }

        private func values(ofColumn column: Int) -> [Double] {
            let (rows, width) = (rows.span, block.metrics.count)
            var values: [Double] = []
            values.reserveCapacity(block.count)
            for row in 0..<block.count { values.append(rows[row * width + column]) }
            return values
        }
    }

    private let metrics: [Metric]
    private let numbering: SubjectNumbering
    private var open: [Draft] = []
    /// Which block the last row went to.
    private var last = 0
    private var rows = 0

    /// Blocks with these columns, whose subjects are numbered in a numbering.
    init(metrics: [Metric], numbering: SubjectNumbering) {
        self.metrics = metrics
        self.numbering = numbering
    }

    /// Adds a row about a subject by its number in the numbering: a value for each metric, NaN where missing.
    ///
    /// A stamp says in milliseconds when the source last updated the row: in all rows of a series, or in none.
    mutating func add(
        _ source: String,
        _ resolution: Resolution,
        of number: Int,
        at time: Int64,
        _ values: [Double],
        line: Int,
        stamp: Int64? = nil
    ) {
        open[index(of: source, resolution)].add(number, time, values, line, stamp)
        rows += 1
    }

    var isFull: Bool { rows >= ObservationBatches.rowLimit }

    /// Hands on all that waits.
    mutating func flush(_ emit: ItemSink) throws {
        for index in open.indices where open[index].block.count > 0 {
            try emit(.observations(open[index].takeBlock()))
        }
        if open.count > 64 { open = [] }
        last = min(last, max(0, open.count - 1))
        rows = 0
    }

    /// The open block of a series: mostly that of the row before.
    private mutating func index(of source: String, _ resolution: Resolution) -> Int {
        // In place: a draft that is handed to a closure is copied, which costs as much as the rest of a row.
        if last < open.count, open[last].block.resolution == resolution, open[last].block.source == source {
            return last
        }
        last = open.firstIndex { $0.block.resolution == resolution && $0.block.source == source } ?? open.count
        if last == open.count {
            let block = ObservationBlock(source: source, resolution: resolution, metrics: metrics, numbering: numbering)
            open.append(Draft(block: block))
        }
        return last
    }
}
