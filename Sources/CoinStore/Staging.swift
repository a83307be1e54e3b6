internal import CoinModel

/// Facts of a load on their way into tiles: rows in columns, one list a bucket.
struct Staging {
    /// What the rows of one list have in common.
    struct Key: Hashable {
        let source: Int
        let resolution: Resolution
        let metrics: [Int]
        let bucket: Int
    }

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
        fileprivate mutating func append(_ block: ObservationBlock, _ rows: Range<Int>, _ entities: [Int32]) {
            let before = self.entities.count
            for row in rows {
                timeIndex.append(index(of: block.times[row]))
                self.entities.append(entities[Int(block.subjectIndex[row])])
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
            }
        }

        fileprivate mutating func index(of time: Int64) -> Int32 {
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

        fileprivate mutating func began(_ input: Int32) {
            if inputs.last?.input != input { inputs.append((entities.count, input)) }
        }
    }

    private(set) var rowCount = 0
    private var lists: [Rows] = []
    private var indexOfKey: [Key: Int] = [:]
    private var keys: [Key] = []

    /// Adds a block whose subjects, source and metrics have their numbers in the store already.
    mutating func add(_ block: ObservationBlock, source: Int, metrics: [Int], entities: [Int32], input: Int32) {
        var listOfBucket: [Int: Int] = [:]
        var row = 0
        while row < block.count {
            // Neighbours mostly share their bucket, so they are taken a stretch at a time.
            var time = block.times[row]
            let bucket = Bucket.index(of: time, block.resolution)
            var end = row + 1
            while end < block.count {
                if block.times[end] != time {
                    time = block.times[end]
                    guard Bucket.index(of: time, block.resolution) == bucket else { break }
                }
                end += 1
            }
            let list: Int
            if let known = listOfBucket[bucket] {
                list = known
            } else {
                list = index(of: Key(source: source, resolution: block.resolution, metrics: metrics, bucket: bucket))
                listOfBucket[bucket] = list
                lists[list].began(input)
            }
            lists[list].append(block, row..<end, entities)
            row = end
        }
        rowCount += block.count
    }

    /// Adds all rows of another staging behind its own.
    mutating func add(_ other: consuming Staging) {
        if rowCount == 0 {
            self = other
            return
        }
        for (key, rows) in zip(other.keys, other.lists) {
            let list = index(of: key)
            let before = lists[list].entities.count
            let moved = rows.times.map { lists[list].index(of: $0) }
            lists[list].timeIndex.append(contentsOf: rows.timeIndex.lazy.map { moved[Int($0)] })
            lists[list].entities += rows.entities
            for column in rows.values.indices { lists[list].values[column] += rows.values[column] }
            lists[list].lines += rows.lines
            if !rows.stamps.isEmpty {
                lists[list].stamps.append(contentsOf: repeatElement(.min, count: before - lists[list].stamps.count))
                lists[list].stamps += rows.stamps
            }
            lists[list].inputs += rows.inputs.map { ($0.firstRow + before, $0.input) }
        }
        rowCount += other.rowCount
    }

    /// Whether its rows lie in more than one bucket.
    var spansBuckets: Bool { keys.contains { $0.bucket != keys[0].bucket } }

    /// Takes the lists out with their keys, in an order that does not depend on how the rows came.
    ///
    /// - Parameter keepingNewest: whether the newest bucket stays, for more of it may come.
    /// - Returns: the lists.
    mutating func take(keepingNewest: Bool) -> [(key: Key, rows: Rows)] {
        let all = zip(keys, lists).map { ($0, $1) }.sorted { Staging.precedes($0.0, $1.0) }
        let newest = keepingNewest && spansBuckets ? all.map(\.0.bucket).max() : nil
        self = Staging()
        for (key, rows) in all where key.bucket == newest {
            let list = index(of: key)
            lists[list] = rows
            rowCount += rows.entities.count
        }
        return all.filter { $0.0.bucket != newest }.map { (key: $0.0, rows: $0.1) }
    }

    private static func precedes(_ left: Key, _ right: Key) -> Bool {
        let places = (
            (left.source, left.resolution.rawValue, left.bucket),
            (right.source, right.resolution.rawValue, right.bucket)
        )
        return places.0 == places.1
            ? left.metrics.lexicographicallyPrecedes(right.metrics) : places.0 < places.1
    }

    private mutating func index(of key: Key) -> Int {
        if keys.last == key { return keys.count - 1 }
        if let known = indexOfKey[key] { return known }
        indexOfKey[key] = lists.count
        lists.append(Rows(width: key.metrics.count))
        keys.append(key)
        return lists.count - 1
    }
}
