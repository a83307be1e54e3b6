import Foundation
import TestPrograms
import Testing

/// Pipelines that ask live sources, from the definition to the ranking.
@Suite struct MarketPipelineTests {
    /// Three coins with a year of commits, and a definition that asks sources about the market.
    private static func world(_ stages: String, _ hour: String = "fine", more: String = "") throws -> MarketWorld {
        let world = try MarketWorld()
        var commits = "repo,week_start,commits,distinct_authors\n"
        // Weeks begin on Sundays; 1970-01-04 was the first.
        let sunday = (Int(Date().timeIntervalSince1970) / 86_400 - 3) / 7 * 7 + 3
        for week in 0..<70 {
            let date = Date(timeIntervalSince1970: Double((sunday - 7 * (70 - week)) * 86_400))
            let day = date.formatted(.iso8601.dateSeparator(.dash))
            for coin in 1...3 { commits += "o/r\(coin),\(day.prefix(10)),\(3 + (week * coin) % 5),3\n" }
        }
        let coins = "id,symbol,name,repos\n" + (1...3).map { "coin-00000\($0),c\($0),Coin \($0),o/r\($0)\n" }.joined()
        try world.write("coins.csv", coins)
        try world.write("commits.csv", commits)
        let places = ["coingecko", "coinpaprika", "defillama"].map {
            world.base($0, hour)[1].replacing("=", with: ": ", maxReplacements: 1)
        }
        let certificate = try #require(world.base("coingecko", hour).last)
        let definition = """
            store: d.sqlite
            out: out
            archive: answers
            preset: activity
            ca-file: \(certificate)
            base: {\(places.joined(separator: ", "))}
            \(more)
            stages:
              - load: {coins: coins.csv, commits: commits.csv}
            \(stages)
            outputs: [ranking.csv]

            """
        try world.write("daily.yaml", definition)
        return world
    }

