import Foundation
import TestPrograms
import Testing

/// `owner/*`: the repositories of an owner come from GitHub's own listing, page by page.
@Suite struct OwnerListingTests {
    /// Owner `big` is an organisation with 101 repositories of which r2 is a fork, `one` a person with one; others are gone.
    private static func reply(_ request: ScriptedServer.Request) -> ScriptedServer.Reply {
        let repositories: [Int]
        switch request.path {
        case "/orgs/big/repos?per_page=100&page=1": repositories = Array(1...100)
        case "/orgs/big/repos?per_page=100&page=2": repositories = [101]
        case "/users/one/repos?per_page=100&page=1": repositories = [7]
        case let path where path.hasPrefix("/repos/"):
            return ScriptedServer.Reply(200, ["Date: Thu, 01 Jan 2026 00:00:00 GMT"], GitHubScript.activity(1))
        default: return ScriptedServer.Reply(404, [], "{\"message\":\"Not Found\"}")
        }
        let owner = request.path.split(separator: "/")[1]
        let listed = repositories.map { "{\"full_name\":\"\(owner)/r\($0)\",\"fork\":\($0 == 2)}" }
        return ScriptedServer.Reply(200, [], "[\(listed.joined(separator: ","))]")
    }

    private func inWorld(_ work: (URL, ScriptedServer) throws -> Void) throws {
        let server = try ScriptedServer(limit: 1000) { Self.reply($0) }
        defer { server.stop() }
        try AssayRun.inFolder { try work($0, server) }
    }

    private func fetch(_ words: [String], _ server: ScriptedServer, in folder: URL) throws -> AssayRun {
        try AssayRun(["fetch", "github"] + words + ["--api", server.address("")], in: folder)
    }

    @Test("All repositories of an owner except forks are requested once") func ownerRepositories() throws {
        try inWorld { folder, server in
            let dry = try fetch(["big/*", "one/*", "--dry-run"], server, in: folder)
            #expect(dry.output.split(separator: "\n").count == 2 && server.requests.isEmpty, "\(dry.output)")
            let first = try fetch(["big/*", "one/*"], server, in: folder)
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.errors.contains("rows taken: \(101 * 52)"), "\(first.errors)")
            // Two pages and a miss and a hit of listings, and 100 of 101 repositories and one.
            #expect(server.requests.count == 4 + 101)
            #expect(!server.requests.contains { $0.path.hasPrefix("/repos/big/r2/") })
            // What was listed and answered is held.
            let held = try fetch(["big/*", "one/*", "--dry-run"], server, in: folder)
            #expect(held.status == 0 && server.requests.count == 105, "\(held.output)")
            let forks = try fetch(["big/*", "--forks"], server, in: folder)
            #expect(
                forks.status == 0 && server.requests.last?.path.hasPrefix("/repos/big/r2/") == true,
                "\(forks.errors)"
            )
        }
    }

    @Test("A coin that lists an owner has the owner's repositories") func ownerInCoinList() throws {
        try inWorld { folder, server in
            let list = "id,symbol,name,repos\none,ONE,One,one/*\nnone,NON,None,gone/*\n"
            try list.write(to: folder.appendingPathComponent("coins.csv"), atomically: true, encoding: .utf8)
            #expect(try AssayRun(["load", "coins", "coins.csv"], in: folder).status == 0)
            let result = try fetch([], server, in: folder)
            #expect(result.status == 4 && result.errors.contains("(gone/*)"), "\(result.errors)")
            let words = [
                "rank", "--preset", "activity", "--columns", "coin_id,repositories", "--format", "csv", "--quiet",
            ]
            let ranked = try AssayRun(words, in: folder)
            #expect(ranked.output == "coin_id,repositories\none,1 of 1\nnone,\n", "\(ranked.output)\(ranked.errors)")
        }
    }
}
