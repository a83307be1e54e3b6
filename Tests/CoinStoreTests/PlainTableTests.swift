import CoinModel
import Testing

@testable import CoinStore

@Suite struct PlainTableTests {
    @Test("The latest table has the newest value of each metric with its time") func latest() throws {
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
        let sql = "SELECT key, price_usd, price_usd_time, market_cap_usd, market_cap_usd_time FROM v_latest ORDER BY 1"
        #expect(
            try temporary.store.rows(sql) == [
                "a|170.0|2024-03-25T10:00:00Z|1000.0|2024-03-24T10:00:00.250Z", "b|2.0|2024-03-25||",
            ]
        )
    }

    @Test("Values of a rejected input are not in the latest table") func rejectedLatest() throws {
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
        #expect(try temporary.store.rows("SELECT price_usd, price_usd_time FROM v_latest") == ["6.0|2024-01-06"])
        #expect(try temporary.store.check().isEmpty)
    }

    /// 40 loads into one store, late and corrected values among them, against a plain dictionary after each.
    @Test("The latest table equals a plain dictionary after each load") func latestOracle() throws {
        var random = SplitMix(state: 7)
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
            let known = try temporary.store.rows("SELECT name FROM pragma_table_info('latest')")
            let told = try ["price_usd", "circulating_supply"].filter { known.contains($0) }.flatMap { name in
                try temporary.store.rows(
                    "SELECT key, source, '\(name)', \(name), \(name)_time FROM v_latest WHERE \(name) IS NOT NULL"
                )
            }
            #expect(told.sorted() == newest.values.map(\.text).sorted())
        }
        #expect(try temporary.store.check().isEmpty)
    }

    /// Commits and developers of three sources in 20 loads over two years, against what the tiles say.
    @Test("Weekly activity has the newest twelve weeks") func weeklyActivity() throws {
        var random = SplitMix(state: 9)
        let temporary = try TemporaryStore()
        var facts: [String: (week: Int32, text: String)] = [:]
        for load in 0..<20 {
            var block = ObservationBlock(source: "s\(load % 3)", resolution: .week, metrics: [.commits, .developers])
            var values: [[Double]] = [[], []]
            for repository in 0..<30 {
                let week = Int32(2_800 + 3 * load - Int.random(in: 0...20, using: &random))
                let name = try #require(RepositoryName("owner/r\(repository)"))
                block.subjects.append(.repository(name))
                block.subjectIndex.append(Int32(repository))
                block.times.append(Int64(week))
                block.lines.append(1)
                let commits = Int.random(in: 0...9, using: &random)
                values[0].append(Double(commits))
                values[1].append(.nan)
                facts["\(name) s\(load % 3) \(week)"] = (
                    week, "owner/r\(repository)|s\(load % 3)|\(Week(index: week))|\(commits)|"
                )
            }
            block.values = values
            let entry = temporary.input("\(load)")
            try temporary.store.load(acceptedAt: Instant(seconds: Int64(load))) { session in
                session.begin(entry)
                try session.add(block)
                try session.accept(entry)
            }
            let newest = try #require(facts.values.map(\.week).max())
            let expected = facts.values.filter { $0.week > newest - 12 }.map(\.text).sorted()
            let told = try temporary.store.rows("SELECT * FROM v_weekly_activity")
            #expect(told.sorted() == expected)
            #expect(try temporary.store.check().isEmpty)
        }
    }

    @Test(
        "The check finds a plain table that differs from the tiles",
        arguments: [
            "UPDATE latest SET price_usd = 2", "DELETE FROM latest",
            "UPDATE latest SET price_usd_at = price_usd_at + 2",
            "UPDATE latest SET price_usd = NULL",
            "INSERT INTO weekly_activity VALUES (0, 1, 2, 3, 4)",
        ]
    )
    func tampered(change: String) throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-25", value: 1)]])
        #expect(try temporary.store.check().isEmpty)
        try temporary.store.tamper(change)
        let findings = try temporary.store.check()
        #expect(findings.map(\.detail) == ["rows that are not what the tiles say: 1"])
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
            try temporary.store.rows("SELECT * FROM v_coverage WHERE metric IN ('price_usd', 'close_usd')").sorted()
                == [
                    "tidy-market|close_usd|USD|week|2024-03-24|2024-03-24|2|1",
                    "tidy-market|price_usd|USD|day|2024-03-24|2024-03-26|3|1",
                ]
        )
    }
}
