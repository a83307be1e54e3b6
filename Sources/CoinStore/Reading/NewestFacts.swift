internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// The newest fact of a market metric that a source has of a coin.
public struct LatestFact: Hashable, Sendable {
    /// Twice its milliseconds since 1970, odd for a fact of a whole day, which stands at its last second; larger is newer.
    let moment: Int64
    /// The value.
    public let value: Double

    /// The moment, or the day of a fact of a whole day.
    public var time: String {
        let at = Instant(milliseconds: moment >> 1)
        return moment & 1 == 1 ? at.day.description : at.description
    }

    /// Whether it is newer than another one.
    public func isNewer(than other: LatestFact) -> Bool { moment > other.moment }
}

extension VisibleTiles {
    /// The newest snapshot or day of each entity, by its number, of a metric of a source, nil for one without: in all buckets, or in
    /// the newest ones that have any fact.
    ///
    /// A snapshot that comes weekly, or monthly, has the one before it in the newest two.
    func newestFacts(of metric: Int, from source: Int, buckets: Int = .max) throws -> [LatestFact?] {
        var newest: [LatestFact?] = []
        for resolution in [Resolution.snapshot, .day] {
            let series = TileSeries(source: source, metric: metric, resolution: resolution)
            let before = "SELECT max(bucket) FROM tile WHERE \(TileSeries.condition) AND bucket < ?"
            var (left, end) = (buckets, Int.max)
            while left > 0, let bucket: Int = try tiles.database.value(before, series.arguments + [end]) {
                end = bucket
                if try take(series, bucket, into: &newest) { left -= 1 }
            }
        }
        return newest
    }

    /// Takes the newest facts of a bucket, unless newer ones are known; false where it has none.
    private func take(_ series: TileSeries, _ bucket: Int, into newest: inout [LatestFact?]) throws -> Bool {
        let snapshots = try tiles.openSnapshots(series, bucket, upTo: lastLoad)
        var hasFacts = false
        for group in try groups(series, bucket, snapshots) {
            let place = series.place(bucket, group)
            let end = place.entity(inSlot: TileMatrix.slotCount - 1) + 1
            newest += Array(repeating: nil, count: max(end - newest.count, 0))
            let stored = try tiles.stored(place)
            if let stored, isChanged(stored) {
                guard let tile = try reader(place) else { continue }
                try place.decoding(in: tiles.path) { try VisibleTiles.take(tile, at: place, into: &newest) }
                hasFacts = true
                continue
            }
            // Snapshots of a running week first: what they have, its tile need not be decoded for.
            for snapshot in snapshots {
                let moment = series.resolution.moment(of: snapshot.time)
                snapshot.visit(group) { slot, value in
                    let fact = LatestFact(moment: moment, value: value)
                    VisibleTiles.offer(fact, place.entity(inSlot: slot), &newest)
                    hasFacts = true
                }
            }
            guard let stored else { continue }
            try place.decoding(in: tiles.path) {
                try VisibleTiles.take(TileReader(stored.bytes), at: place, into: &newest)
            }
            hasFacts = true
        }
        return hasFacts
    }

    private static func offer(_ fact: LatestFact, _ entity: Int, _ newest: inout [LatestFact?]) {
        if newest[entity].map(fact.isNewer) ?? true { newest[entity] = fact }
    }

    /// Takes the newest fact that a tile has of each entity; none is decoded of which something is known at its last time or
    /// later.
    private static func take(
        _ tile: TileReader,
        at place: TilePlace,
        into newest: inout [LatestFact?]
    ) throws(TileError) {
        let moments = tile.steps.map { place.resolution.moment(of: $0) }
        guard let latest = moments.last else { return }
        var row = [Double](repeating: .nan, count: moments.count)
        for slot in tile.slots {
            let entity = place.entity(inSlot: Int(slot))
            if let known = newest[entity], known.moment >= latest { continue }
            try tile.decode(slot: slot, into: &row)
            guard let last = row.indices.last(where: { !row[$0].isNaN }) else { continue }
            offer(LatestFact(moment: moments[last], value: row[last]), entity, &newest)
        }
    }
}
