internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// How time is cut into buckets and entities into groups.
///
/// Snapshots lie in weeks, days in spans of 13 weeks, weeks in spans of 52: a tile of 256 entities is then some ten to
/// sixty kilobytes, which SQLite reads fastest.
enum Bucket {
    static let groupSize: Int32 = 256

    static func index(of time: Int64, _ resolution: Resolution) -> Int {
        switch resolution {
        case .snapshot: Int(Instant(milliseconds: time).week.index)
        case .day: index(of: Week(containing: Day(index: Int32(time))), .day)
        case .week: floorDivide(Int(time), weeks(of: .week))
        }
    }

    static func index(of week: Week, _ resolution: Resolution) -> Int {
        floorDivide(Int(week.index), weeks(of: resolution))
    }

    static func indices(of weeks: ClosedRange<Week>, _ resolution: Resolution) -> ClosedRange<Int> {
        index(of: weeks.lowerBound, resolution)...index(of: weeks.upperBound, resolution)
    }

    static func weeks(in bucket: Int, _ resolution: Resolution) -> ClosedRange<Week> {
        let count = weeks(of: resolution)
        return Week(index: Int32(bucket * count))...Week(index: Int32(bucket * count + count - 1))
    }

    private static func weeks(of resolution: Resolution) -> Int {
        switch resolution {
        case .snapshot: 1
        case .day: 13
        case .week: 52
        }
    }

    static func group(of entity: Int32) -> Int { Int(entity / groupSize) }

    static func slot(of entity: Int32) -> UInt16 { UInt16(entity % groupSize) }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}

extension Resolution {
    /// Where a fact stands among snapshots and days: twice its milliseconds, and one more for a whole day, the later.
    func moment(of time: Int64) -> Int64 { 2 * instant(of: time).milliseconds + (self == .day ? 1 : 0) }

    /// The day on which a time begins, whatever a file says; nil outside the years 1 to 9999, where no fact lies.
    func day(of time: Int64) -> Day? {
        let days: Int64
        switch self {
        case .snapshot:
            let (quotient, remainder) = time.quotientAndRemainder(dividingBy: Instant.millisecondsPerDay)
            days = remainder < 0 ? quotient - 1 : quotient
        case .day: days = time
        case .week:
            guard Resolution.weeks.contains(time) else { return nil }
            days = time * 7 - 4
        }
        return Resolution.days.contains(days) ? Day(index: Int32(days)) : nil
    }

    /// 0001-01-01 to 9999-12-31, in days since 1970-01-01.
    private static let days: ClosedRange<Int64> = -719_162...2_932_896

    /// The weeks that begin in those years.
    static let weeks: ClosedRange<Int64> = -102_736...418_985
}

/// One metric of one source at one resolution, by their numbers in the store.
struct TileSeries: Hashable {
    let source: Int
    let metric: Int
    let resolution: Resolution

    /// The series as a condition of SQL on the tables `tile` and `revision`, with three places for `arguments`.
    static let condition = "source_id = ? AND metric_id = ? AND resolution = ?"

    var arguments: StatementArguments { [source, metric, resolution.rawValue] }

    func place(_ bucket: Int, _ group: Int) -> TilePlace { TilePlace(series: self, bucket: bucket, group: group) }
}

/// Where a tile lies: one metric of one source, one bucket of time, one group of entities.
struct TilePlace: Hashable, CustomStringConvertible {
    let series: TileSeries
    let bucket: Int
    let group: Int

    /// The place as a condition of SQL on the tables `tile` and `revision`, with five places for `arguments`.
    static let condition = TileSeries.condition + " AND bucket = ? AND entity_group = ?"

    var arguments: StatementArguments { series.arguments + [bucket, group] }

    var resolution: Resolution { series.resolution }

    func entity(inSlot slot: some BinaryInteger) -> Int { group * Int(Bucket.groupSize) + Int(slot) }

    var description: String {
        "source \(series.source), metric \(series.metric), \(resolution) bucket \(bucket), group \(group)"
    }

    /// Decodes the tile; where it is damaged, the error names the store and the place.
    func decoding<Value>(in path: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as TileError {
            throw StoreError(damaged: path, "the tile at \(description): \(error)")
        }
    }
}
