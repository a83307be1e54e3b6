import CoinModel
import CoinOperations
import CoinTables
import Foundation
import TestPrograms
import Testing

/// The self-test of evidence on a market whose prices, commits and searches move, and on scores that peek.
@Suite struct LookAheadTests {
    @Test("A store that ends with the week gives the same scores") func sameScores() throws {
        try market { location in
            let found = try testLookAhead(threeWeeks, in: location, report: { _ in })
            #expect(found.failure == nil)
            #expect(found.table.rows.count == 3)
            #expect(found.table.rows.allSatisfy { $0.last == .text("same") })
        }
    }

    @Test("A score that reads one week ahead is caught in each week") func peekingScore() throws {
        try market { location in
            func peeking(_ request: RankRequest, _ store: StoreLocation) throws -> [UInt8] {
                try wholeRanking(aWeekLater(request), store)
            }
            let caught = try testLookAhead(threeWeeks, in: location, scores: peeking, report: { _ in })
            #expect(caught.failure?.diagnostic.identifier == "look-ahead")
            #expect(caught.table.rows.count == 3)
            #expect(caught.table.rows.allSatisfy { $0.last != .text("same") })
        }
    }

    @Test("A column that reads a price of the next week is caught") func peekingColumn() throws {
        try market { location in
            func peeking(_ request: RankRequest, _ store: StoreLocation) throws -> [UInt8] {
                var next = try aWeekLater(request)
                next.columns = "coin_id,momentum12"
                return try wholeRanking(request, store) + score(next, in: store).bytes(for: next)
            }
            let caught = try testLookAhead(threeWeeks, in: location, scores: peeking, report: { _ in })
            #expect(caught.table.rows.count == 3)
            #expect(caught.table.rows.allSatisfy { $0.last != .text("same") })
        }
    }

    /// The last three of the eight weeks that have a year behind them.
    private var threeWeeks: EvaluationRequest {
        var request = EvaluationRequest(RankRequest())
        request.since = Day(index: 19_365 + 7 * 56)
        return request
    }

    private func aWeekLater(_ request: RankRequest) throws -> RankRequest {
        guard case .day(let day)? = request.asOf else { throw CancellationError() }
        var next = request
        next.asOf = .day(day.advanced(by: 7))
        return next
    }

    private func market(_ work: (StoreLocation) throws -> Void) throws {
        let coins = (0..<6).map { number in
            SmallMarket.Coin(
                price: { "\(10 + ($0 * (number + 3)) % 17)" },
                cap: { "\(1000 + ($0 * (number + 5)) % 101)" },
                commits: { 5 + ($0 * (number + 2)) % 7 }
            )
        }
        try SmallMarket.with(coins) { market in
            let files = ["coins", "market", "commits", "trends"].map { "\(market.folder.path)/\($0).csv" }
            #expect(try shell(["assay", "load", "all"] + files + ["--quiet"], in: market.folder).status == 0)
            try work(StoreLocation(path: market.folder.appendingPathComponent("assay.sqlite").path))
        }
    }
}

extension ScoredRanking {
    fileprivate func bytes(for request: RankRequest) throws -> [UInt8] {
        try OutputWriter(format: "csv").bytes(of: table(for: request))
    }
}
