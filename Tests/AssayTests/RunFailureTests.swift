import Foundation
import Testing

/// What a run that fails leaves behind: a record, what was there before, and nothing that it began.
@Suite struct RunFailureTests {
    /// A record that says failed with this exit code and these messages, and no store.
    private func check(
        _ market: SmallMarket,
        _ result: (status: Int32, output: String, errors: String),
        _ status: Int,
        _ messages: [String]
    ) throws {
        #expect(result.status == Int32(status), "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(try market.record()["exitCode"] as? Int == status)
        #expect(try market.messages() == messages)
        // Each is told once.
        for message in Set(messages) {
            let told = result.errors.split(separator: "\n").count { $0.hasSuffix("[\(message)]") }
            #expect(told == messages.count { $0 == message }, "\(message): \(result.errors)")
        }
    }

    @Test("A run with all inputs rejected leaves no store") func allRejected() throws {
        try SmallMarket.with { market in
            try market.write("p.yaml", "inputs:\n  market: [no.csv, p.yaml]\n  commits: none.csv\n")
            let result = try market.assay("run", "p.yaml")
            try check(market, result, 1, ["file-not-found", "not-recognised", "file-not-found", "all-refused"])
            #expect(!market.exists("assay.sqlite"))
            #expect(try market.record()["status"] as? String == "failed")
        }
    }

    @Test("A run with an empty folder selects nothing") func emptyFolder() throws {
        try SmallMarket.with { market in
            try market.write("p.yaml", "inputs:\n  market: empty\n")
            #expect(try market.script("mkdir empty").status == 0)
            try check(market, market.assay("run", "p.yaml"), 8, ["empty-folder", "no-observations"])
            #expect(!market.exists("assay.sqlite"))
        }
    }

    @Test("Warnings of a load that fails are reported and recorded") func warningsStay() throws {
        try SmallMarket.with { market in
            try market.write(
                "migrations/2020-01-01T000000_first",
                "ecoadd Alpha\nrepadd Alpha https://github.com/a/a\n"
            )
            try market.write("ecosystems.csv", "coin_id,ecosystem,scope,reviewed\nc0,Alpha,direct,\n")
            try market.write("p.yaml", "inputs:\n  coins: {path: migrations, ecosystems: ecosystems.csv}\n")
            try check(market, market.assay("run", "p.yaml"), 1, ["unreviewed", "no-rows"])
            #expect(!market.exists("assay.sqlite"))
        }
    }

    @Test("A failed run leaves an existing store unchanged") func existingStore() throws {
        try SmallMarket.with { market in
            #expect(try market.assay("load", "market", "market.csv").status == 0)
            let before = try market.text("market.csv")
            try market.write("p.yaml", "inputs: {market: no.csv}\n")
            try check(market, market.assay("run", "p.yaml"), 1, ["file-not-found", "all-refused"])
            #expect(market.exists("assay.sqlite"))
            #expect(try market.assay("store", "check").status == 0)
            #expect(try market.text("market.csv") == before)
        }
    }

    @Test("A run with a busy store leaves its outputs, and the next writes them") func busyStore() throws {
        try SmallMarket.with { market in
            try market.write("p.yaml", SmallMarket.pipeline())
            #expect(try market.assay("run", "p.yaml").status == 0)
            let before = try market.text("out/ranking.csv")
            let lock = """
                import sqlite3, subprocess, sys
                store = sqlite3.connect("assay.sqlite", isolation_level=None)
                store.execute("BEGIN EXCLUSIVE")
                sys.exit(subprocess.call(["assay", "run", "p.yaml", "--wait", "0.1"]))
                """
            try market.write("lock.py", lock)
            try check(market, market.script("python3 lock.py"), 6, ["store-busy"])
            #expect(try market.text("out/ranking.csv") == before)
            let again = try market.assay("run", "p.yaml")
            #expect(again.status == 0 && again.errors.contains("[written]"))
            #expect(try market.record()["status"] as? String == "success")
        }
    }

