import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

@Suite struct MarketTotalsTests {
    @Test("Market shares leave out wrapped coins and stale figures") func shares() throws {
        var section = try SectionBuilder(coins: [
            .init(id: "bitcoin"), .init(id: "money", tags: ["stablecoin"]), .init(id: "other"),
            .init(id: "wbtc", tags: ["wrapped"]), .init(id: "stale"),
        ]).section()
        section.marketCap = section.figures([500, 200, 300, 100, .nan])
        section.volumeMedian[row: 2] = Array(repeating: .nan, count: 53)[...]
        section.lastMarketCap[4] = section.figure(9000)
        let table = try ranking(of: section, preset: .discovery)
        let shares = try ["bitcoin", "money", "other", "wbtc"].map { try table.number("cap_share", $0) }
        #expect(shares == [0.5, 0.2, 0.3, 0.1])
        #expect(try table.reason("cap_share", "stale") == "no-fresh-cap")
        // Ten a day of bitcoin, money and stale.
        #expect(
            table.notes.contains(
                "Market: 1000 USD of capitalisation in 3 coins, 50.0 % of it Bitcoin; 30 USD traded a day in the newest "
                    + "complete week."
            )
        )
        section.marketCap = section.figures([5e11, .nan, 2.1e12, .nan, .nan])
        let large = try ranking(of: section, preset: .discovery)
        #expect(
            large.notes.contains { $0.hasPrefix("Market: 2600 billion USD of capitalisation in 2 coins, 19.2 % of") }
        )
        section.marketCap = Array(repeating: nil, count: 5)
        let none = try ranking(of: section, preset: .discovery)
        #expect(!none.notes.contains { $0.hasPrefix("Market:") })
    }

    @Test(
        "Bitcoin is the coin of that id, else the only one of its symbol and name",
        arguments: [
            ([("a", "A", "Ann"), ("bitcoin", "btc", "Bitcoin")], 1),
            ([("1", "BTC", "Bitcoin"), ("2", "BTC", "Bit")], 0),
            ([("1", "BTC", "Bitcoin"), ("2", "btc", "Bitcoin")], nil), ([("btc", "BTC", "")], nil),
        ] as [([(String, String, String)], Int?)]
    )
    func bitcoin(names: [(String, String, String)], place: Int?) {
        let coins = names.map { Coin(id: $0.0, symbol: $0.1, name: $0.2, repositories: []) }
        #expect(MarketTotals.bitcoin(among: coins) == place)
    }

    @Test("Market weeks add up coins known for four weeks") func weeklyMarket() throws {
        var section = try SectionBuilder(coins: [
            .init(id: "bitcoin"), .init(id: "money", tags: ["stablecoin"]), .init(id: "wbtc", tags: ["wrapped"]),
            .init(id: "young"),
        ]).section()
        for weeksBack in 0..<53 {
            section.capitalisation[0, weeksBack] = 500 + Double(weeksBack)
            section.capitalisation[1, weeksBack] = weeksBack == 6 ? 300 : weeksBack == 7 ? 0 : .nan
            section.capitalisation[3, weeksBack] = weeksBack < 2 ? 100 : .nan
            section.volumeMedian[3, weeksBack] = weeksBack < 2 ? 5 : .nan
        }
        let table = MarketSeries.table(of: section)
        let names = table.columns.map(\.name)
        #expect(names.prefix(5) == ["week", "coins", "market_cap_usd", "bitcoin_share", "volume_usd"])
        #expect(table.rows.count == 50)
        let w0 = section.asOf.lastCompleteWeek
        #expect(
            table.rows[0].prefix(5) == [.text("\(w0)"), .integer(2), .number(600), .number(500 / 600.0), .number(25)]
        )
        #expect(
            table.rows[2].prefix(5) == [
                .text("\(w0.advanced(by: -2))"), .integer(1), .number(502), .number(1), .number(20),
            ]
        )
        // Six weeks ago the money had 300, which still counts three weeks later; a 0 is unknown.
        #expect(table.rows[3][1...3] == [.integer(2), .number(803), .number(503 / 803.0)])
        // It says nothing of a change there: only the other coin has capitalisations of both weeks.
        #expect(names[5...6] == ["fresh_coins", "like_for_like_pct"])
        let (change, newest): (Double, Double) = (100 * (503 / 504 - 1), 100 * (600 / 601 - 1))
        #expect(table.rows[3][5...6] == [.integer(1), .number(change)])
        #expect(table.rows[0][5...6] == [.integer(2), .number(newest)])
        #expect(table.rows[6][5] == .integer(2))
        // The oldest one, too, for the section has the week before it.
        #expect(table.rows[49][6] == .number(100 * (549 / 550.0 - 1)))
        #expect(table.rows[6][1...2] == [.integer(2), .number(806)])
        #expect(table.rows[7][1...2] == [.integer(1), .number(507)])
        #expect(table.notes.contains { $0.hasPrefix("Market: ") })
        section.capitalisation = WeeklyMatrix(rows: 4, weeks: 53)
        section.volumeMedian = section.capitalisation
        for coin in 0..<4 { section.volumeMedian[coin, 2] = 10 }
        let volumes = MarketSeries.table(of: section).rows
        #expect(volumes.count == 3)
        #expect(volumes[2][1] == .integer(0) && volumes[2][4] == .number(30))
        #expect(volumes[2][2...3].allSatisfy { if case .missing = $0 { true } else { false } })
        section.volumeMedian = section.capitalisation
        #expect(MarketSeries.table(of: section).rows.isEmpty)
    }
}
