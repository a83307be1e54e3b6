public import CoinModel
internal import SeriesEncoding

/// The newest fact of a market metric that a source has of a coin.
public struct LatestFact: Hashable, Sendable {
    /// Twice its milliseconds since 1970, odd for a fact of a whole day, which stands at its last second; larger is newer.
    let moment: Int64
    /// The value.
    public let value: Double

    /// Its moment, that of a whole day at the day's last second.
    public var at: Instant { Instant(milliseconds: moment >> 1) }

    /// The moment, or the day of a fact of a whole day.
    public var time: String { moment & 1 == 1 ? at.day.description : at.description }

    /// Whether it is newer than another one.
    public func isNewer(than other: LatestFact) -> Bool { moment > other.moment }
}

/// The newest facts of sources, by metric and entity.
///
/// Facts are taken by ascending entity.
struct NewestFacts {
    /// A metric of a source, by their numbers.
    struct Key: Hashable, Comparable {
        let source: Int
        let metric: Int

        static func < (one: Key, other: Key) -> Bool { (one.source, one.metric) < (other.source, other.metric) }
    }

    /// The newest fact of each entity, by its number; nil for one without.
    private(set) var facts: [Key: [LatestFact?]] = [:]

    subscript(key: Key, entity: Int) -> LatestFact? {
        facts[key].flatMap { $0.indices.contains(entity) ? $0[entity] : nil }
    }

    /// Takes the facts of one metric of one source as they came, each of which holds now.
    mutating func note(_ snapshot: OpenSnapshot, source: Int, metric: Int) {
        let moment = Resolution.snapshot.moment(of: snapshot.time)
        let facts = zip(snapshot.entities, snapshot.values).map { entity, value in
            (Int(entity), LatestFact(moment: moment, value: value))
        }
        note(facts, Key(source: source, metric: metric))
    }

    /// Takes the newest fact that a tile holds now of each entity; weeks count for nothing.
    mutating func note(_ matrix: TileMatrix, at place: TilePlace) {
        guard place.resolution != .week else { return }
        let moments = matrix.steps.map { place.resolution.moment(of: $0) }
        let facts = (0..<TileMatrix.slotCount).compactMap { slot -> (Int, LatestFact)? in
            let start = slot * moments.count
            guard let newest = moments.indices.last(where: { !matrix.values[start + $0].isNaN }) else { return nil }
            let fact = LatestFact(moment: moments[newest], value: matrix.values[start + newest])
            return (place.entity(inSlot: slot), fact)
        }
        note(facts, Key(source: place.series.source, metric: place.series.metric))
    }

    /// Takes facts that hold now, each unless a newer one is known.
    mutating func note(_ new: [(entity: Int, fact: LatestFact)], _ key: Key) {
        guard let last = new.last else { return }
        // Taken out while it is changed, so that it is not copied.
        var known = facts.removeValue(forKey: key) ?? []
        known += Array(repeating: nil, count: max(last.entity + 1 - known.count, 0))
        for (entity, fact) in new where known[entity].map({ $0.moment <= fact.moment }) ?? true {
            known[entity] = fact
        }
        facts[key] = known
    }
}
