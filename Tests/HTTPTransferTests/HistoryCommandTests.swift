import Foundation
import TestPrograms
import Testing

/// `assay fetch github --ask history` against the scripted server.
@Suite struct HistoryCommandTests {
    private func inWorld(
        _ work: (_ folder: URL, _ server: ScriptedServer, _ other: ScriptedServer) throws -> Void
    ) throws {
        let other = try ScriptedServer { _ in ScriptedServer.Reply(200, [], "{}") }
        let script = HistoryScript(elsewhere: other.address(""), clock: nil)
        let server = try ScriptedServer(limit: 1000) { script.reply($0) }
        defer {
            other.stop()
            server.stop()
        }
        try AssayRun.inFolder { try work($0, server, other) }
    }

    private func words(_ numbers: [Int], _ server: ScriptedServer) -> [String] {
        ["fetch", "github"] + numbers.map { "o/\($0)" } + ["--ask", "history", "--api", server.address("")]
    }

    @Test("Histories are stored under their own source and replayed without requests") func replay() throws {
        try inWorld { folder, server, _ in
            let numbers = [HistoryScript.Fate.data, .empty, .stormy, .cut, .partialOnce, .limited, .secondary]
                .flatMap { HistoryScript.numbers($0) }
            let first = try AssayRun(words(numbers, server), in: folder)
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.errors.contains("rows taken: \(7 * 52)"), "\(first.errors)")
            let asked = server.requests.count
            // 13 with one page each; one that failed once comes in halves, two after two failures.
            #expect(asked == 17)
            let second = try AssayRun(words(numbers, server), in: folder)
            #expect(second.status == 0, "\(second.errors)")
            #expect(server.requests.count == asked)
            let replay = try AssayRun(
                ["load", "commits", "assay.sqlite.answers", "--store", "new.sqlite"],
                in: folder,
                environment: [:]
            )
            #expect(replay.errors.contains("rows taken: \(7 * 52)"), "\(replay.errors)")
            let sources = try AssayRun(
                [
                    "store", "sql", "--store", "new.sqlite", "--format", "csv",
                    "SELECT DISTINCT source, value FROM commits ORDER BY value",
                ],
                in: folder
            )
            let values = numbers.map { HistoryScript.fate($0) == .empty ? 0 : $0 }.sorted()
            let lines = sources.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
            // The repository of number 0 and the empty one say the same.
            #expect(lines == Set(values).sorted().map { "github-graphql-history,\($0).0" }, "\(sources.errors)")
        }
    }

    @Test("Histories without counts are reported; no other host gets the token") func failedHistories() throws {
        try inWorld { folder, server, other in
            let fates: [HistoryScript.Fate] = [.gone, .elsewhere, .noCommit, .forbidden, .unknownFault, .renamed]
            let numbers = fates.flatMap { HistoryScript.numbers($0) }
            let result = try AssayRun(words(numbers, server), in: folder)
            #expect(result.status == 4)
            for word in ["[gone]", "[redirect-refused]", "[no-content]", "[forbidden]", "[unknown]"] {
                #expect(result.errors.contains(word), "\(word) \(result.errors)")
            }
            #expect(result.errors.contains("o/12: GitHub says: SERVICE_UNAVAILABLE, A service did not answer."))
            #expect(result.errors.contains("o/5: has a new name (new/5)"))
            #expect(result.errors.contains("rows taken: 52"), "\(result.errors)")
            // What is gone stays gone for as long as an answer is held; the renamed one is not told again.
            let again = try AssayRun(words(Array(numbers.prefix(1)) + [5], server), in: folder)
            #expect(again.errors.contains("[gone]") && !again.errors.contains("new name"), "\(again.errors)")
            #expect(other.requests.isEmpty)
            let files = try AssayRun.files(in: folder)
            #expect(files.all > 4 && files.withToken == 0)
        }
    }

    @Test("Histories that are never complete are an error, not zeros") func neverComplete() throws {
        try inWorld { folder, server, _ in
            let numbers = HistoryScript.numbers(.neverWhole)
            let result = try AssayRun(words(numbers, server) + ["--patience", "4"], in: folder)
            #expect(result.status == 1)
            #expect(result.errors.contains("[source-failing]"), "\(result.errors)")
            #expect(!result.errors.contains("rows taken"))
        }
    }

    @Test("Without a token no requests are made, but a dry run shows them") func tokenNeeded() throws {
        try inWorld { folder, server, _ in
            let refused = try AssayRun(words([0], server), in: folder, environment: [:])
            #expect(refused.status == 2 && refused.errors.contains("[token-needed]"), "\(refused.errors)")
            let shown = try AssayRun(
                words([0, 14], server) + ["--dry-run", "--weeks", "2"],
                in: folder,
                environment: [:]
            )
            let lines = shown.output.split(whereSeparator: \.isNewline)
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("\(server.address("/graphql"))#o/0/2 {\"query\":\"query($owner:") == true)
            #expect(lines.last?.hasSuffix("\"variables\":{\"owner\":\"o\",\"name\":\"14\"}}") == true)
            #expect(lines.first?.matches(of: /w\d{8}:history/).count == 2)
            let tooMany = try AssayRun(words([0], server) + ["--weeks", "105"], in: folder)
            #expect(tooMany.status == 2)
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A killed run of histories continues without repeating a request") func resumed() throws {
        try inWorld { folder, server, _ in
            let numbers = HistoryScript.numbers(.data, 60)
            let process = try AssayRun.started(words(numbers, server), in: folder)
            let deadline = Date(timeIntervalSinceNow: 20)
            while server.requests.count < 10, deadline.timeIntervalSinceNow > 0 { usleep(500) }
            process.signal(SIGKILL)
            _ = try process.wait()
            let before = server.requests.count
            #expect(before < numbers.count)
            let result = try AssayRun(words(numbers, server), in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("rows taken: \(numbers.count * 52)"), "\(result.errors)")
            // Only what was on its way when the process ended is asked twice: it was never kept.
            #expect(Set(server.requests.map(\.body)).count == numbers.count)
            #expect(server.requests.count <= numbers.count + 1)
        }
    }
}
