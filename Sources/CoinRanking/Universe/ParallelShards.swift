internal import CoinModel
internal import Synchronization

/// Universes that measure some of the coins each, so that all cores measure: a coin belongs to one of them and stays with
/// it, so what it was measured once is not worked out again.
final class ParallelShards: Sendable {
    private let members: [Member]

    /// - Parameters:
    ///   - count: how many coins there are.
    ///   - universe: makes the universe of a member.
    init(of count: Int, _ universe: () -> sending MeasuredUniverse) {
        let parts = min(count, 16)
        members = (0..<parts).map { Member(universe(), share($0, of: parts, count: count)) }
    }

    /// A value of each coin by itself, by place.
    ///
    /// - Parameters:
    ///   - findings: what the members need not find of all coins together.
    ///   - value: works it out.
    /// - Returns: the values of all coins.
    func each<Value: Sendable>(
        knowing findings: UniverseCache,
        _ value: @Sendable (CoinMeasures) -> Value
    ) -> [Value] {
        onAllCores(parts: members.count) { members[$0].each(knowing: findings, value) }
    }
}

/// A universe with the coins that it measures.
private final class Member: Sendable {
    private let universe: Mutex<MeasuredUniverse>
    private let places: Range<Int>

    init(_ universe: sending MeasuredUniverse, _ places: Range<Int>) {
        self.universe = Mutex(universe)
        self.places = places
    }

    func each<Value: Sendable>(
        knowing findings: UniverseCache,
        _ value: @Sendable (CoinMeasures) -> Value
    ) -> [Value] {
        universe.withLock { universe in
            universe.findings = findings
            return universe.coins(places).map(value)
        }
    }
}
