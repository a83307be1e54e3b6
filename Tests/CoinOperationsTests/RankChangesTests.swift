import CoinModel
import CoinOperations
import CoinTables
import Foundation
import TestData
import Testing

/// Changes of rank, their history, and coins beside each other, on the bundled data.
@Suite struct RankChangesTests {
    private static let since = AsOf.day(Day(index: 19_722))
    private static let (then, later) = (Instant(seconds: 1_704_153_600), Instant(seconds: 1_711_411_200))

    /// A ranking that was kept with other weights, then late rows and a correction: each part is what the rankings that
    /// differ in one thing only say.
    @Test("Rank changes are split by their causes and add up") func rankChanges() throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        try data.load(into: store, upTo: Day("2023-12-31"), at: RankChangesTests.then)
        var old = RankRequest(preset: "classic", asOf: RankChangesTests.since)
        old.weights = ["dev_ratio": 2]
        let kept = try score(old, in: store)
        try storeRanking(kept, in: store)
        try data.load(into: store, at: RankChangesTests.later)
        let file = data.folder.appendingPathComponent("corrected.csv")
        try "repo,week_start,commits\nmonero-project/monero,2023-11-05,900\n"
            .write(to: file, atomically: true, encoding: .utf8)
        let correction = LoadRequest(kind: .commits, paths: [file.path], now: RankChangesTests.later)
        _ = try load(correction, into: store, report: { _ in })

        let request = RankRequest(preset: "classic")
        let table = try movers(request, since: RankChangesTests.since, in: store)
        var past = RankRequest(preset: "classic", asOf: RankChangesTests.since)
        let revised = try ranks(rank(past, in: store).table)
        past.known = .instant(RankChangesTests.then)
        let thenRanks = try ranks(rank(past, in: store).table)
        let told = try ranks(kept.table(for: old))
        let now = try ranks(rank(request, in: store).table)
        let common = Set(revised.keys).intersection(now.keys)
        func place(_ id: String, _ ranks: [String: Int]) -> Int {
            1 + common.count { (ranks[$0] ?? 0) < (ranks[id] ?? 0) }
        }
        #expect(table.rows.count == Set(told.keys).union(now.keys).count)
        var seen = [Int](repeating: 0, count: 5)
        for row in table.rows {
            guard case .text(let id) = row[0], let first = told[id], let last = now[id] else { continue }
            let (before, middle) = (try #require(thenRanks[id]), try #require(revised[id]))
            let data = place(id, revised) - place(id, now)
            let parts = [first - last, first - before, before - middle, data, middle - last - data]
            #expect(row[5...9] == ArraySlice(parts.map(Cell.integer)), "\(id)")
            #expect(parts[0] == parts[1...].reduce(0, +))
            for (index, part) in parts.enumerated() where part != 0 { seen[index] += 1 }
        }
        #expect(!seen.contains(0), "some cause moved nothing: \(seen)")
        #expect(table.notes[0].hasPrefix("Compared with the ranking that was stored for 2023-12-31. Made from facts"))
    }

