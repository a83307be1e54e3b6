import CoinModel
import CoinTables
import Foundation
import Testing

@testable import CoinRanking

@Suite struct MarketTests {
    static let commits = Array(repeating: 3.0, count: 53)

    func rank(_ parts: [SectionBuilder.CoinParts]) throws -> Table {
        try ranking(of: SectionBuilder(coins: parts).section(), preset: .discovery)
    }

    /// A volume that never stands still around a level.
    func lively(_ level: Double, count: Int = 53) -> [Double] {
        (0..<count).map { level * ($0 % 2 == 0 ? 1.1 : 0.9) }
    }

    @Test("The volume trend and turnover equal those of the method") func volumeTrend() throws {
        let base: [Double] = Array(repeating: [100, 120, 90, 110], count: 10).flatMap(\.self)
        let recent: [Double] = [200, 180, 150, 190, 210, 260, 230, 220, 170, 160, 180, 170]
        let section = try SectionBuilder(coins: [.init(id: "a", volume: recent + base)]).section()
        let volume = TypicalVolume(
            WeeklySeries(section.volumeMedian[row: 0]),
            capitalisation: WeeklySeries(section.capitalisation[row: 0])
        )
        #expect(abs(volume.trend.value - 0.610455) < 5e-7)
        // Median 185 by the capitalisation of 1,000 that the coin has in every week.
        #expect(abs(volume.turnover.value - 0.185) < 1e-12)
    }

    @Test("The median volume trend of the market is subtracted") func marketTrend() throws {
        func close() -> [Double] { (0..<53).map { 1 + Double($0 % 5) } }
        func volume(_ factor: Double) -> [Double] {
            lively(10 * factor, count: 12) + lively(10, count: 41)
        }
        let table = try rank([
            .init(id: "a", commits: Self.commits, close: close(), volume: volume(2)),
            .init(id: "b", commits: Self.commits, close: close(), volume: volume(3)),
            .init(id: "c", commits: Self.commits, close: close(), volume: volume(4)),
            // Neither the stablecoin nor the flat line moves the median.
            .init(id: "d", tags: ["stablecoin"], commits: Self.commits, close: close(), volume: volume(50)),
            .init(id: "e", commits: Self.commits, close: close(), volume: Array(repeating: 90, count: 53)),
        ])
        #expect(abs(try table.number("vol_trend", "a") - log(2.0 / 3)) < 1e-12)
        #expect(abs(try table.number("vol_trend", "b")) < 1e-12)
        #expect(abs(try table.number("vol_trend", "d") - log(50.0 / 3)) < 1e-12)
        #expect(try table.reason("vol_trend", "e") == "suspect-volume")
    }

    @Test("All-time high and low include closes before the year") func extremesEver() throws {
        let close = (0..<53).map { 10 + Double($0 % 5) }
        let table = try rank([
            .init(id: "a", close: close, closeBefore: 40, firstCloseAgo: 200),
            .init(id: "b", close: close, closeBefore: 2),
            .init(id: "c", close: Array(repeating: .nan, count: 53)),
        ])
        #expect(isNear(try table.number("drawdown", "a"), 10.0 / 14 - 1))
        #expect(isNear(try table.number("drawdown_ever", "a"), 10.0 / 40 - 1))
        #expect(try table.number("above_low_ever", "a") == 0)
        #expect(isNear(try table.number("drawdown_ever", "b"), 10.0 / 14 - 1))
        #expect(isNear(try table.number("above_low_ever", "b"), 10.0 / 2 - 1))
        #expect(try table.reason("drawdown_ever", "c") == "no-price")
        // The weeks of the first and of the newest close count both.
        #expect(try table.number("age_weeks", "a") == 201)
        #expect(try table.number("age_weeks", "b") == 53)
        #expect(try table.reason("age_weeks", "c") == "nothing-known")
    }

