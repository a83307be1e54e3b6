import Foundation
import TestPrograms
import Testing

/// Live sources of market data from the question to the store and back, against a server that plays them over TLS.
@Suite struct MarketCommandTests {
    @Test(
        "A market list is fetched in full and replays to the same store",
        arguments: [
            ("coingecko", 600, 3), ("coinpaprika", 300, 1), ("coinmarketcap", 10_003, 3), ("cryptocompare", 450, 5),
        ]
    )
    func fullList(_ source: String, _ coins: Int, _ pages: Int) throws {
        let world = try MarketWorld()
        let first = try world.fetch("market", source, "coins=\(coins)")
        #expect(first.status == 0, "\(first.errors)")
        let made = "\(coins) coins, 0 lacking; \(pages) request\(pages == 1 ? "" : "s") made"
        #expect(first.errors.contains(made), "\(first.errors)")
        #expect(try world.asked.count == pages && world.asked.allSatisfy { $0.hasSuffix("KEY-" + MarketWorld.canary) })
        let second = try world.fetch("market", source, "coins=\(coins)")
        #expect(try second.status == 0 && world.asked.count == pages, "\(second.errors)")
        let replay = try world.assay(["load", "market", "assay.sqlite.answers", "--store", "new.sqlite"])
        #expect(replay.status == 0, "\(replay.errors)")
        #expect(try world.digest("new.sqlite") == world.digest("assay.sqlite"))
        // But for what is older than 48 hours all stands at the one time of the run.
        let times = try world.rows("SELECT DISTINCT time FROM price_usd WHERE time > '2021'")
        #expect(times.count == 1, "\(times)")
    }

