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
    /// Those of one tile.
    struct OfTile {
        /// Whether rows of the load gave all values of the tile.
        let isWhole: Bool
        /// Whether the load may have replaced values of the tile before.
        let mayHaveRevisions: Bool
        fileprivate let stamps: [Revisions.Cell: Int64]

        /// The stamp of the row of the load that gave a fact its value, `Int64.min` without one; nil where none did.
        func stamp(of cell: Revisions.Cell) -> Int64? {
            stamps[cell] ?? (isWhole ? .min : nil)
        }
    }

    /// Stamps that are kept: mostly those of one row in all of its metrics.
    struct Stamps {
        fileprivate let id: Int64
    }

    private let database: Database
    private var noted: Set<TilePlace> = []
    /// The tiles that the load made, and those whose values it told again, each one.
    private var (made, told): (Set<TilePlace>, Set<TilePlace>) = ([], [])

    init(_ database: Database) throws {
        self.database = database
        try database.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS seen (
                  source_id INTEGER, metric_id INTEGER, resolution INTEGER, bucket INTEGER, entity_group INTEGER,
                  steps BLOB, cells BLOB, stamps_id INTEGER);
                CREATE TEMP TABLE IF NOT EXISTS seen_stamps (stamps_id INTEGER PRIMARY KEY, stamps BLOB);
                DELETE FROM temp.seen;
                DELETE FROM temp.seen_stamps
                """
        )
    }

    /// The facts of a tile that rows of the load gave a value.
    func facts(_ place: TilePlace) throws -> OfTile {
        guard noted.contains(place) else { return ofTile(place, [:]) }
        var found: [Revisions.Cell: Int64] = [:]
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT steps, cells, stamps FROM temp.seen LEFT JOIN temp.seen_stamps USING (stamps_id)
                    WHERE source_id = ? AND metric_id = ? AND resolution = ? AND bucket = ? AND entity_group = ?
                    """
            ),
            arguments: place.arguments
        )
        while let row = try rows.next() {
            let (steps, cells, stamps) = (numbers(row[0]), [UInt8](row[1] as Data), numbers(row[2] ?? Data()))
            for cell in 0..<cells.count * 8 where cells[cell / 8] >> UInt8(cell % 8) & 1 == 1 {
                let at = Revisions.Cell(slot: cell / steps.count, step: steps[cell % steps.count])
                found[at] = max(found[at] ?? .min, stamps.isEmpty ? .min : stamps[cell])
            }
        }
        return ofTile(place, found)
    }

    private func ofTile(_ place: TilePlace, _ stamps: [Revisions.Cell: Int64]) -> OfTile {
        OfTile(
            isWhole: isWhole(place),
            mayHaveRevisions: !made.contains(place) && (told.contains(place) || !stamps.isEmpty),
            stamps: stamps
        )
    }

    /// Notes that the load made a tile.
    mutating func noteMade(_ place: TilePlace) {
        made.insert(place)
    }

    /// Notes that rows without stamps told all values of a tile again.
    mutating func noteTold(_ place: TilePlace) {
        told.insert(place)
    }

    /// Whether rows of the load gave all values of a tile: of rows without stamps there is nothing to note then.
    func isWhole(_ place: TilePlace) -> Bool {
        made.contains(place) || told.contains(place)
    }

    /// Keeps the stamps of slots × steps, `Int64.min` where there is none, for the tiles whose facts came with them.
    func keep(_ stamps: [Int64]) throws -> Stamps {
        try database.cachedStatement(sql: "INSERT INTO temp.seen_stamps (stamps) VALUES (?)").execute(
            arguments: [bytes(stamps)]
        )
        return Stamps(id: database.lastInsertedRowID)
    }

    /// Notes facts of a tile: for each cell of slots × steps a bit where a row gave a value, and the stamps of the rows, if
    /// the source has any.
    mutating func note(_ place: TilePlace, _ steps: [Int64], _ cells: [UInt8], _ stamps: Stamps?) throws {
        noted.insert(place)
        try database.cachedStatement(sql: "INSERT INTO temp.seen VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(
            arguments: place.arguments + [bytes(steps), Data(cells), stamps?.id]
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
