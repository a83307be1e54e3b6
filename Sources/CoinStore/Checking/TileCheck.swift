internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// Tiles, and what loads replaced in them, against their rows: checksums, counts, times, entities and loads.
struct TileCheck {
    private let database: Database
    private let entities: Int
    /// The numbers of the loads, as tiles of marks hold them.
    private let loads: Set<Double>

    init(_ database: Database) throws {
        self.database = database
        entities = try Int.fetchOne(database, sql: "SELECT count(*) FROM entity") ?? 0
        loads = Set(try Double.fetchAll(database, sql: "SELECT DISTINCT CAST(load_id AS REAL) FROM load"))
    }

    func tiles() throws -> [Finding] {
        try eachRow("tile") { row throws(BadRow) in
            let (tile, place) = try content(row)
            let (first, last) = (try integer(row, "first_time"), try integer(row, "last_time"))
            try check(place, first, last)
            if place.group < 0 {
                // The steps of a snapshot as it came are entities.
                guard first == last, tile.runs.map(\.slot) == [0] else { throw BadRow("it is not a snapshot") }
                try checkEntities(tile.steps.first, tile.steps.last)
            } else if tile.runs.isEmpty {
                // All its values were taken back.
                guard tile.steps.isEmpty else { throw BadRow("its row has other times") }
            } else {
                guard tile.steps.first == Int64(first), tile.steps.last == Int64(last) else {
                    throw BadRow("its row has other times")
                }
                try checkEntities(tile.runs, place.group)
            }
            try checkMarks(row, tile)
        }
    }

    func revisions() throws -> [Finding] {
        try eachRow("revision") { row throws(BadRow) in
            let (tile, place) = try content(row)
            guard let first = tile.steps.first, let last = tile.steps.last, place.group >= 0 else {
                throw BadRow("it replaces nothing")
            }
            try check(place, Int(first), Int(last))
            try checkEntities(tile.runs, place.group)
            let marks = try self.tile(row, "loads")
            guard marks.steps == tile.steps, marks.runs.map(\.slot) == tile.runs.map(\.slot),
                zip(marks.runs, tile.runs).allSatisfy({ marks, run in
                    zip(marks.values, run.values).allSatisfy { mark, value in
                        value.isNaN ? mark.isNaN : loads.contains(mark)
                    }
                })
            else { throw BadRow("its values came with loads that the ledger does not name") }
        }
    }

    private func eachRow(_ table: String, _ body: (Row) throws(BadRow) -> Void) throws -> [Finding] {
        var findings: [Finding] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table) ORDER BY \(table)_id")
        while let row = try rows.next() {
            do throws(BadRow) {
                try body(row)
            } catch {
                let place = "\(table) \(row.name("\(table)_id"))"
                findings.append(Finding(place, error.detail, load: row.integer("load_id")))
            }
        }
        return findings
    }

    private func content(_ row: Row) throws(BadRow) -> (tile: Tile, place: TilePlace) {
        let tile = try tile(row, "bytes")
        guard let resolution = Resolution(rawValue: try integer(row, "resolution")) else {
            throw BadRow("its resolution is unknown")
        }
        let (source, metric) = (try integer(row, "source_id"), try integer(row, "metric_id"))
        let series = TileSeries(source: source, metric: metric, resolution: resolution)
        let place = series.place(try integer(row, "bucket"), try integer(row, "entity_group"))
        guard tile.valueCount == (try integer(row, "value_count")) else {
            throw BadRow("its row has another number of values")
        }
        return (tile, place)
    }

    private func integer(_ row: Row, _ name: String) throws(BadRow) -> Int {
        guard let number = row.integer(name) else { throw BadRow("its \(name) is not a number") }
        return number
    }

    private func tile(_ row: Row, _ name: String) throws(BadRow) -> Tile {
        guard let bytes = (row[name] as DatabaseValue?).flatMap({ Data.fromDatabaseValue($0) }) else {
            throw BadRow("its \(name) are missing")
        }
        do throws(TileError) {
            return try Tile(decoding: Array(bytes))
        } catch {
            throw BadRow(name == "bytes" ? "\(error)" : "\(name): \(error)")
        }
    }

    /// Times have to lie in the calendar before anything is worked out from them.
    private func check(_ place: TilePlace, _ first: Int, _ last: Int) throws(BadRow) {
        for time in [Int64(first), Int64(last)] {
            guard place.resolution.day(of: time) != nil else {
                throw BadRow("its times lie outside the calendar")
            }
            guard Bucket.index(of: time, place.resolution) == place.bucket else {
                throw BadRow("its times belong into another bucket")
            }
        }
    }

    private func checkEntities(_ runs: [Tile.Run], _ group: Int) throws(BadRow) {
        guard group <= entities / Int(Bucket.groupSize) else { throw BadRow("it names an unknown entity") }
        let first = group * Int(Bucket.groupSize)
        try checkEntities(runs.first.map { Int64(first + Int($0.slot)) }, runs.last.map { Int64(first + Int($0.slot)) })
    }

    private func checkEntities(_ first: Int64?, _ last: Int64?) throws(BadRow) {
        guard let first, let last, first >= 0, last < entities else {
            throw BadRow("it names an unknown entity")
        }
    }

    /// Loads of single times and values have to be those of the ledger.
    private func checkMarks(_ row: Row, _ tile: Tile) throws(BadRow) {
        for name in ["step_loads", "own_loads"] where (row[name] as DatabaseValue?)?.isNull == false {
            let marks = try self.tile(row, name)
            let isWhole = name == "step_loads"
            guard isWhole ? marks.steps == tile.steps : Set(marks.steps).isSubset(of: tile.steps),
                marks.runs.allSatisfy({ $0.values.allSatisfy { !isWhole && $0.isNaN || loads.contains($0) } })
            else { throw BadRow("its \(name) name loads that the ledger does not") }
        }
    }
}

extension Tile {
    fileprivate var valueCount: Int { runs.reduce(0) { $0 + $1.values.count { !$0.isNaN } } }
}
