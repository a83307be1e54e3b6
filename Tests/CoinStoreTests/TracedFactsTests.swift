import CoinModel
import CoinStore
import Foundation
import TestPrograms
import Testing

@Suite struct TracedFactsTests {
    /// Loads with corrections, late rows and repetitions: as known after each load, every fact bears the load that last
    /// changed its value, and the values are those of the series.
    @Test("Every fact has the load that last changed its value", arguments: 0..<Depth.rounds(24))
    func factLoads(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let temporary = try TemporaryStore()
        var told: [String: [(load: Int, value: Double)]] = [:]
        let start = try #require(Instant("2024-03-10T00:00:00Z")).milliseconds
        for load in 1...6 {
            var rows: [String: Row] = [:]
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let hours = Int64.random(in: 0..<30, using: &random) * 12
                let instant = Instant(milliseconds: start + hours * 3_600_000)
                let isDay = Bool.random(using: &random)
                let time = isDay ? "\(instant.day)" : "\(instant)"
                rows[time] = Row(time: time, value: Double(Int.random(in: 1...4, using: &random)))
            }
            try temporary.load([Array(rows.values)], at: moment(load))
            for (time, row) in rows where told[time]?.last?.value != row.value {
                told[time, default: []].append((load, row.value))
            }
        }
        let span = Instant(milliseconds: start - 1)...Instant(milliseconds: start + 40 * 86_400_000)
        for known in [nil] + (1...6).map({ Optional($0) }) {
            let asOf = known.flatMap { AsOf(moment($0)) }
            let found = try temporary.store.reading(known: asOf) { reader -> [String] in
                guard let entity = reader.catalog.entities.first else { return [] }
                return try reader.traced(.price("usd"), source: "tidy-market", of: entity.id, in: span)
                    .map { "\($0.at) \($0.value) \($0.load)" }
            }
            let expected = told.compactMap { time, values -> String? in
                guard let seen = values.last(where: { $0.load <= known ?? 6 }) else { return nil }
                let at = Day(time).map { Instant(lastSecondOf: $0) } ?? Instant(time)
                return at.map { "\($0) \(seen.value) \(seen.load)" }
            }
            #expect(found.sorted() == expected.sorted(), "seed \(seed), known after \(known ?? 6)")
        }
        #expect(told.values.contains { $0.count > 1 }, "nothing was ever corrected")
    }

    @Test("Facts are limited to a time span, and the ledger names their inputs") func span() throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-10", value: 1)], [Row(time: "2024-03-20", value: 2)]])
        try temporary.store.reading { reader in
            let entity = try #require(reader.catalog.entities.first)
            let day = try #require(Day("2024-03-20"))
            let span = Instant(startOf: day)...Instant(lastSecondOf: day)
            let facts = try reader.traced(.price("usd"), source: "tidy-market", of: entity.id, in: span)
            #expect(facts.map(\.value) == [2] && facts.map(\.load) == [1])
            #expect(try reader.traced(.price("eur"), source: "tidy-market", of: entity.id, in: span).isEmpty)
            #expect(try reader.inputs(ofLoads: [1, 9])[1]?.map(\.inputID) == [1, 2])
        }
    }

    private func moment(_ load: Int) -> String { "2024-04-0\(load)T00:00:00Z" }
}
