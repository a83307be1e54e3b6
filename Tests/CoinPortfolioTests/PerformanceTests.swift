import CoinModel
import CoinTables
import Testing

@testable import CoinPortfolio

/// Returns worked by hand, on a coin whose prices of days are given.
@Suite struct PerformanceTests {
    private let first = Day("2024-01-01") ?? Day(index: 0)

    /// Entries as `(day, type, amount, price)`, prices by day; nil for a day without one.
    private func performance(
        _ entries: [(day: Int, kind: Transaction.Kind, amount: Int, price: Int?)],
        prices: [Int: Int],
        days: Int
    ) throws -> Performance {
        let transactions = entries.enumerated().map { place, entry in
            var one = Transaction(
                place + 1,
                .day(first.advanced(by: entry.day)),
                entry.kind,
                "ann",
                ExactDecimal(entry.amount)
            )
            one.price = entry.price.map { ExactDecimal($0) }
            return one
        }
        return Performance(
            transactions,
            over: (first, first.advanced(by: days)),
            Holdings(.average, rate: { _, _ in ExactDecimal(1) }),
            rate: { _, _ in ExactDecimal(1) },
            patience: 0,
            prices: { _, moments in
                let found = moments.compactMap { moment in
                    prices[first.distance(to: moment.limit.day)].map { CoinQuote(ExactDecimal($0), at: moment.limit) }
                }
                return found.count == moments.count ? found : nil
            }
        )
    }

    @Test("Deposits and sales do not change the time-weighted return") func timeWeighted() throws {
        // 100 → 110 with one coin, then 110 → 121 with eleven: +10 % and +10 %.
        let prices = [0: 100, 1: 100, 2: 110, 3: 110, 4: 121]
        let result = try performance([(1, .buy, 1, 100), (3, .buy, 10, 110)], prices: prices, days: 4)
        #expect(abs(try #require(result.timeWeighted) - 0.21) < 1e-12)
        #expect(result.paidIn == ExactDecimal(1200) && result.endValue == ExactDecimal(1331))
        // What is sold on the way leaves the return as it is, too.
        let sold = try performance([(1, .buy, 2, 100), (3, .sell, 1, 110)], prices: prices, days: 4)
        #expect(abs(try #require(sold.timeWeighted) - 0.21) < 1e-12 && sold.takenOut == ExactDecimal(110))
        // All sold and bought again: the days between have no return.
        let again = try performance(
            [(1, .buy, 2, 100), (2, .sell, 2, 110), (4, .buy, 1, 121)],
            prices: prices,
            days: 4
        )
        #expect(abs(try #require(again.timeWeighted) - 0.10) < 1e-12)
    }

    @Test("A missing price is reported and never filled") func missingPrice() throws {
        let prices = [0: 100, 1: 100, 300: 110, 400: 121]
        let result = try performance([(1, .buy, 1, 100), (300, .buy, 1, 110)], prices: prices, days: 400)
        #expect(result.timeWeighted == nil && result.obstacle == "no price of ann on 2024-10-26")
        // The money-weighted return takes no price of that day.
        #expect(result.moneyWeighted != nil && result.rateObstacle == nil)
        let atTheEnd = try performance([(1, .buy, 1, 100)], prices: [0: 100, 1: 100], days: 4)
        #expect(atTheEnd.moneyWeighted == nil && atTheEnd.rateObstacle == "no price of ann on 2024-01-05")
    }

    @Test("Income is a gain, not a deposit") func income() throws {
        // Two coins of 100 become three: +50 %, whatever it was worth on the day of the income.
        let result = try performance(
            [(1, .buy, 2, 100), (3, .income, 1, nil)],
            prices: [0: 100, 1: 100, 6: 100],
            days: 6
        )
        #expect(abs(try #require(result.timeWeighted) - 0.5) < 1e-12 && result.obstacle == nil)
        // What is earned where nothing was held is what the return begins with.
        let gift = try performance([(1, .income, 1, nil)], prices: [1: 100, 6: 110], days: 6)
        #expect(abs(try #require(gift.timeWeighted) - 0.1) < 1e-12)
        let unpriced = try performance([(1, .income, 1, nil)], prices: [6: 110], days: 6)
        #expect(unpriced.timeWeighted == nil && unpriced.obstacle == "no price of ann on 2024-01-02")
    }

    @Test("A price without an exchange rate is unknown") func missingRate() {
        var entry = Transaction(1, .day(first), .buy, "ann", ExactDecimal(2))
        (entry.price, entry.currency) = (ExactDecimal(1000), "eur")
        let flow = { (entry: Transaction) in
            let rate: Holdings.Rate = { code, _ in code == "usd" ? ExactDecimal(1) : nil }
            var (flow, holdings) = (CashFlow(), Holdings(.average, rate: rate))
            flow.add(entry, to: &holdings, rate: rate) { _, moments in
                moments.map { CoinQuote(ExactDecimal(90), at: $0.limit) }
            }
            return flow
        }
        #expect(flow(entry).paidIn == nil && flow(entry).obstacle == "no rate of EUR on 2024-01-01")
        entry.price = nil
        #expect(flow(entry).paidIn == ExactDecimal(180) && flow(entry).obstacle == nil)
    }