    @Test(
        "A coin whose name is not text is rejected alone, and later pages are requested",
        arguments: [
            ("coingecko", 600, 3, "5c7564383030"), ("coinpaprika", 300, 1, "ff"),
            ("coinmarketcap", 10_003, 3, "5c7564633030"),
            ("cryptocompare", 450, 5, "c3"), ("coingecko", 600, 3, "5c78"),
        ]
    )
    func brokenName(_ source: String, _ coins: Int, _ pages: Int, _ bytes: String) throws {
        let world = try MarketWorld()
        let result = try world.fetch("market", source, "coins=\(coins),broken=150.\(bytes)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try world.asked.count == pages, "\(result.errors)")
        #expect(result.errors.contains(", byte ") && result.errors.contains("[bad-json]"), "\(result.errors)")
        let rows = try world.rows("SELECT count(DISTINCT key) FROM price_usd")
        let priced = source == "cryptocompare" ? coins - coins / 97 : coins
        #expect(rows == ["\(priced - 1)"], "\(result.errors)")
    }

    @Test("Short, empty or repeated pages are requested once more, then reported") func badPages() throws {
        for (hour, reason, coins) in [
            ("short.100", "short-page", 550), ("body.5b5d", "empty-page", 450), ("repeat", "repeated-page", 450),
        ] {
            for untold in ["", ",untold"] {
                let world = try MarketWorld()
                let whole = try world.fetch("market", "coingecko", "hour=\(hour),at=2,for=1,coins=700\(untold)")
                #expect(whole.status == 0 && whole.errors.contains("700 coins, 0 lacking"), "\(whole.errors)")
                let store = ["--store", "other.sqlite"]
                let holed = try world.fetch("market", "coingecko", "hour=\(hour),at=2,for=2,coins=700\(untold)", store)
                #expect(holed.status == 4 && holed.errors.contains("\(coins) coins, 1 lacking"), "\(holed.errors)")
                #expect(holed.errors.contains("coingecko, page 2: \(coins - 450) of 250 rows came"), "\(holed.errors)")
                #expect(holed.errors.contains("[\(reason)]"), "\(holed.errors)")
                let info = try world.assay(["store", "info"] + store)
                #expect(info.output.contains("Lists lack 1 page: coingecko, page 2"), "\(info.output)")
                let asked = try world.asked.count
                let filled = try world.fetch("market", "coingecko", "hour=\(hour),at=2,for=2,coins=700\(untold)", store)
                // Where no page says how many there are, the list of all ids is asked for too.
                let more = untold.isEmpty ? 1 : 2
                #expect(try filled.status == 0 && world.asked.count == asked + more, "\(filled.errors)")
                #expect(filled.errors.contains("700 coins, 0 lacking"), "\(filled.errors)")
                #expect(try !world.assay(["store", "info"] + store).output.contains("did not come"))
                let coins = try world.rows("SELECT count(DISTINCT key) FROM price_usd", "other.sqlite")
                #expect(coins == ["700"])
            }
        }
    }

    @Test(
        "Coins that move between pages are stored once",
        arguments: [
            ("coingecko", "hour=drift.gone.1,coins=1000", 1000), ("coingecko", "hour=drift.new.1,coins=1000", 1001),
            ("coingecko", "hour=drift.new.2,coins=1000,untold", 1000), ("cryptocompare", "hour=drift.gone.2", 600),
            ("coingecko", "hour=drift.gone.1,coins=1000,untold", 1000),
        ]
    )
    func movedCoins(_ source: String, _ hour: String, _ coins: Int) throws {
        let world = try MarketWorld()
        let result = try world.fetch("market", source, hour)
        #expect(result.status == 0 && result.errors.contains("\(coins) coins, 0 lacking"), "\(result.errors)")
        let doubled = "SELECT key, count(*) AS n FROM price_usd GROUP BY key, time HAVING n > 1"
        let prices = try world.rows(doubled)
        #expect(prices.isEmpty, "\(prices.prefix(3))")
    }

    @Test("A revised history replays as it was loaded") func revisedHistory() throws {
        let world = try MarketWorld()
        for _ in 0..<2 {
            let words = ["monero", "--days", "30", "--max-age", "0"]
            let result = try world.fetch("history", "coingecko", "revised", words)
            #expect(result.status == 0, "\(result.errors)")
            sleep(1)
        }
        let replay = try world.assay(["load", "market", "assay.sqlite.answers", "--store", "new.sqlite"])
        #expect(replay.status == 0 && replay.errors.contains("is taken instead"), "\(replay.errors)")
        #expect(try world.digest("new.sqlite") == world.digest("assay.sqlite"))
    }

    @Test("Another quote currency stays separate, and tiny prices are not zero") func currencyAndDust() throws {
        let world = try MarketWorld()
        let euro = try world.fetch("market", "coingecko", "coins=3", ["--quote", "EUR", "--store", "eur.sqlite"])
        #expect(euro.status == 0, "\(euro.errors)")
        let currencies = try world.asked.compactMap { $0.firstMatch(of: /vs_currency=(\w+)/)?.1 }
        // US dollars are always asked for.
        #expect(currencies == ["usd", "eur"])
        for code in currencies { #expect(try world.rows("SELECT count(*) FROM price_\(code)", "eur.sqlite") == ["3"]) }
        for source in ["coinpaprika", "coinmarketcap"] {
            let both = try world.fetch("market", source, "coins=3", ["--quote", "eur", "--store", "\(source).sqlite"])
            #expect(both.status == 0 && both.errors.contains("1 request made"), "\(both.errors)")
            #expect(try world.rows("SELECT count(*) FROM price_eur", "\(source).sqlite") == ["3"])
            #expect(try world.rows("SELECT count(*) FROM price_usd", "\(source).sqlite") == ["3"])
        }
        let replay = try world.assay(["load", "market", "eur.sqlite.answers", "--store", "new.sqlite"])
        #expect(replay.status == 0, "\(replay.errors)")
        #expect(try world.digest("new.sqlite") == world.digest("eur.sqlite"))
        let dust = try world.fetch("market", "coingecko", "hour=sample.200.tiny.json,at=1,coins=1,untold")
        #expect(dust.status == 0 && dust.errors.contains("rejected 1"), "\(dust.errors)")
        #expect(try world.rows("SELECT key, value FROM price_usd") == ["small,5.6366e-11"])
    }

    @Test("The first coins by rank take as few pages as needed") func top() throws {
        let world = try MarketWorld()
        let result = try world.fetch("market", "coingecko", "coins=2000", ["--top", "300"])
        #expect(result.status == 0 && result.errors.contains("500 coins, 0 lacking; 2 requests"), "\(result.errors)")
        #expect(try world.asked.allSatisfy { $0.contains("order=market_cap_desc") })
        #expect(try world.asked.allSatisfy { $0.contains("include_rehypothecated=true") })
        let dry = try world.fetch("market", "coingecko", "coins=2000", ["--top", "900", "--dry-run", "coinpaprika"])
        let lines = dry.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].contains("&page=3&") && lines[1].contains("&page=4&"), "\(dry.output)")
        #expect(try world.asked.count == 2)
        let held = try world.fetch("market", "coingecko", "coins=2000", ["--top", "300", "--dry-run"])
        #expect(held.output.isEmpty && held.errors.contains("[nothing-to-ask]"), "\(held.errors)")
    }

