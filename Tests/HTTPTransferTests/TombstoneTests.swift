import Foundation
import Synchronization
import TestPrograms
import Testing

/// Repositories that answered once and are gone, blocked or renamed later, fetched by the built program.
@Suite struct TombstoneTests {
    /// What the server says now, by path; figures for all others.
    private final class World: Sendable {
        let said = Mutex<[String: ScriptedServer.Reply]>([:])

        func reply(_ request: ScriptedServer.Request) -> ScriptedServer.Reply {
            if let reply = said.withLock({ $0[request.path] }) { return reply }
            let date = "Date: Thu, 01 Jan 2026 00:00:00 GMT"
            return ScriptedServer.Reply(200, [date], GitHubScript.activity(3))
        }

        func say(_ reply: ScriptedServer.Reply, at path: String) {
            said.withLock { $0[path] = reply }
        }
    }

    private func inWorld(_ work: (_ world: World, _ server: ScriptedServer, _ folder: URL) throws -> Void) throws {
        let world = World()
        let server = try ScriptedServer(limit: 200) { world.reply($0) }
        defer { server.stop() }
        try AssayRun.inFolder { try work(world, server, $0) }
    }

    private func fetch(_ names: [String], _ server: ScriptedServer, in folder: URL) throws -> AssayRun {
        let words = ["fetch", "github"] + names + ["--api", server.address(""), "--max-age", "0", "--patience", "5"]
        return try AssayRun(words, in: folder)
    }

    private func weeks(_ folder: URL, store: String = "assay.sqlite") throws -> String {
        let query = "SELECT key, count(*), sum(value) FROM commits GROUP BY key ORDER BY key"
        return try AssayRun(["store", "sql", query, "--store", store, "--format", "csv"], in: folder).output
    }

    @Test("A repository gone later has its counts and is reported") func goneLater() throws {
        try inWorld { world, server, folder in
            let statuses = [404, 410, 451, 403, 422, 204]
            let names = statuses.map { "o/r\($0)" }
            #expect(try fetch(names, server, in: folder).status == 0)
            let before = try weeks(folder)
            #expect(before.split(separator: "\n").count == 1 + names.count)
            for status in statuses {
                let body = status == 204 ? "" : "{\"message\":\"\(status)\"}"
                world.say(ScriptedServer.Reply(status, [], body), at: "/repos/o/r\(status)/stats/commit_activity")
            }
            let later = try fetch(names, server, in: folder)
            // What was good once is good still, but no repository brought figures this time.
            #expect(later.status == 1, "\(later.errors)")
            for (reason, count) in [("gone", 2), ("blocked", 1), ("forbidden", 1), ("refused", 1), ("no-content", 1)] {
                #expect(later.errors.contains("\(count) without figures") && later.errors.contains("[\(reason)]"))
            }
            #expect(try weeks(folder) == before)
            // Nor does the archive forget them.
            let replay = try AssayRun(["load", "commits", "assay.sqlite.answers", "--store", "new.sqlite"], in: folder)
            #expect(replay.status == 0, "\(replay.errors)")
            #expect(try weeks(folder, store: "new.sqlite") == before)
        }
    }

    @Test("A chain of renames is followed to its end and reported") func renames() throws {
        try inWorld { world, server, folder in
            let path = { (step: Int) in step == 0 ? "/repos/o/old/stats/commit_activity" : "/repositories/\(step)/stats"
            }
            for step in 0..<4 { world.say(ScriptedServer.Reply(301, ["Location: \(path(step + 1))"]), at: path(step)) }
            let renamed = try fetch(["o/old"], server, in: folder)
            #expect(renamed.status == 0, "\(renamed.errors)")
            // The last place is asked for the name, and does not say it.
            #expect(renamed.errors.contains("o/old: has moved (\(server.address("/repositories/4")))"))
            #expect(try weeks(folder).contains("o/old,52,"))
            #expect(server.requests.map(\.path) == (0...4).map(path) + ["/repositories/4"])
            // A chain without an end is a reason, and the figures stay.
            world.say(ScriptedServer.Reply(301, ["Location: \(path(0))"]), at: path(4))
            let circle = try fetch(["o/old"], server, in: folder)
            #expect(circle.status == 1 && circle.errors.contains("[redirect-refused]"), "\(circle.errors)")
            #expect(try weeks(folder).contains("o/old,52,"))
        }
    }

    @Test(
        "An absurd wait is not waited for",
        arguments: [
            ("Retry-After: 99999999999999999999", "[rate-limited]"), ("Retry-After: 9999999999", "[rate-limited]"),
            ("Retry-After: Fri, 31 Dec 9999 23:59:59 GMT", "[rate-limited]"), ("Retry-After: soon", "[rate-limited]"),
            ("Retry-After: Sat, 01 Jan 2147483647 00:00:00 GMT", "[rate-limited]"), ("X-Nothing: 1", "[rate-limited]"),
            ("X-RateLimit-Reset: 99999999999999999999", "[rate-limited]"),
        ]
    )
    func absurdWait(header: String, reason: String) throws {
        try inWorld { world, server, folder in
            for name in ["a", "b"] {
                world.say(ScriptedServer.Reply(429, [header]), at: "/repos/o/\(name)/stats/commit_activity")
            }
            let start = ContinuousClock.now
            let result = try fetch(["o/a", "o/b"], server, in: folder)
            #expect(result.status == 1 && result.errors.contains("2 without figures"), "\(result.errors)")
            #expect(result.errors.contains(reason), "\(result.errors)")
            #expect(server.requests.count == 1)
            #expect(ContinuousClock.now - start < .seconds(30))
        }
    }

    @Test("A near Retry-After date is waited for") func nearDate() throws {
        try inWorld { world, server, folder in
            let dates = ["Date: Thu, 01 Jan 2026 00:00:00 GMT", "Retry-After: Thu, 01 Jan 2026 00:00:02 GMT"]
            let path = "/repos/o/a/stats/commit_activity"
            world.say(ScriptedServer.Reply(429, dates), at: path)
            let process = try AssayRun.started(
                ["fetch", "github", "o/a", "--api", server.address(""), "--patience", "5"],
                in: folder
            )
            let deadline = Date(timeIntervalSinceNow: 50)
            while server.requests.isEmpty, deadline.timeIntervalSinceNow > 0 { usleep(1000) }
            _ = world.said.withLock { $0.removeValue(forKey: path) }
            #expect(try process.wait().status == 0)
            #expect(server.requests.count == 2)
        }
    }
}
