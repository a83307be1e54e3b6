internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// The values that a load replaces in one tile, and the loads they came with: what reports of earlier days read.
struct Revisions {
    struct Before {
        let value: Double
        let load: Int32
    }

    struct Cell: Hashable {
        let slot: Int
        let step: Int64
    }

    private let tiles: TileTable
    private let place: TilePlace
    private let load: Int32
    private var replaced: [Cell: Before] = [:]
    private var isChanged = false

    /// The revisions of a load in one tile, with those that it has written before.
    init(_ tiles: TileTable, _ place: TilePlace, load: Int32) throws {
        self.tiles = tiles
        self.place = place
        self.load = load
        let replaced = try Revisions.all(tiles, place, after: load - 1, upTo: load)
        self.replaced = Dictionary(firstOf: replaced.map { ($0.cell, $0.before) })
    }

    /// The value that the load replaced in a cell; nil where it replaced none.
    subscript(cell: Cell) -> Before? {
        get { replaced[cell] }
        set {
            replaced[cell] = newValue
            isChanged = true
        }
    }

    func write() throws {
        guard isChanged else { return }
        let arguments = place.arguments + [Int(load)]
        try tiles.database.run("DELETE FROM revision WHERE \(TilePlace.condition) AND load_id = ?", arguments)
        let steps = Set(replaced.keys.map(\.step)).sorted()
        let columnOfStep = Dictionary(firstOf: steps.enumerated().map { ($1, $0) })
        var matrix = TileMatrix(steps: steps)
        var loads = matrix
        for (cell, before) in replaced {
            let index = cell.slot * steps.count + (columnOfStep[cell.step] ?? 0)
            matrix.values[index] = before.value
            loads.values[index] = Double(before.load)
        }
        guard let values = matrix.written(), let marks = loads.written() else { return }
        let sql = """
            INSERT INTO revision (source_id, metric_id, resolution, bucket, entity_group, load_id, value_count, bytes, loads)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try tiles.database.run(sql, arguments + [values.valueCount, Data(values.bytes), Data(marks.bytes)])
    }

    /// A value that a load replaced.
    typealias Replaced = (cell: Cell, before: Before, by: Int32)

    /// The values that loads after one, up to another, replaced in a tile, those of the newest load first.
    static func all(
        _ tiles: TileTable,
        _ place: TilePlace,
        after load: Int32,
        upTo last: Int32 = .max
    ) throws -> [Replaced] {
        let sql = """
            SELECT bytes, loads, load_id FROM revision WHERE \(TilePlace.condition) AND load_id > ? AND load_id <= ?
            ORDER BY load_id DESC
            """
        var replaced: [Replaced] = []
        for row in try tiles.database.rows(sql, place.arguments + [Int(load), Int(last)]) {
            let (bytes, loads): (Data, Data) = (row[0], row[1])
            let (values, marks) = try place.decoding(in: tiles.path) {
                let values = try TileMatrix(try TileReader(Array(bytes)))
                return (values, try TileMatrix(try TileReader(Array(loads)), adding: values.steps))
            }
            let (width, load): (Int, Int32) = (values.steps.count, try row.written("load_id"))
            for (cell, value) in values.values.enumerated() where !value.isNaN {
                let before = Before(value: value, load: Int32(marks.values[cell]))
                replaced.append((Cell(slot: cell / width, step: values.steps[cell % width]), before, load))
            }
        }
        return replaced
    }
}

extension TileDraft {
    /// Takes back the values of a load, each of which becomes a revision by the load that forgets it.
    ///
    /// What it replaced holds again, if that came with no forgotten load itself. Returns the cells that changed.
    mutating func forget(
        _ forgotten: Int32,
        all: Set<Int>,
        _ replaced: [Revisions.Replaced],
        by load: Int32,
        _ revisions: inout Revisions
    ) -> [Revisions.Cell] {
        var before: [Revisions.Cell: [Int32: Revisions.Before]] = [:]
        for entry in replaced { before[entry.cell, default: [:]][entry.by] = entry.before }
        let width = matrix.steps.count
        var changed: [Revisions.Cell] = []
        for cell in matrix.values.indices where !matrix.values[cell].isNaN && marks.load(ofCell: cell) == forgotten {
            let at = Revisions.Cell(slot: cell / width, step: matrix.steps[cell % width])
            if revisions[at] == nil { revisions[at] = Revisions.Before(value: matrix.values[cell], load: forgotten) }
            var old = before[at]?[forgotten]
            while let load = old?.load, all.contains(Int(load)) { old = before[at]?[load] }
            set(old?.value ?? .nan, ofCell: cell, by: old?.load ?? forgotten)
            changed.append(at)
        }
        if !changed.isEmpty { change(by: load) }
        return changed
    }

    /// Restores what the tile held after a load from what later ones replaced, the newest of these first: what the first
    /// of them replaced is what stood, be it a value of an earlier load or none.
    mutating func restore(_ replaced: [Revisions.Replaced], after last: Int32) {
        removeValues(after: last)
        guard !replaced.isEmpty else { return }
        let columns = Dictionary(firstOf: matrix.steps.enumerated().map { ($1, $0) })
        for (cell, before, _) in replaced {
            guard let column = columns[cell.step] else { continue }
            let value = before.load <= last ? before.value : .nan
            set(value, ofCell: cell.slot * columns.count + column, by: before.load)
        }
    }
}
