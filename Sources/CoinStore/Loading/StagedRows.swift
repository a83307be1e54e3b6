internal import CoinModel

/// Rows of a load in columns, on their way into the tiles of one bucket.
struct StagedRows {
    /// What the rows of one list have in common.
    struct Key: Hashable {
        let source: Int
        let resolution: Resolution
        let metrics: [Int]
        let bucket: Int

        func series(_ metric: Int) -> TileSeries { TileSeries(source: source, metric: metric, resolution: resolution) }

        /// Whether rows of both may be about the same facts.
        func meets(_ other: Key) -> Bool {
            bucket == other.bucket && resolution == other.resolution && source == other.source
                && metrics.contains(where: other.metrics.contains)
        }
    }

    /// The distinct times, in order of first sight.
    private(set) var times: [Int64] = []
    private(set) var entities: [Int32] = []
    /// Each row's time, as an index into `times`.
    private(set) var timeIndex: [Int32] = []
    /// One column a metric; NaN where missing.
    private(set) var values: [[Double]]
    /// Each row's line in its input; 0 where it has none.
    private(set) var lines: [Int32] = []
    /// The source's own stamps, `Int64.min` for a row without; empty where no row has one.
    private(set) var stamps: [Int64] = []
    /// The inputs that rows came from, each with its first row.
    private(set) var inputs: [(firstRow: Int, input: Int32)] = []

    private var indexOfTime: [Int64: Int32] = [:]
    private var lastTime: (time: Int64, index: Int32)?

    init(metrics: Int) { values = Array(repeating: [], count: metrics) }

    /// The input that a row came from, by halves: a bucket may have rows of very many.
    func input(of row: Int) -> Int32 {
        let next = inputs.partitioned { $0.firstRow > row }
        return next > 0 ? inputs[next - 1].input : 0
    }

    /// The weeks of market data that rows of a key lie in.
    func weeks(of key: Key) -> Set<Week> {
        switch key.resolution {
        case .snapshot: [Week(index: Int32(key.bucket))]
        case .day: Set(times.map { Week(containing: Day(index: Int32($0))) })
        case .week: []
        }
    }

    /// The stamp of a row; `Int64.min` without one.
    func stamp(of row: Int) -> Int64 { stamps.isEmpty ? .min : stamps[row] }

    /// Adds rows of a block that came with an input.
    mutating func append(_ block: ObservationBlock, _ rows: Range<Int>, _ entities: [Int32], input: Int32) {
        let before = self.entities.count
        if inputs.last?.input != input { inputs.append((before, input)) }
        self.entities.append(contentsOf: block.subjectIndex[rows].lazy.map { entities[Int($0)] })
        for time in block.times[rows] { timeIndex.append(index(of: time)) }
        for column in values.indices { values[column].append(contentsOf: block.values[column][rows]) }
        if block.lines.isEmpty {
            lines.append(contentsOf: repeatElement(0, count: rows.count))
        } else {
            lines.append(contentsOf: block.lines[rows])
        }
        if !block.stamps.isEmpty {
            // Rows before the first stamp of a list had none.
            stamps.append(contentsOf: repeatElement(.min, count: before - stamps.count))
            stamps.append(contentsOf: block.stamps[rows])
        } else if !stamps.isEmpty {
            stamps.append(contentsOf: repeatElement(.min, count: rows.count))
        }
    }

    private mutating func index(of time: Int64) -> Int32 {
        // Neighbours mostly share their time.
        if let lastTime, lastTime.time == time { return lastTime.index }
        let index = indexOfTime[time] ?? Int32(times.count)
        if index == times.count {
            indexOfTime[time] = index
            times.append(time)
        }
        lastTime = (time, index)
        return index
    }
}
