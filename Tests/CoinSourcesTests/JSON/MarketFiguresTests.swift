import CoinModel
import Testing

@Suite struct MarketFiguresTests {
    @Test("Dollars per unit are dollars per bitcoin divided by units per bitcoin")
    func rates() throws {
        let text = """
            {"rates":{"btc":{"value":1.0,"unit":"BTC"},"usd":{"value":64000,"unit":"$"},"eur":{"value":50000,"unit":"E"},
            "jpy":{"value":0},"a b":{"value":1},"gbp":{"value":"1"},"chf":{"value":null}}}
            """
        let reading = try JSONReading(text: text, observedAt: "2024-03-25T10:00:00Z")
        #expect(reading.reader == "coingecko-rates")
        #expect(reading.facts.map(\.subject) == [.currency("btc"), .currency("eur")])
        #expect(reading.facts.map(\.values) == [["rate_usd": 64000], ["rate_usd": 1.28]])
        #expect(reading.facts.allSatisfy { $0.time == "2024-03-25T10:00:00Z" })
        #expect(reading.rejects.map(\.reason) == ["bad-number", "bad-currency", "bad-number", "bad-number"])
    }

    @Test("Rates without a time or without dollars are rejected", arguments: ["64000", "0", "null", "\"1\""])
    func incompleteRates(_ dollars: String) throws {
        let text = "{\"rates\":{\"usd\":{\"value\":\(dollars),\"unit\":\"$\"},\"eur\":{\"value\":1}}}"
        #expect(throws: (any Error).self) {
            try JSONReading(text: text, observedAt: dollars == "64000" ? nil : "2024-03-25")
        }
    }

    @Test(
        "Global figures have their own time, and shares from 0 to 1",
        arguments: [
            (
                "coinpaprika/global_2021-10.json", "2021-10-22T18:36:46Z",
                [
                    "total_market_cap_usd": 2_559_344_984_924, "total_volume_usd": 217_605_673_763,
                    "bitcoin_share": 44.68 / 100, "coin_count": 5438, "total_market_cap_ratio_24h": 0.9814,
                ]
            ),
            (
                "coinmarketcap/global_metrics_2021-08_no_status.json", "2021-08-13T14:44:11.999Z",
                [
                    "total_market_cap_usd": 1_939_416_192_105.152, "total_volume_usd": 103_678_071_089.66,
                    "bitcoin_share": 44.897494474523 / 100, "ether_share": 19.378133207236 / 100, "coin_count": 6017,
                    "total_market_cap_ratio_24h": 1.0511877788891435,
                ]
            ),
        ]
    )
    func figures(_ file: String, _ time: String, _ values: [String: Double]) throws {
        let reading = try JSONReading(path: JSONReading.fixture(file))
        #expect(reading.facts.map(\.subject) == [.market])
        #expect(reading.facts.map(\.time) == [time])
        #expect(reading.facts.first?.values == values)
    }

    @Test("Invalid global figures are rejected, and without own time the snapshot's is used")
    func faults() throws {
        let text = """
            {"data":{"active_cryptocurrencies":0,"total_market_cap":{"usd":5},"total_volume":{"usd":-1},
            "market_cap_percentage":{"btc":"x","eth":10}}}
            """
        let reading = try JSONReading(text: text, observedAt: "2024-03-25T10:00:00Z")
        #expect(reading.facts.map(\.values) == [["total_market_cap_usd": 5, "ether_share": 0.1]])
        #expect(reading.facts.map(\.time) == ["2024-03-25T10:00:00Z"])
        #expect(reading.rejects.map(\.reason) == ["bad-number", "bad-number"])
    }
}
