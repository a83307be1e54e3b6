internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// One metric of one source at one resolution, by their numbers in the store.
struct TileSeries: Hashable {
    let source: Int
    let metric: Int
    let resolution: Resolution

    /// The series as a condition of SQL on the tables `tile` and `revision`, with three places for `arguments`.
    static let condition = "source_id = ? AND metric_id = ? AND resolution = ?"

    var arguments: StatementArguments { [source, metric, resolution.rawValue] }

    func place(_ bucket: Int, _ group: Int) -> TilePlace { TilePlace(series: self, bucket: bucket, group: group) }
}

/// Where a tile lies: one metric of one source, one bucket of time, one group of entities.
struct TilePlace: Hashable, CustomStringConvertible {
    let series: TileSeries
    let bucket: Int
    let group: Int

    /// The place as a condition of SQL on the tables `tile` and `revision`, with five places for `arguments`.
    static let condition = TileSeries.condition + " AND bucket = ? AND entity_group = ?"

    var arguments: StatementArguments { series.arguments + [bucket, group] }

    var resolution: Resolution { series.resolution }

    /// The number of the entity in a slot.
    func entity(inSlot slot: some BinaryInteger) -> Int { group * Int(Bucket.groupSize) + Int(slot) }

    var description: String {
        "source \(series.source), metric \(series.metric), \(resolution) bucket \(bucket), group \(group)"
    }

    /// Decodes the tile; where it is damaged, the error names the store and the place.
    func decoding<Value>(in path: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as TileError {
            throw StoreError(damaged: path, "the tile at \(description): \(error)")
        }
    }
}
