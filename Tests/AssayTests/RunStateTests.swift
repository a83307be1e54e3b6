import CoinModel
import CoinOperations
import CoinPipeline
import Foundation
import Synchronization
import Testing

/// When a run has something to do: whatever changed since the last one, and only then.
@Suite struct RunStateTests {
    private static let nothingNew = "nothing new"

    /// A pipeline that has run once.
    private func ran(_ work: (SmallMarket) throws -> Void) throws {
        try SmallMarket.with { market in
            try market.write("p.yaml", SmallMarket.pipeline())
            let first = try market.assay("run", "p.yaml")
            #expect(first.status == 0 && first.output.contains("c0"), "\(first.errors)")
            try work(market)
        }
    }

    /// Whether a run found something to do.
    private func works(_ market: SmallMarket, _ words: String...) throws -> Bool {
        let result = try shell(["assay", "run", "p.yaml"] + words, in: market.folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains(Self.nothingNew) == result.output.isEmpty, "\(result.errors)")
        return !result.output.isEmpty
    }

    @Test("A second run changes nothing") func secondRun() throws {
        try ran { market in
            let before = try market.files()
            #expect(try !works(market))
            #expect(try market.files() == before)
            #expect(try market.record()["status"] as? String == "success")
        }
    }

    @Test("Changes of the store by other commands are noticed", arguments: ["load", "rebuild", "score"])
    func changedStore(command: String) throws {
        try ran { market in
            let before = try market.text("out/ranking.csv")
            if command != "rebuild" {
                try market.write(
                    "more.csv",
                    "repo,week_start,commits,developers,developer_days\no/r0,2024-02-18,900,9,9\n"
                )
                #expect(try market.assay("load", "commits", "more.csv", "--store", "assay.sqlite").status == 0)
            }
            if command == "score" {
                #expect(try market.assay("score", "--preset", "activity", "--store", "assay.sqlite").status == 0)
            }
            if command == "rebuild" {
                // A store that was made again holds other loads, and here none of the kept rankings.
                try market.remove("assay.sqlite")
                #expect(try market.script("assay load all coins.csv market.csv commits.csv trends.csv").status == 0)
            }
            #expect(try works(market))
            #expect(try (market.text("out/ranking.csv") == before) == (command == "rebuild"))
            #expect(try !works(market))
        }
    }

    @Test("Changed inputs are loaded") func changedInputs() throws {
        try ran { market in
            let before = try market.text("out/ranking.csv")
            try market.write(
                "commits.csv",
                market.text("commits.csv").replacing("2024-02-18,6,", with: "2024-02-18,66,")
            )
            #expect(try works(market))
            #expect(try market.text("out/ranking.csv") != before)
            #expect(try !works(market))
        }
    }

    @Test(
        "Changed or removed outputs are written again",
        arguments: [
            "rm out/ranking.csv", "echo >>out/ranking.csv", "rm out/run.json", "echo >out/run.json", "rm -r out",
        ]
    )
    func changedOutputs(script: String) throws {
        try ran { market in
            let before = try market.text("out/ranking.csv")
            #expect(try market.script(script).status == 0)
            #expect(try works(market))
            #expect(try market.text("out/ranking.csv") == before)
            #expect(try !works(market))
        }
    }

    @Test("Another version or another definition runs again") func changedVersion() throws {
        try ran { market in
            let record = try market.text("out/run.json")
            try market.write("out/run.json", record.replacing("\"version\" : \"", with: "\"version\" : \"0."))
            #expect(try works(market))
            try market.write("p.yaml", SmallMarket.pipeline("preset: classic\n"))
            #expect(try works(market))
            #expect(try !works(market))
        }
    }

    /// The newest moment is not the one that was asked for the last time.
    @Test("Another as-of or known date runs again") func otherMoment() throws {
        try ran { market in
            let newest = try market.text("out/ranking.csv")
            #expect(try works(market, "--as-of", "2023-12-31"))
            #expect(try !works(market, "--as-of", "2023-12-31"))
            #expect(try market.text("out/ranking.csv") != newest)
            #expect(try works(market))
            #expect(try market.text("out/ranking.csv") == newest)
            #expect(try works(market, "--known", "2999-01-01"))
            #expect(try works(market))
            #expect(try !works(market))
        }
    }

    @Test("Later loads do not concern a run as known on a day") func knownDay() throws {
        try ran { market in
            let known = try #require(try market.record()["ended"] as? String)
            #expect(try works(market, "--known", known))
            try market.write("more.csv", "repo,week_start,commits,developers,developer_days\no/r0,2024-02-18,900,9,9\n")
            #expect(try market.assay("load", "commits", "more.csv", "--store", "assay.sqlite").status == 0)
            #expect(try !works(market, "--known", known))
            #expect(try works(market))
        }
    }

    /// Time alone makes a source old: one that fell silent brings nothing new, and just that is what the check is for.
    @Test(
        "A source without new data fails its check without new inputs",
        arguments: [("fail", CoinModel.ExitStatus.checksFailed), ("warn", .success)]
    )
    func outdatedSource(level: String, status: CoinModel.ExitStatus) throws {
        try SmallMarket.with { market in
            let check = "checks: [{source: tidy-market, within: 30, level: \(level)}]\n"
            try market.write("p.yaml", SmallMarket.pipeline() + check)
            var told: [String] = []
            func run(_ day: String) throws -> CoinModel.ExitStatus {
                told = []
                let now = try #require(AsOf(day)).limit
                let messages = SharedLines()
                var run = try PipelineRun(
                    path: market.folder.appendingPathComponent("p.yaml").path,
                    overrides: RunOverrides(),
                    clock: { now },
                    report: { messages.add($0.identifier) },
                    progress: { _ in }
                )
                defer { told = messages.lines }
                do {
                    let outcome = try run.run()
                    return outcome.isUpToDate ? .nothingSelected : outcome.status
                } catch let error as OperationError {
                    return error.status
                }
            }
            #expect(try run("2024-03-01") == .success)
            #expect(try run("2024-03-02") == .nothingSelected, "nothing to do")
            for day in ["2024-04-10", "2024-04-11"] {
                #expect(try run(day) == status)
                #expect(told.contains("check-failed"))
            }
        }
    }

    /// Refused inputs make it partial each time, and still there is nothing to do.
    @Test("A partial run is up to date, too") func partialRun() throws {
        try SmallMarket.with { market in
            try market.write(
                "p.yaml",
                SmallMarket.pipeline().replacing("market: market.csv", with: "market: [market.csv, no.csv]")
            )
            let first = try market.assay("run", "p.yaml")
            #expect(first.status == 4 && !first.output.isEmpty)
            #expect(try market.record()["status"] as? String == "partial")
            #expect(try market.messages() == ["file-not-found"])
            let before = try market.files()
            let second = try market.assay("run", "p.yaml")
            #expect(second.status == 4 && second.output.isEmpty && second.errors.contains(Self.nothingNew))
            #expect(try market.files() == before)
            try market.write("no.csv", "date,coin_id,price_usd\n2024-03-01,c0,11\n")
            #expect(try market.assay("run", "p.yaml").status == 0)
        }
    }
}

/// Lines that closures of any thread add to.
private final class SharedLines: Sendable {
    private let all = Mutex<[String]>([])

    func add(_ line: String) { all.withLock { $0.append(line) } }

    var lines: [String] { all.withLock { $0 } }
}
