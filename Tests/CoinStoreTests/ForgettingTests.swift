import CoinModel
import TestPrograms
import Testing

@testable import CoinStore

/// Loads that are taken back: the store holds what the others say, and what was known before stays known.
@Suite struct ForgettingTests {
    private let coins = ["a", "b", "c"]
    private let times = [
        "2024-03-24", "2024-03-25", "2024-03-24T10:00:00Z", "2024-03-26T10:00:00Z", "2024-04-02T10:00:00Z",
    ]

    private func day(_ load: Int) -> Day { Day(index: 19_900 + Int32(load)) }

    private func moment(_ load: Int) -> String { "\(day(load))T00:00:00Z" }

    /// All facts of all coins, those known after a load if one is named.
    private func facts(_ store: Store, after load: Int? = nil) throws -> [String] {
        try coins.flatMap { coin in
            try [Metric.price("usd"), .close("usd")].flatMap { metric in
                try store.facts(coin, metric, known: load.map { .day(day($0)) }).map { "\(coin) \(metric.name) \($0)" }
            }
        }
    }

    /// Random loads, a third of them taken back again at random moments, against a store that loads what is left.
    @Test("After undoing loads the store equals one with the remaining loads", arguments: 0..<4)
    func undoneLoads(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let made = try TemporaryStore()
        var loaded: [Int: [Row]] = [:]
        var states: [[String]] = [[]]
        for load in 1...12 {
            if load % 3 == 0, let earlier = loaded.keys.sorted().randomElement(using: &random) {
                let accepted = try #require(Instant(moment(load)))
                let obstacle = try made.store.load(acceptedAt: accepted) { session in
                    let obstacle = try session.obstacle(toForgetting: earlier)
                    if obstacle == nil { try session.forget(load: earlier) }
                    // So that every load has an entry, and with it a number.
                    session.begin(made.input("none \(load)"))
                    try session.refuse(made.input("none \(load)"), because: Reject("none", detail: ""))
                    return obstacle
                }.value
                if obstacle == nil { loaded[earlier] = nil }
            } else {
                let count = Int.random(in: 1...4, using: &random)
                let rows = (0..<count).compactMap { _ -> Row? in
                    guard let coin = coins.randomElement(using: &random), let time = times.randomElement(using: &random)
                    else { return nil }
                    return Row(coin: coin, time: time, value: Double(Int.random(in: 1...2, using: &random)))
                }
                try made.load([rows], at: moment(load))
                loaded[load] = rows
            }
            states.append(try facts(made.store))
            for earlier in 1..<load {
                #expect(try facts(made.store, after: earlier) == states[earlier], "\(earlier) after \(load)")
            }
        }
        let other = try TemporaryStore()
        for (load, rows) in loaded.sorted(by: { $0.key < $1.key }) { try other.load([rows], at: moment(load)) }
        #expect(try facts(made.store) == facts(other.store))
        let digests = try [made.store, other.store].map { try $0.reading { try $0.contentDigest() } }
        #expect(digests[0] == digests[1])
        #expect(try made.store.check().isEmpty)
    }
}
