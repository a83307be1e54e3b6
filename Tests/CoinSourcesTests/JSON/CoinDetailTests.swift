import CoinModel
import Testing

@testable import CoinSources

/// What lists and details say of coins beside facts.
@Suite struct CoinDetailTests {
    private func sample(_ name: String, at time: String? = nil, quote: String = "usd") throws -> [CoinDetail] {
        try JSONReading(path: JSONReading.fixture(name), observedAt: time, quote: quote).details
    }

    @Test("A market page of CoinGecko has details with their time") func geckoPage() throws {
        let details = try sample("coingecko/markets_top100_roi_2022-12.json", at: "2023-01-08T16:50:00Z")
        let bitcoin = try #require(details.first { $0.coin == CoinArgument("bitcoin") })
        #expect((bitcoin.source, bitcoin.quote) == ("coingecko-markets", "usd"))
        #expect(bitcoin.time == Instant("2023-01-08T16:50:00Z"))
        #expect(bitcoin[.rank] == .number(1) && bitcoin[.change24h] == .number(0.14088))
        #expect(bitcoin[.high24h] == .number(16994.2) && bitcoin[.low24h] == .number(16923.76))
        #expect(bitcoin[.ath] == .number(69045) && bitcoin[.athDate] == .text("2021-11-10T14:24:11.849Z"))
        #expect(bitcoin[.atl] == .number(67.81) && bitcoin[.atlDate] == .text("2013-07-06T00:00:00.000Z"))
        #expect(bitcoin[.change7d] == nil && bitcoin[.sparkline] == nil && bitcoin[.description] == nil)
        let image = "https://assets.coingecko.com/coins/images/1/large/bitcoin.png?1547033579"
        #expect(bitcoin[.image] == .text(image))
    }

    @Test("A coin page of CoinGecko has links and text without markup") func geckoDetail() throws {
        let coin = try #require(try sample("coingecko/coin_detail_2024-04.json").first)
        #expect((coin.source, coin.time) == ("coingecko-coin", Instant("2024-04-07T15:24:51.021Z")))
        #expect(coin[.blockTime] == .number(10) && coin[.hashingAlgorithm] == .text("SHA-256"))
        #expect(coin[.genesis] == .text("2009-01-03") && coin[.ath] == .number(73738))
        let categories = "FTX Holdings\nCryptocurrency\nProof of Work (PoW)\nLayer 1 (L1)"
        #expect(coin[.categories] == .text(categories))
        let links = try #require(coin[.links]?.text?.split(separator: "\n"))
        #expect(links.prefix(2) == ["homepage http://www.bitcoin.org", "whitepaper https://bitcoin.org/bitcoin.pdf"])
        #expect(links.contains("twitter https://x.com/bitcoin") && !links.contains { $0.hasSuffix(" ") })
        let old = try #require(try sample("coingecko/coin_bitcoin_full_2021-05.json", at: "2021-05-15T10:00:00Z").first)
        #expect(old.time == Instant("2021-05-15T10:00:00Z"))
        // Markup goes, words stay.
        #expect(old[.description]?.text?.contains("<") == false)
        #expect(old[.description]?.text?.hasPrefix("Bitcoin is the first successful internet money") == true)
    }

