import CoinModel
import CoinStore
import Testing

@Suite struct LoadTests {
    @Test("Facts read back at their times") func factTimes() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            [
                Row(time: "2024-03-25T10:00:00.250Z", value: 1.5), Row(time: "2024-03-24", value: 0),
                Row(time: "2024-03-23T23:59:59Z", value: 1e-300),
            ]
        ])
        #expect(
            try temporary.store.facts("a", .price("usd")) == [
                "2024-03-23T23:59:59Z 1e-300", "2024-03-25T10:00:00.250Z 1.5", "2024-03-24 0.0",
            ]
        )
    }

    @Test("A missing value is not a fact and replaces none") func missingValue() throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-24", value: 2), Row(time: "2024-03-25", value: .nan)]])
        let second = try temporary.load([[Row(time: "2024-03-24", value: .nan)]], at: "2024-04-02T00:00:00Z")
        #expect(try temporary.store.facts("a", .price("usd")) == ["2024-03-24 2.0"])
        #expect(second.first?.unchanged == 1)
    }

    @Test("A later load corrects an earlier one") func correction() throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-24", value: 2)]])
        let same = try temporary.load([[Row(time: "2024-03-24", value: 2)]], at: "2024-04-02T00:00:00Z")
        #expect(same.first?.unchanged == 1)
        try temporary.load([[Row(time: "2024-03-24", value: 3)]], at: "2024-04-03T00:00:00Z")
        #expect(try temporary.store.facts("a", .price("usd")) == ["2024-03-24 3.0"])
    }

    @Test("Within a load the newer time stamp wins in any order") func newerStamp() throws {
        let rows = [
            Row(time: "2024-03-24", value: 9, stamp: 1), Row(time: "2024-03-24", value: 2, stamp: 5),
            Row(time: "2024-03-24", value: 4, stamp: 3),
        ]
        for order in [rows, rows.reversed()] {
            let temporary = try TemporaryStore()
            let outcome = try temporary.load([order])
            #expect(try temporary.store.facts("a", .price("usd")) == ["2024-03-24 2.0"])
            #expect(outcome.first?.rejected == 2)
            #expect(try temporary.store.rejects().map { $0.prefix(8) } == ["conflict", "conflict"])
        }
    }

    /// A page in one currency and a page in another tell the same supply.
    @Test("Within a load the newer time stamp wins across blocks of other metrics")
    func newerStampAcrossBlocks() throws {
        func block(_ quote: String, _ supply: Double, stamp: Int64) throws -> ObservationBlock {
            var block = Row(time: "2024-03-25T10:00:00Z", metric: .price(quote), value: 1, stamp: stamp).block
            block.metrics.append(.circulatingSupply)
            block.values.append([supply])
            return block
        }
        let (old, new) = (try block("eur", 7, stamp: 1), try block("usd", 5, stamp: 2))
        let (older, newer) = (try block("usd", 5, stamp: 1), try block("eur", 7, stamp: 2))
        for (blocks, supply) in [([old, new], 5.0), ([new, old], 5), ([older, newer], 7), ([newer, older], 7)] {
            let temporary = try TemporaryStore()
            let entry = temporary.input("input")
            let result = try temporary.store.load(acceptedAt: try #require(Instant("2024-04-01T00:00:00Z"))) {
                session in
                session.begin(entry)
                for block in blocks { try session.add(block) }
                return try session.accept(entry)
            }
            #expect(try temporary.store.facts("a", .circulatingSupply) == ["2024-03-25T10:00:00Z \(supply)"])
            #expect(result.outcomes[result.value]?.rejected == 1)
            #expect(try temporary.store.facts("a", .price("eur")) == ["2024-03-25T10:00:00Z 1.0"])
        }
    }

    @Test("The ledger has the outcome of each of many inputs") func ledger() throws {
        // More than wait in memory, so that some are in the ledger before it is known that their rows are not new.
        let inputs = (0..<4200).map { [Row(coin: "coin-\($0)", time: "2024-03-24", value: Double($0))] }
        let temporary = try TemporaryStore()
        try temporary.load(inputs)
        try temporary.load(inputs, at: "2024-04-02T00:00:00Z")
        let ledger = try temporary.store.ledger()
        #expect(ledger.map(\.inputID) == Array(1...8400))
        #expect(ledger.map(\.loadID) == (0..<8400).map { $0 < 4200 ? 1 : 2 })
        #expect(ledger.allSatisfy { $0.outcome.accepted == 1 && $0.outcome.rejected == 0 })
        #expect(ledger.map(\.outcome.unchanged) == (0..<8400).map { $0 < 4200 ? 0 : 1 })
        let entities = try temporary.store.reading(\.catalog).entities
        #expect(entities.map(\.key) == (0..<4200).map { "coin-\($0)" })
        #expect(entities.map(\.id) == (0..<4200).map { Int32($0) })
        #expect(try temporary.store.facts("coin-4199", .price("usd")) == ["2024-03-24 4199.0"])
    }

    @Test("A rejected input leaves only its reason") func rejectedInput() throws {
        let temporary = try TemporaryStore()
        let good = Row(coin: "good", time: "2024-03-24", value: 1)
        let bad = Row(coin: "bad", time: "2024-03-24", value: 1)
        try temporary.store.load(acceptedAt: Instant(seconds: 0)) { session in
            let (first, second) = (temporary.input("1"), temporary.input("2"))
            session.begin(first)
            try session.add(bad.block)
            try session.refuse(first, because: Reject("truncated", detail: "cut short"))
            session.begin(second)
            try session.add(good.block)
            try session.accept(second)
        }
        #expect(try temporary.store.reading(\.catalog).entities.map(\.key) == ["good"])
        #expect(try temporary.store.facts("good", .price("usd")) == ["2024-03-24 1.0"])
        #expect(try temporary.store.rejects().map { $0.prefix(9) } == ["truncated"])
        #expect(try temporary.store.ledger().map(\.isRefused) == [true, false])
        #expect(try temporary.store.loadedInputs().contains(digest: "2", context: "", at: "2.csv"))
    }

    @Test("A load that fails leaves the store unchanged") func failedLoad() throws {
        struct Stop: Error {}
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-24", value: 1)]])
        let before = try temporary.store.reading { try $0.contentDigest() }
        #expect(throws: Stop.self) {
            try temporary.store.load(acceptedAt: Instant(seconds: 0)) { session in
                session.begin(temporary.input("x"))
                try session.add(Row(time: "2024-03-25", value: 7).block)
                try session.accept(temporary.input("x"))
                throw Stop()
            }
        }
        #expect(try temporary.store.reading { try $0.contentDigest() } == before)
    }

    @Test("Quote currencies and sources never mix") func separateSeries() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            [
                Row(time: "2024-03-24", value: 1), Row(time: "2024-03-24", metric: .price("eth"), value: 2),
                Row(time: "2024-03-24", value: 3, source: "yahoo-csv"),
            ]
        ])
        #expect(try temporary.store.facts("a", .price("usd")).count == 1)
        #expect(try temporary.store.facts("a", .price("eth")) == ["2024-03-24 2.0"])
        #expect(try temporary.store.reading { try $0.sources(of: .price("usd")) } == ["tidy-market", "yahoo-csv"])
    }
}

