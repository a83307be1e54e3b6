import Foundation
import Synchronization
import TestPrograms
import Testing

/// Histories that the server does not do in one page, fetched by the built program.
@Suite struct HistoryPagesTests {
    private struct World {
        let script = HistoryScript(elsewhere: "http://127.0.0.1:9", clock: nil)
        let server: ScriptedServer
        let folder: URL

        init(_ folder: URL) throws {
            let script = script
            server = try ScriptedServer(limit: 1000) { script.reply($0) }
            self.folder = folder
        }

        func words(_ numbers: [Int], _ more: [String] = []) -> [String] {
            ["fetch", "github"] + numbers.map { "o/\($0)" } + ["--ask", "history", "--api", server.address("")] + more
        }

        /// Repository, number of weeks, least and largest count of a store, as lines.
        func counts(in store: String = "assay.sqlite") throws -> [String] {
            let query = """
                SELECT key, count(*), min(value), max(value) FROM commits GROUP BY key ORDER BY key
                """
            let run = try AssayRun(["store", "sql", "--store", store, "--format", "csv", query], in: folder)
            return run.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
        }
    }

    private func inWorld(_ work: (World) throws -> Void) throws {
        try AssayRun.inFolder { folder in
            let world = try World(folder)
            defer { world.server.stop() }
            try work(world)
        }
    }

    private func expected(_ numbers: [Int], weeks: Int) -> [String] {
        numbers.map { "o/\($0),\(weeks),\($0).0,\($0).0" }.sorted()
    }

    @Test("Pages that are too large are split without missing or repeating weeks", .timeLimit(.minutes(8)))
    func smallerPages() throws {
        try inWorld { world in
            let numbers = [HistoryScript.Fate.heavy, .limits, .cutPages, .partial, .short].flatMap {
                HistoryScript.numbers($0)
            }
            let first = try AssayRun(world.words(numbers), in: world.folder)
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.errors.contains("5 with figures, 0 without"), "\(first.errors)")
            #expect(first.errors.contains("points spent and 4990 left"), "\(first.errors)")
            #expect(try world.counts() == expected(numbers, weeks: 52))
            #expect(world.script.askedAgain == 0)
            // 52 is too much, and so is 26 twice; 13 is not.
            #expect(world.server.requests.count { $0.body.contains("\"name\":\"\(numbers[0])\"") } == 7)
            let asked = world.server.requests.count
            let second = try AssayRun(world.words(numbers), in: world.folder)
            #expect(second.status == 0, "\(second.errors)")
            #expect(world.server.requests.count == asked)
            let replay = try AssayRun(
                ["load", "commits", "assay.sqlite.answers", "--store", "new.sqlite"],
                in: world.folder,
                environment: [:]
            )
            #expect(try world.counts(in: "new.sqlite") == expected(numbers, weeks: 52), "\(replay.errors)")
        }
    }

    @Test("A week that is too large alone is named and requested later", .timeLimit(.minutes(8)))
    func heavyWeek() throws {
        try inWorld { world in
            let numbers = HistoryScript.numbers(.heavyWeek)
            let first = try AssayRun(world.words(numbers), in: world.folder)
            #expect(first.status == 4, "\(first.errors)")
            let named = try #require(first.errors.firstMatch(of: /1 without all weeks \(o\/\d+: (\d{8})\)/))
            #expect(HistoryScript.isHeavy("w\(named.1)"))
            #expect(try world.counts() == expected(numbers, weeks: 51))
            world.script.isHealed.withLock { $0 = true }
            let asked = world.server.requests.count
            let second = try AssayRun(world.words(numbers), in: world.folder)
            #expect(second.status == 0, "\(second.errors)")
            #expect(world.server.requests.count == asked + 1)
            #expect(world.server.requests.last?.body.matches(of: /w\d{8}:/).count == 1)
            #expect(world.script.askedAgain == 0)
            #expect(try world.counts() == expected(numbers, weeks: 52))
        }
    }

    @Test("A run killed between pages continues with the remaining weeks", .timeLimit(.minutes(8)))
    func killedBetweenPages() throws {
        try inWorld { world in
            let numbers = HistoryScript.numbers(.heavy, 3)
            let process = try AssayRun.started(world.words(numbers), in: world.folder)
            let index = world.folder.path + "/assay.sqlite.answers/.index.tsv"
            let deadline = Date(timeIntervalSinceNow: 30)
            while deadline.timeIntervalSinceNow > 0 {
                if let text = try? String(contentsOfFile: index, encoding: .utf8), text.contains("\n") { break }
                usleep(500)
            }
            process.signal(SIGKILL)
            _ = try process.wait()
            let kept = try String(contentsOfFile: index, encoding: .utf8).split(separator: "\n").count
            let lost = world.server.requests.count - kept
            #expect(try world.counts().isEmpty)
            let result = try AssayRun(world.words(numbers), in: world.folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try world.counts() == expected(numbers, weeks: 52))
            // Only pages that were on their way when the process ended are asked for twice: they were never kept.
            #expect(world.script.askedAgain <= 13 * lost)
        }
    }
}
