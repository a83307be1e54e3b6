import CoinModel
import CoinStore
import TestPrograms
import Testing

@Suite struct WeeklyMartTests {
    @Test("A week is summarised from its snapshots and days") func summary() throws {
        let temporary = try TemporaryStore()
        let volume = Metric.volume("usd")
        try temporary.load([
            [
                Row(time: "2024-03-17T00:00:00Z", value: 5), Row(time: "2024-03-22T00:00:00Z", value: 7),
                Row(time: "2024-03-23T00:00:00Z", value: 0), Row(time: "2024-03-24T00:00:00Z", value: 100),
                Row(time: "2024-03-17T00:00:00Z", metric: volume, value: 0),
                Row(time: "2024-03-18T00:00:00Z", metric: volume, value: 4),
                Row(time: "2024-03-19", metric: volume, value: 8),
            ]
        ])
        #expect(try temporary.store.facts("a", .close("usd")) == ["2024-03-17 7.0", "2024-03-24 100.0"])
        #expect(try temporary.store.facts("a", .volumeMean("usd")) == ["2024-03-17 4.0"])
        #expect(try temporary.store.facts("a", .volumeMedian("usd")) == ["2024-03-17 4.0"])
    }

    @Test("A day counts at its last second") func dayEnd() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            [
                Row(time: "2024-03-20", value: 1), Row(time: "2024-03-20T23:59:58Z", value: 2),
            ]
        ])
        #expect(try temporary.store.facts("a", .close("usd")) == ["2024-03-17 1.0"])
    }

    @Test("A correction changes the weekly value") func correctedWeek() throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-20", value: 1)]])
        try temporary.load([[Row(time: "2024-03-20", value: 3)]], at: "2024-04-02T00:00:00Z")
        #expect(try temporary.store.facts("a", .close("usd")) == ["2024-03-17 3.0"])
    }

    @Test("Weekly values equal a plain computation on random histories") func weeklyOracle() throws {
        var random = SplitMix(seed: 20_240_325)
        let temporary = try TemporaryStore()
        let start = try #require(Instant("2023-12-25T00:00:00Z"))
        var rows: [Row] = []
        for _ in 0..<400 {
            let time = Instant(milliseconds: start.milliseconds + Int64(random.next() % 10_000_000) * 1000)
            rows.append(
                Row(
                    coin: "c\(random.next() % 300)",
                    time: time.description,
                    value: Double(random.next() % 1000)
                )
            )
        }
        var newest: [String: [Int32: (Int64, Double)]] = [:]
        for row in Dictionary(grouping: rows, by: { [$0.coin, $0.time] }).values.compactMap({ same in
            same.min { $0.value < $1.value }
        }) where row.value > 0 {
            let instant = try #require(Instant(row.time))
            let week = instant.week.index
            if newest[row.coin]?[week].map({ $0.0 < instant.milliseconds }) ?? true {
                newest[row.coin, default: [:]][week] = (instant.milliseconds, row.value)
            }
        }
        try temporary.load([Array(rows[..<150]), Array(rows[150...])])
        for (coin, weeks) in newest {
            let expected = weeks.sorted { $0.key < $1.key }.map { "\(Week(index: $0.key)) \($0.value.1)" }
            #expect(try temporary.store.facts(coin, .close("usd")) == expected, "\(coin)")
        }
    }
}
