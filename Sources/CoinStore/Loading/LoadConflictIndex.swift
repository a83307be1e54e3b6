internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// Which facts rows of the running load gave a value, with the source's stamps: of two rows of one load for one fact,
/// the one that came later is a contradiction, and no correction.
///
/// Rows that wait in memory together meet there. Only where a bucket is written before the load has ended, its facts
/// are noted here, in temporary tables that may lie on disk, so memory does not grow with the load. Of a tile that the
/// load made itself, which are most, only the stamps are kept: what it holds says which facts it told.
struct LoadConflictIndex {
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

    /// The steps and stamps of rows, as they are kept: mostly those of one group in all of its metrics.
    struct Kept {
        fileprivate let id: Int64
    }

    private let database: Database
    private var noted: Set<TilePlace> = []
    /// The tiles that the load made, with the rows that it made them of, where these have stamps.
    private var made: [TilePlace: Kept?] = [:]
    /// The tiles whose values rows without stamps told again, each one.
    private var told: Set<TilePlace> = []

    init(_ database: Database) throws {
        self.database = database
        // What is kept is seldom read again, so pages need not wait in memory.
        try database.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS seen (
                  source_id INTEGER, metric_id INTEGER, resolution INTEGER, bucket INTEGER, entity_group INTEGER,
                  cells BLOB, kept_id INTEGER);
                CREATE TEMP TABLE IF NOT EXISTS kept (
                  kept_id INTEGER PRIMARY KEY, steps BLOB, newest INTEGER, ages BLOB, apart BLOB);
                PRAGMA temp.cache_size = -256;
                DELETE FROM temp.seen;
                DELETE FROM temp.kept
                """
        )
    }

    /// The facts of a tile that rows of the load gave a value, to be asked before more of them change what it holds.
    mutating func facts(_ place: TilePlace, in tile: TileMatrix) throws -> OfTile {
        if let kept = made[place] ?? nil, !noted.contains(place) {
            // What else comes must not pass for what the tile was made of.
            try note(place, bits(tile, kept), kept)
        }
        var found: [Revisions.Cell: Int64] = [:]
        if noted.contains(place) {
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT steps, newest, ages, apart, cells FROM temp.seen JOIN temp.kept USING (kept_id)
                        WHERE source_id = ? AND metric_id = ? AND resolution = ? AND bucket = ? AND entity_group = ?
                        """
                ),
                arguments: place.arguments
            )
            while let row = try rows.next() {
                let steps: [Int64] = numbers(row[0])
                let stamps = CellTimestamps(newest: row[1], ages: numbers(row[2]), apart: numbers(row[3])).stamps
                let cells: [UInt8] = numbers(row[4])
                for cell in stamps.indices where cells[cell / 8] >> UInt8(cell % 8) & 1 == 1 {
                    let at = Revisions.Cell(slot: cell / steps.count, step: steps[cell % steps.count])
                    found[at] = max(found[at] ?? .min, stamps[cell])
                }
            }
        }
        return OfTile(
            isWhole: isWhole(place),
            mayHaveRevisions: made[place] == nil && (told.contains(place) || !found.isEmpty),
            stamps: found
        )
    }

    /// Notes that the load made a tile, of rows that are kept if they have stamps and more may come.
    mutating func noteMade(_ place: TilePlace, of rows: Kept?) {
        made[place] = .some(rows)
    }

    /// Notes that rows without stamps told all values of a tile again.
    mutating func noteTold(_ place: TilePlace) {
        told.insert(place)
    }

    /// Whether rows of the load gave all values of a tile: of rows without stamps there is nothing to note then.
    func isWhole(_ place: TilePlace) -> Bool {
        made[place] != nil || told.contains(place)
    }

    /// Keeps the steps and stamps of rows, for the tiles whose facts came with them.
    func keep(_ steps: [Int64], _ stamps: CellTimestamps) throws -> Kept {
        try database.cachedStatement(sql: "INSERT INTO temp.kept (steps, newest, ages, apart) VALUES (?, ?, ?, ?)")
            .execute(arguments: [bytes(steps), stamps.newest, bytes(stamps.ages), bytes(stamps.apart)])
        return Kept(id: database.lastInsertedRowID)
    }

    /// Notes facts of a tile: for each cell of the rows' slots × steps a bit where a row gave a value.
    mutating func note(_ place: TilePlace, _ cells: [UInt8], _ rows: Kept) throws {
        noted.insert(place)
        try database.cachedStatement(sql: "INSERT INTO temp.seen VALUES (?, ?, ?, ?, ?, ?, ?)").execute(
            arguments: place.arguments + [Data(cells), rows.id]
        )
    }

    /// A bit for each cell of slots × steps of rows in which a tile holds a value.
    private func bits(_ tile: TileMatrix, _ rows: Kept) throws -> [UInt8] {
        let steps: [Int64] = numbers(
            try Data.fetchOne(
                database.cachedStatement(sql: "SELECT steps FROM temp.kept WHERE kept_id = ?"),
                arguments: [rows.id]
            ) ?? Data()
        )
        var bits = [UInt8](repeating: 0, count: TileMatrix.slotCount * steps.count / 8)
        let columns = TileMatrix.places(of: steps, in: tile.steps)
        for cell in 0..<TileMatrix.slotCount * steps.count {
            let (slot, step) = cell.quotientAndRemainder(dividingBy: steps.count)
            let column = columns[step]
            guard column < tile.steps.count, tile.steps[column] == steps[step] else { continue }
            if !tile.values[slot * tile.steps.count + column].isNaN { bits[cell / 8] |= 1 << UInt8(cell % 8) }
        }
        return bits
    }

    private func bytes(_ numbers: [some BitwiseCopyable]) -> Data {
        unsafe numbers.withUnsafeBytes { unsafe Data($0) }
    }

    private func numbers<Number: FixedWidthInteger & BitwiseCopyable>(_ data: Data) -> [Number] {
        let width = MemoryLayout<Number>.size
        return unsafe data.withUnsafeBytes { raw in
            (0..<raw.count / width).map { unsafe raw.loadUnaligned(fromByteOffset: $0 * width, as: Number.self) }
        }
    }
}