    @Test("Age counts from the earlier of first commit and first close") func age() throws {
        let close = Array(repeating: 1.0, count: 20) + Array(repeating: .nan, count: 33)
        let table = try rank([
            .init(id: "a", commits: Self.commits, firstActiveAgo: 90, close: close),
            .init(id: "b", commits: Self.commits, firstActiveAgo: 90, close: close, firstCloseAgo: 300),
            .init(id: "c", commits: Self.commits, firstActiveAgo: 0, close: Array(repeating: .nan, count: 53)),
        ])
        #expect(try ["a", "b", "c"].map { try table.number("age_weeks", $0) } == [91, 301, 1])
    }

    @Test("Dilution uses the maximum supply, otherwise the total supply") func dilution() throws {
        var section = try SectionBuilder(coins: ["max", "total", "told", "none", "free", "dead"].map { .init(id: $0) })
            .section()
        section.price = section.figures([2, 2, 2, 2, 2, .nan])
        section.marketCap = section.figures([100, 100, 100, 100, 0, .nan])
        section.circulatingSupply = [40, .nan, 30, 20, 0, 7]
        section.totalSupply = [60, 80, 60, 0, 60, 60]
        section.maxSupply = [100, .nan, 50, .nan, .nan, 70]
        let table = try ranking(of: section, preset: .discovery)
        func numbers(_ column: String) throws -> [Double] {
            try ["max", "total", "told"].map { try table.number(column, $0) }
        }
        func reasons(_ column: String) throws -> [String?] {
            try ["none", "free", "dead"].map { try table.reason(column, $0) }
        }
        #expect(try numbers("fully_diluted") == [200, 160, 100])
        #expect(try numbers("dilution") == [2, 1.6, 1])
        // Without circulating coins it is capitalisation by price: 50 of 80.
        #expect(try numbers("circulating_share") == [0.4, 0.625, 0.6])
        #expect(try reasons("fully_diluted") == ["no-fresh-supply", nil, "old-price"])
        #expect(try reasons("dilution") == ["no-fresh-supply", "no-fresh-cap", "old-price"])
        #expect(try reasons("circulating_share") == ["no-fresh-supply", "no-fresh-cap", nil])
        #expect(try reasons("circulating_supply") == [nil, "no-fresh-supply", nil])
        #expect(try reasons("total_supply") == ["no-fresh-supply", nil, nil])
        #expect(try reasons("max_supply") == ["no-fresh-supply", "no-fresh-supply", nil])
    }

    /// A jump, a shrinkage and a difference are told at their limits, and none within them; missing weeks tell nothing.
    @Test(
        "Price jumps, shrinking supply and contradicting figures are reported from their limits",
        arguments: [
            ([2.0, 2, 2], [200.0, 200, 200], 2.0, 200.0, 100.0, []),
            ([2000, 2, 2], [.nan, .nan, .nan], 2000, .nan, .nan, ["price × 1000 in the week of 2024-03-17"]),
            ([1999, 2, 2], [.nan, .nan, .nan], 1999, .nan, .nan, []),
            ([2, .nan, 2000], [.nan, .nan, .nan], 2, .nan, .nan, ["price × 0.001 in the week of 2024-03-17"]),
            ([2, 2, 2], [.nan, .nan, .nan], 4e9, .nan, .nan, ["price × 2000000000 since the week of 2024-03-17"]),
            ([2, 2, 2], [100, 200, 200], 2, .nan, .nan, ["supply × 0.5 in the week of 2024-03-17"]),
            ([2, 2, 2], [101, 200, 90], 2, .nan, .nan, []),
            ([2, 2, 2], [200, 200, 200], 2, 240, 100, []),
            ([2, 2, 2], [200, 200, 200], 2, 241, 100, ["capitalisation is 1.21 × price × supply"]),
            ([2, 2, 2], [200, 200, 200], 2, 1, 100, ["capitalisation is 0.005 × price × supply"]),
            ([2, 2, 2], [200, 200, 200], 2, 1e-3, 100, ["capitalisation is 1/200000 × price × supply"]),
        ] as [([Double], [Double], Double, Double, Double, [String])]
    )
    func marketWarnings(
        closes: [Double],
        caps: [Double],
        price: Double,
        cap: Double,
        circulating: Double,
        texts: [String]
    ) throws {
        let doubts = MarketWarnings(
            closes: closes,
            capitalisations: caps,
            price: price,
            capitalisation: cap,
            circulating: circulating,
            newest: Week(containing: try #require(Day("2024-03-20")))
        )
        #expect(doubts.texts == texts)
    }

    @Test("The formula names the supply that was used") func supplyFormula() throws {
        var section = try SectionBuilder(coins: ["max", "total"].map { .init(id: $0) }).section()
        section.totalSupply = [60, 80]
        section.maxSupply = [100, .nan]
        section.circulatingSupply = [40, .nan]
        let explained = try ExplainedRanking(section, .discovery, RankingOptions())
        let formulas = ["fully_diluted", "dilution", "circulating_share"].map { column in
            ["max", "total"].map { explained.explanation(of: column, $0)?.formula ?? "" }
        }
        #expect(
            formulas == [
                ["price_usd · max_supply", "price_usd · total_supply"],
                ["price_usd · max_supply / market_cap_usd", "price_usd · total_supply / market_cap_usd"],
                ["circulating_supply / max_supply", "market_cap_usd / price_usd / total_supply"],
            ]
        )
    }

