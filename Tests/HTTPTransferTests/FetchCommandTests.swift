import Foundation
import TestPrograms
import Testing

/// The built program against the scripted server: from the question to the store and back.
@Suite struct FetchCommandTests {
    /// Works in a folder of its own against servers of its own.
    private func inWorld(
        _ work: (_ folder: URL, _ server: ScriptedServer, _ other: ScriptedServer) throws -> Void
    ) throws {
        let other = try ScriptedServer { _ in ScriptedServer.Reply(200, [], "[]") }
        let script = GitHubScript(elsewhere: other.address(""))
        let server = try ScriptedServer(limit: 1000) { script.reply($0) }
        defer {
            other.stop()
            server.stop()
        }
        try AssayRun.inFolder { try work($0, server, other) }
    }

    private func fetch(_ numbers: [Int], _ server: ScriptedServer, in folder: URL, _ more: [String] = []) throws
        -> AssayRun
    {
        try AssayRun(
            ["fetch", "github"] + numbers.map { "o/\($0)" } + ["--api", server.address("")] + more,
            in: folder
        )
    }

    @Test("Counts are loaded, and a second run makes no requests") func secondRun() throws {
        try inWorld { folder, server, _ in
            let first = try fetch([4, 8, 35], server, in: folder)
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.errors.contains("o/35: has a new name (new/35)"), "\(first.errors)")
            #expect(first.errors.contains("o/35 and new/35: are one repository from now on"), "\(first.errors)")
            let asked = server.requests.count
            // One each for 4 and 8; for 35 a 429, a 504, a cut answer, the redirect, what stands behind it, and its name.
            #expect(asked == 8)
            let second = try fetch([4, 8, 35], server, in: folder)
            #expect(second.status == 0, "\(second.errors)")
            #expect(server.requests.count == asked)
            #expect(!second.errors.contains("renamed"))
            let replay = try AssayRun(["load", "commits", "assay.sqlite.answers", "--store", "new.sqlite"], in: folder)
            #expect(replay.status == 0, "\(replay.errors)")
            #expect(replay.errors.contains("rows taken: \(3 * 52)"))
        }
    }

    @Test("A cached answer is requested with its tag") func tag() throws {
        try inWorld { folder, server, _ in
            #expect(try fetch([4], server, in: folder).status == 0)
            let again = try fetch([4], server, in: folder, ["--max-age", "0"])
            #expect(again.status == 0, "\(again.errors)")
            #expect(server.requests.last?.header("if-none-match") == "\"tag-4\"")
        }
    }

    @Test("Missing, blocked and redirected repositories are reported; no other host gets the token")
    func missingAnswers() throws {
        try inWorld { folder, server, other in
            let result = try fetch([4, 32, 34, 37, 116], server, in: folder, ["--patience", "8"])
            #expect(result.status == 4)
            for word in ["[gone]", "[no-content]", "[pending]", "[redirect-refused]"] {
                #expect(result.errors.contains(word), "\(word)")
            }
            #expect(other.requests.isEmpty)
            #expect(server.requests.allSatisfy { $0.header("authorization") == "Bearer \(AssayRun.token)" })
            let files = try AssayRun.files(in: folder)
            #expect(files.all > 4 && files.withToken == 0)
        }
    }

    @Test("An empty repository has 52 weeks of zeros") func emptyRepository() throws {
        try inWorld { folder, server, _ in
            let result = try fetch([111 + 40], server, in: folder)
            #expect(GitHubScript.fate(151) == .empty)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("rows taken: 52"), "\(result.errors)")
        }
    }

    @Test("A killed run continues without repeating a page") func killedAndContinued() throws {
        try inWorld { folder, server, _ in
            let numbers = (1...60).map { 4 * $0 }.filter { GitHubScript.fate($0) == .data }
            let words = ["fetch", "github"] + numbers.map { "o/\($0)" } + ["--api", server.address("")]
            let process = try AssayRun.started(words, in: folder)
            let deadline = Date(timeIntervalSinceNow: 20)
            while server.requests.count < 10, deadline.timeIntervalSinceNow > 0 { usleep(500) }
            process.signal(SIGKILL)
            _ = try process.wait()
            let index = folder.path + "/assay.sqlite.answers/.index.tsv"
            let kept = try String(contentsOfFile: index, encoding: .utf8).split(separator: "\n").count
            #expect(kept > 0 && kept < numbers.count)
            let result = try AssayRun(words, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("rows taken: \(numbers.count * 52)"), "\(result.errors)")
            // Only what was on its way when the process ended is asked twice: it was never kept.
            let asked = Dictionary(grouping: server.requests, by: \.path).mapValues(\.count)
            #expect(asked.count == numbers.count)
            #expect(asked.values.reduce(0, +) <= numbers.count + 1)
        }
    }

    @Test("A dry run prints the requests and makes none") func dryRun() throws {
        try inWorld { folder, server, _ in
            let result = try fetch([4, 8], server, in: folder, ["--dry-run"])
            #expect(result.status == 0)
            #expect(result.output.split(separator: "\n").count == 2)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/assay.sqlite.answers"))
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A token file readable by others is rejected") func openTokenFile() throws {
        try inWorld { folder, server, _ in
            let file = folder.appendingPathComponent("token")
            try AssayRun.token.write(to: file, atomically: true, encoding: .utf8)
            for (mode, isAllowed) in [(0o644, false), (0o600, true)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
                let words = ["fetch", "github", "o/4", "--api", server.address(""), "--token-file", "token"]
                let result = try AssayRun(words, in: folder, environment: [:])
                #expect(result.errors.contains("secret-file-open") != isAllowed)
                #expect(result.status == (isAllowed ? 0 : 2))
                #expect(!result.errors.contains("canary"))
            }
            #expect(server.requests.allSatisfy { $0.header("authorization") == "Bearer \(AssayRun.token)" })
            #expect(server.requests.count == 1)
            let absent = try AssayRun(
                ["fetch", "github", "o/4", "--token-file", "nowhere"],
                in: folder,
                environment: [:]
            )
            #expect(absent.status == 1 && absent.errors.contains("[file-not-found]"))
        }
    }
}
