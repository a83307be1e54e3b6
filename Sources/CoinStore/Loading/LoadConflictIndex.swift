internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// Which facts rows of the running load gave a value, with the source's stamps: of two rows of one load for one fact,
/// the one that came later is a contradiction, and no correction.
///
/// Rows that wait in memory together meet there. Only where a bucket is written before the load has ended, its facts
/// are noted here, in temporary tables that may lie on disk, so memory does not grow with the load.
struct LoadConflictIndex {
    private let database: Database

    init(_ database: Database) throws {
        self.database = database
        // What is noted is seldom read again, so pages need not wait in memory.
        try database.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS noted_tile (
                  source_id INTEGER, metric_id INTEGER, resolution INTEGER, bucket INTEGER, entity_group INTEGER,
                  cells BLOB, rows_id INTEGER);
                CREATE INDEX IF NOT EXISTS temp.noted_tile_by_place
                  ON noted_tile (source_id, metric_id, resolution, bucket, entity_group);
                CREATE TEMP TABLE IF NOT EXISTS noted_rows (rows_id INTEGER PRIMARY KEY, steps BLOB, stamps BLOB);
                PRAGMA temp.cache_size = -256;
                DELETE FROM temp.noted_tile;
                DELETE FROM temp.noted_rows
                """
        )
    }

    /// For each cell of a tile the stamp of the load's row that gave its value, `Int64.min` for a row without one, nil
    /// where none did; empty where nothing is noted.
    func stamps(of place: TilePlace, in tile: TileMatrix) throws -> [Int64?] {
        let sql = """
            SELECT steps, stamps, cells FROM temp.noted_tile JOIN temp.noted_rows USING (rows_id)
            WHERE \(TilePlace.condition)
            """
        var found: [Int64?] = []
        for row in try database.rows(sql, place.arguments) {
            let (steps, stamps, bits): ([Int64], [Int64], [UInt8]) = (numbers(row[0]), numbers(row[1]), numbers(row[2]))
            if found.isEmpty { found = Array(repeating: nil, count: tile.values.count) }
            let columns = TileMatrix.places(of: steps, in: tile.steps)
            for cell in 0..<TileMatrix.slotCount * steps.count where bits[cell / 8] >> UInt8(cell % 8) & 1 == 1 {
                let (slot, step) = cell.quotientAndRemainder(dividingBy: steps.count)
                let place = slot * tile.steps.count + columns[step]
                found[place] = max(found[place] ?? .min, stamps.isEmpty ? .min : stamps[cell])
            }
        }
        return found
    }

    /// Notes the steps of rows, and their stamps if any; the tiles of all their metrics share them by a number.
    func note(_ cells: RowCells, of rows: StagedRows, _ steps: [Int64]) throws -> Int64 {
        var stamps: [Int64] = []
        if !rows.stamps.isEmpty {
            stamps = Array(repeating: .min, count: TileMatrix.slotCount * steps.count)
            for (row, cell) in zip(cells.rows, cells.cells) { stamps[Int(cell)] = rows.stamps[Int(row)] }
        }
        let sql = "INSERT INTO temp.noted_rows (steps, stamps) VALUES (?, ?)"
        try database.run(sql, [data(steps), data(stamps)])
        return database.lastInsertedRowID
    }

    /// Notes the facts of a tile that rows gave a value: a bit for each cell of their slots × steps.
    func note(_ place: TilePlace, _ cells: RowCells, _ values: [Double], steps: Int, rows: Int64) throws {
        var bits = [UInt8](repeating: 0, count: TileMatrix.slotCount * steps / 8)
        for (row, cell) in zip(cells.rows, cells.cells) where !values[Int(row)].isNaN {
            bits[Int(cell) / 8] |= 1 << UInt8(cell % 8)
        }
        let sql = "INSERT INTO temp.noted_tile VALUES (?, ?, ?, ?, ?, ?, ?)"
        try database.run(sql, place.arguments + [Data(bits), rows])
    }

    private func data(_ numbers: [Int64]) -> Data { unsafe numbers.withUnsafeBytes { unsafe Data($0) } }

    private func numbers<Number: FixedWidthInteger & BitwiseCopyable>(_ data: Data) -> [Number] {
        let width = MemoryLayout<Number>.size
        return unsafe data.withUnsafeBytes { raw in
            (0..<raw.count / width).map { unsafe raw.loadUnaligned(fromByteOffset: $0 * width, as: Number.self) }
        }
    }
}
