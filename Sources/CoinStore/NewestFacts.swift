internal import CoinModel

/// The newest facts that a load brings, for each source and metric by entity.
struct NewestFacts {
    /// Facts of one metric of one source.
    struct Found {
        /// The moment of each entity's newest fact; `Int64.min` where there is none.
        fileprivate(set) var moments: [Int64] = []
        fileprivate(set) var values: [Double] = []
        fileprivate var momentOfTime: [Int64] = []

        /// Takes the fact of a row, which holds now, unless a newer one is known.
        mutating func note(_ value: Double, ofRow row: Int, _ rows: Staging.Rows) {
            note(value, of: Int(rows.entities[row]), at: momentOfTime[Int(rows.timeIndex[row])])
        }

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

    /// Hands out what is known of the metric at a place, to be put back with what rows bring; nil for a weekly metric.
    mutating func take(_ place: TilePlace, _ rows: Staging.Rows) -> Found? {
        guard place.resolution != .week else { return nil }
        var taken = found[place.source, default: [:]].removeValue(forKey: place.metric) ?? Found()
        taken.momentOfTime = rows.times.map { place.resolution.moment(of: $0) }
        return taken
    }

    /// Puts back what was taken.
    mutating func put(_ taken: Found?, _ place: TilePlace) {
        guard let taken else { return }
        found[place.source, default: [:]][place.metric] = taken
    }
}

extension Resolution {
    /// Where a fact stands among others of snapshots and days: twice its milliseconds, and one more for a whole day, so
    /// that it comes after a snapshot at the day's last second.
    func moment(of time: Int64) -> Int64 {
        2 * instant(of: time).milliseconds + (self == .day ? 1 : 0)
    }
}
