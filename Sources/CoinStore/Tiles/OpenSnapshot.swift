internal import CoinModel

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

    func visit(_ group: Int, _ body: (_ slot: Int, _ value: Double) -> Void) {
        let first = Int64(group) * Int64(Bucket.groupSize)
        var place = entities.partitioned { $0 >= first }
        while place < entities.count, entities[place] < first + Int64(Bucket.groupSize) {
            body(Int(entities[place] - first), values[place])
            place += 1
        }
    }
}