    @Test("Pages of CoinPaprika and CoinMarketCap have details") func otherPages() throws {
        let tickers = try JSONReading(
            text: """
                [{"id": "btc-bitcoin", "name": "Bitcoin", "symbol": "BTC", "rank": 1, "first_data_at": "2010-07-17T00:00:00Z",
                  "last_updated": "2024-06-29T13:27:36Z", "quotes": {"USD": {"price": 61045.7, "percent_change_1y": 99.54,
                  "ath_price": 73686.9285616529, "ath_date": "2024-03-14T07:07:09Z"}}}]
                """
        )
        let bitcoin = try #require(tickers.details.first)
        #expect(
            bitcoin.coin == CoinArgument("coinpaprika:btc-bitcoin") && bitcoin.time == Instant("2024-06-29T13:27:36Z")
        )
        #expect(bitcoin[.change1y] == .number(99.54) && bitcoin[.firstData] == .text("2010-07-17T00:00:00Z"))
        #expect(bitcoin[.ath] == .number(73686.9285616529) && bitcoin[.athDate] == .text("2024-03-14T07:07:09Z"))
        let ether = try #require(try sample("coinpaprika/coin_eth_2019-07.json", at: "2019-07-20").first)
        #expect(ether.time == Instant("2019-07-20T23:59:59Z") && ether[.rank] == .number(2))
        #expect(ether[.genesis] == .text("2015-07-30") && ether[.hashingAlgorithm] == .text("Ethash"))
        #expect(
            ether[.links]?.text?.hasPrefix("website https://www.ethereum.org/\nexplorer https://etherscan.io/") == true
        )
        let cap = try JSONReading(
            text: """
                {"status": {"timestamp": "2024-09-30T14:05:00.000Z", "error_code": 0},
                 "data": [{"id": 1, "name": "Bitcoin", "symbol": "BTC", "cmc_rank": 1, "quote": {
                   "EUR": {"price": 2, "percent_change_7d": 9}, "USD": {"price": 1, "percent_change_7d": 0.84790171}}}]}
                """
        )
        let first = try #require(cap.details.first)
        #expect(first.coin == CoinArgument("coinmarketcap:1") && first[.rank] == .number(1))
        #expect(first[.change7d] == .number(0.84790171))
    }

    @Test("An info answer of CoinMarketCap has details of each coin") func capInfo() throws {
        let reading = try JSONReading(
            text: """
                {"status": {"timestamp": "2024-09-30T14:05:00.000Z", "error_code": 0, "error_message": null}, "data": {
                 "1": {"id": 1, "name": "Bitcoin", "symbol": "BTC", "category": "coin", "logo": "https://s2.example/1.png",
                  "description": "Bitcoin (BTC) is a <i>coin</i> .", "tags": ["pow", "mineable"], "platform": null,
                  "urls": {"website": ["https://bitcoin.org/"], "technical_doc": ["https://bitcoin.org/bitcoin.pdf"],
                           "source_code": ["https://github.com/bitcoin/bitcoin"], "chat": []},
                  "date_launched": "2010-07-13T00:00:00.000Z"},
                 "825": {"id": 825, "name": "Tether USDt", "symbol": "USDT", "logo": "", "description": null, "tags": null,
                  "urls": {"website": ["https://tether.to"]}, "date_launched": null,
                  "platform": {"slug": "ethereum", "token_address": "0xdac17f958d2ee523a2206206994597c13d831ec7"}}}}
                """
        )
        #expect(reading.reader == "coinmarketcap-info" && reading.rejects.isEmpty)
        #expect(reading.coins.map(\.id) == ["coinmarketcap:1", "coinmarketcap:825"])
        #expect(reading.coins.first?.repositories.map(\.description) == ["bitcoin/bitcoin"])
        #expect(reading.coins.first?.tags == ["pow", "mineable"])
        #expect(reading.sourceCoins.map(\.reference.id) == ["825"])
        let details = Dictionary(uniqueKeysWithValues: reading.details.map { ($0.coin.id, $0) })
        let bitcoin = try #require(details["1"])
        #expect(bitcoin.time == Instant("2024-09-30T14:05:00Z"))
        #expect(
            bitcoin[.description] == .text("Bitcoin (BTC) is a coin .")
                && bitcoin[.categories] == .text("pow\nmineable")
        )
        let links = "website https://bitcoin.org/\nwhitepaper https://bitcoin.org/bitcoin.pdf"
        #expect(bitcoin[.links] == .text(links))
        #expect(details["825"]?[.links] == .text("website https://tether.to"))
    }

    @Test("Further links of CoinPaprika come by their type, and CryptoCompare's list has links and supplies")
    func furtherLinks() throws {
        let ether = try #require(try sample("coinpaprika/coin_eth_2019-07.json", at: "2019-07-20").first)
        let links = try #require(ether[.links]?.text?.split(separator: "\n"))
        #expect(
            links.contains("forum https://forum.ethereum.org/") && links.contains("blog https://blog.ethereum.org/")
        )
        #expect(!links.contains { $0.hasPrefix("source_code") })
        let list = try JSONReading(
            text: """
                {"Response": "Success", "Type": 100, "Data": {"BTC": {"Id": "1182", "Url": "/coins/btc/overview", "Symbol": "BTC",
                 "CoinName": "Bitcoin", "Description": "A <b>coin</b>.", "AssetWebsiteUrl": "https://bitcoin.org"}}}
                """,
            observedAt: "2026-11-20"
        )
        let bitcoin = try #require(list.details.first)
        #expect(bitcoin[.description] == .text("A coin."))
        let market = "market https://www.cryptocompare.com/coins/btc/overview"
        #expect(
            Set(bitcoin[.links]?.text?.split(separator: "\n") ?? []) == [market[...], "website https://bitcoin.org"]
        )
        let top = try JSONReading(
            text: """
                {"Type": 100, "Data": [{"CoinInfo": {"Id": "1182", "Name": "BTC", "FullName": "Bitcoin", "MaxSupply": -1},
                 "RAW": {"USD": {"PRICE": 2, "MKTCAP": 20, "CIRCULATINGSUPPLY": 10, "SUPPLY": 12, "LASTUPDATE": 1795161600}}}]}
                """,
            observedAt: "2026-11-20T08:00:00Z"
        )
        #expect(top.facts.first?.values["circulating_supply"] == 10 && top.facts.first?.values["total_supply"] == 12)
        #expect(top.facts.first?.values["max_supply"] == nil && top.rejects.isEmpty)
    }

    @Test("Unknown details are missing, and a malformed one is rejected alone") func malformedCell() throws {
        let paprika = try JSONReading(
            text: """
                [{"id": "a-a", "symbol": "A", "name": "A", "rank": 0, "first_data_at": null, "last_updated": "2024-06-29T13:27:36Z",
                  "quotes": {"USD": {"price": 2, "percent_change_24h": 0, "percent_change_7d": -0.5, "ath_price": null}}}]
                """
        )
        let coin = try #require(paprika.details.first)
        #expect(coin[.rank] == nil && coin[.change24h] == nil && coin[.change7d] == .number(-0.5) && coin[.ath] == nil)
        let gecko = try JSONReading(
            text: """
                [{"id": "a", "symbol": "a", "name": "A", "image": "javascript:alert(1)", "current_price": 1,
                  "market_cap": 5, "market_cap_rank": 3.5, "high_24h": -1, "low_24h": "low", "ath": 0,
                  "ath_date": "yesterday", "price_change_percentage_24h": 0,
                  "price_change_percentage_7d_in_currency": -101, "sparkline_in_7d": {"price": [1, null, 2.5]},
                  "last_updated": "2024-03-25T10:00:00Z"},
                 {"id": "c", "symbol": "c", "name": "C", "current_price": 1, "market_cap": 5, "market_cap_rank": 1e30, "ath": 1e308},
                 {"id": "b", "symbol": "b", "name": "B", "current_price": 0, "market_cap": 5, "market_cap_rank": 4}]
                """,
            observedAt: "2024-03-25T10:00:00Z"
        )
        // The row whose price is none says nothing.
        #expect(gecko.details.map(\.coin.id) == ["a", "c"])
        #expect(gecko.details.last?[.rank] == nil && gecko.details.last?[.ath] == .number(1e308))
        let malformed = gecko.rejects.filter { $0.line == 1 }
        #expect(
            malformed.map(\.reason).sorted() == ["bad-address"] + Array(repeating: "bad-number", count: 4) + [
                "bad-time"
            ]
        )
        let good = try #require(gecko.details.first)
        #expect(good[.change24h] == .number(0) && good[.ath] == nil && good[.image] == nil)
        #expect(good[.sparkline] == .text("[1.0,2.5]"))
    }

    @Test("A page of CryptoCompare has details in dollars only") func comparePage() throws {
        let reading = try JSONReading(
            text: """
                {"Message": "Success", "Type": 100, "Data": [{"CoinInfo": {"Id": "1182", "Name": "BTC", "FullName": "Bitcoin",
                  "ImageUrl": "/media/37746251/btc.png", "Algorithm": "SHA-256", "BlockTime": 600,
                  "AssetLaunchDate": "2009-01-03"},
                 "RAW": {"EUR": {"PRICE": 2, "HIGH24HOUR": 3}, "USD": {"PRICE": 4, "HIGH24HOUR": 5, "CHANGEPCT24HOUR": -1.5}}},
                 {"CoinInfo": {"Id": "7", "Name": "X", "FullName": "X", "Algorithm": "N/A", "BlockTime": 0,
                  "AssetLaunchDate": "0000-00-00"}, "RAW": {"USD": {"PRICE": 1}}}]}
                """,
            observedAt: "2024-03-25T10:00:00Z"
        )
        #expect(reading.rejects.isEmpty && reading.details.count == 1)
        let coin = try #require(reading.details.first)
        #expect((coin.coin, coin.quote) == (CoinArgument("cryptocompare:1182"), "usd"))
        #expect(coin[.blockTime] == .number(10) && coin[.high24h] == .number(5) && coin[.change24h] == .number(-1.5))
        #expect(coin[.image] == .text("https://www.cryptocompare.com/media/37746251/btc.png"))
        #expect(coin[.genesis] == .text("2009-01-03"))
    }

    @Test("A coin list of CryptoCompare has its own ids") func compareList() throws {
        let reading = try JSONReading(
            text: """
                {"Response": "Success", "Message": "", "BaseImageUrl": "https://www.cryptocompare.com", "Type": 100, "Data": {
                 "BTC": {"Id": "1182", "Url": "/coins/btc/overview", "ImageUrl": "/media/37746251/btc.png", "Name": "BTC",
                  "Symbol": "BTC", "CoinName": "Bitcoin", "FullName": "Bitcoin (BTC)", "Algorithm": "SHA-256", "TotalCoinSupply": "N/A"},
                 "42": {"Id": "4321", "Name": "42", "Symbol": "42", "CoinName": "42 Coin", "Algorithm": "N/A", "BlockTime": 0},
                 "X": {"Id": null, "Name": "X", "Symbol": "X", "CoinName": "X", "Algorithm": "Scrypt"}}}
                """,
            observedAt: "2024-03-25T10:00:00Z"
        )
        #expect(reading.reader == "cryptocompare-list" && reading.rejects.map(\.reason) == ["no-id"])
        #expect(reading.coins.map(\.id) == ["cryptocompare:1182", "cryptocompare:4321"])
        #expect(reading.coins.map(\.name) == ["Bitcoin", "42 Coin"])
        let bitcoin = try #require(reading.details.first)
        #expect(reading.details.count == 1 && bitcoin.coin == CoinArgument("cryptocompare:1182"))
        #expect(bitcoin.time == Instant("2024-03-25T10:00:00Z") && bitcoin[.hashingAlgorithm] == .text("SHA-256"))
        #expect(bitcoin[.image] == .text("https://www.cryptocompare.com/media/37746251/btc.png"))
    }

    @Test("A coin given by the user is the coin of the details") func assignedCoin() throws {
        var assignment = CoinAssignment(to: "coinpaprika:btc-bitcoin")
        let detail = CoinDetail(CoinArgument("x"), source: "list", at: nil, quote: "usd")
        guard case .details(let assigned) = try assignment.assign(.details([detail])) else {
            Issue.record("no details")
            return
        }
        #expect(assigned.map(\.coin.description) == ["coinpaprika:btc-bitcoin"])
    }

    @Test("Every line of the file of details names a format and a field") func detailLines() {
        let lines = String(decoding: PackageResources.details_txt, as: UTF8.self).split(separator: "\n")
        let (fields, formats) = (Set(CoinField.allCases.map(\.form.name)), Set(sourceReaders.map(\.id)))
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            #expect(words.count > 2 && formats.contains(words[0]) && fields.contains(words[1]), "\(line)")
        }
        #expect(lines.count > 100)
    }

    @Test("Details are not read when not requested") func detailsSkipped() throws {
        var context = ReadContext(path: "2024-03-25/page.json", now: try #require(Instant("2026-11-20T00:00:00Z")))
        context.readsDetails = false
        context.hints.quote = "usd"
        let page =
            #"[{"id": "a", "symbol": "a", "name": "A", "current_price": 1, "market_cap": 5, "market_cap_rank": 3}]"#
        var items = 0
        try MarketJSON.coinGeckoMarkets.read(JSONDocument(Array(page.utf8)), context) { item in
            if case .details = item { Issue.record("was read") }
            items += 1
        }
        #expect(items == 1)
    }
}

