import CoinModel

/// Gathers rows into blocks, one open block for each series and resolution, and hands them on before they grow large.
///
/// Subjects are numbered by the caller, from 0, and named once. Memory is bounded by `rowLimit` rows, four bytes a subject
/// and block, and what subjects are named.
struct FactBlocks {
    /// The rows over all open blocks that are handed on: so few that they are near the processor until they are columns.
    static let rowLimit = 1 << 15

    /// The subjects that rows were about.
    private struct Named {
        let numbering = SubjectNumbering()
        /// The number of each of the caller's in the numbering, −1 where it has none yet.
        private var numbers: [Int32] = []
        private var count: Int32 = 0

        /// The number in the numbering of one of the caller's.
        mutating func number(_ subject: Int, _ named: () -> Subject) -> Int32 {
            numbers.makeRoom(for: subject)
            if numbers[subject] < 0 {
                numbers[subject] = count
                numbering.add(named())
                count += 1
            }
            return numbers[subject]
        }
    }

    /// A block in the making; its values lie one row behind the other, and are made columns once, when it is handed on.
    private struct Draft {
        let source: String
        let resolution: Resolution
        /// The number of each subject in the numbering.
        var numbers: [Int32] = []
        /// The place of each of the caller's numbers among the subjects, −1 where it has none yet.
        var places: [Int32] = []
        var subjectIndex: [Int32] = []
        var times: [Int64] = []
        var lines: [Int32] = []
        var values: [Double] = []

        init(_ source: String, _ resolution: Resolution) {
            self.source = source
            self.resolution = resolution
        }

        mutating func add(
            _ subject: Int,
            _ time: Int64,
            _ row: [Double],
            _ line: Int,
            _ known: inout Named,
            _ named: () -> Subject
        ) {
            subjectIndex.append(place(of: subject, &known, named))
            times.append(time)
            lines.append(Int32(clamping: line))
            for value in row { values.append(value) }
        }

        /// Where a subject stands among those of the block.
        @inline(__always)
        private mutating func place(of subject: Int, _ known: inout Named, _ named: () -> Subject) -> Int32 {
            if subject < places.count, places[subject] >= 0 { return places[subject] }
            places.makeRoom(for: subject)
            let place = Int32(numbers.count)
            places[subject] = place
            numbers.append(known.number(subject, named))
            return place
        }

        /// Its rows, which it forgets; the next block of the series will be of its size.
        mutating func takeBlock(_ metrics: [Metric], _ numbering: SubjectNumbering) -> ObservationBlock {
            var block = ObservationBlock(source: source, resolution: resolution, metrics: metrics)
            let count = times.count
            block.numbering = numbering
            block.subjectNumbers = numbers
            (block.subjectIndex, block.times, block.lines) = (subjectIndex, times, lines)
            for column in metrics.indices { block.values[column] = values.column(column, of: metrics.count) }
            (numbers, subjectIndex, times, lines) = ([], [], [], [])
            subjectIndex.reserveCapacity(count)
            times.reserveCapacity(count)
            lines.reserveCapacity(count)
            values.removeAll(keepingCapacity: true)
            for place in places.indices { places[place] = -1 }
            return block
        }
    }

    private let metrics: [Metric]
    private var open: [Draft] = []
    /// Which block the last row went to.
    private var last = 0
    private var rows = 0
    private var known = Named()

    /// Blocks with these columns.
    init(metrics: [Metric]) {
        self.metrics = metrics
    }

    /// Adds a row: a value for each metric, NaN where missing, and who it is about, asked for once.
    mutating func add(
        source: String,
        _ resolution: Resolution,
        subject: Int,
        time: Int64,
        values: [Double],
        line: Int,
        named: () -> Subject
    ) {
        open[index(of: source, resolution)].add(subject, time, values, line, &known, named)
        rows += 1
    }

    /// Whether enough rows wait to be handed on.
    var isFull: Bool { rows >= FactBlocks.rowLimit }

    /// Hands on all that waits.
    ///
    /// - Throws: what `emit` throws.
    mutating func flush(_ emit: (SourceItem) throws -> Void) throws {
        for index in open.indices where !open[index].times.isEmpty {
            try emit(.observations(open[index].takeBlock(metrics, known.numbering)))
        }
        if open.count > 64 { open = [] }
        last = min(last, max(0, open.count - 1))
        rows = 0
    }

    /// Says that the caller's numbers mean other subjects from now on; nothing waits.
    mutating func renumber() {
        known = Named()
        open = []
        last = 0
    }

    /// The open block of a series: mostly that of the row before.
    private mutating func index(of source: String, _ resolution: Resolution) -> Int {
        if last < open.count, open[last].resolution == resolution, open[last].source == source { return last }
        if let found = open.firstIndex(where: { $0.resolution == resolution && $0.source == source }) {
            last = found
            return found
        }
        open.append(Draft(source, resolution))
        last = open.count - 1
        return last
    }
}

extension [Int32] {
    /// Makes room for what has a number, −1 where nothing is known.
    @inline(__always)
    fileprivate mutating func makeRoom(for number: Int) {
        guard number >= count else { return }
        append(contentsOf: repeatElement(-1, count: Swift.max(number + 1 - count, count)))
    }
}

extension [Double] {
    /// One of several columns whose rows lie one behind the other.
    fileprivate func column(_ column: Int, of width: Int) -> [Double] {
        let rows = span
        var values: [Double] = []
        values.reserveCapacity(count / width)
        var place = column
        while place < rows.count {
            values.append(rows[place])
            place += width
        }
        return values
    }
}
