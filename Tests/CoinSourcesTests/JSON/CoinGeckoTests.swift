import CoinModel
import Testing

struct CoinGeckoTests {
    private func page(_ rows: String) -> String { "[\(rows)]" }
    private let row = """
        {"id":"a","symbol":"aa","name":"A","current_price":2.5,"market_cap":100,"market_cap_rank":1,\
        "total_volume":7,"circulating_supply":40,"last_updated":"2024-01-01T00:00:01.500Z"}
        """

    @Test(
        "A page's time is that of its folder, then of the answer, then of the caller"
    )
    func time() throws {
        let text = page(row)
        let http = "HTTP/1.1 200 OK\r\nDate: Mon, 01 Jan 2024 05:06:07 GMT\r\n\r\n" + text
        let cases: [(String, String?, String, String)] = [
            ("20240101T000000Z", "2024-02-02", text, "2024-01-01T00:00:00Z"),
            ("2024-01-01", nil, text, "2024-01-01"),
            ("20240101", nil, text, "2024-01-01"),
            ("2024-01-01T10:00:00Z", nil, text, "2024-01-01T10:00:00Z"),
            ("pages", "2024-01-02T03:00:00Z", text, "2024-01-02T03:00:00Z"),
            ("pages", "2024-01-03T00:00:01Z", text, "2024-01-03T00:00:01Z"),
            ("pages", "2024-01-03T00:00:02Z", text, "2024-01-01T00:00:01.500Z"),
            ("pages", "2024-02-02", text, "2024-01-01"),
            ("pages", "2023-12-01", text, "2024-01-01"),
            ("pages", "2024-02-02", http, "2024-01-01T05:06:07Z"),
            ("pages", nil, http, "2024-01-01T05:06:07Z"),
        ]
        for (folder, observedAt, text, time) in cases {
            let reading = try JSONReading(text: text, folder: folder, observedAt: observedAt)
            #expect(reading.facts.map(\.time) == [time], "\(folder)")
        }
        // Where nothing says when a page was taken, the newest update of its rows does, if all have one.
        let older = page("\(row),{\"id\":\"b\",\"current_price\":1,\"last_updated\":\"2023-12-31T00:00:00Z\"}")
        let reading = try JSONReading(text: older, folder: "20241301T000000Z")
        #expect(reading.facts.map(\.time) == Array(repeating: "2024-01-01T00:00:01.500Z", count: 2))
        let without = page("\(row),{\"id\":\"b\",\"current_price\":1,\"market_cap\":1}")
        #expect(try refusalReason { try JSONReading(text: without, folder: "20241301T000000Z") } == "no-time")
    }

