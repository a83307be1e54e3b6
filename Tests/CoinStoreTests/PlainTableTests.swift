import CoinModel
import TestPrograms
import Testing

@testable import CoinStore

extension Store {
    /// The newest facts, each as `coin|source|metric|value|time`.
    fileprivate func latestFacts() throws -> [String] {
        try reading { reader in
            try reader.latestMetrics().flatMap { metric in
                try reader.latest(of: metric).flatMap { source, facts in
                    facts.enumerated().compactMap { entity, fact in
                        fact.map {
                            "\(reader.catalog.entities[entity].key)|\(source)|\(metric.name)|\($0.value)|\($0.time)"
                        }
                    }
                }
            }
        }
    }
}

@Suite struct PlainTableTests {
    @Test("The newest facts have the newest value of each metric with its time") func latest() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            [
                Row(time: "2024-03-25T10:00:00Z", value: 180),
                Row(time: "2024-03-24T10:00:00.250Z", metric: .marketCap("usd"), value: 1000),
            ]
        ])
        // A late fact is not the newest, a correction of the newest holds, and a whole day stands at its last second.
        try temporary.load([[Row(time: "2024-03-23T10:00:00Z", value: 1)]], at: "2024-04-02T00:00:00Z")
        try temporary.load([[Row(time: "2024-03-25T10:00:00Z", value: 170)]], at: "2024-04-03T00:00:00Z")
        try temporary.load([[Row(coin: "b", time: "2024-03-25", value: 2)]], at: "2024-04-04T00:00:00Z")
        try temporary.load([[Row(coin: "b", time: "2024-03-25T23:59:59Z", value: 3)]], at: "2024-04-05T00:00:00Z")
        #expect(
            try temporary.store.latestFacts().sorted() == [
                "a|tidy-market|market_cap_usd|1000.0|2024-03-24T10:00:00.250Z",
                "a|tidy-market|price_usd|170.0|2024-03-25T10:00:00Z", "b|tidy-market|price_usd|2.0|2024-03-25",
            ]
        )
    }

    @Test("Values of a rejected input are no newest facts") func rejectedLatest() throws {
        let temporary = try TemporaryStore()
        try temporary.store.load(acceptedAt: Instant(seconds: 1), waitingLimit: 2) { session in
            for (name, isGood) in [("good", true), ("bad", false)] {
                let entry = temporary.input(name)
                session.begin(entry)
                for day in 1...6 {
                    try session.add(Row(time: "2024-0\(isGood ? 1 : 2)-0\(day)", value: Double(day)).block)
                }
                if isGood {
                    try session.accept(entry)
                } else {
                    try session.refuse(entry, because: Reject("test", detail: "refused"))
                }
            }
        }
        #expect(try temporary.store.latestFacts() == ["a|tidy-market|price_usd|6.0|2024-01-06"])
        #expect(try temporary.store.check().isEmpty)
    }

    /// 40 loads into one store, late and corrected values among them, against a plain dictionary after each.
    @Test("The newest facts equal a plain dictionary after each load") func latestOracle() throws {
        var random = SplitMix(seed: 7)
        let temporary = try TemporaryStore()
        var newest: [String: (moment: Int64, text: String)] = [:]
        for load in 0..<40 {
            var rows: [String: Row] = [:]
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                let day = Day(index: Int32(19_700 + load - Int.random(in: 0...12, using: &random)))
                let isDay = Bool.random(using: &random)
                let row = Row(
                    coin: "c\(Int.random(in: 0..<300, using: &random))",
                    time: isDay ? day.description : "\(day)T\(Int.random(in: 10...23, using: &random)):59:59Z",
                    metric: Bool.random(using: &random) ? .price("usd") : .circulatingSupply,
                    value: Double(Int.random(in: 1...1000, using: &random)),
                    source: Bool.random(using: &random) ? "one" : "two"
                )
                rows["\(row.coin) \(row.source) \(row.metric.name) \(row.time)"] = row
            }
            try temporary.load([Array(rows.values)], at: Instant(seconds: Int64(1_800_000_000 + load)).description)
            for row in rows.values {
                let moment =
                    Day(row.time).map { 2 * Instant(lastSecondOf: $0).milliseconds + 1 }
                    ?? 2 * (Instant(row.time)?.milliseconds ?? 0)
                let place = "\(row.coin)|\(row.source)|\(row.metric.name)"
                guard moment >= newest[place]?.moment ?? .min else { continue }
                newest[place] = (moment, "\(place)|\(row.value)|\(row.time)")
            }
            let told = try temporary.store.latestFacts()
            #expect(told.sorted() == newest.values.map(\.text).sorted())
        }
        #expect(try temporary.store.check().isEmpty)
    }

    @Test("Coverage has span and count of each series") func coverage() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            [
                Row(time: "2024-03-24", value: 1), Row(time: "2024-03-26", value: 2),
                Row(coin: "b", time: "2024-03-25", value: 3),
            ]
        ])
        #expect(
            try temporary.store.rows(
                """
                SELECT source, metric, unit, resolution, first, last, "values", tiles FROM v_coverage
                WHERE metric IN ('price_usd', 'close_usd')
                """
            ).sorted()
                == [
                    "tidy-market|close_usd|USD|week|2024-03-24|2024-03-24|2|1",
                    "tidy-market|price_usd|USD|day|2024-03-24|2024-03-26|3|1",
                ]
        )
    }
}
