import Foundation
import TestPrograms
import Testing

/// Live sources in bad hours: nothing is lost in silence, no key is seen, and no time is exceeded.
@Suite struct HostileMarketTests {
    /// A source, its hour, the exit code, the reason that is named, and how often it was asked.
    struct Hour: Sendable, CustomTestStringConvertible {
        let source: String
        let hour: String
        let status: Int32
        let reason: String
        let requests: Int

        init(_ source: String, _ hour: String, _ status: Int32, _ reason: String, _ requests: Int) {
            (self.source, self.hour, self.status, self.reason, self.requests) = (source, hour, status, reason, requests)
        }

        var testDescription: String { "\(source) \(hour)" }
    }

    static let hours = [
        Hour("coingecko", "hour=429-after.1,at=2,for=2", 0, "", 5),
        Hour("coingecko", "hour=429-after.100,at=2", 4, "rate-limited", 2),
        Hour("coingecko", "hour=sample.429.error_429_keyless_live.json,at=2", 4, "rate-limited", 2),
        Hour("coingecko", "hour=sample.200.error_429_keyless_live.json,at=2", 4, "rate-limited", 2),
        Hour("coingecko", "hour=sample.401.error_401_10012_time_range.json,at=2", 4, "beyond-plan", 3),
        Hour("coingecko", "hour=sample.401.error_401_invalid_key.json,at=2", 4, "bad-credentials", 2),
        Hour("coingecko", "hour=sample.404.error_404_coin_not_found.json,at=2", 4, "gone", 3),
        Hour("coingecko", "hour=sample.422.error_422_missing_vs_currency.json,at=2", 4, "refused", 3),
        Hour("coingecko", "hour=status.401,at=2", 4, "bad-credentials", 2),
        Hour("coingecko", "hour=status.403,at=2", 4, "forbidden", 3),
        Hour("coingecko", "hour=status.503,at=2,for=1", 0, "", 4),
        Hour("coingecko", "hour=status.503", 1, "source-failing", 3),
        Hour("coingecko", "hour=body.,at=2,for=1", 0, "", 4),
        Hour("coingecko", "hour=body.7b7d,at=2,for=1", 0, "", 4),
        Hour("coingecko", "hour=cut.0,at=2,for=1", 0, "", 4),
        Hour("coingecko", "hour=cut.1999,at=2,for=1", 0, "", 4),
        Hour("coingecko", "hour=sample.200.page.html,at=2,for=1", 0, "", 4),
        Hour("coingecko", "hour=endless,at=2", 4, "too-large", 3),
        Hour("coingecko", "hour=bomb,at=2", 4, "too-large", 3),
        Hour("coinpaprika", "hour=status.402", 1, "beyond-plan", 1),
        Hour("coinmarketcap", "hour=sample.429.error_429_1008.json", 1, "rate-limited", 1),
        Hour("coinmarketcap", "hour=sample.200.error_429_1008.json", 1, "rate-limited", 1),
        Hour("cryptocompare", "hour=sample.200.error_200_rate_limit_type99.json,at=2", 4, "rate-limited", 2),
        Hour("cryptocompare", "hour=sample.200.error_200_market_missing.json,at=2,coins=250", 4, "unknown-coin", 3),
        Hour("cryptocompare", "hour=sample.401.error_401_no_subscription.json", 1, "paid-key-needed", 1),
        Hour("cryptocompare", "hour=sample.200.error_401_no_subscription.json", 1, "paid-key-needed", 1),
    ]

    @Test("Every error has its reason and nothing of it is loaded", arguments: hours) func errors(_ hour: Hour) throws {
        let world = try MarketWorld()
        let result = try world.fetch("market", hour.source, hour.hour, ["--patience", "5"])
        #expect(result.status == hour.status, "\(result.errors)")
        #expect(hour.reason.isEmpty || result.errors.contains("[\(hour.reason)]"), "\(result.errors)")
        #expect(try world.asked.count == hour.requests, "\(result.errors)")
        #expect(try world.files(holding: MarketWorld.canary).isEmpty && !result.errors.contains(MarketWorld.canary))
        guard hour.status == 4 else { return }
        // What came of a list is one price a coin, and what did not is asked for next time.
        let replay = try world.assay(["load", "market", "assay.sqlite.answers", "--store", "new.sqlite"])
        #expect(replay.status == 0, "\(replay.errors)")
        #expect(try world.digest("new.sqlite") == world.digest("assay.sqlite"))
    }

    @Test("An answer truncated at any byte is an error") func truncatedAnywhere() throws {
        let world = try MarketWorld()
        let length = "{\"id\":\"a\",\"symbol\":\"A\",\"name\":\"Aa\",\"is_active\":true,\"links\":{}}".utf8.count
        let coins = (0...length).map { "cut-\($0)" }
        let result = try world.fetch("coins", "coinpaprika", "fine", coins + ["--patience", "0"])
        #expect(result.status == 4, "\(result.errors)")
        #expect(result.errors.contains("1 answered, \(length) lacking; \(length + 1) requests"), "\(result.errors)")
        #expect(result.errors.contains("rows taken: 1"), "\(result.errors)")
    }