    @Test("A row gives price, cap, volume and supply in the caller's currency at its last update")
    func values() throws {
        let fact = try #require(try JSONReading(text: page(row), folder: "2024-01-01", quote: "eth").facts.first)
        #expect(fact.subject == .coin(CoinKey(id: "a", symbol: "aa", name: "A")))
        #expect(
            fact.values == ["price_eth": 2.5, "market_cap_eth": 100, "volume_eth": 7, "circulating_supply": 40]
        )
        #expect(fact.stamp == 1_704_067_201_500)
    }

    @Test("A market cap of 0 without rank and a supply of 0 are unknown")
    func zeros() throws {
        let path = JSONReading.fixture("coingecko/markets_hive_2022-09_zero_cap.json")
        let facts = try JSONReading(path: path, observedAt: "2022-09-16").facts
        #expect(facts[1].values == ["price_usd": 0.98, "volume_usd": 1800])
        let ranked = try JSONReading(
            text: page(row.replacing("\"market_cap\":100", with: "\"market_cap\":0")),
            folder: "2024-01-01"
        )
        #expect(ranked.facts[0].values["market_cap_usd"] == 0)
    }

    @Test("Total and maximum supply are stored if given; null and 0 are unknown")
    func supplies() throws {
        let path = JSONReading.fixture("coingecko/markets_top100_roi_2022-12.json")
        let facts = try JSONReading(path: path, observedAt: "2022-12-31").facts
        func told(_ id: String) -> [Double?] {
            let coin = facts.first { if case .coin(let key) = $0.subject { key.id == id } else { false } }
            return ["circulating_supply", "total_supply", "max_supply"].map { coin?.values[$0] }
        }
        #expect(told("algorand") == [7_203_372_154.99318, 7_425_570_268.85507, 10_000_000_000])
        #expect(told("ethereum") == [120_524_634.866925, 120_524_634.866925, nil])
        #expect(told("eos") == [1_090_159_706.8294, nil, nil])
        let zero = row.replacing("\"circulating_supply\":40", with: "\"total_supply\":50,\"max_supply\":0.0")
        let values = try JSONReading(text: page(zero), folder: "2024-01-01").facts.first?.values
        #expect(values == ["price_usd": 2.5, "market_cap_usd": 100, "volume_usd": 7, "total_supply": 50])
        let text = row.replacing("\"circulating_supply\":40", with: "\"max_supply\":\"21 million\"")
        #expect(try JSONReading(text: page(text), folder: "2024-01-01").reasons == ["bad-number": 1])
    }

    @Test(
        "A row with a value of the wrong type is rejected, and the others are read",
        arguments: [
            ("\"current_price\":2.5", "\"current_price\":\"2.5\"", "bad-number"),
            ("\"current_price\":2.5", "\"current_price\":true", "bad-number"),
            ("\"current_price\":2.5", "\"current_price\":[2.5]", "bad-number"),
            ("\"current_price\":2.5", "\"current_price\":-2.5", "bad-number"),
            ("\"id\":\"a\"", "\"id\":null", "no-id"),
            ("\"symbol\":\"aa\"", "\"symbol\":3", "bad-text"),
            ("\"2024-01-01T00:00:01.500Z\"", "\"yesterday\"", "bad-time"),
            ("2.5,\"market_cap\":100", "null,\"market_cap\":null", "no-values"),
        ]
    )
    func wrongKinds(old: String, new: String, reason: String) throws {
        var bad = row.replacing(old, with: new)
        if reason == "no-values" {
            bad = bad.replacing("\"total_volume\":7,\"circulating_supply\":40", with: "\"total_volume\":null")
        }
        let reading = try JSONReading(text: page("\(row),\(bad),\(row)"), folder: "2024-01-01")
        #expect(reading.facts.count == 2)
        #expect(reading.rejects.map(\.reason) == [reason])
        #expect(reading.rejects.map(\.line) == [2])
    }

    @Test("A snapshot over a day in the future is rejected")
    func future() throws {
        let text = page("\(row),\(row)")
        let ahead = try JSONReading(text: text, folder: "20240103T000001Z", now: "2024-01-02T00:00:00Z")
        #expect(ahead.reasons == ["future-time": 2])
        #expect(ahead.facts.isEmpty)
        #expect(try JSONReading(text: text, folder: "20240103T000000Z", now: "2024-01-02T00:00:00Z").facts.count == 2)
    }

    @Test("Repository addresses are normalised, and those that name none are reported")
    func repositories() throws {
        let reading = try JSONReading(path: JSONReading.fixture("coingecko/coin_yearn_2025_platforms.json"))
        #expect(reading.coins[0].repositories.map(\.description) == ["Harvest/Token", "harvest/vault"])
        #expect(reading.coins[0].tags == ["Governance", "Yield Farming"])
        #expect(reading.warnings.count == 2)
        let paprika = try JSONReading(path: JSONReading.fixture("coinpaprika/coin_eth_2019-07.json"))
        #expect(paprika.coins[0].repositories.map(\.description) == ["ethereum/go-ethereum"])
    }

    @Test("Midnight points of a daily chart are facts of the day before")
    func dailyChart() throws {
        // 2024-01-02, -04, -03, -05 at 00:00, then 2024-01-03T05:00 and the moment of asking, 2024-01-05T00:00:07.
        let chart = """
            {"prices":[[1704153600000,1],[1704326400000,3],[1704240000000,2],[1704412800000,6],
            [1704258000000,9],[1704412807000,4]],
            "market_caps":[[1704240000000,20],[1704153600000,0]],"total_volumes":[[1704326400000,null],[1704153600000,5]]}
            """
        let reading = try JSONReading(text: chart, stem: "bitcoin_market_chart")
        #expect(reading.facts.map(\.time) == ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"])
        #expect(
            reading.facts.map(\.values) == [
                ["price_usd": 1, "volume_usd": 5], ["price_usd": 2, "market_cap_usd": 20], ["price_usd": 3],
                ["price_usd": 6],
            ]
        )
        #expect(reading.reasons == ["off-midnight": 1, "partial": 1])
        #expect(reading.facts[0].subject == .coin(CoinKey(id: "bitcoin")))
    }

    @Test("The points of a finer chart are hours at their own times")
    func hourlyChart() throws {
        let points = (0..<4).map { "[\(1_704_153_600_000 + 3_600_000 * $0),\($0 + 1)]" }.joined(separator: ",")
        let reading = try JSONReading(
            text: "{\"prices\":[\(points)],\"market_caps\":[],\"total_volumes\":[\(points)]}",
            coin: "bitcoin"
        )
        #expect(reading.facts.map(\.time).last == "2024-01-02T03:00:00Z")
        #expect(reading.facts.first?.values == ["hour_price_usd": 1, "hour_volume_usd": 1])
    }

    @Test("The coin of a chart is the caller's, otherwise the one named by the file")
    func coinOfFile() throws {
        let chart = "{\"prices\":[[1704153600000,1]],\"market_caps\":[],\"total_volumes\":[]}"
        let cases: [(String, String?, CoinKey)] = [
            ("x y", "monero", CoinKey(id: "monero")), ("hive_dollar", nil, CoinKey(id: "hive_dollar")),
            ("ada_market_chart_90d", nil, CoinKey(id: "ada")), ("BTC", nil, CoinKey(symbol: "BTC")),
        ]
        for (stem, coin, key) in cases {
            #expect(try JSONReading(text: chart, stem: stem, coin: coin).facts.map(\.subject) == [.coin(key)])
        }
        for stem in ["market_chart_btc", "a b", "ü", ""] {
            #expect(try refusalReason { try JSONReading(text: chart, stem: stem) } == "no-coin", "\(stem)")
        }
    }

    @Test("A chart from before 2018 has a warning about its older meaning")
    func oldChart() throws {
        let chart = "{\"prices\":[[1483228800000,1],[1483315200000,2],[1483401600000,3]],\"market_caps\":[]}"
        #expect(try JSONReading(text: chart, stem: "bitcoin").warnings.count == 1)
    }

    @Test("A history is dated at the start of its day, in the caller's currency")
    func history() throws {
        let path = JSONReading.fixture("coingecko/history_ethereum_2024-01-01.http")
        let facts = try JSONReading(path: path, observedAt: "2024-01-01").facts
        #expect(facts.map(\.time) == ["2024-01-01T00:00:00Z"])
        #expect(facts[0].values == ["price_usd": 2280.25, "volume_usd": 7_500_000])
        #expect(try refusalReason { try JSONReading(path: path) } == "no-time")
        #expect(try refusalReason { try JSONReading(path: path, observedAt: "2024-01-01", quote: "xau") } == "no-quote")
    }
}