    @Test("A daily run fetches, loads and ranks, and replays without requests") func dailyRun() throws {
        let stages = "  - {fetch: market, from: [coingecko, coinpaprika], top: 300}"
        let world = try MarketPipelineTests.world(stages)
        let first = try world.assay(["run", "daily.yaml"])
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("coin-000001") && first.errors.contains("3 loaded"), "\(first.errors)")
        // The user's three coins stay three.
        #expect(first.output.contains("of 3 coins are ranked"), "\(first.output)")
        let asked = try world.asked.count
        #expect(asked == 3)
        let record = try world.assay(["run", "daily.yaml"])
        #expect(try record.status == 0 && record.errors.contains("nothing new") && world.asked.count == asked)
        let json = try String(contentsOf: world.folder.appendingPathComponent("out/run.json"), encoding: .utf8)
        #expect(json.contains("\"requests\" : 3") && json.contains("fetch market coingecko coinpaprika"))
        // What the archive holds stands for what the sources would say, and nobody is asked.
        let words = ["run", "daily.yaml", "--offline", "--store", "off.sqlite", "--out", "off"]
        let offline = try world.assay(words)
        #expect(try offline.status == 0 && world.asked.count == asked, "\(offline.errors)")
        #expect(try world.digest("off.sqlite") == world.digest("d.sqlite"))
        #expect(try world.text("off/ranking.csv") == world.text("out/ranking.csv"))
        #expect(try world.files(holding: MarketWorld.canary).isEmpty)
    }

    @Test("Every stage replays to the same store") func everyStage() throws {
        let weeks = (0..<52).map { "\($0 % 5)" }.joined(separator: ",")
        let server = try ScriptedServer { request in
            request.path == "/repos/o/r1/stats/participation"
                ? ScriptedServer.Reply(
                    200,
                    ["Date: Mon, 16 Nov 2026 10:00:00 GMT"],
                    "{\"all\":[\(weeks)],\"owner\":[0]}"
                )
                : ScriptedServer.Reply(404)
        }
        defer { server.stop() }
        let stages = """
              - {fetch: coins, from: coingecko, coins: [coin-000001]}
              - {fetch: coins, from: coinpaprika}
              - {fetch: market, from: coingecko, top: 250}
              - {fetch: history, from: coingecko, coins: [coin-000002], days: 30}
              - {fetch: global, from: coingecko}
              - {fetch: github, repositories: [o/r1], ask: [participation]}
            """
        let world = try MarketPipelineTests.world(stages)
        let text = try world.text("daily.yaml").replacing("base: {", with: "base: {github: '\(server.address(""))', ")
        try world.write("daily.yaml", text)
        let first = try world.assay(["run", "daily.yaml"])
        #expect(first.status == 0, "\(first.errors)")
        let asked = try (world.asked.count, server.requests.count)
        let words = ["run", "daily.yaml", "--offline", "--store", "off.sqlite", "--out", "off"]
        let offline = try world.assay(words)
        #expect(offline.status == 0, "\(offline.errors)")
        #expect(try (world.asked.count, server.requests.count) == asked)
        #expect(try world.digest("off.sqlite") == world.digest("d.sqlite"))
        #expect(try world.text("off/ranking.csv") == world.text("out/ranking.csv"))
    }

    private static func fundamentals(of world: MarketWorld, _ store: String) throws -> [String] {
        let columns = "coin_id,tvl_usd,chain_tvl_usd,fees_30d,revenue_30d"
        let words = [
            "rank", "--preset", "activity", "--columns", columns, "--sort", "coin_id:asc", "--format", "csv", "--quiet",
        ]
        let result = try world.assay(words + ["--store", store])
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").dropFirst().prefix(3).map(String.init)
    }

    @Test("A stage of fundamentals stores figures by coin, asks for nothing twice, and replays without requests")
    func fundamentals() throws {
        let stages = """
              - {fetch: fundamentals, from: defillama}
              - {fetch: market, from: coingecko, top: 250}
            """
        let world = try MarketPipelineTests.world(stages)
        let first = try world.assay(["run", "daily.yaml"])
        #expect(first.status == 0 && first.errors.contains("defillama: 4 answered"), "\(first.errors)")
        let asked = try world.asked
        #expect(asked.count { $0.contains("defillama") } == 4, "\(asked)")
        let rows = ["coin-000001,500.5,,30.0,0.0", "coin-000002,,70.0,,", "coin-000003,,,,"]
        #expect(try MarketPipelineTests.fundamentals(of: world, "d.sqlite") == rows)
        let again = try world.assay(["run", "daily.yaml"])
        #expect(again.status == 0 && again.errors.contains("nothing new"), "\(again.errors)")
        let offline = try world.assay(["run", "daily.yaml", "--offline", "--store", "off.sqlite", "--out", "off"])
        #expect(try offline.status == 0 && world.asked.count == asked.count, "\(offline.errors)")
        #expect(try world.digest("off.sqlite") == world.digest("d.sqlite"))
        #expect(try MarketPipelineTests.fundamentals(of: world, "off.sqlite") == rows)
    }

    @Test("A stage of fundamentals that gets no revenue stores the rest and marks the run")
    func fundamentalsWithoutRevenue() throws {
        let stages = """
              - {fetch: fundamentals, from: defillama, patience: 0}
              - {fetch: market, from: coingecko, top: 250}
            """
        let world = try MarketPipelineTests.world(stages, "without=dailyRevenue")
        let result = try world.assay(["run", "daily.yaml"])
        #expect(result.status == 4 && result.errors.contains("dailyRevenue"), "\(result.errors)")
        #expect(try MarketPipelineTests.fundamentals(of: world, "d.sqlite").first == "coin-000001,500.5,,30.0,")
    }

    @Test("The shipped offline pipeline ranks what the daily one archived") func offlineRun() throws {
        let sunday = (Int(Date().timeIntervalSince1970) / 86_400 - 3) / 7 * 7 + 3
        let weeks = (0..<52).map { week in
            let total = 3 + week % 3
            return
                "{\"days\":[0,3,\(week % 3),0,0,0,0],\"total\":\(total),\"week\":\((sunday - 7 * (52 - week)) * 86_400)}"
        }
        let clock = DateFormatter()
        (clock.locale, clock.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
        clock.dateFormat = "'Date:' EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let (date, activity) = (clock.string(from: Date()), "[\(weeks.joined(separator: ","))]")
        let server = try ScriptedServer { _ in ScriptedServer.Reply(200, [date], activity) }
        defer { server.stop() }
        let world = try MarketPipelineTests.world("  - {fetch: global, from: coingecko}")
        let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("pipelines")
        let places = try world.text("daily.yaml").split(separator: "\n").filter {
            $0.hasPrefix("base:") || $0.hasPrefix("ca-file:")
        }
        let daily = try String(contentsOf: shipped.appendingPathComponent("daily.yaml"), encoding: .utf8)
        let base = places.joined(separator: "\n").replacing("base: {", with: "base: {github: '\(server.address(""))', ")
        for folder in ["pipelines", "data"] {
            try FileManager.default.createDirectory(
                at: world.folder.appendingPathComponent(folder),
                withIntermediateDirectories: true
            )
        }
        let coins = (10..<22).map { "coin-0000\($0),c\($0),Coin \($0),o/r\($0)\n" }.joined()
        try world.write("data/coins.csv", "id,symbol,name,repos\n" + coins)
        try world.write("pipelines/daily.yaml", daily + base + "\n")
        let offline = try String(contentsOf: shipped.appendingPathComponent("offline.yaml"), encoding: .utf8)
        try world.write("pipelines/offline.yaml", offline)
        let first = try world.assay(["run", "pipelines/daily.yaml", "--set", "top=300"])
        #expect(first.status == 0, "\(first.output) \(first.errors)")
        #expect(try world.text("out-daily/ranking.csv").split(separator: "\n").count == 13, "\(first.output)")
        let asked = try (world.asked.count, server.requests.count)
        #expect(asked.0 == 5 && asked.1 > 0, "\(asked)")
        let second = try world.assay(["run", "pipelines/offline.yaml"])
        #expect(second.status == 0, "\(second.errors)")
        #expect(try (world.asked.count, server.requests.count) == asked)
        #expect(try world.text("out-offline/ranking.csv") == world.text("out-daily/ranking.csv"))
    }

    @Test("A backfill requests the days since its date and ranks each complete week") func backfill() throws {
        let stages = "  - {fetch: history, from: coingecko, coins: [coin-000001], days: 300}"
        let world = try MarketPipelineTests.world(stages)
        let day = Date(timeIntervalSinceNow: -20 * 86_400).formatted(.iso8601.dateSeparator(.dash)).prefix(10)
        let first = try world.assay(["run", "daily.yaml", "--since", String(day)])
        #expect(first.status == 0 && first.output.contains("ranked"), "\(first.errors)")
        let asked = try world.asked
        #expect(asked.count == 1 && asked.allSatisfy { $0.contains("days=21&") }, "\(asked)")
        let weeks = try FileManager.default.contentsOfDirectory(atPath: world.folder.path + "/out")
            .filter { !$0.hasPrefix(".") }.sorted()
        #expect(weeks.count >= 3 && weeks[0] >= day, "\(weeks)")
        let again = try world.assay(["run", "daily.yaml", "--since", String(day)])
        #expect(try again.errors.contains("nothing new") && world.asked == asked, "\(again.errors)")
    }

    /// A source that fails leaves the others', and what was loaded before.
    @Test("A failing source makes a run partial") func failingSource() throws {
        let stages = """
              - {fetch: market, from: coingecko, top: 200, max-age: 0}
              - {fetch: market, from: coinpaprika, budget: 0, max-age: 0}
            """
        let world = try MarketPipelineTests.world(stages)
        let result = try world.assay(["run", "daily.yaml"])
        #expect(result.status == 4 && result.errors.contains("budget-used-up"), "\(result.errors)")
        #expect(result.output.contains("of 3 coins are ranked"), "\(result.output)")
        let none = try MarketPipelineTests.world("  - {fetch: market, from: coingecko, budget: 0}")
        let alone = try none.assay(["run", "daily.yaml"])
        #expect(alone.status == 4, "\(alone.errors)")
        let offline = try none.assay(["run", "daily.yaml", "--offline", "--store", "x.sqlite", "--out", "x"])
        #expect(offline.status != 0, "\(offline.errors)")
    }

    @Test("Stages of different hosts are asked side by side, in the order of the definition, at one moment")
    func sideBySide() throws {
        let stages = """
              - {fetch: market, from: coingecko, top: 250}
              - {fetch: global, from: coingecko}
              - {fetch: market, from: coinpaprika}
            """
        let world = try MarketPipelineTests.world(stages, "pause=1500")
        let result = try world.assay(["run", "daily.yaml"])
        #expect(result.status == 0, "\(result.errors)")
        // Three requests of one host, one after the other, and the other host's beside the first of them.
        let asked = try world.asked
        #expect(asked.count == 4 && asked.prefix(2).contains { $0.contains("coinpaprika") }, "\(asked)")
        let sums = ["coingecko: 1 answered", "coingecko: 2 answered", "coinpaprika: 1 answered"]
        let places = sums.compactMap { result.errors.range(of: $0)?.lowerBound }
        #expect(places.count == 3 && places == places.sorted(), "\(result.errors)")
        var times: Set<String> = []
        for metric in ["price_usd", "rate_usd", "total_market_cap_usd"] {
            times.formUnion(try world.rows("SELECT DISTINCT time FROM \(metric) WHERE time > '2021'", "d.sqlite"))
        }
        #expect(times.count == 1, "\(times)")
        let record = try world.text("out/run.json")
        #expect(record.contains(#""name" : "coinpaprika","#) && !record.contains(#""bytes" : 0"#), "\(record)")
    }

    @Test("A source that failed is not asked by a later stage") func failedSource() throws {
        let stages = """
              - {fetch: market, from: coingecko, top: 250, patience: 0}
              - {fetch: global, from: coingecko}
              - {fetch: global, from: coinpaprika}
            """
        let world = try MarketPipelineTests.world(stages, "hour=429-after.1000")
        let result = try world.assay(["run", "daily.yaml"])
        #expect(result.status == 4 && result.errors.contains("[failed-before]"), "\(result.errors)")
        let asked = try world.asked
        #expect(asked.count == 2, "\(asked)")
    }

    @Test("A key that is none stops its own source only") func badKey() throws {
        let stages = """
              - {fetch: market, from: [coingecko, coinpaprika], top: 250}
              - {fetch: market, from: coinmarketcap}
              - {fetch: market, from: cryptocompare}
            """
        let world = try MarketPipelineTests.world(stages)
        let keys = ["COINGECKO_API_KEY": "too short", "COINMARKETCAP_API_KEY": "?"]
        let result = try world.assay(["run", "daily.yaml"], keys: keys)
        #expect(result.status == 4 && result.output.contains("of 3 coins are ranked"), "\(result.errors)")
        let errors = result.errors
        for name in ["COINGECKO", "COINMARKETCAP"] {
            #expect(errors.contains("\(name)_API_KEY: is not a key"), "\(errors)")
        }
        #expect(errors.contains("cryptocompare: requires a key"), "\(errors)")
        #expect(try world.asked.allSatisfy { $0.contains("coinpaprika") } && world.asked.count == 1)
        let plan = try world.assay(["plan", "daily.yaml", "--format", "csv"], keys: keys)
        #expect(plan.output.contains("refuse") && plan.output.contains("CRYPTOCOMPARE_API_KEY"), "\(plan.output)")
    }

    @Test("Weeks of prices are asked for until the store has snapshots of six of the last seven days")
    func sparklines() throws {
        let world = try MarketPipelineTests.world("  - {fetch: market, from: coingecko}")
        let words = ["--dry-run", "--top", "1", "--archive", "a", "--store", "s.sqlite", "--load"]
        for days in 1...6 {
            let day = Date(timeIntervalSinceNow: Double(-days * 86_400)).formatted(.iso8601.dateSeparator(.dash))
                .prefix(10)
            let folder = world.folder.appendingPathComponent("a/market/coingecko/\(day)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let row = #"[{"id":"a","symbol":"a","name":"A","current_price":\#(days),"market_cap":5}]"#
            try world.write("a/market/coingecko/\(day)/T060000Z.page-1.json", row)
            let asked = try world.fetch("market", "coingecko", "fine", words)
            #expect(asked.output.contains("&sparkline=true&"), "\(asked.output) \(asked.errors)")
            let loaded = try world.assay(["load", "market", "a", "--store", "s.sqlite"])
            #expect(loaded.status == 0, "\(loaded.errors)")
        }
        let asked = try world.fetch("market", "coingecko", "fine", words)
        #expect(asked.output.contains("&sparkline=false&"), "\(asked.output) \(asked.errors)")
    }

    @Test(
        "A wrong stage is rejected and nothing is requested",
        arguments: [
            ("  - {fetch: weather, from: coingecko}", "`weather` is nothing that a pipeline fetches"),
            ("  - {fetch: market}", "`from` is missing"),
            ("  - {fetch: market, from: coingecko, days: 3}", "unknown key `days`"),
            ("  - {fetch: history, from: coingecko, interval: week}", "there are: day, hour"),
            ("  - {fetch: market, from: nowhere}", "unknown source 'nowhere'; there are: coingecko"),
            ("  - {rank: discovery}", "a stage is one of: load, fetch"),
            ("inputs: {coins: coins.csv}", "`inputs` and `stages` exclude each other"),
            ("  - {fetch: market, from: coingecko}\nbase: {coingecko: 'http://127.0.0.1'}", "https"),
        ]
    )
    func badStage(_ stages: String, _ message: String) throws {
        let world = try MarketPipelineTests.world(stages)
        var text = try world.text("daily.yaml")
        if stages.contains("\nbase:") { text = text.replacing(/base: \{coingecko: https[^\n]*\n/, with: "") }
        try world.write("daily.yaml", text)
        let result = try world.assay(["run", "daily.yaml"], keys: [:])
        #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
        #expect(try world.asked.isEmpty)
    }
}

extension MarketWorld {
    fileprivate func write(_ name: String, _ text: String) throws {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    fileprivate func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
}
