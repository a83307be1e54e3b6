internal import CoinModel
internal import SeriesEncoding

/// The weekly values of snapshots that a load wrote: decoding their tiles again takes a seventh of the whole load.
struct PendingMarts {
    private(set) var values: [TilePlace: [WeeklyMart: [Double]]] = [:]

    /// Takes what tiles hold now, from which some marts are made by their metric; on all cores.
    mutating func note(_ tiles: [TileInput], for marts: [Int: [WeeklyMart]]) {
        let tiles = tiles.filter {
            $0.place.series.resolution == .snapshot && marts[$0.place.series.metric]?.isEmpty == false
        }
        let made = onAllCores(parts: tiles.count) { index in
            let tile = tiles[index]
            return [marts[tile.place.series.metric, default: []].map { ($0, $0.values(of: tile.matrix)) }]
        }
        for (tile, values) in zip(tiles, made) { self.values[tile.place] = Dictionary(firstOf: values) }
    }

    /// Forgets a week of a source that was changed in another way.
    mutating func forget(source: Int, bucket: Int) {
        values = values.filter { $0.key.series.source != source || $0.key.bucket != bucket }
    }

    /// The values of each slot for the marts of a tile of snapshots; nil where they have to be made from the tile.
    subscript(place: TilePlace) -> [WeeklyMart: [Double]]? { values[place] }
}