/// Text out of hostile markup.
@Suite struct PlainTextTests {
    @Test(
        "Markup is removed and text stays",
        arguments: [
            ("", ""), ("plain", "plain"), (" a \r\n\t b ", "a b"), ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
            ("a<br>b<p>c</p>d", "a b c d"), ("<b>bo</b>ld", "bold"), ("<a href=\"x>y\" title='>'>link</a>!", "link!"),
            ("x<script>alert('</p>')</script>y", "x y"), ("x<SCRIPT type=a>1<2</ScRiPt >y", "x y"),
            ("x<style>p{}</style>", "x"),
            ("x<script>never closed", "x"), ("x<script src=a", "x"), ("a<!-- <script>b</script> -->c", "ac"),
            ("a<!-- open", "a"), ("<3 is no tag", "<3 is no tag"), ("a<", "a<"), ("&lt;script&gt;x", "<script>x"),
            ("&amp;lt;", "&lt;"), ("&#65;&#x42;&#X43;", "ABC"), ("&#0;&#xD800;&#99999999;x", "x"),
            ("&#27;[31mred", "[31mred"),
            ("&#x202E;gnol", "gnol"), ("&nosuch; &", "&nosuch; &"), ("a&nbsp;&mdash; b", "a — b"),
            ("\u{202E}evil\u{7}\u{200B}", "evil"), ("<svg onload=x><text>t</text></svg>k", "k"),
            ("<scr<script>ipt>x", "ipt>x"),
        ]
    )
    func markup(_ html: String, _ text: String) {
        #expect(plainText(ofHTML: html, limit: 100) == text)
    }

    @Test("Long or hostile text stays within its limit") func textLimit() {
        #expect(plainText(ofHTML: String(repeating: "a b ", count: 1000), limit: 10).unicodeScalars.count <= 11)
        let tags = String(repeating: "<script><", count: 50_000)
        #expect(plainText(ofHTML: tags, limit: 10) == "")
        #expect(
            plainText(ofHTML: String(repeating: "&&&&", count: 50_000), limit: 20) == String(repeating: "&", count: 20)
        )
    }
}
