import CoinModel
import CoinOperations
import CoinTables
import Foundation
import TestData
import TestPrograms
import Testing

/// What stands before the weeks that rankings look at, against all facts in plain lists.
@Suite struct MarketHistoryTests {
    private static let (first, second) = (Instant(seconds: 1_704_153_600), Instant(seconds: 1_705_000_000))

    private struct Fact {
        let load: Int
        let source: String
        let coin: Int
        let day: Day
        let price: Double
    }

    /// 300 coins, so that tiles of more than one group are read, of two sources, with gaps, late rows and corrections.
    private static func facts() throws -> [Fact] {
        var random = SplitMix(seed: 77)
        let start = try #require(Day("2019-01-06"))
        var facts: [Fact] = []
        for coin in 0..<300 {
            let born = Int.random(in: 0..<1500, using: &random)
            for _ in 0..<Int.random(in: 4...24, using: &random) {
                let day = start.advanced(by: born + Int.random(in: 0...(1820 - born), using: &random))
                let price = Double(Int.random(in: 1...10_000, using: &random)) / 100
                let source = Bool.random(using: &random) ? "left" : "right"
                let load = Int.random(in: 1...2, using: &random)
                facts.append(Fact(load: load, source: source, coin: coin, day: day, price: price))
                if load == 1, Int.random(in: 0..<5, using: &random) == 0 {
                    facts.append(Fact(load: 2, source: source, coin: coin, day: day, price: price * 3))
                }
            }
        }
        // A day may be told once by a load.
        var seen: Set<String> = []
        return facts.filter { seen.insert("\($0.load) \($0.source) \($0.coin) \($0.day)").inserted }
    }

    @Test("Age and extremes are those of all facts visible at the date") func ageAndExtremes() throws {
        let data = try BundledData()
        defer { data.remove() }
        let store = data.store("s")
        let facts = try MarketHistoryTests.facts()
        for (number, moment) in [(1, MarketHistoryTests.first), (2, MarketHistoryTests.second)] {
            let rows = facts.filter { $0.load == number }
                .map { "\($0.day),c\($0.coin),C\($0.coin),\($0.price),\($0.source)\n" }
            let file = data.folder.appendingPathComponent("\(number).csv")
            try ("date,coin_id,symbol,price_usd,source\n" + rows.joined())
                .write(to: file, atomically: true, encoding: .utf8)
            let request = LoadRequest(kind: .market, paths: [file.path], now: moment)
            let report = try load(request, into: store) { diagnostic in
                // Prices drawn at random jump.
                if diagnostic.identifier != "doubtful-market" { Issue.record("\(diagnostic.line)") }
            }
            #expect(report.status == .success)
        }
        var told = (ages: 0, extremes: 0, old: 0, gone: 0)
        for (date, known) in [("2023-12-30", nil), ("2023-12-27", 1), ("2021-06-16", nil), ("2021-06-19", 1)] {
            let last = try #require(Day(date))
            var request = RankRequest(asOf: .day(last))
            request.known = known == nil ? nil : .instant(MarketHistoryTests.first)
            request.columns = "coin_id,age_weeks,drawdown_ever,above_low_ever"
            let table = try rank(request, in: store).table
            let seen = facts.filter { $0.load <= known ?? 2 && $0.day <= last }
            for row in table.rows {
                guard case .text(let id) = row[0], let coin = Int(id.dropFirst()) else { continue }
                let expected = Expected(seen.filter { $0.coin == coin }, AsOf.day(last))
                if let age = expected.age {
                    #expect(row[1] == .integer(age), "age of \(id) on \(date)")
                    told.ages += 1
                    if age > 53 { told.old += 1 }
                    if expected.isGone { told.gone += 1 }
                } else {
                    #expect(isMissing(row[1]), "age of \(id) on \(date)")
                }
                for (cell, value) in zip(row[2...], [expected.drawdown, expected.aboveLow]) where !expected.isOpen {
                    if let value {
                        #expect(cell == .number(value), "extremes of \(id) on \(date)")
                        told.extremes += 1
                    } else {
                        #expect(isMissing(cell), "extremes of \(id) on \(date)")
                    }
                }
            }
        }
        #expect(told.ages > 300 && told.extremes > 20 && told.old > 100 && told.gone > 20, "\(told) were compared")
    }

    private func isMissing(_ cell: Cell) -> Bool { if case .missing = cell { true } else { false } }

    /// What the facts of one coin say.
    private struct Expected {
        var age: Int?
        /// Whether its last price is older than the weeks that rankings look at.
        var isGone = false
        /// Whether a digest alone decides between its sources.
        var isOpen = false
        var drawdown: Double?
        var aboveLow: Double?

        init(_ facts: [Fact], _ asOf: AsOf) {
            let newest = asOf.lastCompleteWeek
            var closes: [String: [Week: (day: Day, load: Int, price: Double)]] = [:]
            for fact in facts {
                let week = Week(containing: fact.day)
                let old = closes[fact.source]?[week]
                guard old.map({ ($0.day, $0.load) < (fact.day, fact.load) }) ?? true else { continue }
                closes[fact.source, default: [:]][week] = (fact.day, fact.load, fact.price)
            }
            let oldest = newest.advanced(by: 1 - CrossSection.weeks)
            let weeks = closes.mapValues { $0.filter { $0.key <= newest } }
            age = weeks.values.flatMap(\.keys).min().map { $0.distance(to: newest) + 1 }
            isGone = !facts.contains { Week(containing: $0.day) >= oldest }
            if isGone { return }
            // A source of the newest four weeks first, then most weeks of the year, most facts of 28 days, the newest one.
            let first = newest.advanced(by: 2 - CrossSection.weeks)
            let standings = weeks.map { source, closes -> (source: String, order: [Int]) in
                let days = Set(facts.filter { $0.source == source }.map(\.day))
                let recent = days.filter { $0.distance(to: asOf.limit.day) <= 28 }
                let isCurrent = closes.keys.contains { $0 >= newest.advanced(by: -3) }
                let last = days.max().map { -$0.distance(to: asOf.limit.day) } ?? .min
                return (source, [isCurrent ? 1 : 0, closes.keys.count { $0 >= first }, recent.count, last])
            }
            let best = standings.max { $0.order.lexicographicallyPrecedes($1.order) }
            isOpen = standings.count { $0.order == best?.order } > 1
            let source = best?.source
            guard let own = source.flatMap({ weeks[$0] }), let close = own[newest]?.price else { return }
            let prices = own.values.map(\.price)
            drawdown = prices.max().map { close / $0 - 1 }
            aboveLow = prices.min().map { close / $0 - 1 }
        }
    }
}
