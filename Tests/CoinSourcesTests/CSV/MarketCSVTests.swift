import CoinModel
import Testing

@testable import CoinSources

@Suite struct TidyMarketTests {
    @Test("Instants are snapshots and dates are days") func snapshotsAndDays() throws {
        let read = try reading(
            """
            snapshot_time,coin_id,symbol,name,price_usd,market_cap_usd,volume_usd,circulating_supply
            2024-01-01T06:00:00Z,bitcoin,btc,Bitcoin,42000.5,823000000000,,19600000
            2024-01-01T06:00:00Z,wdoge,wd,"Wrapped ""Doge"", Classic",,0,0,
            2024-01-02,bitcoin,btc,Bitcoin,43000,,1,
            """
        )
        #expect(read.rows == 3)
        #expect(read["tidy-market bitcoin price_usd 2024-01-01T06:00:00Z"] == 42_000.5)
        #expect(read["tidy-market bitcoin volume_usd 2024-01-01T06:00:00Z"] == nil)
        #expect(read["tidy-market wdoge market_cap_usd 2024-01-01T06:00:00Z"] == 0)
        #expect(read["tidy-market bitcoin price_usd 2024-01-02"] == 43_000)
        let wrapped = CoinKey(id: "wdoge", symbol: "wd", name: "Wrapped \"Doge\", Classic")
        #expect(read.subjects.contains(.coin(wrapped)))
        #expect(read.blocks.map(\.resolution) == [.snapshot, .day])
        #expect(read.blocks[0].lines == [2, 3])
    }

    @Test("Circulating, total and maximum supply are read as written") func supplies() throws {
        let read = try reading(
            """
            date,coin_id,price_usd,circulating_supply,total_supply,max_supply,max_supply_eur
            2024-01-01,a,2,30,40,50,60
            2024-01-01,b,2,0,0,0,60
            2024-01-01,c,2,,,,60
            """
        )
        let facts = ["circulating_supply", "total_supply", "max_supply"].map { name in
            ["a", "b", "c"].map { read["tidy-market \($0) \(name) 2024-01-01"] }
        }
        #expect(facts == [[30, 0, nil], [40, 0, nil], [50, 0, nil]])
        #expect(read.facts.count == 9)
    }

    @Test("Prices in other currencies and from other sources stay separate") func quotes() throws {
        let read = try reading(
            """
            symbol,date,price,price_btc,volume_24h,source
            ETH,2024-01-01,2000,0.05,7,kraken
            ETH,2024-01-01,2001,0.06,7,
            """
        ) { $0.hints.quote = "eur" }
        #expect(read["tidy-market:kraken ETH price_eur 2024-01-01"] == 2000)
        #expect(read["tidy-market ETH price_btc 2024-01-01"] == 0.06)
        #expect(read.blocks[0].metrics == [.price("eur"), .price("btc")])
    }

    @Test("Bad rows are rejected with line and column, and the others are read") func badRows() throws {
        let read = try reading(
            """
            coin_id,date,price_usd
            a,2024-01-01,1
            a,2024-13-01,1
            a,2024-01-02,nan
            a,2024-01-03,-1
            a,2026-06-03,1
            ,2024-01-04,1
            a,2024-01-05
            "x
            a,2024-01-06,2
            """
        )
        #expect(read.rows == 2)
        #expect(
            read.rejects.map { "\($0.line ?? 0) \($0.column ?? 0) \($0.reason)" } == [
                "3 2 bad-time", "4 3 bad-number", "5 3 bad-number", "6 2 future-time", "7 1 missing-coin",
                "8 0 wrong-width", "9 0 open-quote",
            ]
        )
        #expect(read["tidy-market a price_usd 2024-01-06"] == 2)
    }

    @Test("Large files are read in small blocks with their own subjects") func smallBlocks() throws {
        let days = (0..<70_000).map { "c\($0 % 3000),\(Day(index: Int32(15_000 + $0 / 3000))),\($0 + 1)" }
        let read = try reading("id,date,price_usd\n" + days.joined(separator: "\n"))
        #expect(read.rows == 70_000)
        #expect(read.blocks.allSatisfy { $0.count <= ObservationBatches.rowLimit })
        #expect(read.facts.count == 70_000)
        #expect(read["tidy-market c2999 price_usd \(Day(index: 15_022))"] == 69_000)
        #expect(read.blocks.allSatisfy { Set($0.named).count == $0.subjects.count && $0.lines.count == $0.count })
    }

    /// Neighbouring columns are told apart as they stand, others by a copy of each; quotes decide nothing.
    @Test("Coins are distinguished by all naming columns, wherever these are") func coinColumns() throws {
        let coins = [
            ("a", "A"), ("a", "B"), ("b", "A"), ("\"a\"", "A"), ("\"a,b\"", "A"), ("a", "\"b\"\"c\""), ("a", "b\"\"c"),
            ("", "A"), ("a-very-long-id-1", "A"), ("a-very-long-id-12", "A"), ("\"two\nlines\"", "A"),
        ]
        let expected = [
            "a/A", "a/B", "b/A", "a/A", "a,b/A", "a/b\"c", "a/b\"\"c", "/A", "a-very-long-id-1/A",
            "a-very-long-id-12/A",
            "two\nlines/A",
        ]
        let layouts: [(header: String, row: (Int, (String, String)) -> String)] = [
            ("date,id,symbol,price_usd", { "\($1.0),\($1.1),\($0 + 1)" }),
            ("date,price_usd,id,symbol", { "\($0 + 1),\($1.0),\($1.1)" }),
            ("date,id,price_usd,symbol", { "\($1.0),\($0 + 1),\($1.1)" }),
        ]
        for layout in layouts {
            for ending in ["\n", "\r\n"] {
                let rows = coins.enumerated().map { "2024-01-0\(1 + $0 % 2)," + layout.row($0, $1) }
                let read = try reading(([layout.header] + rows).joined(separator: ending))
                let named = read.blocks.flatMap { block in
                    block.subjectIndex.enumerated().map { row, subject in
                        (value: block.values[0][row], coin: block.named[Int(subject)])
                    }
                }
                let inOrder = named.sorted { $0.value < $1.value }.map { named in
                    if case .coin(let coin) = named.coin { "\(coin.id ?? "")/\(coin.symbol ?? "")" } else { "" }
                }
                #expect(inOrder == expected, "\(layout.header)")
            }
        }
    }
}
