internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// A tile that is to be written.
struct NewTile: Sendable {
    /// How many wait at most to be encoded together, each of some hundred kilobytes: enough for all cores.
    static let waitingLimit = 16

    let place: TilePlace
    let matrix: TileMatrix
}

/// Reads and writes tiles by their place, as they lie in the store.
struct TileTable {
    let database: Database
    let path: String

    /// The tile at a place, or nil where there is none.
    func stored(_ place: TilePlace) throws -> StoredTile? {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT load_id, bytes, step_loads, own_loads FROM tile WHERE source_id = ? AND metric_id = ?
                    AND resolution = ? AND bucket = ? AND entity_group = ?
                    """
            ),
            arguments: place.arguments
        )
        return row.map { StoredTile($0) }
    }

    /// The tile at a place spread out for changing, with room for ascending times that a load brings.
    func draft(_ place: TilePlace, adding steps: [Int64], by load: Int32) throws -> TileDraft {
        let stored = try stored(place)
        do throws(TileError) {
            return try TileDraft(stored, adding: steps, by: load)
        } catch {
            throw damage(place, error)
        }
    }

    /// Writes a tile in place of the one there, or takes that away when nothing is in it.
    func write(_ draft: TileDraft, at place: TilePlace) throws {
        guard let written = draft.matrix.written() else { return try remove(place) }
        let loads = draft.marks.written(draft.matrix, written.columns)
        try write(
            written,
            draft.matrix.steps,
            StoredTile(load: loads.newest, bytes: written.bytes, stepLoads: loads.stepLoads, ownLoads: loads.ownLoads),
            at: place
        )
    }

    /// Writes a tile that follows from others, and so needs no marks.
    func write(_ matrix: TileMatrix, load: Int, at place: TilePlace) throws {
        try write([NewTile(place: place, matrix: matrix)], load: load)
    }

    /// Writes tiles at different places that need no marks; they are encoded on all cores.
    func write(_ tiles: [NewTile], load: Int) throws {
        let written = onAllCores(parts: tiles.count) { [tiles[$0].matrix.written()] }
        for (tile, written) in zip(tiles, written) {
            guard let written else {
                try remove(tile.place)
                continue
            }
            let stored = StoredTile(load: load, bytes: written.bytes, stepLoads: nil, ownLoads: nil)
            try write(written, tile.matrix.steps, stored, at: tile.place)
        }
    }

    private func write(
        _ written: TileMatrix.Written,
        _ steps: [Int64],
        _ tile: StoredTile,
        at place: TilePlace
    ) throws {
        guard let first = written.columns.first, let last = written.columns.last else { return }
        try insert(place, tile, span: (steps[first], steps[last]), valueCount: written.valueCount)
    }

    /// Writes the row of a tile.
    func insert(
        _ place: TilePlace,
        _ tile: StoredTile,
        span: (first: Int64, last: Int64),
        valueCount: Int
    ) throws {
        let arguments: StatementArguments = [
            tile.load, span.first, span.last, valueCount, Data(tile.bytes), tile.stepLoads.map { Data($0) },
            tile.ownLoads.map { Data($0) },
        ]
        try database.cachedStatement(
            sql: """
                INSERT INTO tile (source_id, metric_id, resolution, bucket, entity_group, load_id, first_time, last_time,
                                  value_count, bytes, step_loads, own_loads)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (source_id, metric_id, resolution, bucket, entity_group) DO UPDATE SET
                  load_id = excluded.load_id, first_time = excluded.first_time, last_time = excluded.last_time,
                  value_count = excluded.value_count, bytes = excluded.bytes, step_loads = excluded.step_loads,
                  own_loads = excluded.own_loads
                """
        ).execute(arguments: place.arguments + arguments)
    }

    /// Takes a tile away.
    func remove(_ place: TilePlace) throws {
        try database.cachedStatement(
            sql: """
                DELETE FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = ? AND bucket = ?
                AND entity_group = ?
                """
        ).execute(arguments: place.arguments)
    }

    /// The error for a tile whose bytes are not what was written.
    func damage(_ place: TilePlace, _ error: TileError) -> StoreError { StoreError(place, error, path: path) }
}

extension StoreError {
    init(_ place: TilePlace, _ error: TileError, path: String) {
        self.init(damaged: path, "the tile at \(place.description): \(error)")
    }
}

extension StoredTile {
    /// A tile from its row.
    init(_ row: Row) {
        func bytes(_ name: String) -> [UInt8]? { (row[name] as Data?).map { Array($0) } }
        self.init(
            load: row["load_id"],
            bytes: bytes("bytes") ?? [],
            stepLoads: bytes("step_loads"),
            ownLoads: bytes("own_loads")
        )
    }
}

extension TilePlace: CustomStringConvertible {
    var arguments: StatementArguments {
        [source, metric, resolution.rawValue, bucket, group]
    }

    var description: String {
        "source \(source), metric \(metric), \(resolution) bucket \(bucket), group \(group)"
    }
}
