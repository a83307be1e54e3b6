import CoinModel
import CoinOperations
import CoinTables
import Foundation
import TestData
import Testing

/// What past weeks are scored from, where some of their facts were loaded later or corrected since.
@Suite struct PointInTimeTests {
    @Test("A week whose facts were loaded in time is scored from these, and the first line counts the others")
    func knownThen() throws {
        let data = try BundledData()
        defer { data.remove() }
        let (store, end) = (data.store("s"), try #require(Day("2023-12-30")))
        // The week of the commits is not over by then.
        try data.load(into: store, upTo: end.advanced(by: -1), at: AsOf.day(end).limit)
        try data.load(into: store, at: Instant(seconds: 1_711_411_200))
        let (before, momentum) = (try pastReturns(store, end), try momentum(store, end))
        #expect(before.count == 2)
        let file = data.folder.appendingPathComponent("corrected.csv")
        let correction = "date,coin_id,price_usd,source\n2023-12-30,monero,1,cmc_weekly\n2023-12-30,monero,1,yahoo\n"
        try correction.write(to: file, atomically: true, encoding: .utf8)
        let request = LoadRequest(kind: .market, paths: [file.path], now: Instant(seconds: 1_711_500_000))
        _ = try load(request, into: store, report: { _ in })
        // By all that is known today the week is another one, as it was known then it is the same.
        #expect(try self.momentum(store, end) != momentum)
        #expect(try pastReturns(store, end)[1] == before[1])
    }

    /// Monero's past returns in the two weeks up to a day, as evidence has them.
    private func pastReturns(_ store: StoreLocation, _ end: Day) throws -> [Cell] {
        var request = EvaluationRequest(RankRequest())
        (request.since, request.until) = (end.advanced(by: -13), end)
        (request.horizons, request.isForced) = ([1], true)
        let found = try evaluate(request, in: store)
        #expect(found.table.notes[0].hasPrefix("Not point in time: 1 of 2 weeks are scored from facts that were"))
        let panel = found.panel
        let place = try #require(panel.place(of: "past_return"))
        return panel.rows.filter { $0[1] == .text("monero") }.map { $0[place] }
    }

    private func momentum(_ store: StoreLocation, _ end: Day) throws -> Cell? {
        var request = RankRequest(asOf: .day(end))
        request.columns = "coin_id,momentum12"
        return try rank(request, in: store).table.rows.first { $0[0] == .text("monero") }?[1]
    }
}
