internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// A tile that is to be written, and where.
struct TileInput: Sendable {
    /// How many wait at most to be encoded together, each of some hundred kilobytes: enough for all cores.
    static let waitingLimit = 16

    let place: TilePlace
    let matrix: TileMatrix
}

/// Reads and writes tiles by their place, as they lie in the store.
struct TileTable {
    let database: Database
    let path: String

    func stored(_ place: TilePlace) throws -> StoredTile? {
        let sql = "SELECT load_id, bytes, step_loads, own_loads FROM tile WHERE \(TilePlace.condition)"
        guard let row = try database.row(sql, place.arguments) else { return nil }
        func bytes(_ column: Int) -> [UInt8]? { (row[column] as Data?).map { Array($0) } }
        return StoredTile(load: row[0], bytes: bytes(1) ?? [], stepLoads: bytes(2), ownLoads: bytes(3))
    }

    /// The snapshots of a bucket that still lie as they came, oldest first; of loads up to one, if it is named.
    func openSnapshots(_ series: TileSeries, _ bucket: Int, upTo lastLoad: Int? = nil) throws -> [OpenSnapshot] {
        guard series.resolution == .snapshot else { return [] }
        let sql = """
            SELECT first_time, load_id, bytes, entity_group FROM tile
            WHERE \(TileSeries.condition) AND bucket = ? AND entity_group < 0 AND load_id <= ? ORDER BY first_time
            """
        return try database.rows(sql, series.arguments + [bucket, lastLoad ?? .max]).compactMap { row in
            let run = try series.place(bucket, row[3]).decoding(in: path) {
                try TileReader([UInt8](row[2] as Data)).series(slot: 0)
            }
            return run.map { OpenSnapshot(time: row[0], load: row[1], entities: $0.times, values: $0.values) }
        }
    }

    /// The places of the tiles of groups that a load or later ones changed.
    func places(changedSince load: Int) throws -> [TilePlace] {
        try places(where: "entity_group >= 0 AND load_id >= ?", [load])
    }

    /// The places with values of a metric, nil for all, that a group of entities has or may have.
    func places(of metric: Int?, group: Int) throws -> [TilePlace] {
        let found = try places(
            where: "value_count > 0 AND (entity_group = ?1 OR entity_group < 0) AND metric_id = ifnull(?2, metric_id)",
            [group, metric]
        )
        return Set(found.map { $0.series.place($0.bucket, group) }).sorted { $0.bucket < $1.bucket }
    }

    private func places(where condition: String, _ arguments: StatementArguments) throws -> [TilePlace] {
        let columns = "source_id, metric_id, resolution, bucket, entity_group"
        let sql = "SELECT \(columns) FROM tile WHERE \(condition) ORDER BY \(columns)"
        return try database.rows(sql, arguments).compactMap { row in
            guard let resolution = Resolution(rawValue: row[2]) else { return nil }
            return TileSeries(source: row[0], metric: row[1], resolution: resolution).place(row[3], row[4])
        }
    }

    /// The tile at a place spread out for changing, with room for ascending times that a load brings.
    func draft(_ place: TilePlace, adding steps: [Int64], by load: Int32) throws -> TileDraft {
        let stored = try stored(place)
        return try place.decoding(in: path) { try TileDraft(stored, adding: steps, by: load) }
    }

    /// Writes a tile in place of the one there, or removes that when nothing is in it.
    func write(_ draft: TileDraft, at place: TilePlace) throws {
        guard let written = draft.matrix.written() else { return try remove(place) }
        try write(draft.marks.stored(written, of: draft.matrix), written, draft.matrix.steps, place)
    }

    /// Writes a tile from which a load took values back; where none is left, it stays without any, for what it held is
    /// still known as of earlier loads.
    func write(_ draft: TileDraft, at place: TilePlace, forgottenBy load: Int) throws {
        if draft.matrix.written() != nil { return try write(draft, at: place) }
        let empty = StoredTile(load: load, bytes: Tile(steps: [], runs: []).encoded())
        guard let first = draft.matrix.steps.first, let last = draft.matrix.steps.last else { return }
        try insert(place, empty, times: first...last, valueCount: 0)
    }

    /// Writes tiles at different places whose values all come with one load; they are encoded on all cores.
    func write(_ tiles: [TileInput], load: Int) throws {
        let written = onAllCores(parts: tiles.count) { [tiles[$0].matrix.written()] }
        for (tile, written) in zip(tiles, written) {
            guard let written else {
                try remove(tile.place)
                continue
            }
            try write(StoredTile(load: load, bytes: written.bytes), written, tile.matrix.steps, tile.place)
        }
    }

    private func write(_ tile: StoredTile, _ written: TileMatrix.Written, _ steps: [Int64], _ place: TilePlace) throws {
        guard let first = written.columns.first, let last = written.columns.last else { return }
        try insert(place, tile, times: steps[first]...steps[last], valueCount: written.valueCount)
    }

    func insert(_ place: TilePlace, _ tile: StoredTile, times: ClosedRange<Int64>, valueCount: Int) throws {
        let sql = """
            INSERT INTO tile (source_id, metric_id, resolution, bucket, entity_group, load_id, first_time, last_time,
                              value_count, bytes, step_loads, own_loads)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (source_id, metric_id, resolution, bucket, entity_group) DO UPDATE SET
              load_id = excluded.load_id, first_time = excluded.first_time, last_time = excluded.last_time,
              value_count = excluded.value_count, bytes = excluded.bytes, step_loads = excluded.step_loads,
              own_loads = excluded.own_loads
            """
        let arguments: StatementArguments = [
            tile.load, times.lowerBound, times.upperBound, valueCount, Data(tile.bytes),
            tile.stepLoads.map { Data($0) }, tile.ownLoads.map { Data($0) },
        ]
        try database.run(sql, place.arguments + arguments)
    }

    private func remove(_ place: TilePlace) throws {
        try database.run("DELETE FROM tile WHERE \(TilePlace.condition)", place.arguments)
    }
}
