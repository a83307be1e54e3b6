import CoinModel
import CoinOperations
import CoinTables
import Foundation
import TestData
import Testing

/// Valid time and load time, on the bundled data.
@Suite struct TwoClocksTests {
    /// Nothing from after a day enters its scores: the whole store and one cut off there say the same, to the byte, whether
    /// or not it is told that an export which ends there was seen whole.
    @Test("A store cut off at a date gives the same scores") func cutStore() throws {
        let data = try BundledData()
        defer { data.remove() }
        let whole = data.store("whole")
        let moment = Instant(seconds: 1_711_411_200)
        try data.load(into: whole, at: moment)
        let later = try rank(RankRequest(preset: "activity"), in: whole).table.notes
        for (day, isSeenWhole) in [
            ("2022-05-28", true), ("2023-03-15", false), ("2023-12-31", true), ("2024-03-03", false),
        ] {
            let last = try #require(Day(day))
            let cut = data.store(day)
            try data.load(into: cut, upTo: last, at: moment, seenWhole: isSeenWhole)
            for preset in RankRequest.presets {
                let request = RankRequest(preset: preset, asOf: .day(last))
                let expected = try bytesOfAllFormats(request, in: cut)
                #expect(try bytesOfAllFormats(request, in: whole) == expected, "\(day) \(preset)")
            }
            // The test would be worth nothing if the whole store held no more.
            #expect(try rank(RankRequest(preset: "activity"), in: cut).table.notes != later)
        }
    }

