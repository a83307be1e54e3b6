internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// Which facts rows of the running load gave a value, with the source's stamps: of two rows of one load for one fact,
/// the one that came later is a contradiction, and no correction.
///
/// Rows that wait in memory together meet there. Only where a bucket is written before the load has ended, its facts
/// are noted here, in a temporary table that may lie on disk, so memory does not grow with the load.
struct SeenFacts {
    private let database: Database
    private var places: Set<TilePlace> = []

    init(_ database: Database) throws {
        self.database = database
        try database.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS seen (
                  source_id INTEGER, metric_id INTEGER, resolution INTEGER, bucket INTEGER, entity_group INTEGER,
                  steps BLOB, cells BLOB, stamps BLOB);
                DELETE FROM temp.seen
                """
        )
    }

    /// Whether the load has written a tile before.
    func contains(_ place: TilePlace) -> Bool {
        places.contains(place)
    }

    /// The facts of a tile that rows of the load gave a value, each with its stamp, or `Int64.min` without one.
    func facts(_ place: TilePlace) throws -> [Revisions.Cell: Int64] {
        guard places.contains(place) else { return [:] }
        var found: [Revisions.Cell: Int64] = [:]
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT steps, cells, stamps FROM temp.seen WHERE source_id = ? AND metric_id = ? AND resolution = ?
                    AND bucket = ? AND entity_group = ?
                    """
            ),
            arguments: place.arguments
        )
        while let row = try rows.next() {
            let (steps, cells, stamps) = (numbers(row[0]), [UInt8](row[1] as Data), numbers(row[2]))
            for cell in 0..<cells.count * 8 where cells[cell / 8] >> UInt8(cell % 8) & 1 == 1 {
                let at = Revisions.Cell(slot: cell / steps.count, step: steps[cell % steps.count])
                found[at] = max(found[at] ?? .min, stamps.isEmpty ? .min : stamps[cell])
            }
        }
        return found
    }

    /// Notes facts of a tile: for each cell of slots × steps a bit where a row gave a value, and its stamp, if the source has
    /// any.
    mutating func note(_ place: TilePlace, _ steps: [Int64], _ cells: [UInt8], _ stamps: [Int64]) throws {
        places.insert(place)
        try database.cachedStatement(sql: "INSERT INTO temp.seen VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(
            arguments: place.arguments + [bytes(steps), Data(cells), bytes(stamps)]
        )
    }

    private func bytes(_ numbers: [Int64]) -> Data {
        unsafe numbers.withUnsafeBytes { unsafe Data($0) }
    }

    private func numbers(_ data: Data) -> [Int64] {
        unsafe data.withUnsafeBytes { raw in
            (0..<raw.count / 8).map { unsafe raw.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
        }
    }
}