    @Test("A damaged store fails the run") func damagedStore() throws {
        try SmallMarket.with { market in
            try market.write("p.yaml", SmallMarket.pipeline())
            #expect(try market.assay("run", "p.yaml").status == 0)
            let damage = """
                import sqlite3
                store = sqlite3.connect("assay.sqlite")
                for tile, data in store.execute("SELECT tile_id, bytes FROM tile").fetchall():
                    data = bytearray(data)
                    data[len(data) // 2] ^= 1
                    store.execute("UPDATE tile SET bytes = ? WHERE tile_id = ?", (bytes(data), tile))
                store.commit()
                """
            try market.write("damage.py", damage)
            #expect(try market.script("python3 damage.py && rm out/ranking.csv").status == 0)
            let result = try market.assay("run", "p.yaml")
            #expect(result.status == 7 && result.errors.contains("assay.sqlite"), "\(result.errors)")
            #expect(try market.record()["exitCode"] as? Int == 7)
        }
    }

    @Test("An output folder that cannot be made is named") func outputFolder() throws {
        try SmallMarket.with { market in
            try market.write("p.yaml", SmallMarket.pipeline("out: coins.csv/out\npreset: activity\n"))
            let result = try market.assay("run", "p.yaml")
            #expect(result.status == 1 && result.errors.contains("coins.csv/out"), "\(result.errors)")
            #expect(try market.script("assay run p.yaml --out good").status == 0)
        }
    }

    @Test(
        "A bad definition is rejected with its place",
        arguments: [
            ("inputs: {coins: coins.csv}\ncolour: red\n", "p.yaml:2:1", "unknown key `colour`"),
            ("preset: activity\n", "p.yaml:1:1", "`inputs` is missing"),
            ("preset: best\ninputs: {coins: coins.csv}\n", "p.yaml:1:9", "unknown preset `best`"),
            (
                "weights: {luck: 1}\ninputs: {coins: coins.csv}\n", "p.yaml:1:11",
                "unknown signal 'luck'; preset discovery has"
            ),
            ("weights: {search: nan}\ninputs: {coins: coins.csv}\n", "p.yaml:1:19", "`nan` is not a number"),
            ("weights: {search: 0x1p3}\ninputs: {coins: coins.csv}\n", "p.yaml:1:19", "`0x1p3` is not a number"),
            ("weights: {search: 1e400}\ninputs: {coins: coins.csv}\n", "p.yaml:1:19", "`1e400` is not a number"),
            (
                "as-of: 2024-02-30\ninputs: {coins: coins.csv}\n", "p.yaml:1:8",
                "takes a date, as 2024-03-25, or an instant, as 2024-03-25T10:00:00Z; `2024-02-30` is none"
            ),
            ("inputs: {coins: coins.csv}\noutputs: [../a.csv]\n", "p.yaml:2:11", "is not a file name"),
            ("inputs: {coins: coins.csv}\noutputs: [a.csv, a.csv]\n", "p.yaml:2:18", "`a.csv` is written twice"),
            ("inputs: {coins: coins.csv}\noutputs: [{name: a.csv, top: -1}]\n", "p.yaml:2:30", "a whole number from 1"),
            ("store:\ninputs: {coins: coins.csv}\n", "p.yaml:1:7", "expected a text"),
            ("inputs: {coins: \"coins\\0.csv\"}\n", "p.yaml:1:17", "NUL"),
            ("", "p.yaml", "has no definition"), ("# nothing\n", "p.yaml", "has no definition"),
        ]
    )
    func badDefinition(text: String, place: String, message: String) throws {
        try SmallMarket.with([]) { market in
            try market.write("p.yaml", text)
            let before = try market.files()
            let result = try market.assay("run", "p.yaml")
            #expect(result.status == 2)
            #expect(result.errors.contains("error: \(place): ") && result.errors.contains(message), "\(result.errors)")
            #expect(try market.files() == before)
        }
    }

    @Test("A missing definition is named") func missingDefinition() throws {
        try SmallMarket.with([]) { market in
            let result = try market.assay("run", "no.yaml")
            #expect(result.status == 2 && result.errors.contains("no.yaml: file not found"), "\(result.errors)")
        }
    }
}
