import CoinModel

/// Gathers rows into blocks, one open block for each series and resolution, and hands them on before they grow large.
///
/// Memory is bounded by `rowLimit` rows, whatever the input holds.
struct FactBlocks {
    /// The most rows that wait over all open blocks.
    static let rowLimit = 1 << 15
    /// The most subjects that are remembered from block to block.
    static let subjectLimit = 1 << 18

    private let metrics: [Metric]
    private var open: [ObservationBlock] = []
    /// What each open block holds, and which one the last row went to.
    private var series: [(source: String, resolution: Resolution)] = []
    private var last = 0
    private var rows = 0
    private var keys = ByteKeys()
    private var subjects: [Subject] = []
    /// Each known subject's place in each open block, −1 where it is not in it yet.
    private var places: [[Int32]] = []

    /// Blocks with these columns.
    init(metrics: [Metric]) {
        self.metrics = metrics
    }

    /// The number of a subject by its key, made when the key is new; valid until the next `flush`.
    mutating func subject(_ key: [UInt8], make: () -> Subject) -> Int {
        let index = keys.index(of: key)
        if index == subjects.count { subjects.append(make()) }
        return index
    }

    /// Adds a row: a value for each metric, NaN where missing.
    mutating func add(
        source: String,
        _ resolution: Resolution,
        subject: Int,
        time: Int64,
        values: [Double],
        line: Int
    ) {
        let block = index(of: source, resolution)
        if places[block].count <= subject {
            places[block] += Array(repeating: -1, count: subjects.count - places[block].count)
        }
        if places[block][subject] < 0 {
            places[block][subject] = Int32(open[block].subjects.count)
            open[block].subjects.append(subjects[subject])
        }
        open[block].subjectIndex.append(places[block][subject])
        open[block].times.append(time)
        open[block].lines.append(Int32(clamping: line))
        for column in values.indices { open[block].values[column].append(values[column]) }
        rows += 1
    }

    /// Whether enough rows wait to be handed on.
    var isFull: Bool { rows >= FactBlocks.rowLimit }

    /// Hands on all that waits.
    ///
    /// - Throws: what `emit` throws.
    mutating func flush(_ emit: (SourceItem) throws -> Void) throws {
        for block in open where block.count > 0 { try emit(.observations(block)) }
        open = []
        series = []
        places = []
        rows = 0
        if subjects.count > FactBlocks.subjectLimit {
            subjects = []
            keys.removeAll()
        }
    }

    /// The open block of a series: mostly that of the row before.
    private mutating func index(of source: String, _ resolution: Resolution) -> Int {
        let isSame = { (one: (source: String, resolution: Resolution)) in
            one.resolution == resolution && one.source == source
        }
        if last < series.count, isSame(series[last]) { return last }
        if let found = series.firstIndex(where: isSame) {
            last = found
            return found
        }
        var block = ObservationBlock(source: source, resolution: resolution, metrics: metrics)
        let expected = open.isEmpty ? FactBlocks.rowLimit : 0
        block.subjectIndex.reserveCapacity(expected)
        block.times.reserveCapacity(expected)
        block.lines.reserveCapacity(expected)
        for column in block.values.indices { block.values[column].reserveCapacity(expected) }
        open.append(block)
        series.append((source, resolution))
        places.append([])
        last = open.count - 1
        return last
    }
}
