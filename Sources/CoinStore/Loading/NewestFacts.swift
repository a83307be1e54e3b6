internal import CoinModel
internal import SeriesEncoding

/// The newest facts that a load brings, for each source and metric by entity.
struct NewestFacts {
    /// Facts of one metric of one source.
    struct Found {
        /// The moment of each entity's newest fact; `Int64.min` where there is none.
        private(set) var moments: [Int64] = []
        private(set) var values: [Double] = []

        /// Takes a fact that holds now, unless a newer one is known.
        mutating func note(_ value: Double, of entity: Int, at moment: Int64) {
            while moments.count <= entity {
                moments.append(.min)
                values.append(.nan)
            }
            guard moment >= moments[entity] else { return }
            moments[entity] = moment
            values[entity] = value
        }
    }

    private var found: [Int: [Int: Found]] = [:]

    /// What is known of the metrics of each source.
    var bySource: [(source: Int, metrics: [Int: Found])] {
        found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The newest fact of a metric of an entity, as a source tells it.
    subscript(source: Int, metric: Int, entity: Int) -> (moment: Int64, value: Double)? {
        guard let found = found[source]?[metric], found.moments.indices.contains(entity),
            found.moments[entity] != .min
        else { return nil }
        return (found.moments[entity], found.values[entity])
    }

    /// The entities of all sources that have any fact, those of several sources several times.
    var entityCount: Int {
        found.values.reduce(0) { sum, metrics in
            sum
                + (0..<(metrics.values.map(\.moments.count).max() ?? 0)).count { entity in
                    metrics.values.contains { entity < $0.moments.count && $0.moments[entity] != .min }
                }
        }
    }

    /// Takes the facts of one metric of one source as they came, each of which holds now.
    mutating func note(_ snapshot: OpenSnapshot, source: Int, metric: Int) {
        change(source, metric) { found in
            let moment = Resolution.snapshot.moment(of: snapshot.time)
            for (entity, value) in zip(snapshot.entities, snapshot.values) {
                found.note(value, of: Int(entity), at: moment)
            }
        }
    }

    /// Takes what a tile holds now: of each entity the newest is looked at.
    mutating func note(_ matrix: TileMatrix, at place: TilePlace) {
        guard place.resolution != .week else { return }
        let moments = matrix.steps.map { place.resolution.moment(of: $0) }
        change(place.source, place.metric) { found in
            let width = moments.count
            for slot in 0..<TileMatrix.slotCount {
                for column in (0..<width).reversed() where !matrix.values[slot * width + column].isNaN {
                    let entity = place.group * Int(Bucket.groupSize) + slot
                    found.note(matrix.values[slot * width + column], of: entity, at: moments[column])
                    break
                }
            }
        }
    }

    private mutating func change(_ source: Int, _ metric: Int, _ body: (inout Found) -> Void) {
        body(&found[source, default: [:]][metric, default: Found()])
    }
}

extension Resolution {
    /// Where a fact stands among others of snapshots and days: twice its milliseconds, and one more for a whole day, so
    /// that it comes after a snapshot at the day's last second.
    func moment(of time: Int64) -> Int64 {
        2 * instant(of: time).milliseconds + (self == .day ? 1 : 0)
    }
}
