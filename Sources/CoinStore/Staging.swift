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
        var entities: [Int32] = []
        var times: [Int64] = []
        var values: [[Double]]
        var stamps: [Int64] = []
        var inputs: [Int32] = []
        var lines: [Int32] = []

        init(width: Int) {
            values = Array(repeating: [], count: width)
        }
    }

    private(set) var rowCount = 0
    private var lists: [Rows] = []
    private var indexOfKey: [Key: Int] = [:]
    private var keys: [Key] = []

    /// Adds a block whose subjects, source and metrics have their numbers in the store already.
    mutating func add(_ block: ObservationBlock, source: Int, metrics: [Int], entities: [Int32], input: Int32) {
        var bucket = Int.min
        var list = 0
        for row in 0..<block.count {
            let time = block.times[row]
            let here = Bucket.index(of: time, block.resolution)
            if here != bucket {
                bucket = here
                list = index(
                    of: Key(source: source, resolution: block.resolution, metrics: metrics, bucket: bucket),
                    width: metrics.count
                )
            }
            lists[list].entities.append(entities[Int(block.subjectIndex[row])])
            lists[list].times.append(time)
            for column in metrics.indices { lists[list].values[column].append(block.values[column][row]) }
            lists[list].stamps.append(block.stamps.isEmpty ? .min : block.stamps[row])
            lists[list].inputs.append(input)
            lists[list].lines.append(block.lines.isEmpty ? 0 : block.lines[row])
        }
        rowCount += block.count
    }

    /// Adds all rows of another staging behind its own.
    mutating func add(_ other: consuming Staging) {
        for (key, rows) in zip(other.keys, other.lists) {
            let list = index(of: key, width: key.metrics.count)
            if lists[list].times.isEmpty {
                lists[list] = rows
                continue
            }
            lists[list].entities += rows.entities
            lists[list].times += rows.times
            for column in rows.values.indices { lists[list].values[column] += rows.values[column] }
            lists[list].stamps += rows.stamps
            lists[list].inputs += rows.inputs
            lists[list].lines += rows.lines
        }
        rowCount += other.rowCount
    }

    /// The lists with their keys, in an order that does not depend on how the rows came.
    func sorted() -> [(key: Key, rows: Rows)] {
        zip(keys, lists).map { ($0, $1) }.sorted { left, right in
            (left.key.source, left.key.resolution.rawValue, left.key.bucket)
                < (right.key.source, right.key.resolution.rawValue, right.key.bucket)
                || left.key.bucket == right.key.bucket && left.key.source == right.key.source
                    && left.key.resolution == right.key.resolution
                    && left.key.metrics.lexicographicallyPrecedes(right.key.metrics)
        }
    }

    private mutating func index(of key: Key, width: Int) -> Int {
        if let known = indexOfKey[key] { return known }
        indexOfKey[key] = lists.count
        lists.append(Rows(width: width))
        keys.append(key)
        return lists.count - 1
    }
}
