internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// One metric of one snapshot of a running week, over all entities: a tile whose steps are entities.
struct OpenSnapshot {
    let time: Int64
    let load: Int
    /// The entities, ascending.
    let entities: [Int64]
    let values: [Double]

    /// The groups of entities that any of some snapshots has a value of, ascending.
    static func groups(of snapshots: [OpenSnapshot]) -> [Int] {
        Set(snapshots.flatMap { Set($0.entities.lazy.map { Bucket.group(of: Int32($0)) }) }).sorted()
    }

    /// Hands on the values of a group by slot.
    func visit(_ group: Int, _ body: (_ slot: Int, _ value: Double) -> Void) {
        let first = Int64(group) * Int64(Bucket.groupSize)
        var (low, high) = (0, entities.count)
        while low < high {
            let middle = (low + high) / 2
            if entities[middle] < first { low = middle + 1 } else { high = middle }
        }
        while low < entities.count, entities[low] < first + Int64(Bucket.groupSize) {
            body(Int(entities[low] - first), values[low])
            low += 1
        }
    }
}

extension TileTable {
    /// The snapshots of a bucket that still lie as they came, oldest first; of loads up to one, if it is named.
    func openSnapshots(_ series: TileSeries, _ bucket: Int, upTo lastLoad: Int? = nil) throws -> [OpenSnapshot] {
        guard series.resolution == .snapshot else { return [] }
        let sql = """
            SELECT first_time, load_id, bytes, entity_group FROM tile
            WHERE \(TileSeries.condition) AND bucket = ? AND entity_group < 0 AND load_id <= ? ORDER BY first_time
            """
        return try database.rows(sql, series.arguments + [bucket, lastLoad ?? .max]).compactMap { row in
            let run = try series.place(bucket, row[3]).decoding(in: path) {
                try TileReader([UInt8](row[2] as Data)).series(slot: 0)
            }
            return run.map { OpenSnapshot(time: row[0], load: row[1], entities: $0.times, values: $0.values) }
        }
    }
}
