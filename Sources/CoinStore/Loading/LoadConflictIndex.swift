internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// The values of the running load for facts that are written already: a row of the same load that says something
/// else about one contradicts them, and is not a correction.
///
/// Rows that wait in memory together meet there. Only where a bucket is written before the load has ended, its rows
/// are noted here, in temporary tables that may lie on disk, so memory does not grow with the load. A note says all that
/// rows of its metrics said about its facts: what earlier ones of the same metrics say is void.
struct LoadConflictIndex {
    private let database: Database

    /// Facts of one group of entities at some times; each set of cells has a bit for each slot × time.
    private struct Note {
        let id: Int64
        let steps: [Int64]
        let stamps: [Int64]
        let cells: [UInt8]
        let contradicted: [UInt8]
    }

    init(_ database: Database) throws {
        self.database = database
        // What is noted is seldom read again, so pages need not wait in memory.
        try database.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS noted_rows (
                  rows_id INTEGER PRIMARY KEY, source_id INTEGER, resolution INTEGER, bucket INTEGER,
                  entity_group INTEGER, metrics TEXT, steps BLOB, stamps BLOB, cells BLOB, contradicted BLOB);
                CREATE INDEX IF NOT EXISTS temp.noted_rows_by_place
                  ON noted_rows (source_id, resolution, bucket, entity_group);
                CREATE TEMP TABLE IF NOT EXISTS noted_values (
                  rows_id INTEGER, metric_id INTEGER, cells BLOB, preferred BLOB, PRIMARY KEY (rows_id, metric_id)
                ) WITHOUT ROWID;
                PRAGMA temp.cache_size = -256;
                DELETE FROM temp.noted_rows;
                DELETE FROM temp.noted_values
                """
        )
    }

    /// What rows of the same metrics said about facts of a group that rows are about now, by cell of slots × steps.
    ///
    /// `value` gives what the store holds of a metric in a slot at a time.
    func claims(
        about rows: RowCells,
        _ key: StagedRows.Key,
        steps: [Int64],
        value: (_ metric: Int, _ slot: Int, _ step: Int64) throws -> Double
    ) throws -> [Int32: RowClaim] {
        let notes = try notes(of: key, group: rows.group)
        guard !notes.isEmpty else { return [:] }
        // Of each note its column of each step.
        let columns = notes.map { note in
            let columnOfStep = Dictionary(firstOf: note.steps.enumerated().map { ($1, $0) })
            return steps.map { columnOfStep[$0] }
        }
        var metricsOfNote: [Int64: [(metric: Int, cells: [UInt8], preferred: [UInt8])]] = [:]
        var claims: [Int32: RowClaim] = [:]
        for cell in Set(rows.cells) {
            let (slot, step) = Int(cell).quotientAndRemainder(dividingBy: steps.count)
            for (note, columns) in zip(notes, columns) {
                guard let column = columns[step] else { continue }
                let place = slot * note.steps.count + column
                guard note.cells.hasBit(place) else { continue }
                let metrics = try metricsOfNote[note.id] ?? metrics(of: note)
                metricsOfNote[note.id] = metrics
                var (values, preferred): ([Int: Double], [Int: Double]) = ([:], [:])
                for (metric, cells, preferredCells) in metrics where cells.hasBit(place) {
                    values[metric] = try value(metric, slot, steps[step])
                    if preferredCells.hasBit(place) { preferred[metric] = values[metric] }
                }
                claims[cell] = RowClaim(
                    values: values,
                    preferred: preferred,
                    stamp: note.stamps.isEmpty ? .min : note.stamps[place],
                    isContradicted: note.contradicted.hasBit(place)
                )
                break
            }
        }
        return claims
    }

    /// For each cell of a tile the stamp of the load's row of other metrics that gave its value, `Int64.min` for a row
    /// without one, nil where none did; empty where nothing is noted.
    func stamps(ofOthersThan key: StagedRows.Key, _ place: TilePlace, in tile: TileMatrix) throws -> [Int64?] {
        let sql = """
            SELECT steps, stamps, noted_values.cells FROM temp.noted_rows JOIN temp.noted_values USING (rows_id)
            WHERE source_id = ? AND resolution = ? AND bucket = ? AND entity_group = ? AND metrics <> ? AND metric_id = ?
            """
        var found: [Int64?] = []
        for row in try database.rows(sql, arguments(key, place.group) + [place.series.metric]) {
            let (steps, stamps, cells): ([Int64], [Int64], [UInt8]) = (
                numbers(row[0]), numbers(row[1]), numbers(row[2])
            )
            if found.isEmpty { found = Array(repeating: nil, count: tile.values.count) }
            let columns = TileMatrix.places(of: steps, in: tile.steps)
            for cell in 0..<TileMatrix.slotCount * steps.count where cells.hasBit(cell) {
                let (slot, step) = cell.quotientAndRemainder(dividingBy: steps.count)
                let place = slot * tile.steps.count + columns[step]
                found[place] = max(found[place] ?? .min, stamps.isEmpty ? .min : stamps[cell])
            }
        }
        return found
    }

    /// Notes what rows say, at most one for each fact but where `claims` says what several do, but for the cells of each
    /// metric in which rows of other metrics hold.
    func note(
        _ rows: RowCells,
        of staged: StagedRows,
        _ key: StagedRows.Key,
        steps: [Int64],
        _ claims: [Int32: RowClaim],
        lost: [Int: Set<Int32>]
    ) throws {
        let size = TileMatrix.slotCount * steps.count
        let none = [UInt8](repeating: 0, count: size / 8)
        var (cells, contradicted) = (none, none)
        var stamps: [Int64] = []
        let hasStamps = !staged.stamps.isEmpty || claims.values.contains { $0.stamp != .min }
        if hasStamps { stamps = Array(repeating: .min, count: size) }
        cells.setBits(of: rows) { _ in true }
        if hasStamps {
            for (row, cell) in zip(rows.rows, rows.cells) { stamps[Int(cell)] = staged.stamp(of: Int(row)) }
        }
        for (cell, claim) in claims {
            cells.setBit(Int(cell))
            if claim.isContradicted { contradicted.setBit(Int(cell)) }
            if hasStamps { stamps[Int(cell)] = claim.stamp }
        }
        try database.run(
            """
            INSERT INTO temp.noted_rows
              (source_id, resolution, bucket, entity_group, metrics, steps, stamps, cells, contradicted)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments(key, rows.group) + [
                data(steps), data(stamps), Data(cells), Data(claims.isEmpty ? [] : contradicted),
            ]
        )
        let id = database.lastInsertedRowID
        let columns = Dictionary(firstOf: zip(key.metrics, staged.values))
        for metric in Set(key.metrics).union(claims.values.lazy.flatMap(\.values.keys)).sorted() {
            var (given, preferred) = (none, none)
            if let values = columns[metric] {
                given.setBits(of: rows) { !values[$0].isNaN }
                for cell in claims.keys { given.removeBit(Int(cell)) }
            }
            for cell in lost[metric] ?? [] { given.removeBit(Int(cell)) }
            if claims.isEmpty {
                preferred = []
            } else {
                preferred = given
                for (cell, claim) in claims where lost[metric]?.contains(cell) != true {
                    if claim.values[metric] != nil { given.setBit(Int(cell)) }
                    if claim.preferred[metric] != nil { preferred.setBit(Int(cell)) }
                }
            }
            let sql = "INSERT INTO temp.noted_values VALUES (?, ?, ?, ?)"
            try database.run(sql, [id, metric, Data(given), Data(preferred)])
        }
    }

    /// The notes about facts of a group, the newest first.
    private func notes(of key: StagedRows.Key, group: Int) throws -> [Note] {
        let sql = """
            SELECT rows_id, steps, stamps, cells, contradicted FROM temp.noted_rows
            WHERE source_id = ? AND resolution = ? AND bucket = ? AND entity_group = ? AND metrics = ?
            ORDER BY rows_id DESC
            """
        return try database.rows(sql, arguments(key, group)).map { row in
            Note(
                id: row[0],
                steps: numbers(row[1]),
                stamps: numbers(row[2]),
                cells: numbers(row[3]),
                contradicted: numbers(row[4])
            )
        }
    }

    /// The cells of each metric, and those in which the preferred row has a value.
    private func metrics(of note: Note) throws -> [(metric: Int, cells: [UInt8], preferred: [UInt8])] {
        let sql = "SELECT metric_id, cells, preferred FROM temp.noted_values WHERE rows_id = ?"
        return try database.rows(sql, [note.id]).map { row in
            let (cells, preferred): ([UInt8], [UInt8]) = (numbers(row[1]), numbers(row[2]))
            return (row[0], cells, preferred.isEmpty ? cells : preferred)
        }
    }

    private func arguments(_ key: StagedRows.Key, _ group: Int) -> StatementArguments {
        let metrics = key.metrics.map(String.init).joined(separator: " ")
        return [key.source, key.resolution.rawValue, key.bucket, group, metrics]
    }

    private func data(_ numbers: [Int64]) -> Data { unsafe numbers.withUnsafeBytes { unsafe Data($0) } }

    private func numbers<Number: FixedWidthInteger & BitwiseCopyable>(_ data: Data) -> [Number] {
        let width = MemoryLayout<Number>.size
        return unsafe data.withUnsafeBytes { raw in
            (0..<raw.count / width).map { unsafe raw.loadUnaligned(fromByteOffset: $0 * width, as: Number.self) }
        }
    }
}

extension [UInt8] {
    fileprivate func hasBit(_ place: Int) -> Bool { !isEmpty && self[place / 8] >> UInt8(place % 8) & 1 == 1 }

    fileprivate mutating func removeBit(_ place: Int) { self[place / 8] &= ~(1 << UInt8(place % 8)) }

    fileprivate mutating func setBit(_ place: Int) { self[place / 8] |= 1 << UInt8(place % 8) }

    /// Sets the bits of the cells of some rows.
    fileprivate mutating func setBits(of rows: RowCells, where isChosen: (_ row: Int) -> Bool) {
        var bits = mutableSpan
        for (row, cell) in zip(rows.rows, rows.cells) where isChosen(Int(row)) {
            bits[Int(cell >> 3)] |= 1 &<< UInt8(truncatingIfNeeded: cell & 7)
        }
    }
}