@Suite struct FirstActivityTests {
    func commits(_ weeks: [(String, Double)]) throws -> ObservationBlock {
        var block = ObservationBlock(source: "commits-weekly-csv", resolution: .week, metrics: [.commits])
        block.subjects = [.repository(try #require(RepositoryName("a/b")))]
        for (day, count) in weeks {
            block.subjectIndex.append(0)
            block.times.append(Int64(Week(containing: try #require(Day(day))).index))
            block.values[0].append(count)
        }
        return block
    }

    /// The first commit ever known decides from when on a coin is observed, so a refused file must not move it.
    @Test("A rejected input does not move the first commit") func firstCommit() throws {
        let temporary = try TemporaryStore()
        let good = try commits([("2024-03-03", 0), ("2024-03-10", 4)])
        let bad = try commits([("2020-01-05", 7)])
        try temporary.store.load(acceptedAt: Instant(seconds: 0)) { session in
            session.begin(temporary.input("1"))
            try session.add(good)
            try session.accept(temporary.input("1"))
            session.begin(temporary.input("2"))
            try session.add(bad)
            try session.refuse(temporary.input("2"), because: Reject("truncated", detail: "cut short"))
        }
        #expect(try temporary.store.reading(\.catalog).entities.first?.firstActiveWeek?.description == "2024-03-10")
    }

    @Test("A list is known to the inputs behind it in one load, each of which names its own new coins without one")
    func listWithinALoad() throws {
        let temporary = try TemporaryStore()
        let accepted = try #require(Instant("2024-04-01T00:00:00Z"))
        let inputs: [(kind: LoadKind, coin: String)] = [
            (.market, "a"), (.market, "b"), (.coins, "c"), (.market, "d"), (.market, "c"), (.market, "e"),
        ]
        let unlisted = try temporary.store.load(acceptedAt: accepted) { session in
            try inputs.enumerated().map { number, input -> [String?] in
                var entry = temporary.input("\(number)")
                entry.kind = input.kind
                entry.format = input.kind == .coins ? "coins-csv" : "test"
                session.begin(entry)
                if input.kind == .coins {
                    session.add([Coin(id: input.coin, symbol: input.coin, name: input.coin)])
                } else {
                    try session.add(Row(coin: input.coin, time: "2024-03-24", value: 1).block)
                }
                try session.accept(entry)
                return try session.newUnlistedCoins().coins.map(\.id)
            }
        }
        #expect(unlisted.value == [[], [], [], ["d"], [], ["e"]])
    }

    @Test(
        "A price is held against the one before of its own source, also in a load that brings a new source",
        arguments: [("one", ["a"]), ("other", [])]
    )
    func pricesBefore(source: String, doubtful: [String]) throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-24", value: 1, source: "one")]])
        let accepted = try #require(Instant("2024-04-02T00:00:00Z"))
        let loaded = try temporary.store.load(acceptedAt: accepted) { session in
            let entry = temporary.input("second")
            session.begin(entry)
            for row in [
                Row(time: "2024-03-25", value: 1000, source: source), Row(time: "2024-03-25", value: 5, source: "new"),
            ] {
                try session.add(row.block)
            }
            try session.accept(entry)
        }
        #expect(loaded.suspects.map(\.coin) == doubtful)
    }
}
