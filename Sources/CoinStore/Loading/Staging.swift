internal import CoinModel

/// Facts of a load on their way into tiles: rows in columns, one list a bucket.
struct Staging {
    /// What the rows of one list have in common.
    struct Key: Hashable {
        let source: Int
        let resolution: Resolution
        let metrics: [Int]
        let bucket: Int

        /// Whether rows of both may be about the same facts.
        func meets(_ other: Key) -> Bool {
            bucket == other.bucket && resolution == other.resolution && source == other.source
                && metrics.contains(where: other.metrics.contains)
        }
    }

    private(set) var rowCount = 0
    private var lists: [Rows] = []
    private var indexOfKey: [Key: Int] = [:]
    private var keys: [Key] = []
    /// The first and the last bucket that rows lie in.
    private var buckets: ClosedRange<Int>?

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

    /// Whether rows lie in more than one bucket.
    var spansBuckets: Bool { buckets.map { $0.lowerBound < $0.upperBound } ?? false }

    /// Takes the lists out with their keys, in an order that does not depend on how the rows came.
    ///
    /// - Parameter keepingNewest: whether the newest bucket stays, for more of it may come.
    /// - Returns: the lists.
    mutating func take(keepingNewest: Bool) -> [(key: Key, rows: Rows)] {
        let all = zip(keys, lists).map { ($0, $1) }.sorted { Staging.precedes($0.0, $1.0) }
        let newest = keepingNewest && spansBuckets ? buckets?.upperBound : nil
        self = Staging()
        for (key, rows) in all where key.bucket == newest { put(rows, key) }
        return all.filter { $0.0.bucket != newest }.map { (key: $0.0, rows: $0.1) }
    }

    /// Adds a list of a key that has none.
    private mutating func put(_ rows: Rows, _ key: Key) {
        rowCount += rows.entities.count
        append(rows, key)
    }

    private mutating func append(_ rows: Rows, _ key: Key) {
        indexOfKey[key] = lists.count
        lists.append(rows)
        keys.append(key)
        let (first, last) = (buckets?.lowerBound ?? key.bucket, buckets?.upperBound ?? key.bucket)
        buckets = min(first, key.bucket)...max(last, key.bucket)
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
        append(Rows(width: key.metrics.count), key)
        return lists.count - 1
    }
}