    @Test("Sensitivity leaves out every source as a store without it") func leftOutSources() throws {
        let data = try BundledData()
        defer { data.remove() }
        let whole = data.store("whole")
        try data.load(into: whole, at: RankChangesTests.later)
        let request = RankRequest()
        let table = try rankSensitivity(request, in: whole)
        let sources = table.rows.compactMap { row -> String? in
            guard case .text(let change) = row[0], change.hasPrefix("without source ") else { return nil }
            return String(change.dropFirst("without source ".count))
        }
        #expect(
            sources == [
                "commits-weekly-csv", "tidy-market:cmc_monthly", "tidy-market:cmc_weekly", "tidy-market:yahoo",
                "trends-tidy",
            ]
        )
        func top(_ store: StoreLocation) throws -> Set<String> {
            Set(
                try ranks(rank(RankRequest(asOf: .day(Day(index: 19_807))), in: store).table).filter { $0.value <= 20 }
                    .keys
            )
        }
        let usual = try top(whole)
        for (number, source) in sources.enumerated() {
            let store = data.store("without-\(number)")
            for kind in [LoadKind.coins, .market, .commits, .trends] {
                let told: [LoadKind: String] = [.commits: "commits-weekly-csv", .trends: "trends-tidy"]
                if told[kind] == source { continue }
                let ending = source.split(separator: ":").last.map { ",\($0)" } ?? ""
                let path = try data.file(kind) { rows in kind == .market ? rows.filter { !$0.hasSuffix(ending) } : rows
                }
                let load = LoadRequest(kind: kind, paths: [path], now: RankChangesTests.later)
                _ = try CoinOperations.load(load, into: store, report: { Issue.record("\($0.line)") })
            }
            let row = try #require(table.rows.first { $0[0] == .text("without source \(source)") })
            let others = try top(store)
            #expect(row[1] == .integer(usual.intersection(others).count), "\(source)")
            for (cell, expected) in [(row[2], others.subtracting(usual)), (row[3], usual.subtracting(others))] {
                guard case .text(let names) = cell else { continue }
                #expect(Set(names.split(separator: ",").map { $0.filter { $0 != " " } }) == expected, "\(source)")
            }
        }
    }

    /// Coins on one side only are named as such; a store that was filled later says what it cannot tell.
    @Test("New and lost coins are reported as such") func newAndLost() throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        try data.load(into: store, at: RankChangesTests.later)
        let table = try movers(RankRequest(), since: RankChangesTests.since, in: store)
        let events = table.rows.map { row in
            if case .text(let event) = row[10] { event } else { "" }
        }
        #expect(table.notes[0].hasPrefix("No ranking was stored for 2023-12-31, and nothing was known by then"))
        for (row, event) in zip(table.rows, events) {
            var isNew = false
            var isGone = false
            if case .missing = row[4] { isNew = true }
            if case .missing = row[3] { isGone = true }
            #expect(event.hasPrefix("new") == isNew && event.hasPrefix("gone: ") == isGone)
            if isNew || isGone { #expect(row[5...9].allSatisfy { if case .missing = $0 { true } else { false } }) }
        }
        #expect(events.contains { $0.hasPrefix("new") } && events.contains { $0.hasPrefix("gone: ") })
        #expect(throws: OperationError.self) {
            try movers(RankRequest(), since: .day(Day(index: 30_000)), in: store)
        }
    }

    @Test("A rank in the history equals the ranking as of that week") func history() throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        try data.load(into: store, at: RankChangesTests.later)
        let history = try rankHistory("XMR", weeks: 3, RankRequest(preset: "activity"), in: store)
        #expect(history.rows.map { $0[0] } == ["2024-03-17", "2024-03-10", "2024-03-03"].map(Cell.text))
        for row in history.rows {
            guard case .text(let sunday) = row[0] else { continue }
            let end = try #require(Day(sunday)).advanced(by: 6)
            let expected = try ranks(rank(RankRequest(preset: "activity", asOf: .day(end)), in: store).table)
            #expect(row[1] == expected["monero"].map(Cell.integer) && row[2] == .integer(expected.count))
        }
    }

    @Test("Compared coins have their ranking values and differences") func compared() throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        try data.load(into: store, at: RankChangesTests.later)
        var request = RankRequest(preset: "classic")
        request.columns = "coin_id,dev12,z_dev,trend12"
        let two = try compare(["BTC", "monero"], request, in: store)
        #expect(two.columns.map(\.name) == ["column", "unit", "bitcoin", "monero", "difference"])
        let whole = try rank(request, in: store).table
        for (place, row) in two.rows.enumerated() {
            let sides = ["bitcoin", "monero"].map { id in whole.rows.first { $0[0] == .text(id) }?[place] }
            #expect(Array(row[2...3]) == sides)
            if case .number(let first) = row[2], case .number(let second) = row[3] {
                #expect(row[4] == .number(second - first))
            }
        }
        for words in [["BTC", "bitcoin"], ["BTC", "nobody"]] {
            #expect(throws: OperationError.self) { try compare(words, request, in: store) }
        }
    }

    private func ranks(_ table: Table) throws -> [String: Int] {
        let rank = try #require(table.columns.firstIndex { $0.name == "rank" })
        let coin = try #require(table.columns.firstIndex { $0.name == "coin_id" })
        var ranks: [String: Int] = [:]
        for row in table.rows {
            if case .integer(let number) = row[rank], case .text(let id) = row[coin] { ranks[id] = number }
        }
        return ranks
    }
}
