internal import CoinModel
internal import SeriesEncoding

/// The rows that one use of a table function gives, a tile at a time: by source, time bucket, entity and time.
final class FactScan {
    /// Whether the scan stands behind the last row.
    private(set) var isAtEnd = true
    /// What the row that it stands on is about.
    private(set) var entity: Entity?
    private(set) var source = ""
    private(set) var value = 0.0
    /// What the rows are limited to; what is not limited here, SQLite sorts out itself.
    private(set) var bounds = FactBounds()

    let function: FactFunction
    private var metric = 0
    private var moments: ClosedRange<Int64> = 0...0
    private var wanted: Set<Int>?
    private var places: [(offset: Int, element: FactFunction.Place)] = []
    private var next = 0
    private var tile: TileReader?
    private var slots: [UInt16] = []
    private var slot: UInt16 = 0
    private var times: [Int64] = []
    private var values: [Double] = []
    private var resolution = Resolution.week
    /// The row's place in its run; the next one's follows.
    private var index = -1
    private var texts: [Int64: String] = [:]

    init(_ function: FactFunction) { self.function = function }

    /// Stands on the first row within bounds.
    func begin(_ bounds: FactBounds) throws {
        self.bounds = bounds
        (isAtEnd, entity, tile, slots, times, next, index) = (true, nil, nil, [], [], 0, -1)
        let name = function.kind.rawValue
        guard let named = bounds.metric else {
            let example = function.kind == .weekly ? "close_usd" : "price_usd"
            throw QueryError(.wrong, "\(name) needs a metric, as in \(name)('\(example)')")
        }
        metric = try function.number(ofMetric: named)
        moments = try span(bounds)
        wanted = bounds.entity.map { [Int(clamping: $0)] }
        if let key = bounds.key {
            let named = Set(function.reader.catalog.entities.lazy.filter { $0.key == key }.map { Int($0.id) })
            wanted = wanted?.intersection(named) ?? named
        }
        let groups = wanted.map { Set($0.map { $0 / Int(Bucket.groupSize) }) }
        places = try function.places(ofMetric: metric).enumerated().filter { _, place in
            let weeks = Bucket.weeks(in: place.tile.bucket, place.tile.resolution)
            return groups?.contains(place.tile.group) ?? true
                && weeks.lowerBound.start.milliseconds <= moments.upperBound
                && weeks.upperBound.lastDay.lastMillisecond >= moments.lowerBound
        }
        try advance()
    }

    func advance() throws {
        repeat {
            index += 1
            while index < times.count {
                if moments.contains(resolution.moment(times[index])) {
                    value = values[index]
                    isAtEnd = false
                    return
                }
                index += 1
            }
        } while try nextSeries()
        isAtEnd = true
    }

    /// When the row is: a moment, a day or the Sunday of a week.
    var time: String {
        let time = times[index]
        if let text = texts[time] { return text }
        let text = resolution.text(time)
        texts[time] = text
        return text
    }

    /// A number that is the same for the same row however it was found, as long as the state is read.
    var number: Int64 { Int64(metric) << 52 | Int64(places[next - 1].offset) << 32 | Int64(slot) << 24 | Int64(index) }

    /// Decodes the next run; whether there is one.
    private func nextSeries() throws -> Bool {
        while true {
            if let tile, let slot = slots.popLast() {
                let place = places[next - 1].element.tile
                let number = place.entity(inSlot: slot)
                if let wanted, !wanted.contains(number) { continue }
                let (entities, path) = (function.reader.catalog.entities, function.reader.path)
                guard entities.indices.contains(number) else {
                    let detail = "the tile at \(place) names an unknown entity; see `assay store check`"
                    throw StoreError(.damaged, path: path, detail: detail)
                }
                guard let run = try place.decoding(in: path, { try tile.series(slot: slot) }) else { continue }
                (entity, self.slot, times, values, index) = (entities[number], slot, run.times, run.values, -1)
                return true
            }
            guard next < places.count else { return false }
            let place = places[next].element
            tile = try function.facts(place)
            slots = tile?.slots.reversed() ?? []
            texts = [:]
            source = function.reader.catalog.sources[place.tile.series.source] ?? ""
            resolution = place.tile.resolution
            next += 1
        }
    }

    /// The moments within bounds, in milliseconds: a date means all of that day.
    private func span(_ bounds: FactBounds) throws -> ClosedRange<Int64> {
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
        let expected = "neither a date like 2024-03-25 nor an instant like 2024-03-25T10:00:00Z"
        throw QueryError(.wrong, "\(function.kind.rawValue): '\(text)' is \(expected)")
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
