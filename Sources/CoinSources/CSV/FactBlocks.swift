import CoinModel

/// Gathers rows into blocks, one open block for each series and resolution, and hands them on before they grow large.
///
/// Subjects are numbered by the caller, from 0. Memory is bounded by `rowLimit` rows and four bytes a subject and block.
struct FactBlocks {
    /// The most rows that wait over all open blocks.
    static let rowLimit = 1 << 15

    /// What all values of a row share.
    private struct Fact {
        var subject: Int32
        var line: Int32
        var time: Int64
    }

    /// A block in the making, its rows one behind the other: they are made columns once, when it is handed on.
    private struct Draft {
        let source: String
        let resolution: Resolution
        var subjects: [Subject] = []
        /// The caller's number of each subject.
        var numbers: [Int32] = []
        /// The place of each of the caller's numbers among the subjects, −1 where it has none yet.
        var places: [Int32] = []
        var facts: [Fact] = []
        var values: [Double] = []

        init(_ source: String, _ resolution: Resolution) {
            self.source = source
            self.resolution = resolution
        }

        mutating func add(_ subject: Int, _ time: Int64, _ row: [Double], _ line: Int, _ named: () -> Subject) {
            if places.count <= subject {
                places.append(contentsOf: repeatElement(-1, count: max(subject + 1 - places.count, places.count)))
            }
            var place = places[subject]
            if place < 0 {
                place = Int32(subjects.count)
                places[subject] = place
                subjects.append(named())
                numbers.append(Int32(subject))
            }
            facts.append(Fact(subject: place, line: Int32(clamping: line), time: time))
            for value in row { values.append(value) }
        }

        /// Forgets its rows; the next block of the series will be of its size.
        mutating func empty() {
            subjects.removeAll(keepingCapacity: true)
            numbers.removeAll(keepingCapacity: true)
            facts.removeAll(keepingCapacity: true)
            values.removeAll(keepingCapacity: true)
            for place in places.indices { places[place] = -1 }
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

    /// Whether enough rows wait to be handed on.
    var isFull: Bool { rows >= FactBlocks.rowLimit }

    /// Hands on all that waits.
    ///
    /// - Throws: what `emit` throws.
    mutating func flush(_ emit: (SourceItem) throws -> Void) throws {
        for index in open.indices where !open[index].facts.isEmpty {
            try emit(.observations(block(open[index])))
            open[index].empty()
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

    private func block(_ draft: Draft) -> ObservationBlock {
        var block = ObservationBlock(source: draft.source, resolution: draft.resolution, metrics: metrics)
        block.subjects = draft.subjects
        block.numbering = numbering
        block.subjectNumbers = draft.numbers
        block.subjectIndex = draft.facts.map(\.subject)
        block.lines = draft.facts.map(\.line)
        block.times = draft.facts.map(\.time)
        let (width, values) = (metrics.count, draft.values.span)
        for column in 0..<width {
            block.values[column].reserveCapacity(draft.facts.count)
            for row in draft.facts.indices { block.values[column].append(values[row * width + column]) }
        }
        return block
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