    func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-12 }

    @Test("Without eligible coins there is no market trend") func noUniverse() throws {
        let table = try rank([.init(id: "a", close: (0..<53).map { 1 + Double($0 % 5) }, volume: lively(9))])
        #expect(try table.reason("vol_trend", "a") == "no-universe")
    }

    @Test("An outlying turnover is suspect only among at least 100 coins") func turnoverOutlier() throws {
        func coins(_ count: Int) -> [SectionBuilder.CoinParts] {
            (0..<count).map { index in
                .init(
                    id: "c\(index)",
                    commits: Self.commits,
                    close: (0..<53).map { 1 + Double($0 % 5) },
                    volume: lively(index == 0 ? 900 : 100 + Double(index))
                )
            }
        }
        #expect(try rank(coins(100)).reason("vol_trend", "c0") == "suspect-volume")
        #expect(try rank(coins(100)).reason("vol_trend", "c1") == nil)
        #expect(try rank(coins(99)).reason("vol_trend", "c0") == nil)
    }

    @Test("Momentum, volatility and drawdown equal values worked out by hand") func handWorked() throws {
        var close = (0..<53).map { $0 % 2 == 0 ? 2.0 : 1.0 }
        close[30] = 8
        let table = try rank([.init(id: "a", close: close)])
        #expect(try table.number("momentum12", "a") == 0)
        #expect(abs(try table.number("drawdown", "a") + 0.75) < 1e-15)
        #expect(try table.number("above_low", "a") == 1)
        // 1,000 in every week by a close of 2 in w0 and of 1 in w51: half of the coins are left.
        #expect(try table.number("supply_growth", "a") == -0.5)
        var returns = (0..<52).map { $0 % 2 == 0 ? log(2.0) : -log(2.0) }
        (returns[29], returns[30]) = (-log(8.0), log(8.0))
        let center = returns.reduce(0, +) / 52
        let variance = returns.map { ($0 - center) * ($0 - center) }.reduce(0, +) / 51
        #expect(abs(try table.number("volatility52", "a") - sqrt(52 * variance)) < 1e-12)
    }

    @Test("Volatility needs 26 returns") func volatilityReturns() throws {
        func close(returns: Int) -> [Double] { (0..<53).map { $0 <= returns ? 1 + Double($0 % 2) : .nan } }
        let table = try rank([.init(id: "a", close: close(returns: 26)), .init(id: "b", close: close(returns: 25))])
        #expect(try table.number("volatility52", "a") > 0)
        #expect(try table.reason("volatility52", "b") == "few-weeks")
    }

    @Test("Missing closes have their reason") func missingClose() throws {
        var close = Array(repeating: 2.0, count: 53)
        close[12] = .nan
        let sparse = (0..<53).map { $0 % 3 == 0 ? 2.0 : .nan }
        let table = try rank([
            .init(id: "a", close: close), .init(id: "b", close: sparse), .init(id: "c", close: [], volume: []),
        ])
        #expect(try table.reason("momentum12", "a") == "no-close")
        #expect(try table.reason("volatility52", "b") == "few-weeks")
        #expect(try table.number("volatility52", "a") == 0)
        #expect(try table.number("supply_growth", "a") == 0)
        #expect(try table.reason("supply_growth", "c") == "no-market-data")
        for name in ["momentum12", "volatility52", "vol12"] {
            #expect(try table.reason(name, "c") == "no-market-data", "\(name)")
        }
        for name in MarketTests.ofPrice + ["last_price_usd"] {
            #expect(try table.reason(name, "c") == "no-price", "\(name)")
        }
    }

    /// What goes with the price, by the method.
    private static let ofPrice = [
        "price_usd", "market_cap_usd", "price_source", "price_time", "price_age_days", "cap_time", "price_disputed",
        "market_flags", "change_24h", "change_7d", "turnover", "cap_share", "fully_diluted", "dilution", "drawdown",
        "above_low", "drawdown_ever", "above_low_ever", "ath_distance_pct",
    ]

    @Test("Figures that need a price are missing without one, with the reason old-price")
    func oldPrice() throws {
        var section = try SectionBuilder(coins: [.init(id: "a"), .init(id: "b")]).section()
        section.price[0] = nil
        section.marketCap[0] = nil
        section.lastPrice[0] = section.figure(3)
        let table = try ranking(of: section, preset: .discovery)
        for name in MarketTests.ofPrice { #expect(try table.reason(name, "a") == "old-price", "\(name)") }
        #expect(try table.number("last_price_usd", "a") == 3)
        #expect(try table.number("drawdown", "b") == 0)
    }

    @Test("A disputed price is a column and a flag that name both sources")
    func disputedPrice() throws {
        var section = try SectionBuilder(coins: [.init(id: "a"), .init(id: "b")]).section()
        section.priceDisputes = [PriceDispute(among: [("one", 2), ("two", 2.2)]), nil]
        let table = try ranking(of: section, preset: .discovery)
        #expect(try table.text("price_disputed", "a") == "one 2, two 2.2: 10.0 % apart")
        #expect(try table.text("market_flags", "a")?.hasSuffix("price_disputed: one 2, two 2.2: 10.0 % apart") == true)
        #expect(try table.text("price_disputed", "b") == "")
    }

    @Test("High turnover, volume at an unchanged price, flat weeks and odd digits are suspect")
    func suspectVolumes() throws {
        let still = (0..<53).map { 2 + 0.004 * Double($0 % 2) }
        let moving = (0..<53).map { 1 + Double($0 % 5) }
        let cases: [(id: String, close: [Double], level: Double, grounds: String)] = [
            ("above", moving, 1200, "turnover"), ("at", moving, 1000, ""), ("still", still, 400, "still-price"),
            ("slow", still, 50, ""), ("both", still, 1200, "turnover, still-price"), ("few", [], 400, ""),
            ("round", moving, 100, "round, repeated"),
            ("flat", Array(repeating: 2, count: 53), 50, "flat"),
        ]
        var section = try SectionBuilder(
            coins: cases.map { .init(id: $0.id, commits: Self.commits, close: $0.close, volume: lively($0.level)) }
        ).section()
        section.volumeGrounds[6] = [.round, .repeated]
        let table = try ranking(of: section, preset: .discovery)
        for one in cases {
            #expect(try table.text("volume_suspect", one.id) == one.grounds, "\(one.id)")
            let reason = try table.reason("vol_trend", one.id)
            #expect((reason == "suspect-volume") == !one.grounds.isEmpty, "\(one.id)")
        }
        #expect(try table.text("reason", "still")?.contains("suspect volume (still-price)") == true)
    }
}
