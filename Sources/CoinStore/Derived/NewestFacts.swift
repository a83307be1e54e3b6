internal import CoinModel
internal import SeriesEncoding

/// The newest facts that a load brings, for each source and metric by entity.
struct NewestFacts {
    struct Found {
        private var facts: [(moment: Int64, value: Double)?] = []

        var count: Int { facts.count }

        subscript(entity: Int) -> (moment: Int64, value: Double)? {
            facts.indices.contains(entity) ? facts[entity] : nil
        }

        /// Takes a fact that holds now, unless a newer one is known.
        mutating func note(_ value: Double, of entity: Int, at moment: Int64) {
            while facts.count <= entity { facts.append(nil) }
            if facts[entity].map({ $0.moment <= moment }) ?? true { facts[entity] = (moment, value) }
        }
    }

    private(set) var bySource: [Int: [Int: Found]] = [:]

    /// Takes the facts of one metric of one source as they came, each of which holds now.
    mutating func note(_ snapshot: OpenSnapshot, source: Int, metric: Int) {
        let moment = Resolution.snapshot.moment(of: snapshot.time)
        change(source, metric) { found in
            for (entity, value) in zip(snapshot.entities, snapshot.values) {
                found.note(value, of: Int(entity), at: moment)
            }
        }
    }

    /// Takes the newest fact that a tile holds now of each entity; weeks count for nothing.
    mutating func note(_ matrix: TileMatrix, at place: TilePlace) {
        guard place.resolution != .week else { return }
        let moments = matrix.steps.map { place.resolution.moment(of: $0) }
        change(place.series.source, place.series.metric) { found in
            for slot in 0..<TileMatrix.slotCount {
                let start = slot * moments.count
                guard let newest = moments.indices.last(where: { !matrix.values[start + $0].isNaN }) else { continue }
                found.note(matrix.values[start + newest], of: place.entity(inSlot: slot), at: moments[newest])
            }
        }
    }

    private mutating func change(_ source: Int, _ metric: Int, _ body: (inout Found) -> Void) {
        body(&bySource[source, default: [:]][metric, default: Found()])
    }
}
