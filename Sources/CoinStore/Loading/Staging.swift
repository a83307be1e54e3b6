internal import CoinModel

/// Facts of a load on their way into tiles: rows in columns, one list a bucket.
struct Staging {
    private(set) var rowCount = 0
    private var lists: [(key: StagedRows.Key, rows: StagedRows)] = []
    private var indexOfKey: [StagedRows.Key: Int] = [:]
    /// The first and the last bucket that rows lie in.
    private var buckets: ClosedRange<Int>?

    /// Adds a block whose subjects, source and metrics have their numbers in the store already.
    mutating func add(_ block: ObservationBlock, source: Int, metrics: [Int], entities: [Int32], input: Int32) {
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
            let key = StagedRows.Key(source: source, resolution: block.resolution, metrics: metrics, bucket: bucket)
            lists[index(of: key)].rows.append(block, row..<end, entities, input: input)
            row = end
        }
        rowCount += block.count
    }

    var spansBuckets: Bool { buckets.map { $0.lowerBound < $0.upperBound } ?? false }

    /// Removes the lists, in an order that does not depend on how rows came, but the newest bucket if more may come: where
    /// it has most of the rows, they do not run with time, and it goes too.
    mutating func take(keepingNewest: Bool) -> [(key: StagedRows.Key, rows: StagedRows)] {
        let all = lists.sorted { Staging.precedes($0.key, $1.key) }
        var newest = keepingNewest && spansBuckets ? buckets?.upperBound : nil
        let newestRows = all.reduce(0) { $0 + ($1.key.bucket == newest ? $1.rows.entities.count : 0) }
        if newestRows > rowCount / 2 { newest = nil }
        self = Staging()
        for (key, rows) in all where key.bucket == newest {
            rowCount += rows.entities.count
            append(rows, key)
        }
        return all.filter { $0.key.bucket != newest }
    }

    private mutating func append(_ rows: StagedRows, _ key: StagedRows.Key) {
        indexOfKey[key] = lists.count
        lists.append((key, rows))
        let (first, last) = (buckets?.lowerBound ?? key.bucket, buckets?.upperBound ?? key.bucket)
        buckets = min(first, key.bucket)...max(last, key.bucket)
    }

    private static func precedes(_ left: StagedRows.Key, _ right: StagedRows.Key) -> Bool {
        let leftPlace = (left.source, left.resolution.rawValue, left.bucket)
        let rightPlace = (right.source, right.resolution.rawValue, right.bucket)
        return leftPlace == rightPlace ? left.metrics.lexicographicallyPrecedes(right.metrics) : leftPlace < rightPlace
    }

    private mutating func index(of key: StagedRows.Key) -> Int {
        if lists.last?.key == key { return lists.count - 1 }
        if let index = indexOfKey[key] { return index }
        append(StagedRows(metrics: key.metrics.count), key)
        return lists.count - 1
    }
}
