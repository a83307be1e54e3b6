import Foundation
import Testing

/// Stars, releases and issues from GitHub through the command and a pipeline, and again without a network.
@Suite struct StarsCommandTests {
    private static let tables = [
        "SELECT key, value FROM stars ORDER BY key, week_start", "SELECT key, value FROM releases ORDER BY key, time",
        "SELECT key, value FROM tags_listed", "SELECT key, value FROM open_issues ORDER BY key",
    ]

    /// 41 weeks on two pages, the newest of which is running; the second repository has tags only, the last is hidden.
    private static func reply(_ request: ScriptedServer.Request) -> ScriptedServer.Reply {
        let path = request.path
        let today = Int(Date().timeIntervalSince1970) / 86_400
        let headers = [header(Date())]
        if path == "/graphql" {
            let gone = "{\"data\":{\"repository\":null},\"errors\":[{\"type\":\"NOT_FOUND\",\"message\":\"m\"}]}"
            guard !request.body.contains("\"hidden\"") else { return ScriptedServer.Reply(200, headers, gone) }
            let name = request.body.contains("\"tags\"") ? "o/tags" : "o/a"
            let counts = ["openIssues", "closedIssues", "openPullRequests", "mergedPullRequests"].enumerated()
                .map { "\"\($1)\":{\"totalCount\":\($0 + 3)}" }.joined(separator: ",")
            let rate = "\"rateLimit\":{\"cost\":1,\"remaining\":99,\"resetAt\":\"2024-03-25T11:00:00Z\"}"
            let body = "{\"data\":{\(rate),\"repository\":{\"nameWithOwner\":\"\(name)\",\(counts)}}}"
            return ScriptedServer.Reply(200, headers, body)
        }
        guard path.hasPrefix("/repos/o/") else { return ScriptedServer.Reply(404, headers, "{}") }
        if path.contains("/hidden/") { return ScriptedServer.Reply(403, headers, "{\"message\":\"Not accessible\"}") }
        if path.contains("/tags?") {
            let tag = "{\"name\":\"v1\",\"commit\":{\"sha\":\"a\"},\"tarball_url\":\"u\"}"
            return ScriptedServer.Reply(200, headers, "[\(tag)]")
        }
        if path.contains("/releases?") {
            let day = (today - 5) * 86_400
            let release = "{\"tag_name\":\"v1\",\"published_at\":\(day),\"prerelease\":false}"
            return ScriptedServer.Reply(200, headers, path.contains("/o/tags/") ? "[]" : "[\(release)]")
        }
        let isFirst = path.hasSuffix("&page=1")
        let weeks = (isFirst ? 0..<30 : 30..<41).map { back in
            "{\"week\":\(((today - 3) / 7 * 7 + 3) * 86_400 - 604_800 * back),\"total\":\(back),\"days\":[\(back),0,0,0,0,0,0]}"
        }
        let link = "Link: <https://a.example/x?per_page=30&page=2>; rel=\"next\""
        return ScriptedServer.Reply(200, headers + (isFirst ? [link] : []), "[\(weeks.joined(separator: ","))]")
    }

    /// A moment as headers have it.
    private static func header(_ moment: Date) -> String {
        let clock = DateFormatter()
        (clock.locale, clock.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
        clock.dateFormat = "'Date:' EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return clock.string(from: moment)
    }

    private func inWorld(_ work: (_ folder: URL, _ server: ScriptedServer) throws -> Void) throws {
        let server = try ScriptedServer { StarsCommandTests.reply($0) }
        defer { server.stop() }
        try AssayRun.inFolder { try work($0, server) }
    }

    private func rows(_ store: String, _ folder: URL) throws -> [[String]] {
        try StarsCommandTests.tables.map { query in
            let run = try AssayRun(["store", "sql", "--store", store, "--format", "csv", query], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            return run.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
        }
    }

    private static let asked = ["stars", "releases", "issues"].flatMap { ["--ask", $0] }

    @Test("What GitHub answers is stored with its date, asked for once, and loaded again to the same rows")
    func replay() throws {
        try inWorld { folder, server in
            let words = ["fetch", "github", "o/a", "o/tags", "o/hidden", "--api", server.address("")]
            let first = try AssayRun(words + StarsCommandTests.asked, in: folder)
            #expect(first.status == 4, "\(first.errors)")
            #expect(first.errors.contains("2 without figures (o/hidden, o/hidden): may not be read"), "\(first.errors)")
            #expect(first.errors.contains("1 without figures (o/hidden): not there any more"), "\(first.errors)")
            let asked = server.requests.count
            #expect(asked == 12)
            let second = try AssayRun(words + StarsCommandTests.asked, in: folder)
            #expect(second.status == 4 && server.requests.count == asked, "\(second.errors)")
            let replay = try AssayRun(
                ["load", "commits", "assay.sqlite.answers", "--store", "new.sqlite"],
                in: folder,
                environment: [:]
            )
            #expect(replay.status == 0, "\(replay.errors)")
            let rows = try rows("assay.sqlite", folder)
            #expect(try self.rows("new.sqlite", folder) == rows)
            // Twelve weeks before the oldest row are zeros, for the second page is the last.
            #expect(rows[0].count == 2 * 52 && rows[0].prefix(12).allSatisfy { $0.hasSuffix(",0.0") })
            #expect(rows[0][51] == "o/a,1.0" && rows[0][12] == "o/a,40.0")
            #expect(rows[1] == ["o/a,1.0"] && rows[2] == ["o/tags,1.0"] && rows[3] == ["o/a,3.0", "o/tags,3.0"])
            let files = try AssayRun.files(in: folder)
            #expect(files.withToken == 0)
        }
    }

    @Test("Issues are asked for with a token only, and a dry run shows what would be posted") func token() throws {
        try inWorld { folder, server in
            let words = ["fetch", "github", "o/a", "--ask", "issues", "--api", server.address("")]
            let refused = try AssayRun(words, in: folder, environment: [:])
            #expect(refused.status == 2 && refused.errors.contains("issues: is answered only"), "\(refused.errors)")
            let shown = try AssayRun(words + ["--dry-run"], in: folder, environment: [:])
            #expect(shown.output.contains("/graphql#o/a/issues {\"query\":\"query($owner:"), "\(shown.output)")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A pipeline asks for stars and releases, and offline it takes the archived answers") func pipeline() throws {
        try inWorld { folder, server in
            let definition = """
                store: d.sqlite
                archive: answers
                out: out
                base: {github: '\(server.address(""))'}
                stages:
                  - {fetch: github, repositories: [o/a, o/tags], ask: [stars, releases]}
                """
            try definition.write(to: folder.appendingPathComponent("p.yaml"), atomically: true, encoding: .utf8)
            let first = try AssayRun(["run", "p.yaml"], in: folder)
            // No coin list says whose the repositories are, so that there is nothing to rank.
            #expect(first.status == 8 && first.errors.contains("[no-coins]"), "\(first.errors)")
            let asked = server.requests.count
            let offline = try AssayRun(["run", "p.yaml", "--offline", "--store", "off.sqlite"], in: folder)
            #expect(offline.status == 8 && server.requests.count == asked, "\(offline.errors)")
            let digests = try ["d.sqlite", "off.sqlite"].map { store in
                try AssayRun(["store", "info", "--store", store], in: folder).output
                    .split(separator: "\n").filter { $0.hasPrefix("Content digest") }
            }
            #expect(digests[0].count == 1 && digests[0] == digests[1])
        }
    }
}