    @Test("Histories, details, states and global figures are fetched") func allKinds() throws {
        let world = try MarketWorld()
        let free = MarketWorld.keys.filter { !$0.key.hasPrefix("COIN") }
        let days = try world.fetch("history", "coingecko", "fine", ["monero", "--days", "500"], keys: free)
        #expect(days.status == 4 && days.errors.contains("monero: the 135 days before"), "\(days.errors)")
        #expect(days.errors.contains("[beyond-plan]") && days.errors.contains("rows taken: 366"), "\(days.errors)")
        let hours = ["monero", "--days", "100", "--interval", "hour", "--store", "h.sqlite"]
        let hourly = try world.fetch("history", "coingecko", "fine", hours)
        #expect(hourly.status == 0 && hourly.errors.contains("2 requests made"), "\(hourly.errors)")
        let cut = try world.fetch("history", "coinpaprika", "fine", ["xmr-monero", "--days", "300"])
        #expect(cut.status == 4 && cut.errors.contains("xmr-monero: the days before"), "\(cut.errors)")
        // The coin is 2,500 days old: the third page is zeros, so the fourth is not asked for.
        let old = try world.fetch("history", "cryptocompare", "fine", ["XMR", "--days", "8000", "--store", "c.sqlite"])
        #expect(old.status == 0 && old.errors.contains("3 requests made"), "\(old.errors)")
        #expect(old.errors.contains("rows taken: 2500"), "\(old.errors)")
        let asked = try world.asked.count
        #expect(try world.fetch("history", "cryptocompare", "fine", ["XMR", "--days", "8000"]).status == 0)
        #expect(try world.asked.count == asked + 3)
        #expect(try world.fetch("history", "cryptocompare", "fine", ["XMR", "--days", "8000"]).status == 0)
        #expect(try world.asked.count == asked + 3)

        let bars = ["XMR", "--days", "100", "--interval", "hour"]
        for requests in [2, 0] {
            let hours = try world.fetch("history", "cryptocompare", "fine", bars)
            #expect(hours.status == 0 && hours.errors.contains("[archived-only]"), "\(hours.errors)")
            #expect(hours.errors.contains("\(requests) requests made"), "\(hours.errors)")
        }
        let details = try world.fetch("coins", "coingecko", "fine", ["bitcoin"])
        #expect(details.status == 0 && details.errors.contains("files: 1 loaded"), "\(details.errors)")
        let list = try world.fetch("coins", "coinpaprika")
        #expect(list.status == 0 && list.errors.contains("[list-is-crosswalk]"), "\(list.errors)")
        // A list of all coins makes none the user's.
        #expect(try world.rows("SELECT coin_id FROM coin") == ["bitcoin"])
        #expect(try world.assay(["coins", "crosswalk", "--all", "--format", "csv"]).output.contains("coinpaprika"))
        let map = try world.fetch("coins", "coinmarketcap", "coins=5003")
        #expect(map.status == 0 && map.errors.contains("2 requests made"), "\(map.errors)")
        #expect(map.errors.contains("[list-is-crosswalk]") && !map.errors.contains("[archived-only]"), "\(map.errors)")
        let states = ["coins", "crosswalk", "--all", "--format", "csv", "--quiet"]
        let walk = try world.assay(states).output.split(separator: "\n").filter { $0.contains(",coinmarketcap,") }
        #expect(walk.count == 5003 && walk.count { $0.contains(",untracked,") } == 1667)
        #expect(walk.count { $0.contains(",inactive,") } == 1668 && walk.count { $0.contains("ethereum/0x") } == 2502)
        #expect(try world.fetch("global", "coingecko").status == 0)
        #expect(try world.fetch("global", "cryptocompare").status == 2)
        // Lists stay out of what is loaded as market data; the market's figures and the rates asked with them do not.
        let replay = try world.assay(["load", "market", "assay.sqlite.answers", "--store", "new.sqlite"])
        #expect(replay.status == 0, "\(replay.errors)")
        for (metric, value) in [("rate_usd", "eur,1.2"), ("total_market_cap_usd", "all,1000000000000.0")] {
            #expect(try world.rows("SELECT key, value FROM \(metric)", "new.sqlite") == [value])
        }
    }

    @Test("A store is rebuilt from its archive") func rebuiltFromArchive() throws {
        let world = try MarketWorld()
        #expect(try world.fetch("market", "coingecko", "hour=status.404,at=2,for=1").status == 4)
        #expect(try world.fetch("market", "coingecko", "hour=status.404,at=2,for=1").status == 0)
        #expect(try world.fetch("global", "coingecko").status == 0)
        let listed = try world.assay(["archive", "list", "--format", "csv"])
        #expect(listed.output.contains("coingecko,market,") && listed.output.contains(",4,1,4,"), "\(listed.output)")
        let digest = try world.digest("assay.sqlite")
        let rebuilt = try world.assay(["store", "rebuild"])
        #expect(rebuilt.status == 0, "\(rebuilt.errors)")
        #expect(try world.digest("assay.sqlite") == digest)
    }
}
