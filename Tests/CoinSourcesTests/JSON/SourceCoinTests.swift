import CoinModel
import Testing

@testable import CoinSources

/// What payloads say of their coins beside facts.
@Suite struct SourceCoinTests {
    private let address = "0xdac17f958d2ee523a2206206994597c13d831ec7"

    @Test("A coin list has the contracts of each coin on all chains") func contracts() throws {
        let chains = (0..<40).map { "\"chain-\($0)\": \"A\($0)\"" }.joined(separator: ", ")
        let reading = try JSONReading(
            text: """
                [{"id": "bitcoin", "symbol": "btc", "name": "Bitcoin", "platforms": {"": ""}},
                 {"id": "tether", "symbol": "usdt", "name": "Tether",
                  "platforms": {"ethereum": "0xdAC17F958D2ee523a2206206994597C13D831ec7", "empty": "", "none": null}},
                 {"id": "many", "symbol": "m", "name": "Many", "platforms": {\(chains)}}]
                """
        )
        #expect(reading.coins.map(\.id) == ["bitcoin", "tether", "many"])
        #expect(reading.sourceCoins.map(\.reference.id) == ["many", "tether"])
        #expect(reading.sourceCoins.last?.addresses.map(\.description) == ["ethereum/\(address)"])
        #expect(reading.sourceCoins.first?.addresses.count == 40)
    }

    @Test("Chain names of each source are translated, and unknown ones stay its own") func chainNames() throws {
        let gecko = try JSONReading(path: JSONReading.fixture("coingecko/oas_example_coins_list_platforms.json"))
        #expect(gecko.sourceCoins.map(\.addresses.first?.chain) == ["solana", "ethereum"])
        let paprika = try JSONReading(
            text: """
                {"id": "usdt-tether", "name": "Tether", "symbol": "USDT", "is_active": false, "links": {},
                 "contracts": [{"contract": "\(address)", "platform": "eth-ethereum", "type": "ERC20"},
                               {"contract": "x", "platform": "abc-unknown"}]}
                """
        )
        #expect(paprika.coins.map(\.id) == ["coinpaprika:usdt-tether"])
        let found = try #require(paprika.sourceCoins.first)
        #expect(found.reference == CoinArgument("coinpaprika:usdt-tether") && found.status == "inactive")
        // What nobody knows the name of is equal to nothing of another source.
        #expect(found.addresses.map(\.description) == ["coinpaprika.abc-unknown/x", "ethereum/\(address)"])
        let cap = try JSONReading(
            text: """
                {"status": {"timestamp": "2024-09-11T14:05:00.000Z", "error_code": 0},
                 "data": [{"id": 1, "name": "Bitcoin", "symbol": "BTC", "platform": null, "quote": {"USD": {"price": 1}}},
                          {"id": 825, "name": "Tether USDt", "symbol": "USDT", "quote": {"USD": {"price": 1}},
                           "platform": {"id": 1027, "slug": "ethereum", "token_address": "\(address)"}}]}
                """
        )
        #expect(
            cap.sourceCoins.map { "\($0.reference) \($0.addresses)" } == ["coinmarketcap:825 [ethereum/\(address)]"]
        )
    }

    @Test("A coin list of CoinPaprika has its own ids and inactive coins") func paprikaList() throws {
        let reading = try JSONReading(
            text: """
                [{"id": "btc-bitcoin", "name": "Bitcoin", "symbol": "BTC", "rank": 1, "is_new": false, "is_active": true, "type": "coin"},
                 {"id": "old-old", "name": "Old", "symbol": "OLD", "rank": 0, "is_new": false, "is_active": false, "type": "coin"}]
                """
        )
        #expect(reading.coins.map(\.id) == ["coinpaprika:btc-bitcoin", "coinpaprika:old-old"])
        #expect(reading.sourceCoins.map(\.status) == ["inactive"])
    }

    @Test("A map of CoinMarketCap has status and contract of each coin") func capMap() throws {
        let reading = try JSONReading(
            text: """
                {"status": {"timestamp": "2024-09-11T14:05:00.000Z", "error_code": 0, "error_message": null},
                 "data": [{"id": 1, "rank": 1, "name": "Bitcoin", "symbol": "BTC", "slug": "bitcoin", "is_active": 1,
                           "first_historical_data": "2013-04-28T18:47:21.000Z", "last_historical_data": "2024-09-11T14:00:00.000Z",
                           "platform": null},
                          {"id": 825, "rank": null, "name": "Tether", "symbol": "USDT", "slug": "tether", "is_active": 0,
                           "first_historical_data": "never",
                           "platform": {"id": 1027, "slug": "ethereum", "token_address": "\(address)"}},
                          {"id": 9, "name": "New", "symbol": "NEW", "slug": "new", "is_active": -1},
                          {"name": "Nobody", "symbol": "NO", "slug": "nobody", "is_active": 1}]}
                """
        )
        #expect(reading.coins.map(\.id) == ["coinmarketcap:1", "coinmarketcap:825", "coinmarketcap:9"])
        #expect(
            reading.sourceCoins.map { "\($0.reference.id) \($0.status) \($0.addresses)" } == [
                "825 inactive [ethereum/\(address)]", "9 untracked []",
            ]
        )
        #expect(reading.details.map(\.coin.id) == ["1"])
        let detail = try #require(reading.details.first)
        #expect(detail[.rank]?.number == 1 && detail[.firstData]?.text == "2013-04-28T18:47:21.000Z")
        // The row without an id, and the time that is none.
        #expect(reading.rejects.count == 2, "\(reading.rejects)")
    }
}
