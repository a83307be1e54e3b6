import CoinModel
import TestPrograms
import Testing

@testable import CoinStore

/// What sources say of coins beside series: the newest word of each, whatever the order of inputs.
@Suite struct DetailTests {
    private func detail(_ coin: String, _ day: String, rank: Double, source: String = "list") throws -> CoinDetail {
        let time = try #require(Instant(day + "T00:00:00Z"))
        var detail = CoinDetail(CoinArgument(coin), source: source, at: time, quote: "usd")
        detail[.rank] = .number(rank)
        return detail
    }

    /// Loads each list as an input with a fact of its own.
    private func load(_ made: TemporaryStore, _ inputs: [[CoinDetail]], at time: String = "2024-04-01T00:00:00Z") throws
    {
        let accepted = try #require(Instant(time))
        try made.store.load(acceptedAt: accepted) { session in
            for details in inputs {
                let entry = made.input("\(details.hashValue)-\(time)")
                session.begin(entry)
                try session.add(Row(time: "2024-03-25", value: 7).block)
                session.add(details)
                try session.accept(entry)
            }
        }
    }

    private func words(_ made: TemporaryStore, upTo asOf: AsOf? = nil, known: AsOf? = nil) throws -> [String] {
        try made.store.reading(known: known) { reader in
            try reader.details(upTo: asOf) { _ in true }.map {
                "\($0.detail.coin) \($0.detail.source) \($0.time.day) \($0.detail[.rank]?.number ?? .nan)"
            }
        }
    }

    @Test("The newest detail wins in every order of inputs") func newestDetail() throws {
        let all = try [
            [detail("a", "2024-03-02", rank: 2), detail("b", "2024-03-01", rank: 9)],
            [detail("a", "2024-03-03", rank: 3)],
            [detail("a", "2024-03-01", rank: 1), detail("a", "2024-03-01", rank: 8, source: "one")],
            // Two of one moment in one load: the order decides nothing.
            [detail("b", "2024-03-01", rank: 7)],
        ]
        let expected = ["a list 2024-03-03 3.0", "a one 2024-03-01 8.0", "b list 2024-03-01 9.0"]
        var random = SplitMix(seed: 3)
        for _ in 0..<6 {
            let made = try TemporaryStore()
            try load(made, all.shuffled(using: &random))
            #expect(try words(made) == expected)
        }
    }

    @Test("A later load replaces details of the same time but not newer ones") func laterLoad() throws {
        let made = try TemporaryStore()
        try load(made, [[detail("a", "2024-03-02", rank: 2)]])
        try load(made, [[detail("a", "2024-03-01", rank: 1)]], at: "2024-04-02T00:00:00Z")
        #expect(try words(made) == ["a list 2024-03-02 2.0"])
        try load(made, [[detail("a", "2024-03-02", rank: 5)]], at: "2024-04-03T00:00:00Z")
        #expect(try words(made) == ["a list 2024-03-02 5.0"])
        // What came later is not shown as known before, and what it replaced is not there any more.
        #expect(try words(made, known: AsOf("2024-04-02")).isEmpty)
        #expect(try words(made, upTo: AsOf("2024-03-01")).isEmpty && words(made, upTo: AsOf("2024-03-02")).count == 1)
    }

    @Test("Undoing a load removes its details; the content digest leaves details out") func forgottenDetails() throws {
        let made = try TemporaryStore()
        try load(made, [[]])
        let digest = try made.store.reading { try $0.contentDigest() }
        try load(
            made,
            [[detail("a", "2024-03-02", rank: 2)], [detail("b", "2024-03-02", rank: 2)]],
            at: "2024-04-02T00:00:00Z"
        )
        #expect(try words(made).count == 2)
        #expect(try made.store.reading { try $0.contentDigest() } == digest)
        try made.store.load(acceptedAt: try #require(Instant("2024-04-03T00:00:00Z"))) { try $0.forget(load: 2) }
        #expect(try words(made).isEmpty)
        #expect(try made.store.check().isEmpty)
    }

    @Test("A rejected input stores no details") func rejectedDetails() throws {
        let made = try TemporaryStore()
        let said = try detail("a", "2024-03-02", rank: 2)
        try made.store.load(acceptedAt: try #require(Instant("2024-04-01T00:00:00Z"))) { session in
            session.begin(made.input("x"))
            session.add([said])
            try session.refuse(made.input("x"), because: Reject("no-rows", detail: "none"))
        }
        #expect(try words(made).isEmpty)
    }

    @Test("The check names the load of an impossible detail") func detailCheck() throws {
        let made = try TemporaryStore()
        try load(made, [[detail("a", "2024-03-02", rank: 2)]])
        try made.store.tamper("UPDATE coin_detail SET moment = 9e17")
        #expect(try made.store.check().map(\.load) == [1])
        try made.store.tamper("UPDATE coin_detail SET moment = 0, load_id = 9")
        #expect(try made.store.check().map(\.load) == [9])
    }

    @Test("Every detail field is stored as given") func detailFields() throws {
        let made = try TemporaryStore()
        var detail = CoinDetail(CoinArgument("coinpaprika:x"), source: "list", at: nil, quote: "eur")
        for field in CoinField.allCases {
            switch field.form.kind {
            case .count: detail[field] = .number(7)
            case .money, .minutes, .change: detail[field] = .number(0.1)
            case .time, .day, .text, .address, .series, .lines: detail[field] = .text("'\(field)\n\u{1F600}")
            }
        }
        try load(made, [[detail]])
        let stored = try #require(try made.store.reading { try $0.details(upTo: nil) { $0.id == "x" } }.first)
        // It names no moment of its own: then it holds from when it was loaded.
        #expect(stored.time == Instant("2024-04-01T00:00:00Z"))
        for field in CoinField.allCases { #expect(stored.detail[field] == detail[field], "\(field)") }
        #expect((stored.detail.coin, stored.detail.quote) == (detail.coin, "eur"))
        let row = try made.store.read { try $0.row("SELECT coin, time, source_rank FROM v_coin_detail") }
        #expect(row?.text("coin") == "coinpaprika:x" && row?.text("time") == "2024-04-01T00:00:00Z")
    }
}
