internal import CoinModel
internal import Synchronization

/// The coins of a ranking in shards, which are measured on all cores.
///
/// This is the only place that says for how long measures stay. Of few coins they are kept, so that what was measured once is
/// not worked out again; each of many takes 3 KB, so a coin's are dropped as soon as its values are taken, and with them the
/// weeks of a block of coins where the cross-section does not hold all.
final class ParallelShards: Sendable {
    private let shards: [Shard]
    /// Where the value of each place stands among those of all shards; nil where that is the place itself.
    private let positions: [Int]?

    init(_ input: RankingInput, keeping most: Int = CrossSection.coinsInBlock) {
        let count = input.order.count
        let blocks = input.section.blocks
        guard blocks.isEmpty else {
            var placeOfRow = input.order
            for (place, row) in input.order.enumerated() { placeOfRow[row] = place }
            let places = blocks.map { $0.map { placeOfRow[$0] } }
            shards = places.map { Shard(input, $0, isCached: false) }
            var positions = placeOfRow
            for (position, place) in places.joined().enumerated() { positions[place] = position }
            self.positions = positions
            return
        }
        let parts = min(count, 16)
        shards = (0..<parts).map { Shard(input, Array(share($0, of: parts, count: count)), isCached: count <= most) }
        positions = nil
    }

    /// A value of each coin by itself, by place; `parts` says which weeks it is made from.
    func each<Value: Sendable>(reading parts: SectionParts, _ value: @Sendable (CoinMeasures) -> Value) -> [Value] {
        let values = onAllCores(parts: shards.count) { shards[$0].each(reading: parts, value) }
        return positions?.map { values[$0] } ?? values
    }

    /// A value of each of some coins, in any order.
    func each<Value: Sendable>(of wanted: Set<Int>, _ value: @Sendable (CoinMeasures) -> Value) -> [Value] {
        onAllCores(parts: shards.count) { shards[$0].each(of: wanted, reading: .all, value) }
    }

    private final class Shard: Sendable {
        private let input: RankingInput
        private let places: [Int]
        private let isCached: Bool
        private let coins = Mutex<[CoinMeasures]>([])

        init(_ input: RankingInput, _ places: [Int], isCached: Bool) {
            (self.input, self.places, self.isCached) = (input, places, isCached)
        }

        func each<Value: Sendable>(
            of wanted: Set<Int>? = nil,
            reading parts: SectionParts,
            _ value: @Sendable (CoinMeasures) -> Value
        ) -> [Value] {
            let indices = places.indices.filter { wanted?.contains(places[$0]) ?? true }
            guard isCached else {
                guard !indices.isEmpty else { return [] }
                let some = indices.map { places[$0] }
                let part = input.holding(some, parts)
                return some.map { value(CoinMeasures(at: $0, of: part)) }
            }
            return coins.withLock { coins -> [Value] in
                if coins.isEmpty { coins = places.map { CoinMeasures(at: $0, of: input) } }
                return indices.map { value(coins[$0]) }
            }
        }
    }
}
