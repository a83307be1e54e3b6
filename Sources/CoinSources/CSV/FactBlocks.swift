import CoinModel

/// Gathers rows into blocks, one open block for each series and resolution, and hands them on before they grow large.
///
/// Subjects are numbered by the caller, from 0. Memory is bounded by `largestLimit` rows and four bytes a subject and block.
struct FactBlocks {
    /// The rows over all open blocks that are handed on, and the most that wait where there are many subjects.
    static let (rowLimit, largestLimit) = (1 << 15, 1 << 17)
    /// The rows that a block should have for each of its subjects, which all have to be named in each block.
    private static let rowsPerSubject = 4

    /// A block in the making; its values lie one row behind the other, and are made columns once, when it is handed on.
    private struct Draft {
        let source: String
        let resolution: Resolution
        var subjects: [Subject] = []
        /// The caller's number of each subject.
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

        mutating func add(_ subject: Int, _ time: Int64, _ row: [Double], _ line: Int, _ named: () -> Subject) {
            subjectIndex.append(place(of: subject, named))
            times.append(time)
            lines.append(Int32(clamping: line))
            for value in row { values.append(value) }
        }

        /// Adds rows of the time of the last one.
        mutating func add(_ rows: AlikeRows, width: Int, _ named: (Int) -> Subject) {
            guard let time = times.last else { return }
            let contents = rows.contents.span
            for row in 0..<rows.count {
                subjectIndex.append(place(of: Int(contents[row])) { named(Int(contents[row])) })
            }
            times.append(contentsOf: repeatElement(time, count: rows.count))
            lines.append(contentsOf: (rows.firstLine..<rows.firstLine + rows.count).lazy.map { Int32(clamping: $0) })
            values.append(contentsOf: rows.values[0..<rows.count * width])
        }

        /// Where a subject stands among those of the block.
        @inline(__always)
        private mutating func place(of subject: Int, _ named: () -> Subject) -> Int32 {
            if places.count <= subject {
                places.append(contentsOf: repeatElement(-1, count: max(subject + 1 - places.count, places.count)))
            }
            let known = places[subject]
            guard known < 0 else { return known }
            let place = Int32(subjects.count)
            places[subject] = place
            subjects.append(named())
            numbers.append(Int32(subject))
            return place
        }

        /// Its rows, which it forgets; the next block of the series will be of its size.
        mutating func takeBlock(_ metrics: [Metric], _ numbering: SubjectNumbering) -> ObservationBlock {
            var block = ObservationBlock(source: source, resolution: resolution, metrics: metrics)
            let count = times.count
            block.subjects = subjects
            block.numbering = numbering
            block.subjectNumbers = numbers
            (block.subjectIndex, block.times, block.lines) = (subjectIndex, times, lines)
            for column in metrics.indices { block.values[column] = values.column(column, of: metrics.count) }
            (subjects, numbers, subjectIndex, times, lines) = ([], [], [], [], [])
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
    private var numbering = SubjectNumbering()

    /// Blocks with these columns.
    init(metrics: [Metric]) {
        self.metrics = metrics
    }

    /// Adds a row: a value for each metric, NaN where missing, and who it is about, asked for once a block.
    mutating func add(
        source: String,
        _ resolution: Resolution,
        subject: Int,
        time: Int64,
        values: [Double],
        line: Int,
        named: () -> Subject
    ) {
        open[index(of: source, resolution)].add(subject, time, values, line, named)
        rows += 1
    }

    /// Adds rows that are of the series and time of the last one, and have as many values.
    mutating func add(_ alike: AlikeRows, named: (Int) -> Subject) {
        open[last].add(alike, width: metrics.count, named)
        rows += alike.count
    }

    /// The rows that may be added before it is to be asked again whether enough wait.
    var room: Int {
        let enough = max(FactBlocks.rowLimit, FactBlocks.rowsPerSubject * open[last].subjects.count)
        return rows < FactBlocks.rowLimit ? FactBlocks.rowLimit - rows : min(enough, FactBlocks.largestLimit) - rows
    }

    /// Whether enough rows wait to be handed on.
    var isFull: Bool {
        guard rows >= FactBlocks.rowLimit else { return false }
        return rows >= FactBlocks.largestLimit || rows >= FactBlocks.rowsPerSubject * open[last].subjects.count
    }

    /// Hands on all that waits.
    ///
    /// - Throws: what `emit` throws.
    mutating func flush(_ emit: (SourceItem) throws -> Void) throws {
        for index in open.indices where !open[index].times.isEmpty {
            try emit(.observations(open[index].takeBlock(metrics, numbering)))
        }
        if open.count > 64 { open = [] }
        last = min(last, max(0, open.count - 1))
        rows = 0
    }

    /// Says that the caller's numbers mean other subjects from now on; nothing waits.
    mutating func renumber() {
        numbering = SubjectNumbering()
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
