internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// Reads and writes tiles by their place.
struct TileTable {
    let database: Database
    let path: String

    /// The tile at a place, or nil where there is none.
    func tile(_ place: TilePlace) throws -> Tile? {
        guard let bytes = try bytes(place) else { return nil }
        do throws(TileError) {
            return try Tile(decoding: bytes)
        } catch {
            throw damage(place, error)
        }
    }

    /// A reader of the tile at a place, or nil where there is none.
    func reader(_ place: TilePlace) throws -> TileReader? {
        guard let bytes = try bytes(place) else { return nil }
        do throws(TileError) {
            return try TileReader(bytes)
        } catch {
            throw damage(place, error)
        }
    }

    /// Writes a tile in place of the one there, or takes it away when nothing is in it.
    func write(_ tile: Tile, at place: TilePlace, load: Int) throws {
        guard let first = tile.steps.first, let last = tile.steps.last else {
            try statement(
                """
                DELETE FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = ? AND bucket = ?
                AND entity_group = ?
                """
            ).execute(arguments: place.arguments)
            return
        }
        let count = tile.runs.reduce(0) { $0 + $1.values.count { !$0.isNaN } }
        let arguments: StatementArguments = [load, first, last, count, Data(tile.encoded())]
        try statement(
            """
            INSERT INTO tile (source_id, metric_id, resolution, bucket, entity_group,
                              load_id, first_time, last_time, value_count, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (source_id, metric_id, resolution, bucket, entity_group) DO UPDATE SET
              load_id = excluded.load_id, first_time = excluded.first_time, last_time = excluded.last_time,
              value_count = excluded.value_count, bytes = excluded.bytes
            """
        ).execute(arguments: place.arguments + arguments)
    }

    /// The groups that have a tile of a metric of a source in a bucket.
    func groups(source: Int, metric: Int, resolution: Resolution, bucket: Int) throws -> [Int] {
        try Int.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT entity_group FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = ? AND bucket = ?
                    ORDER BY entity_group
                    """
            ),
            arguments: [source, metric, resolution.rawValue, bucket]
        )
    }

    /// The error for a tile whose bytes are not what was written.
    func damage(_ place: TilePlace, _ error: TileError) -> StoreError {
        StoreError(
            .damaged,
            path: path,
            detail: "the tile at \(place.description) is damaged (\(error)); see `assay store check`"
        )
    }

    private func bytes(_ place: TilePlace) throws -> [UInt8]? {
        try Data.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT bytes FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = ? AND bucket = ?
                    AND entity_group = ?
                    """
            ),
            arguments: place.arguments
        ).map { Array($0) }
    }

    private func statement(_ sql: String) throws -> Statement {
        try database.cachedStatement(sql: sql)
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
