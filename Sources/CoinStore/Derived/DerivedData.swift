internal import CoinModel
internal import SeriesEncoding

/// What follows from the facts of a load: the weekly marts and the newest facts, written once they are complete.
struct DerivedData {
    private let tiles: TileTable
    private let load: Int
    private let waitingLimit: Int
    /// The newest facts that the load brings.
    private var newest = NewestFacts()
    /// Whether facts do not hold any more that were written before: the newest ones are looked for again.
    private var isTakenBack = false
    /// The weeks of market data whose marts are to be made.
    private var weeks: Set<TouchedWeek> = []
    private var pending = PendingMarts()

    /// The data of a load; at most so many tiles wait with their weekly values, of two to four kilobytes each.
    init(_ tiles: TileTable, load: Int, waitingLimit: Int) {
        (self.tiles, self.load, self.waitingLimit) = (tiles, load, waitingLimit)
    }

    /// Takes what tiles hold now that were written, from which some marts are made by their metric.
    mutating func note(_ written: [TileInput], for marts: [Int: [WeeklyMart]]) {
        for tile in written { newest.note(tile.matrix, at: tile.place) }
        pending.note(written, for: marts)
    }

    /// Takes a snapshot that was written as it came.
    mutating func note(_ snapshot: OpenSnapshot, source: Int, metric: Int) {
        newest.note(snapshot, source: source, metric: metric)
    }

    /// Notes that facts do not hold any more.
    mutating func takeBack() { isTakenBack = true }

    /// Forgets the weekly values of a week of a source that was changed in another way.
    mutating func forget(source: Int, bucket: Int) { pending.forget(source: source, bucket: bucket) }

    /// Notes that facts of some metrics changed in some weeks and groups of entities.
    mutating func touch(_ source: Int, _ metrics: [Metric], _ weeks: Set<Week>, _ groups: Set<Int>) {
        for quote in Set(metrics.filter { !$0.weeklyMarts.isEmpty }.map { $0.unit.lowercased() }) {
            for week in weeks {
                for group in groups {
                    self.weeks.insert(TouchedWeek(source: source, quote: quote, week: week, group: group))
                }
            }
        }
    }

    /// Makes the marts where many weekly values wait.
    mutating func writeMartsIfMany(_ metricID: (Metric) throws -> Int) throws {
        if pending.values.count >= waitingLimit { try writeMarts(metricID) }
    }

    /// Makes the marts of the touched weeks; `metricID` gives the number of a metric in the store, a new one too.
    mutating func writeMarts(_ metricID: (Metric) throws -> Int) throws {
        try WeeklyMarts(tiles: tiles, load: load).refresh(weeks, pending, metricID: metricID)
        weeks = []
        pending = PendingMarts()
    }

    /// Brings the table of newest facts up to the load, whose entities are written; returns which of them do not go
    /// together.
    func writeNewest() throws -> [SuspectPrice] {
        let latest = LatestTable(tiles: tiles)
        let slips = try latest.slips(newest)
        if isTakenBack { try latest.rebuild() } else { try latest.write(newest) }
        return slips
    }
}
