internal import CoinModel

/// Where a tile lies: one metric of one source, one bucket of time, one group of entities.
struct TilePlace: Hashable {
    let source: Int
    let metric: Int
    let resolution: Resolution
    let bucket: Int
    let group: Int
}

/// How time is cut into buckets and entities into groups.
///
/// Snapshots lie in weeks, days in spans of 13 weeks, weeks in spans of 52: a tile of 256 entities is then some ten to
/// sixty kilobytes, which SQLite reads fastest.
enum Bucket {
    static let groupSize: Int32 = 256

    static func index(of time: Int64, _ resolution: Resolution) -> Int {
        switch resolution {
        case .snapshot: Int(Instant(milliseconds: time).week.index)
        case .day: floorDivide(Int(Week(containing: Day(index: Int32(time))).index), weeks(of: .day))
        case .week: floorDivide(Int(time), weeks(of: .week))
        }
    }

    /// The weeks that a bucket spans.
    static func weeks(of resolution: Resolution) -> Int {
        switch resolution {
        case .snapshot: 1
        case .day: 13
        case .week: 52
        }
    }

    /// The weeks in a bucket.
    static func weeks(in bucket: Int, _ resolution: Resolution) -> [Week] {
        let count = weeks(of: resolution)
        return (bucket * count..<(bucket + 1) * count).map { Week(index: Int32($0)) }
    }

    /// The bucket that holds a week.
    static func index(of week: Week, _ resolution: Resolution) -> Int {
        floorDivide(Int(week.index), weeks(of: resolution))
    }

    static func group(of entity: Int32) -> Int { Int(entity / groupSize) }

    static func slot(of entity: Int32) -> UInt16 { UInt16(entity % groupSize) }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}
