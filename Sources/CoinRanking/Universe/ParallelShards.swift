internal import CoinModel
internal import Synchronization

/// The coins of a ranking in shards, which are measured on all cores.
///
/// A coin stays in its shard, so that what was measured of it once is not worked out again.
final class ParallelShards: Sendable {
    private let shards: [Shard]

    init(_ input: RankingInput) {
        let count = input.order.count
        let parts = min(count, 16)
        shards = (0..<parts).map { Shard(input, places: share($0, of: parts, count: count)) }
    }

    /// A value of each coin by itself, by place.
    func each<Value: Sendable>(_ value: @Sendable (CoinMeasures) -> Value) -> [Value] {
        onAllCores(parts: shards.count) { shards[$0].each(value) }
    }

    private final class Shard: Sendable {
        private let input: RankingInput
        private let places: Range<Int>
        private let coins = Mutex<[CoinMeasures]>([])

        init(_ input: RankingInput, places: Range<Int>) {
            (self.input, self.places) = (input, places)
        }

        func each<Value: Sendable>(_ value: @Sendable (CoinMeasures) -> Value) -> [Value] {
            coins.withLock { coins in
                if coins.isEmpty { coins = places.map { CoinMeasures(at: $0, of: input) } }
                return coins.map(value)
            }
        }
    }
}
