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
                let drafts = try drafts(series, bucket)
                for (place, draft) in drafts { VisibleTiles.take(draft.matrix, at: place, into: &newest) }
                if drafts.contains(where: { $0.draft.matrix.values.contains { !$0.isNaN } }) { left -= 1 }
            }
        }
        return newest
    }

    /// Takes the newest fact that a tile has of each entity, unless a newer one is known.
    private static func take(_ matrix: TileMatrix, at place: TilePlace, into newest: inout [LatestFact?]) {
        let moments = matrix.steps.map { place.resolution.moment(of: $0) }
        let end = place.entity(inSlot: TileMatrix.slotCount - 1) + 1
        newest += Array(repeating: nil, count: max(end - newest.count, 0))
        for slot in 0..<TileMatrix.slotCount {
            let (start, entity) = (slot * moments.count, place.entity(inSlot: slot))
            guard let last = moments.indices.last(where: { !matrix.values[start + $0].isNaN }) else { continue }
            let fact = LatestFact(moment: moments[last], value: matrix.values[start + last])
            if newest[entity].map(fact.isNewer) ?? true { newest[entity] = fact }
        }
    }
}
