import CoinModel
import Testing

@testable import CoinStore

/// Loads that tell all values of a tile again, where rows are written as they come.
@Suite struct RepeatedFactsTests {
    private let first = "2024-04-01T00:00:00Z"
    private let second = Instant(seconds: 1_712_016_000)

    /// Loads inputs, each a list of what two neighbouring days' prices are said to be, every pair written by itself.
    private func load(
        _ inputs: [(pairs: [[Double]], isGood: Bool)],
        into temporary: TemporaryStore
    ) throws -> [InputOutcome] {
        let result = try temporary.store.load(acceptedAt: second, waitingLimit: 0) { session in
            for (index, input) in inputs.enumerated() {
                let entry = temporary.input("second \(index)")
                session.begin(entry)
                for pair in input.pairs {
                    var block = Row(time: "2024-03-24", value: pair[0]).block
                    block.subjectIndex.append(0)
                    block.times.append(block.times[0] + 1)
                    block.values[0].append(pair[1])
                    block.lines.append(2)
                    try session.add(block)
                }
                if input.isGood {
                    try session.accept(entry)
                } else {
                    try session.refuse(entry, because: Reject("test", detail: "refused"))
                }
            }
        }
        return result.outcomes.sorted { $0.key < $1.key }.map(\.value)
    }

    /// A store that holds 5 and 6.
    private func twoFacts() throws -> TemporaryStore {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-24", value: 5), Row(time: "2024-03-25", value: 6)]], at: first)
        return temporary
    }

    @Test(
        "Rows that contradict repeated ones of the same load are conflicts",
        arguments: [[[5, 6], [4, 6], [4, 2]], [[4, 2], [4, 6], [5, 6]], [[4, 6], [5, 6], [4, 2]]]
    )
    func contradiction(pairs: [[Double]]) throws {
        let temporary = try twoFacts()
        let outcome = try load([(pairs, true)], into: temporary)
        #expect(outcome.first?.rejected ?? 0 >= 2)
        #expect(try temporary.store.facts("a", .price("usd")) == ["2024-03-24 4.0", "2024-03-25 2.0"])
        // What the first load brought stays known, whichever of its values were replaced first.
        let known = try #require(AsOf("2024-04-01"))
        #expect(
            try temporary.store.facts("a", .price("usd"), known: known) == ["2024-03-24 5.0", "2024-03-25 6.0"]
        )
        #expect(try temporary.store.check().isEmpty)
    }

    @Test("A repeated fact of a rejected input contradicts nothing") func rejectedRepeat() throws {
        let temporary = try twoFacts()
        let outcome = try load([([[5, 6]], false), ([[4, 6]], true)], into: temporary)
        #expect(outcome.map(\.rejected) == [1, 0])
        #expect(try temporary.store.facts("a", .price("usd")) == ["2024-03-24 4.0", "2024-03-25 6.0"])
        #expect(try temporary.store.rejects().map { $0.prefix(4) } == ["test"])
    }

    @Test("A partly repeated tile corrects the rest") func partialRepeat() throws {
        let temporary = try twoFacts()
        let entry = temporary.input("second")
        let outcomes = try temporary.store.load(acceptedAt: second, waitingLimit: 0) { session in
            session.begin(entry)
            try session.add(Row(time: "2024-03-24", value: 5).block)
            try session.add(Row(time: "2024-03-25", value: 7).block)
            try session.accept(entry)
        }.outcomes
        #expect(outcomes.values.map(\.unchanged) == [1])
        #expect(outcomes.values.map(\.rejected) == [0])
        #expect(try temporary.store.facts("a", .price("usd")) == ["2024-03-24 5.0", "2024-03-25 7.0"])
    }
}
