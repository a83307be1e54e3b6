internal import CoinModel
internal import SeriesEncoding

/// The weekly values of snapshots that a load wrote, so that their tiles need not be read back for the marts.
struct PendingMarts {
    /// The most tiles whose values are kept, of two to four kilobytes each.
    let limit: Int
    private var values: [TilePlace: [WeeklyMart: [Double]]] = [:]

    /// Nothing known, and room for so much.
    init(limit: Int = 0) {
        self.limit = limit
    }

    /// Whether so many are kept that the marts should be made.
    var isFull: Bool { values.count >= limit }

    /// Takes what tiles hold now, from which some marts are made by their metric; on all cores.
    mutating func note(_ tiles: [NewTile], for marts: [Int: [WeeklyMart]]) {
        let tiles = tiles.filter { $0.place.resolution == .snapshot && marts[$0.place.metric]?.isEmpty == false }
        let made = onAllCores(parts: tiles.count) { index in
            let tile = tiles[index]
            return [marts[tile.place.metric, default: []].map { ($0, $0.values(of: tile.matrix)) }]
        }
        for (tile, values) in zip(tiles, made) {
            self.values[tile.place] = Dictionary(uniqueKeysWithValues: values)
        }
    }

    /// Forgets a week of a source, which was changed in another way.
    mutating func forget(source: Int, bucket: Int) {
        values = values.filter { $0.key.source != source || $0.key.bucket != bucket }
    }

    /// The values of each slot for the marts of a tile of snapshots, if they are known.
    subscript(place: TilePlace) -> [WeeklyMart: [Double]]? { values[place] }
}