    @Test("A ranking whose weeks are read in blocks of any size is the same", arguments: RankRequest.presets)
    func blocks(preset: String) throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        try data.load(into: store, at: Instant(seconds: 1_711_411_200))
        var request = RankRequest(preset: preset)
        request.columns = "all"
        for day in [nil, Day("2023-03-15").map(AsOf.day)] {
            request.asOf = day
            let whole = try score(request, in: store, showing: [request], inBlocksOf: .max)
            #expect(whole.table.rows.count > 40)
            for size in [1, 7, 40] {
                let blocks = try score(request, in: store, showing: [request], inBlocksOf: size)
                #expect(blocks.table.rows == whole.table.rows, "\(size)")
                #expect(blocks.table.notes == whole.table.notes && blocks.table.lead == whole.table.lead)
            }
        }
    }

    @Test("A screen of few rows has the rows and the summary of all coins", arguments: [1, 15, 1_000])
    func screens(top: Int) throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        try data.load(into: store, at: Instant(seconds: 1_711_411_200))
        var request = RankRequest()
        (request.form, request.top) = (.terminal, top)
        let whole = try score(request, in: store, showing: [request]).table(for: request)
        let summary = try #require(whole.summary)
        #expect(summary.ranked > 30 && !summary.unranked.isEmpty)
        let blocks = try score(request, in: store, showing: [request], top: top, inBlocksOf: 7).table(for: request)
        for cut in [try rank(request, in: store).table, blocks] {
            #expect(cut.rows == whole.rows && cut.rows.count == min(top, 72))
            #expect(String(describing: cut.summary) == String(describing: whole.summary))
        }
    }

    @Test("What was first seen after a date is unknown on it") func firstSeenLater() throws {
        let data = try BundledData()
        defer { data.remove() }
        let end = try #require(Day("2024-03-23"))
        func weeks(_ range: Range<Int32>, _ row: (String) -> String) -> String {
            range.map { row(Week(index: Week(containing: end).index - 60 + $0).description) }.joined()
        }
        func load(_ kind: LoadKind, _ text: String, into store: StoreLocation, observed: Day? = nil) throws {
            let file = data.folder.appendingPathComponent("\(UUID().uuidString).csv")
            try text.write(to: file, atomically: true, encoding: .utf8)
            var request = LoadRequest(kind: kind, paths: [file.path], now: Instant(seconds: 1_711_411_200))
            request.hints.observedAt = observed.map(AsOf.day)
            _ = try CoinOperations.load(request, into: store, report: { Issue.record("\($0.line)") })
        }
        let (whole, cut) = (data.store("whole"), data.store("cut"))
        let last = Week(index: Week(containing: end).index - 10).lastDay
        for store in [whole, cut] {
            let own = weeks(0..<51) { "o/a,\($0),5\n" }
            let prices = weeks(0..<51) { "\($0),a,A,7,3\n" }
            try load(.coins, "id,symbol,name,repos\na,A,Alpha,o/a;o/b\n", into: store)
            try load(.commits, "repo,week_start,commits\n" + own, into: store)
            try load(.market, "date,coin_id,symbol,price_usd,volume_usd\n" + prices, into: store)
        }
        let asked = RankRequest(asOf: .day(last))
        let before = try bytesOfAllFormats(asked, in: whole)
        let interest = weeks(51..<60) { "a,alpha,Worldwide,\($0),9\n" }
        try load(.commits, "repo,week_start,commits\n" + weeks(51..<60) { "o/b,\($0),8\n" }, into: whole)
        try load(.trends, "coin_id,term,region,week_start,value\n" + interest, into: whole, observed: end)
        let strange = weeks(51..<60) { "\($0),z,Z,1,1\n" }
        try load(.market, "date,coin_id,symbol,price_usd,volume_usd\n" + strange, into: whole)
        #expect(try bytesOfAllFormats(asked, in: whole) == before)
        #expect(try bytesOfAllFormats(asked, in: cut) == before)
        let now = try rank(RankRequest(asOf: .day(end)), in: whole).table
        #expect(now.notes.contains { $0.contains("without a listed coin") }, "the unlisted coin is never told of")
    }

    @Test("A past report is reproduced exactly after later loads") func pastReport() throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        let (then, later) = (Instant(seconds: 1_704_153_600), Instant(seconds: 1_711_411_200))
        try data.load(into: store, upTo: Day("2023-12-31"), at: then)
        var request = RankRequest(asOf: Day("2023-11-15").map(AsOf.day))
        request.known = .instant(then)
        let before = try RankRequest.presets.map { preset in
            request.preset = preset
            return try bytesOfAllFormats(request, in: store)
        }
        try data.load(into: store, at: later)
        for (kind, text) in TwoClocksTests.corrections {
            let file = data.folder.appendingPathComponent("\(kind.rawValue)-corrected.csv")
            try text.write(to: file, atomically: true, encoding: .utf8)
            _ = try load(LoadRequest(kind: kind, paths: [file.path], now: later), into: store, report: { _ in })
        }
        for (preset, expected) in zip(RankRequest.presets, before) {
            request.preset = preset
            #expect(try bytesOfAllFormats(request, in: store) == expected, "\(preset)")
            var today = request
            today.known = nil
            #expect(try bytesOfAllFormats(today, in: store)["csv"] != expected["csv"], "nothing changed for \(preset)")
        }
    }

    private static let corrections: [(LoadKind, String)] = [
        (.coins, "id,symbol,name,repos,tags\nbitcoin,XBT,Bitcoin!,bitcoin-core/gui,L1\nnovelty,NEW,Novelty,,\n"),
        (.commits, "repo,week_start,commits\nbitcoin-core/gui,2023-11-05,9000\n"),
        (.market, "date,coin_id,price_usd,volume_usd,source\n2023-11-11,monero,1,5,yahoo\n"),
    ]

    @Test("Dilution uses the supplies of both dates") func supplies() throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        let (then, later) = (Instant(seconds: 1_711_411_200), Instant(seconds: 1_711_500_000))
        func load(_ rows: String, at moment: Instant) throws {
            let file = data.folder.appendingPathComponent("\(UUID().uuidString).csv")
            try ("date,coin_id,symbol,price_usd,market_cap_usd,total_supply,max_supply\n" + rows)
                .write(to: file, atomically: true, encoding: .utf8)
            _ = try CoinOperations.load(LoadRequest(kind: .market, paths: [file.path], now: moment), into: store) { _ in
            }
        }
        func dilution(_ asOf: String, _ known: Instant? = nil) throws -> [Cell] {
            var request = RankRequest(asOf: AsOf(asOf))
            request.known = known.map(AsOf.instant)
            request.columns = "dilution,circulating_share"
            return try rank(request, in: store).table.rows[0]
        }
        // A Sunday and the Saturday nearly five weeks later.
        try load("2024-02-18,a,A,2,100,80,100\n2024-03-23,a,A,2,100,,\n", at: then)
        #expect(try dilution("2024-02-18") == [.number(2), .number(0.5)])
        let all = try bytesOfAllFormats(RankRequest(asOf: AsOf("2024-02-18")), in: store)
        #expect(
            try dilution("2024-03-23").allSatisfy {
                if case .missing(let why) = $0 { why.code == "no-fresh-supply" } else { false }
            }
        )
        #expect(try dilution("2024-03-16") == [.number(2), .number(0.5)])
        try load("2024-03-20,a,A,2,100,90,\n", at: later)
        #expect(try dilution("2024-03-23") == [.number(1.8), .number(50 / 90.0)])
        #expect(try bytesOfAllFormats(RankRequest(asOf: AsOf("2024-02-18")), in: store) == all)
        try load("2024-02-18,a,A,2,100,80,400\n", at: later)
        #expect(try dilution("2024-02-18") == [.number(8), .number(0.125)])
        #expect(try dilution("2024-02-18", then) == [.number(2), .number(0.5)])
    }

    /// The footer names both clocks and tells figures apart, not the columns' order or the moment of asking.
    @Test("The footer names both dates and has one digest per set of figures") func footerDigest() throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        try data.load(into: store, at: Instant(seconds: 1_711_411_200))
        func footer(_ change: (inout RankRequest) -> Void = { _ in }) throws -> String {
            var request = RankRequest(preset: "classic", asOf: Day("2024-03-25").map(AsOf.day))
            change(&request)
            return try #require(rank(request, in: store).table.notes.last)
        }
        let plain = try footer()
        #expect(plain.hasPrefix("Made from facts up to 2024-03-25 of all loads: cross-section "))
        #expect(plain.hasSuffix(", assay \(AssayVersion.current)."))
        #expect(try footer { $0.columns = "coin_id,rank" } == plain)
        #expect(try footer { $0.top = 3 } == plain)
        let stored = try score(RankRequest(preset: "classic", asOf: Day("2024-03-25").map(AsOf.day)), in: store)
        try storeRanking(stored, in: store)
        #expect(try footer() == plain, "a stored ranking says the same")
        let others = try [
            footer { $0.columns = "+turnover" }, footer { $0.asOf = Day("2024-03-24").map(AsOf.day) },
            footer { $0.known = Day("2024-03-30").map(AsOf.day) }, footer { $0.weights = ["dev_ratio": 0.5] },
            footer { $0.plain52 = true }, footer { $0.preset = "activity" },
        ]
        #expect(Set(others + [plain]).count == 7)
    }
}
