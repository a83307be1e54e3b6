import CoinModel
import Foundation
import Testing

struct MarketSourceTests {
    @Test("A ticker has the time of its last update if nothing else states one")
    func tickers() throws {
        let path = JSONReading.fixture("coinpaprika/tickers_3_2024-06.json")
        let own = try JSONReading(path: path)
        #expect(own.facts.map(\.time) == ["2024-06-29T13:27:36Z", "2024-06-29T13:27:41Z", "2019-02-01T00:00:00Z"])
        // Its maximum of 0 says that there is none.
        #expect(own.facts[1].values == ["price_usd": 3300.25, "volume_usd": 8_000_000, "total_supply": 1000])
        #expect(own.facts[2].values == ["price_usd": 0.0000012, "volume_usd": 0, "total_supply": 1000])
        let told = try JSONReading(path: path, observedAt: "2024-06-29T14:00:00Z")
        // The last one was last updated years before.
        let times = ["2024-06-29T14:00:00Z", "2024-06-29T14:00:00Z", "2019-02-01T00:00:00Z"]
        #expect(told.facts.map(\.time) == times)
        #expect(told.facts[2].stamp == 1_548_979_200_000)
    }

    @Test("Two ids that are equal as doubles are both rejected")
    func longIds() throws {
        let ids = ["9007199254740991", "9007199254740992", "9007199254740993", "18446744073709551616"]
        let rest = #""symbol":"A","name":"A","last_updated":"2024-01-01T00:00:00Z","quotes":{"USD":{"price":1}}"#
        let rows = (ids + ["-9007199254740993"]).map { "{\"id\":\($0),\(rest)}" }
        let reading = try JSONReading(text: "[\(rows.joined(separator: ","))]")
        #expect(reading.facts.count == 1)
        #expect(reading.rejects.map(\.reason) == ["no-id", "no-id", "no-id", "no-id"])
        #expect(reading.rejects.map(\.line) == [2, 3, 4, 5])
    }

    @Test("Each currency of a ticker has its own metrics, and an invalid one is reported")
    func currencies() throws {
        let reading = try JSONReading(
            text: """
                [{"id":"a","last_updated":"2024-01-01T00:00:00Z","quotes":{"USD":{"price":1}}},
                 {"id":"c","last_updated":"2024-01-01T00:00:00Z"},{"id":"d","last_updated":"2024-01-01T00:00:00Z","quotes":null},
                 {"id":"b","last_updated":"2024-01-01T00:00:00Z","quotes":{"BTC":{"price":2,"market_cap":0},"U/S":{}}}]
                """
        )
        #expect(reading.facts.map(\.values) == [["price_usd": 1], ["price_btc": 2]])
        #expect(reading.warnings.count == 1)
    }

