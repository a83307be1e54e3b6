internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// The values that a load replaces in one tile, with the loads that they came with: kept, so that a report can be made
/// again as known on its day.
struct Revisions {
    /// A value, and the load that it came with.
    struct Before {
        let value: Double
        let load: Int32
    }

    /// Where a value stood.
    struct Cell: Hashable {
        let slot: Int
        let step: Int64
    }

    private let database: Database
    private let place: TilePlace
    private let load: Int32
    private var replaced: [Cell: Before] = [:]
    private var isChanged = false

    /// Those of a load in one tile, which the load has written before if it is continued.
    init(_ tiles: TileTable, _ place: TilePlace, load: Int32, isContinued: Bool) throws {
        database = tiles.database
        self.place = place
        self.load = load
        guard isContinued else { return }
        var found: [Cell: Before] = [:]
        try Revisions.replaced(tiles, place, after: load - 1, upTo: load) { found[$0] = $1 }
        replaced = found
    }

    /// The value that the load replaced in a cell; nil where it replaced none.
    subscript(cell: Cell) -> Before? {
        get { replaced[cell] }
        set {
            replaced[cell] = newValue
            isChanged = true
        }
    }

    /// Writes them.
    func write() throws {
        guard isChanged else { return }
        try database.cachedStatement(
            sql: """
                DELETE FROM revision WHERE source_id = ? AND metric_id = ? AND resolution = ? AND bucket = ?
                AND entity_group = ? AND load_id = ?
                """
        ).execute(arguments: place.arguments + [Int(load)])
        let steps = Set(replaced.keys.map(\.step)).sorted()
        let columnOfStep = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1, $0) })
        var matrix = TileMatrix(steps: steps)
        var loads = matrix
        for (cell, before) in replaced {
            let index = cell.slot * steps.count + (columnOfStep[cell.step] ?? 0)
            matrix.values[index] = before.value
            loads.values[index] = Double(before.load)
        }
        guard let values = matrix.written(), let marks = loads.written() else { return }
        try database.cachedStatement(
            sql: """
                INSERT INTO revision (source_id, metric_id, resolution, bucket, entity_group, load_id, value_count,
                                      bytes, loads) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: place.arguments + [Int(load), values.valueCount, Data(values.bytes), Data(marks.bytes)]
        )
    }
}

extension Revisions {
    /// Hands on the values that loads after one, up to another, replaced in a tile, each with the load that it came
    /// with.
    static func replaced(
        _ tiles: TileTable,
        _ place: TilePlace,
        after load: Int32,
        upTo last: Int32 = .max,
        _ body: (_ cell: Cell, _ before: Before) -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            tiles.database.cachedStatement(
                sql: """
                    SELECT bytes, loads FROM revision WHERE source_id = ? AND metric_id = ? AND resolution = ?
                    AND bucket = ? AND entity_group = ? AND load_id > ? AND load_id <= ?
                    """
            ),
            arguments: place.arguments + [Int(load), Int(last)]
        )
        while let row = try rows.next() {
            let (bytes, loads): (Data, Data) = (row[0], row[1])
            do throws(TileError) {
                let values = try TileMatrix(try TileReader(Array(bytes)))
                let marks = try TileMatrix(try TileReader(Array(loads)), adding: values.steps)
                for (cell, value) in values.values.enumerated() where !value.isNaN {
                    let step = values.steps[cell % values.steps.count]
                    body(
                        Cell(slot: cell / values.steps.count, step: step),
                        Before(value: value, load: Int32(marks.values[cell]))
                    )
                }
            } catch {
                throw tiles.damage(place, error)
            }
        }
    }
}
