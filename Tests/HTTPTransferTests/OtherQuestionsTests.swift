import Foundation
import Testing

/// Statistics that bear no date of asking, from the question to a replay long after it.
@Suite struct OtherQuestionsTests {
    /// What is asked, and what is answered.
    private static let cases: [(question: String, body: String)] = [
        (
            "participation", "{\"all\":[\((1...52).map(String.init).joined(separator: ","))],\"owner\":[0]}"
        ),
        (
            "contributors",
            """
            [{"total":6,"author":null,"weeks":[{"w":1710028800,"c":4},{"w":1710633600,"c":2},{"w":1711238400,"c":9}]}]
            """
        ),
    ]

    private static let asked = cases.flatMap { ["--ask", $0.question] }

    private func inWorld(_ work: (_ folder: URL, _ server: ScriptedServer) throws -> Void) throws {
        let server = try ScriptedServer { request in
            let found = OtherQuestionsTests.cases.first { request.path == "/repos/o/n/stats/\($0.question)" }
            guard let found else { return ScriptedServer.Reply(404) }
            let headers = ["Date: Mon, 25 Mar 2024 10:00:00 GMT", "ETag: \"1\""]
            guard request.header("if-none-match") == nil else { return ScriptedServer.Reply(304, headers) }
            return ScriptedServer.Reply(200, headers, found.body)
        }
        defer { server.stop() }
        try AssayRun.inFolder { try work($0, server) }
    }

    @Test("Other GitHub counts are dated by their answer, also on replay") func datedCounts() throws {
        try inWorld { folder, server in
            let fetched = try AssayRun(
                ["fetch", "github", "o/n", "--api", server.address("")] + OtherQuestionsTests.asked,
                in: folder
            )
            #expect(fetched.status == 0, "\(fetched.errors)")
            let replay = try AssayRun(
                ["load", "commits", "assay.sqlite.answers", "--store", "new.sqlite"],
                in: folder,
                environment: [:]
            )
            #expect(replay.status == 0, "\(replay.errors)")
            for store in ["assay.sqlite", "new.sqlite"] {
                #expect(
                    try facts(of: "SELECT source, value FROM commits ORDER BY value", store, folder) == [
                        "github-contributors,2.0", "github-contributors,4.0",
                    ]
                )
                let days = try facts(
                    of: "SELECT count(*), min(time), max(time), sum(value) FROM commits_of_seven_days",
                    store,
                    folder
                )
                #expect(days == ["52,2023-04-02,2024-03-24,1378.0"])
            }
        }
    }

    @Test("Only answers independent of the date are requested with their tag") func tagsByKind() throws {
        try inWorld { folder, server in
            let words =
                ["fetch", "github", "o/n", "--api", server.address(""), "--max-age", "0"] + OtherQuestionsTests.asked
            for _ in 0..<2 {
                let run = try AssayRun(words, in: folder)
                #expect(run.status == 0, "\(run.errors)")
            }
            let tags = server.requests.suffix(2).map {
                "\($0.path.split(separator: "/")[4]): \($0.header("if-none-match") ?? "none")"
            }
            #expect(tags == ["participation: none", "contributors: \"1\""])
        }
    }

    private func facts(of query: String, _ store: String, _ folder: URL) throws -> [String] {
        let run = try AssayRun(["store", "sql", "--store", store, "--format", "csv", query], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        return run.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
    }
}