    @Test("Supplies are read once for prices in several currencies")
    func supplies() throws {
        let listing = JSONReading.fixture("coinmarketcap/listings_latest_2019-02.json")
        let facts = try JSONReading(path: listing).facts.map(\.values)
        #expect(facts.map { $0["max_supply"] } == [21_000_000, 100_000_000_000, nil])
        #expect(facts.map { $0["total_supply"] } == [17_526_825, 99_991_704_087, 104_773_134.0303])
        let reading = try JSONReading(
            text: """
                [{"id":"a","last_updated":"2024-01-01T00:00:00Z","circulating_supply":3,"total_supply":4,"max_supply":5,
                  "quotes":{"USD":{"price":1,"market_cap":0,"volume_24h":0},"EUR":{"price":2,"market_cap":6,"volume_24h":7}}}]
                """
        )
        #expect(
            reading.facts.map(\.values) == [
                [
                    "circulating_supply": 3, "total_supply": 4, "max_supply": 5, "price_usd": 1, "volume_usd": 0,
                    "price_eur": 2, "market_cap_eur": 6, "volume_eur": 7,
                ]
            ]
        )
    }

    @Test("A bar is a fact of its day if it covers the complete day")
    func bars() throws {
        func bar(_ open: String, _ close: String) -> String {
            "{\"time_open\":\"\(open)\",\"time_close\":\"\(close)\",\"open\":1,\"close\":2,\"volume\":null,\"market_cap\":0}"
        }
        let days = [
            bar("2024-01-01T00:00:00Z", "2024-01-01T23:59:59Z"), bar("2024-01-02T00:00:00Z", "2024-01-02T12:00:00Z"),
            bar("2024-01-01T00:00:00Z", "2024-01-02T23:59:59Z"), bar("2024-01-03T00:00:00Z", "2024-01-03T23:59:59Z"),
        ]
        let reading = try JSONReading(
            text: "[\(days.joined(separator: ","))]",
            stem: "btc-bitcoin",
            observedAt: "2024-01-03T20:00:00Z"
        )
        #expect(reading.facts.map(\.time) == ["2024-01-01"])
        #expect(reading.facts[0].values == ["price_usd": 2])
        #expect(reading.rejects.map(\.reason) == ["not-a-day", "not-a-day", "partial"])
    }

    @Test("A listing has the time of its envelope, and zero cap or supply is unknown")
    func listings() throws {
        let path = JSONReading.fixture("coinmarketcap/quotes_latest_2026-01_subset.json")
        let keyed = try JSONReading(path: path, folder: "2020-01-01")
        #expect(Set(keyed.facts.map(\.time)) == ["2024-09-11T10:00:00Z"], "last updated long before the envelope")
        let stale = try String(contentsOfFile: path, encoding: .utf8)
        let fresh = stale.replacing("2024-09-11T10:00:00.000Z", with: "2026-01-14T10:00:00.000Z")
        #expect(Set(try JSONReading(text: fresh).facts.map(\.time)) == ["2026-01-14T10:47:02.426Z"])
        #expect(keyed.facts[1].subject == .coin(CoinKey(id: "5426", symbol: "GGG", name: "GGG Coin")))
        let bare = JSONReading.fixture("coinmarketcap/listings_data_top5_2024-09.json")
        #expect(try refusalReason { try JSONReading(path: bare) } == "no-time")
        let unverified = try JSONReading(path: bare, observedAt: "2024-09-11").facts[4]
        #expect(unverified.values == ["price_usd": 0.0000123, "volume_usd": 12.5])
    }

    @Test("Quotes by symbol are read from an array for each symbol")
    func quotesBySymbol() throws {
        let row = "\"symbol\":\"AB\",\"quote\":{\"USD\":{\"price\":1,\"market_cap\":2,\"volume_24h\":3}}"
        let text = """
            {"status":{"timestamp":"2024-01-01T00:00:00Z","error_code":0},"data":{"AB":[{"id":7,\(row)},{"id":9,\(row)}]}}
            """
        let reading = try JSONReading(text: text)
        #expect(
            reading.facts.map(\.subject) == [
                .coin(CoinKey(id: "7", symbol: "AB")), .coin(CoinKey(id: "9", symbol: "AB")),
            ]
        )
    }

    @Test("A listing with an error code is rejected even with data")
    func errorCode() throws {
        let text = """
            {"status":{"timestamp":"2024-01-01T00:00:00Z","error_code":500,"error_message":"broken"},
            "data":[{"id":1,"quote":{"USD":{"price":1}}}]}
            """
        #expect(try refusalReason { try JSONReading(text: text) } == "source-error")
    }

    @Test("Historical quotes are dated by the outer of their two times")
    func history() throws {
        let path = JSONReading.fixture("coinmarketcap/quotes_historical_2021-07_2pts.json")
        let reading = try JSONReading(path: path)
        #expect(reading.facts.map(\.time) == ["2021-07-23T14:04:03Z", "2021-07-23T14:09:03Z"])
        #expect(reading.facts[0].values["price_btc"] == 0.06372463643632112)
        #expect(reading.facts[0].subject == .coin(CoinKey(id: "1027", symbol: "ETH", name: "Ethereum")))
    }

    @Test("The newest daily bar counts only if its day was over when observed")
    func runningDay() throws {
        let path = JSONReading.fixture("cryptocompare/histoday_v2_btc_2019-12.json")
        // Eleven days, the newest 2020-01-04.
        for (observedAt, days) in [(nil, 10), ("2020-01-04T23:00:00Z", 10), ("2020-01-05T00:00:00Z", 11)] {
            let reading = try JSONReading(path: path, stem: "BTC", observedAt: observedAt, quote: "eur")
            #expect(reading.facts.count == days)
            #expect(reading.facts[0].time == "2019-12-25")
            #expect(reading.facts[0].values == ["price_eur": 7202.5, "volume_eur": 108_513_256.5])
            #expect(reading.facts[0].subject == .coin(CoinKey(symbol: "BTC")))
        }
    }

    @Test("Rows of zeros are left out and counted once; bars of two days are rejected, those of an hour are hours")
    func zeroRows() throws {
        func bars(_ step: Int) -> String {
            let rows = (0..<4).map { place in
                let close = place < 2 ? 0 : 5
                return "{\"time\":\(1_577_232_000 + place * step),\"open\":\(close),\"close\":\(close),\"volumeto\":0}"
            }
            return "{\"Response\":\"Success\",\"Type\":100,\"Data\":[\(rows.joined(separator: ","))]}"
        }
        let reading = try JSONReading(text: bars(86_400), stem: "abc")
        #expect(reading.facts.map(\.time) == ["2019-12-27"])
        #expect(reading.reasons == ["partial": 1])
        #expect(reading.warnings.count == 1)
        #expect(try refusalReason { try JSONReading(text: bars(2 * 86_400), stem: "abc") } == "not-daily")
        let hours = try JSONReading(text: bars(3600), stem: "abc")
        #expect(hours.facts.map(\.time) == ["2019-12-25T02:59:59Z"])
        #expect(hours.facts.first?.values == ["hour_price_usd": 5, "traded_in_hour_usd": 0])
        #expect(hours.reasons == ["partial": 1] && hours.warnings.count == 1)
    }

    @Test("An index names its pair and thus its currency")
    func index() throws {
        let path = JSONReading.fixture("cryptocompare/cadli_days_stark_eur.json")
        let reading = try JSONReading(path: path, observedAt: "2024-02-22")
        #expect(reading.facts.map(\.time) == ["2024-02-21"])
        #expect(reading.facts[0].values == ["price_eur": 1.625, "volume_eur": 243_616.25])
        #expect(reading.facts[0].subject == .coin(CoinKey(symbol: "STONE")))
        #expect(try JSONReading(path: path).reasons == ["partial": 1])
    }
}