    @Test("A return never compares prices of two sources") func twoSources() throws {
        // Two sources, of which one ends on the day on which the other begins, at twice its price.
        let sources = [[0: 100, 1: 100], [1: 200, 6: 220]]
        var entry = Transaction(1, .day(first), .buy, "ann", ExactDecimal(1))
        entry.price = ExactDecimal(100)
        let performance = { (start: Int) in
            Performance(
                [entry],
                over: (first.advanced(by: start), first.advanced(by: 6)),
                Holdings(.average, rate: { _, _ in ExactDecimal(1) }),
                rate: { _, _ in ExactDecimal(1) },
                patience: 0,
                prices: { _, moments in
                    let days = moments.map { first.distance(to: $0.limit.day) }
                    return sources.lazy.map { source in days.compactMap { source[$0] } }.last { $0.count == days.count }
                        .map { zip($0, moments).map { CoinQuote(ExactDecimal($0), at: $1.limit) } }
                }
            )
        }
        let split = performance(0)
        #expect(split.timeWeighted == nil && split.startValue == nil && split.endValue == nil)
        #expect(split.obstacle == "no source has prices of ann on 2024-01-01 and 2024-01-07")
        #expect(abs(try #require(performance(1).timeWeighted) - 0.1) < 1e-12)
    }

    @Test("The money-weighted return discounts all flows to zero") func moneyWeighted() throws {
        #expect(abs(try #require(Performance.rate([(0, -100), (365, 110)]).rate) - 0.1) < 1e-12)
        #expect(abs(try #require(Performance.rate([(0, -100), (730, 50)]).rate) + 1 - 0.5.squareRoot()) < 1e-12)
        #expect(abs(try #require(Performance.rate([(0, -100), (365, -100), (730, 231)]).rate) - 0.1) < 1e-12)
        #expect(Performance.rate([(0, -100), (30, -1)]).rate == nil)
        // 10 % and 20 % both make these come to nothing.
        #expect(Performance.rate([(0, -100), (365, 230), (730, -132)]) == (nil, "several rates fit the flows"))
    }

    @Test("Below a year only the return of the period is shown, and money fees are deposits")
    func shortPeriod() throws {
        var entry = Transaction(1, .day(first.advanced(by: 1)), .buy, "ann", ExactDecimal(100))
        (entry.price, entry.fee, entry.feeCurrency) = (ExactDecimal(100), ExactDecimal(50), "usd")
        func performance(days: Int) throws -> Performance {
            Performance(
                [entry],
                over: (first, first.advanced(by: 1 + days)),
                Holdings(.average, rate: { _, _ in ExactDecimal(1) }),
                rate: { _, _ in ExactDecimal(1) },
                patience: 0,
                prices: { _, moments in
                    moments.map { moment in
                        let price = first.distance(to: moment.limit.day) <= 1 ? 100 : 113
                        return CoinQuote(ExactDecimal(price), at: moment.limit)
                    }
                }
            )
        }
        let month = try performance(days: 30)
        #expect(abs(try #require(month.moneyWeighted) - 0.12437811) < 5e-9 && month.moneyWeightedYear == nil)
        #expect(abs(try #require(month.timeWeighted) - 0.12437811) < 5e-9 && month.paidIn == ExactDecimal(10050))
        let years = try performance(days: 730)
        #expect(abs(try #require(years.moneyWeightedYear) - (1.0 + 0.12437811).squareRoot() + 1) < 5e-9)
        #expect(try performance(days: 364).moneyWeightedYear == nil)
        #expect(try performance(days: 365).moneyWeightedYear != nil)
    }

    @Test("Concentration and changes need prices of all coins") func concentration() throws {
        var holdings = Holdings(.average, rate: { _, _ in ExactDecimal(1) })
        for (number, coin) in ["ann", "ben"].enumerated() {
            holdings.take(Transaction(number + 1, .day(first), .set, coin, ExactDecimal(10)))
        }
        let now = AsOf.day(first.advanced(by: 40)).limit
        let valuation = Valuation(
            holdings.positions,
            at: now,
            patience: nil,
            prices: { _, moments in moments.map { CoinQuote(ExactDecimal(102), at: $0.limit) } },
            changes: { _, _, _ in (ExactDecimal(102), ExactDecimal(100), 2) }
        )
        #expect(valuation.concentration == 0.5 && valuation.shares == [0.5, 0.5])
        #expect(valuation.changes == [2, 2, 2] && valuation.value == ExactDecimal(2040))
        let summary = valuation.summary(asOf: .instant(now), currency: "usd", method: .average)
        let change = try #require(summary.changes["24h"])
        #expect(summary.worth.amount == 2040 && change.amount == 40 && change.percent == 2)
        #expect(summary.gain.amount.isNaN && summary.gain.without == ["ann", "ben"])
        let blind = Valuation(
            holdings.positions,
            at: now,
            patience: nil,
            prices: { coin, moments in
                coin == "ann" ? moments.map { CoinQuote(ExactDecimal(1), at: $0.limit) } : nil
            },
            changes: { _, _, _ in nil }
        )
        #expect(blind.value == nil && blind.pricedValue == ExactDecimal(10) && blind.unpriced == ["ben"])
        #expect(blind.concentration.isNaN && blind.changes.allSatisfy(\.isNaN))
        let part = blind.summary(asOf: .instant(now), currency: "usd", method: .fifo)
        #expect(part.worth.amount == 10 && part.worth.without == ["ben"] && part.changes["7d"]?.amount.isNaN == true)
    }
}
