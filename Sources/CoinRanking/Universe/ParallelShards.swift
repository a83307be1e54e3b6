internal import CoinModel
internal import Synchronization

/// The coins of a ranking in shards, which are measured on all cores.
///
/// This is the only place that says for how long measures stay. Of few coins they are kept, so that what was measured once is
/// not worked out again; each of many takes 3 KB, so a coin's are dropped as soon as its values are taken.
final class ParallelShards: Sendable {
    /// The most coins whose measures are kept.
    static let mostKept = 4096

    private let shards: [Shard]

    init(_ input: RankingInput, keeping most: Int = mostKept) {
        let count = input.order.count
        let parts = min(count, 16)
        shards = (0..<parts).map { Shard(input, places: share($0, of: parts, count: count), isKept: count <= most) }
    }

    /// A value of each coin by itself, of all or of the wanted places, by place.
    func each<Value: Sendable>(of wanted: Set<Int>? = nil, _ value: @Sendable (CoinMeasures) -> Value) -> [Value] {
        onAllCores(parts: shards.count) { shards[$0].each(of: wanted, value) }
    }

    private final class Shard: Sendable {
        private let input: RankingInput
        private let places: Range<Int>
        private let isKept: Bool
        private let coins = Mutex<[CoinMeasures]>([])

        init(_ input: RankingInput, places: Range<Int>, isKept: Bool) {
            (self.input, self.places, self.isKept) = (input, places, isKept)
        }

        func each<Value: Sendable>(of wanted: Set<Int>?, _ value: @Sendable (CoinMeasures) -> Value) -> [Value] {
            let places = places.filter { wanted?.contains($0) ?? true }
            guard isKept else { return places.map { value(CoinMeasures(at: $0, of: input)) } }
            return coins.withLock { coins in
                if coins.isEmpty { coins = self.places.map { CoinMeasures(at: $0, of: input) } }
                return places.map { value(coins[$0 - self.places.lowerBound]) }
            }
        }
    }
}
