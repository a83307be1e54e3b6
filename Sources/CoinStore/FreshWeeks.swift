internal import CoinModel
internal import SeriesEncoding

/// The weekly values of snapshots that a load wrote, so that their tiles need not be read back for the marts.
struct FreshWeeks {
    /// The most tiles whose values are kept, of two to four kilobytes each.
    let limit: Int
    private var values: [TilePlace: [WeeklyMart: [Double]]] = [:]

    /// Nothing known, and room for so much.
    init(limit: Int = 0) {
        self.limit = limit
    }

    /// Whether so many are kept that the marts should be made.
    var isFull: Bool { values.count >= limit }

    /// Takes what a tile holds now.
    mutating func note(_ matrix: TileMatrix, at place: TilePlace, for marts: [WeeklyMart]) {
        guard place.resolution == .snapshot, !marts.isEmpty else { return }
        values[place] = Dictionary(uniqueKeysWithValues: marts.map { ($0, $0.values(of: matrix)) })
    }

    /// Forgets a week of a source, which was changed in another way.
    mutating func forget(source: Int, bucket: Int) {
        values = values.filter { $0.key.source != source || $0.key.bucket != bucket }
    }

    /// The values of each slot for the marts of a tile of snapshots, if they are known.
    subscript(place: TilePlace) -> [WeeklyMart: [Double]]? { values[place] }
}
