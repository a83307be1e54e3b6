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

        /// The input that a row came from.
        func input(of row: Int) -> Int32 {
            inputs.last { $0.firstRow <= row }?.input ?? 0
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

        /// Takes the rows of the last input out, and with them the times that no other row has.
        mutating func cutLast() -> Rows {
            var cut = Rows(width: values.count)
            guard let (first, input) = inputs.popLast() else { return cut }
            cut.began(input)
            for index in timeIndex[first...] { cut.timeIndex.append(cut.index(of: times[Int(index)])) }
            cut.entities = entities.cut(from: first)
            cut.lines = lines.cut(from: first)
            for column in values.indices { cut.values[column] = values[column].cut(from: first) }
            if !stamps.isEmpty { cut.stamps = stamps.cut(from: first) }
            timeIndex.removeSubrange(first...)
            // Times are in order of first sight, so those of the last rows come last.
            for time in times.cut(from: Int(timeIndex.max() ?? -1) + 1) { indexOfTime[time] = nil }
            lastTime = nil
            return cut
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

extension Array {
    /// Takes the elements from a place on out.
    fileprivate mutating func cut(from first: Int) -> [Element] {
        defer { removeSubrange(first...) }
        return Array(self[first...])
    }
}