    @Test("A key is sent to its own source only and never shown") func keys() throws {
        let world = try MarketWorld()
        let strange = try world.assay(["fetch", "market", "coingecko"] + world.base("coingecko", "fine").prefix(2))
        #expect(strange.status == 1 && strange.errors.contains("[bad-certificate]"), "\(strange.errors)")
        #expect(try world.asked.isEmpty)
        let needed = try world.assay(["fetch", "market", "cryptocompare"], keys: [:])
        #expect(needed.status == 2 && needed.errors.contains("CRYPTOCOMPARE_API_KEY"), "\(needed.errors)")
        for address in ["http://127.0.0.1:9", "https://me:secret@127.0.0.1", "https://127.0.0.1/?a", "ftp://a", ""] {
            let plain = try world.assay(["fetch", "market", "coingecko", "--base", "coingecko=\(address)"])
            #expect(plain.status == 2, "\(address): \(plain.errors)")
        }
        let other = try MarketWorld()
        let port = try #require(other.base("coingecko", "x")[1].firstMatch(of: /:(\d+)\//)?.1)
        let away = try world.fetch("market", "coingecko", "hour=away.\(port)")
        #expect(away.status == 1 && away.errors.contains("[redirect-refused]"), "\(away.errors)")
        #expect(try other.asked.isEmpty)
        let echo = try world.fetch("market", "cryptocompare", "hour=echo", ["--errors", "json"])
        #expect(echo.status == 1 && echo.errors.contains("*****"), "\(echo.errors)")
        #expect(!echo.errors.contains(MarketWorld.canary) && !echo.output.contains(MarketWorld.canary))
        #expect(try world.files(holding: MarketWorld.canary).isEmpty)
        #expect(try !world.files(holding: "you said").isEmpty)
    }

