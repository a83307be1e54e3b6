internal import CoinModel
internal import SeriesEncoding

/// The rows that one use of a table function gives, decoded one tile at a time: by source, time bucket, entity and time.
final class FactScan {
    /// What the rows are limited to; what is not limited here, SQLite sorts out itself.
    struct Bounds {
        var metric: String?
        var since: String?
        var until: String?
        var key: String?
        var entity: Int64?
        /// The days that the times may lie in.
        var days = Day(index: .min)...Day(index: .max)
        /// Whether no time can lie within them.
        var isEmpty = false
    }

    /// A row.
    struct Fact {
        let entity: Entity
        let source: String
        let time: String
        let value: Double
        /// The same for the same fact however it was found, as long as the state is read.
        let number: Int64
    }

    /// The row that the scan stands on; nil behind the last.
    private(set) var current: Fact?
    /// What the rows are limited to.
    private(set) var bounds = Bounds()

    let function: FactFunction
    private var metric = 0
    private var moments: ClosedRange<Int64> = 0...0
    private var wanted: Set<Int>?
    private var places: [(offset: Int, element: FactFunction.Place)] = []
    private var next = 0
    private var tile: TileReader?
    private var slots: [UInt16] = []
    private var series: (entity: Entity, slot: UInt16, times: [Int64], values: [Double])?
    private var index = 0

    init(_ function: FactFunction) {
        self.function = function
    }

    /// Stands on the first row within bounds.
    func begin(_ bounds: Bounds) throws {
        self.bounds = bounds
        (current, series, tile, slots, next) = (nil, nil, nil, [], 0)
        guard let name = bounds.metric else {
            throw QueryError(
                .wrong,
                "\(function.kind.rawValue) needs a metric, as in \(function.kind.rawValue)('"
                    + (function.kind == .weekly ? "close_usd" : "price_usd") + "')"
            )
        }
        metric = try function.number(ofMetric: name)
        moments = try span(bounds)
        let entities = function.reader.catalog.entities
        wanted = bounds.entity.map { [Int(clamping: $0)] }
        if let key = bounds.key {
            let named = Set(entities.lazy.filter { $0.key == key }.map { Int($0.id) })
            wanted = wanted?.intersection(named) ?? named
        }
        let groups = wanted.map { Set($0.map { $0 / Int(Bucket.groupSize) }) }
        places = try function.places(ofMetric: metric).enumerated().filter { _, place in
            let weeks = Bucket.weeks(in: place.tile.bucket, place.tile.resolution)
            guard let first = weeks.first, let last = weeks.last else { return false }
            return groups?.contains(place.tile.group) ?? true
                && first.start.milliseconds <= moments.upperBound
                && last.lastDay.lastMillisecond >= moments.lowerBound
        }
        try advance()
    }

    /// Goes to the next row.
    func advance() throws {
        while true {
            if let series {
                let resolution = places[next - 1].element.tile.resolution
                while index < series.times.count {
                    defer { index += 1 }
                    let time = series.times[index]
                    guard moments.contains(resolution.moment(time)) else { continue }
                    current = Fact(
                        entity: series.entity,
                        source: function.reader.catalog.sources[places[next - 1].element.tile.source] ?? "",
                        time: resolution.text(time),
                        value: series.values[index],
                        number: number(series.slot)
                    )
                    return
                }
            }
            guard try nextSeries() else {
                current = nil
                return
            }
        }
    }

    /// Decodes the next run; whether there is one.
    private func nextSeries() throws -> Bool {
        series = nil
        while true {
            if let tile, let slot = slots.popLast() {
                let place = places[next - 1].element.tile
                let number = place.group * Int(Bucket.groupSize) + Int(slot)
                if let wanted, !wanted.contains(number) { continue }
                let entities = function.reader.catalog.entities
                guard entities.indices.contains(number) else {
                    throw StoreError(
                        .damaged,
                        path: function.reader.path,
                        detail: "the tile at \(place) names an unknown entity; see `assay store check`"
                    )
                }
                let run = try function.checked(place) { () throws(TileError) in try tile.series(slot: slot) }
                guard let run else { continue }
                series = (entities[number], slot, run.times, run.values)
                index = 0
                return true
            }
            guard next < places.count else { return false }
            tile = try function.facts(places[next].element, ofMetric: metric)
            slots = tile?.slots.reversed() ?? []
            next += 1
        }
    }

    private func number(_ slot: UInt16) -> Int64 {
        Int64(metric) << 52 | Int64(places[next - 1].offset) << 32 | Int64(slot) << 24 | Int64(index)
    }

    /// The moments within bounds, in milliseconds: a date means all of that day.
    private func span(_ bounds: Bounds) throws -> ClosedRange<Int64> {
        var (low, high) = (Int64.min, Int64.max)
        if let since = bounds.since {
            switch try moment(since) {
            case .day(let day): low = day.milliseconds
            case .instant(let instant): low = instant.milliseconds
            }
        }
        if let until = bounds.until { high = try moment(until).limit.milliseconds }
        low = max(low, bounds.days.lowerBound.milliseconds)
        high = min(high, bounds.days.upperBound.lastMillisecond)
        // Nothing lies outside of time.
        return low <= high && !bounds.isEmpty ? low...high : .max ... .max
    }

    private func moment(_ text: String) throws -> AsOf {
        if let moment = AsOf(text) { return moment }
        throw QueryError(
            .wrong,
            "\(function.kind.rawValue): '\(text)' is neither a date like 2024-03-25 nor an instant like 2024-03-25T10:00:00Z"
        )
    }
}

extension Day {
    fileprivate var milliseconds: Int64 { Instant(startOf: self).milliseconds }
    fileprivate var lastMillisecond: Int64 { milliseconds + Instant.millisecondsPerDay - 1 }
}

extension Resolution {
    /// Where a fact stands among the moments that are asked for: a week at its Sunday.
    fileprivate func moment(_ time: Int64) -> Int64 {
        self == .week
            ? Week(index: Int32(truncatingIfNeeded: time)).start.milliseconds : instant(of: time).milliseconds
    }

    /// A time as it is shown: a moment, a day or the Sunday of a week.
    fileprivate func text(_ time: Int64) -> String {
        switch self {
        case .snapshot: Instant(milliseconds: time).description
        case .day: Day(index: Int32(truncatingIfNeeded: time)).description
        case .week: Week(index: Int32(truncatingIfNeeded: time)).description
        }
    }
}
