internal import CoinModel

extension Staging {
    /// Rows of one bucket.
    struct Rows {
        /// The distinct times, in order of first sight.
        var times: [Int64] = []
        /// Each row's entity.
        var entities: [Int32] = []
        /// Each row's time, as an index into `times`.
        var timeIndex: [Int32] = []
        /// One column a metric; NaN where missing.
        var values: [[Double]]
        /// Each row's line in its input.
        var lines: [Int32] = []
        /// The source's own stamps; empty where no row has one.
        var stamps: [Int64] = []
        /// The inputs that rows came from, each with its first row.
        var inputs: [(firstRow: Int, input: Int32)] = []

        private var indexOfTime: [Int64: Int32] = [:]
        private var lastTime: (time: Int64, index: Int32)?

        init(width: Int) {
            values = Array(repeating: [], count: width)
        }

        /// The input that a row came from, by halves: a bucket may have rows of very many.
        func input(of row: Int) -> Int32 {
            var (low, high) = (0, inputs.count)
            while low < high {
                let middle = (low + high) / 2
                if inputs[middle].firstRow <= row { low = middle + 1 } else { high = middle }
            }
            return low > 0 ? inputs[low - 1].input : 0
        }

        /// The weeks of market data that rows of a key lie in.
        func weeks(of key: Key) -> Set<Week> {
            switch key.resolution {
            case .snapshot: [Week(index: Int32(key.bucket))]
            case .day: Set(times.map { Week(containing: Day(index: Int32($0))) })
            case .week: []
            }
        }

        /// Adds rows of a block.
        mutating func append(_ block: ObservationBlock, _ rows: Range<Int>, _ entities: [Int32]) {
            let before = self.entities.count
            self.entities.append(contentsOf: block.subjectIndex[rows].lazy.map { entities[Int($0)] })
            let (times, first) = (block.times[rows], block.times[rows.lowerBound])
            if times.allSatisfy({ $0 == first }) {
                timeIndex.append(contentsOf: repeatElement(index(of: first), count: rows.count))
            } else {
                for time in times { timeIndex.append(index(of: time)) }
            }
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

        mutating func index(of time: Int64) -> Int32 {
            if let last = lastTime, last.time == time { return last.index }
            let index = indexAmongTimes(of: time)
            lastTime = (time, index)
            return index
        }

        private mutating func indexAmongTimes(of time: Int64) -> Int32 {
            if let known = indexOfTime[time] { return known }
            let index = Int32(times.count)
            indexOfTime[time] = index
            times.append(time)
            return index
        }

        mutating func began(_ input: Int32) {
            if inputs.last?.input != input { inputs.append((entities.count, input)) }
        }
    }
}