    @Test("A key file readable by others is rejected") func openKeyFile() throws {
        let world = try MarketWorld()
        let file = world.folder.appendingPathComponent("keys")
        try Data("# mine\nCOINMARKETCAP_API_KEY = FILE-\(MarketWorld.canary)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        let open = try world.fetch("market", "coinmarketcap", "fine", ["--key-file", "keys"], keys: [:])
        #expect(open.status == 2 && open.errors.contains("[secret-file-open]"), "\(open.errors)")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let shut = try world.fetch("market", "coinmarketcap", "fine", ["--key-file", "keys"], keys: [:])
        #expect(shut.status == 0, "\(shut.errors)")
        #expect(try world.asked.last?.hasSuffix("x-cmc_pro_api_key:FILE-\(MarketWorld.canary)") == true)
    }

    @Test("An edited archived answer is rejected by load and rebuild, and fetched again")
    func alteredAnswer() throws {
        let world = try MarketWorld()
        #expect(try world.fetch("market", "coinpaprika", "coins=3").status == 0)
        #expect(try world.fetch("market", "coingecko", "coins=3").status == 0)
        let asked = try world.asked.count
        let answers = try FileManager.default.subpathsOfDirectory(atPath: world.folder.path).filter {
            $0.hasSuffix(".http.zst") && $0.contains("/market/")
        }
        let own = try #require(answers.first { $0.contains("coingecko") })
        let other = try #require(answers.first { $0.contains("coinpaprika") })
        let file = world.folder.appendingPathComponent(own)
        let good = try Data(contentsOf: file)
        // As if the other answer had been given: a whole file, under a name that is not its own.
        try Data(contentsOf: world.folder.appendingPathComponent(other)).write(to: file)
        let loaded = try world.assay(["load", "market", "assay.sqlite.answers", "--store", "new.sqlite"])
        #expect(loaded.status == 4 && loaded.errors.contains("[altered-answer]"), "\(loaded.errors)")
        #expect(loaded.errors.contains(own), "\(loaded.errors)")
        let sources = try world.assay([
            "store", "sql", "SELECT name FROM source", "--store", "new.sqlite", "--format", "csv",
        ])
        #expect(sources.output.contains("coinpaprika") && !sources.output.contains("coingecko"), "\(sources.output)")
        let rebuilt = try world.assay(["store", "rebuild"])
        #expect(rebuilt.status == 1 && rebuilt.errors.contains(own), "\(rebuilt.errors)")
        let again = try world.fetch("market", "coingecko", "coins=3")
        #expect(try again.status == 0 && world.asked.count > asked, "\(again.errors)")
        try good.write(to: file)
        let held = try world.fetch("market", "coingecko", "coins=3")
        #expect(held.status == 0 && held.errors.contains(" 0 requests"), "\(held.errors)")
    }

    @Test("An unreachable host is not waited for") func unreachableHost() throws {
        let world = try MarketWorld()
        for (kind, address) in [("market", "https://127.0.0.1:9"), ("market", "https://nowhere.invalid/api")] {
            let time = try ContinuousClock().measure {
                let result = try world.assay(["fetch", kind, "coingecko", "--base", "coingecko=\(address)"])
                #expect(result.status == 1 && result.errors.contains("[network]"), "\(result.errors)")
            }
            #expect(time < .seconds(2))
        }
    }

    @Test("With a busy store the received answers are loaded later") func busyStore() throws {
        let world = try MarketWorld()
        #expect(try world.fetch("market", "coinpaprika", "coins=3").status == 0)
        let script = "import sqlite3, time; c = sqlite3.connect('assay.sqlite', isolation_level=None); "
        let lock = script + "c.execute('BEGIN EXCLUSIVE'); print('held', flush=True); time.sleep(60)"
        let holder = try Program(["/usr/bin/env", "python3", "-c", lock], in: world.folder)
        while try !holder.printed.contains("held"), holder.isRunning { usleep(5000) }
        let busy = try world.fetch("market", "coingecko", "hour=status.403,at=2", ["--wait", "0.1"])
        #expect(busy.status == 6 && busy.errors.contains("coingecko, page 2"), "\(busy.errors)")
        holder.signal(SIGKILL)
        let freed = try world.fetch("market", "coingecko", "hour=status.403,at=2", ["--wait", "0.1"])
        #expect(freed.status == 4 && freed.errors.contains("rows taken: 350"), "\(freed.errors)")
    }

    @Test("A slow answer ends with the deadline and is requested again later") func slowAnswer() throws {
        let world = try MarketWorld()
        let time = try ContinuousClock().measure {
            let result = try world.fetch("market", "coingecko", "hour=slow,at=2", ["--deadline", "3"])
            #expect(result.status == 4 && result.errors.contains("[deadline-passed]"), "\(result.errors)")
            #expect(result.errors.contains("coingecko, page 2"), "\(result.errors)")
        }
        #expect(time < .seconds(10))
        let later = try world.fetch("market", "coingecko", "hour=slow,at=2,for=1")
        #expect(later.status == 0, "\(later.errors)")
    }

    @Test("A source that hangs does not delay another one") func hangingSource() throws {
        let world = try MarketWorld()
        let time = try ContinuousClock().measure {
            let words = ["fetch", "market", "coingecko", "coinpaprika", "--load", "--deadline", "4"]
            let both = world.base("coingecko", "hour=hang") + world.base("coinpaprika", "fine").prefix(2)
            let result = try world.assay(words + both)
            #expect(result.status == 4, "\(result.errors)")
            #expect(result.errors.contains("coinpaprika: 1 answered, 600 coins, 0 lacking"), "\(result.errors)")
            #expect(result.errors.contains("coingecko, page 1"), "\(result.errors)")
            #expect(result.errors.contains("[deadline-passed]"), "\(result.errors)")
        }
        #expect(time < .seconds(8))
    }

    @Test("A run killed several times continues without repeating an answer") func killedSixTimes() throws {
        let world = try MarketWorld()
        let words = ["fetch", "market", "cryptocompare"] + world.base("cryptocompare", "coins=2000,pause=40")
        for round in 0..<6 {
            let asked = try world.asked.count
            let held = try Set(indexed(world))
            let run = try AssayRun.started(words, in: world.folder, MarketWorld.keys)
            usleep(UInt32(150_000 + 40_000 * round))
            run.signal(SIGKILL)
            _ = try run.wait()
            let gone = Date(timeIntervalSinceNow: 2)
            while try workers(world) > 0, gone.timeIntervalSinceNow > 0 { usleep(10_000) }
            #expect(try workers(world) == 0)
            let again = try world.asked.dropFirst(asked).filter { held.contains(String($0.prefix { $0 != " " })) }
            #expect(again.isEmpty, "\(again)")
        }
        let last = try world.fetch("market", "cryptocompare", "coins=2000,pause=40")
        #expect(last.status == 0 && last.errors.contains("2000 coins, 0 lacking"), "\(last.errors)")
        #expect(try world.rows("SELECT count(DISTINCT time) FROM price_usd") == ["1"])
    }

    /// The paths of the addresses that the archive's index has.
    private func indexed(_ world: MarketWorld) throws -> [String] {
        let index = world.folder.appendingPathComponent("assay.sqlite.answers/.index.tsv")
        guard FileManager.default.fileExists(atPath: index.path) else { return [] }
        return try String(contentsOf: index, encoding: .utf8).split(separator: "\n").compactMap { line in
            let address = line.split(separator: "\t").dropFirst().first
            return address.flatMap { $0.firstMatch(of: /:\d+(\/.*)/)?.1 }.map(String.init)
        }
    }

    /// How many workers work in a world's folder.
    private func workers(_ world: MarketWorld) throws -> Int {
        let script = """
            for p in /proc/[0-9]*; do
            [ "$(readlink $p/cwd)" = "$0" ] && grep -q assay-fetch $p/comm && echo $p; done
            """
        let path = world.folder.resolvingSymlinksInPath().path
        return try Program.run(["sh", "-c", script, path]).output.split(separator: "\n").count
    }
}
