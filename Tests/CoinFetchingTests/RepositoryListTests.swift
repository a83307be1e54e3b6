import CoinModel
import CoinSources
import Testing
import WorkerProtocol

@testable import CoinFetching

/// Lists of GitHub that come in pages, by scripted answers: what is asked for, and what is loaded of what came.
@Suite struct RepositoryListTests {
    /// So many rows of a page of stars, the newest of the first page in the running week.
    private static func stars(_ page: Int, rows: Int = 30, weeksLate: Int = 0) -> String {
        let newest = ArchiveFolder.now.week
        let weeks = (0..<rows).map { row in
            let week = newest.advanced(by: weeksLate - 30 * (page - 1) - row)
            return "{\"week\":\(Instant(startOf: week.start).milliseconds / 1000),\"total\":1,\"days\":[1,0,0,0,0,0,0]}"
        }
        return "[\(weeks.joined(separator: ","))]"
    }

    private static func releases(_ page: Int, rows: Int = 100, daysApart: Int) -> String {
        let days = (0..<rows).map { ArchiveFolder.now.day.advanced(by: -daysApart * (100 * (page - 1) + $0)) }
        let list = days.map { "{\"tag_name\":\"v1\",\"published_at\":\"\($0)T00:00:00Z\",\"prerelease\":false}" }
        return "[\(list.joined(separator: ","))]"
    }

    private func page(of path: String) -> Int { path.split(separator: "=").last.flatMap { Int($0) } ?? 0 }

    private func ask(
        _ kinds: [GitHubInquiry],
        _ source: ScriptedSource,
        _ folder: ArchiveFolder,
        _ names: [String] = ["o/a"],
        at now: Instant = ArchiveFolder.now,
        weeks: Int = 52
    ) throws -> RepositoryInquiry {
        let access = GitHubAccess(api: "https://a.example", token: Secret("t"), try folder.context(at: now))
        let query = GitHubHistoryQuery(weeks: weeks, before: now)
        let names = names.compactMap { RepositoryName($0) }
        var inquiry = RepositoryInquiry(names, kinds, query, access, after: FetchOutcome("github"))
        try source.ask(&inquiry)
        return inquiry
    }

    @Test(
        "Pages of stars are asked for until one goes back beyond the weeks, is short or has no next one",
        arguments: [(52, 30, "", 2), (28, 30, "", 1), (104, 30, "", 4), (52, 29, "", 1), (52, 9, "next", 2)]
    )
    func stars(weeks: Int, rows: Int, relation: String, pages: Int) throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { path, _ in
            let page = self.page(of: path)
            let link = page == 1 && !relation.isEmpty ? ["link": "<https://a.example/x>; rel=\"\(relation)\""] : [:]
            return (200, link, RepositoryListTests.stars(page, rows: rows))
        }
        let inquiry = try ask([.stars], source, folder, weeks: weeks)
        let asked = (1...pages).map { "/repos/o/a/stargazers/history?per_page=30&page=\($0)" }
        #expect(source.asked == asked)
        #expect(inquiry.outcome.answered == 1 && inquiry.outcome.faults.isEmpty && inquiry.outcome.files.count == pages)
    }

    @Test("The end of a list is an empty page, and an empty first page of stars is not zero") func emptyPages() throws {
        for (rows, reason) in [([30], ""), ([], "no-content")] {
            let folder = ArchiveFolder()
            let source = ScriptedSource { path, _ in
                let page = self.page(of: path)
                return (200, [:], page > rows.count ? "[]" : RepositoryListTests.stars(page))
            }
            for run in 1...2 {
                let inquiry = try ask([.stars], source, folder)
                #expect(inquiry.outcome.files.count == rows.count && source.asked.count == rows.count + 1)
                #expect(inquiry.outcome.faults == (reason.isEmpty ? [:] : [reason: ["o/a"]]))
                #expect(inquiry.outcome.cached == (run == 1 ? 0 : rows.count + 1))
            }
        }
    }

    @Test(
        "Stars that may not be read are missing, and never zero",
        arguments: [
            (403, "forbidden"), (404, "gone"), (401, "bad-credentials"), (422, "refused"), (429, "rate-limited"),
            (202, "pending"), (503, "source-failing"), (451, "blocked"), (204, "no-content"),
        ]
    )
    func errors(status: Int, reason: String) throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { _, _ in
            (status, status == 429 ? ["retry-after": "1000"] : [:], #"{"message":"m"}"#)
        }
        let inquiry = try ask([.stars], source, folder)
        #expect(inquiry.outcome.faults == [reason: ["o/a"]] && inquiry.outcome.files.isEmpty)
        #expect(inquiry.outcome.answered == 0 && inquiry.outcome.partial == 0)
    }

    @Test("What is not a list is not taken for one") func notAList() throws {
        for body in ["{}", "{\"count\":4}", "[{\"week\":1", "<html>"] {
            let inquiry = try ask([.stars], ScriptedSource { _, _ in (200, [:], body) }, ArchiveFolder())
            #expect(inquiry.outcome.faults == ["unknown": ["o/a"]] && inquiry.outcome.files.isEmpty, "\(body)")
        }
    }

    @Test("When a later page fails, weeks of stars that came are loaded, releases are not, and the next run goes on")
    func hole() throws {
        for (kind, files) in [(GitHubInquiry.stars, 1), (.releases, 0)] {
            let folder = ArchiveFolder()
            var isUp = false
            let source = ScriptedSource { path, _ in
                let page = self.page(of: path)
                guard page == 1 || isUp else { return (503, [:], "") }
                return (
                    200, [:],
                    kind == .stars ? RepositoryListTests.stars(page) : RepositoryListTests.releases(page, daysApart: 2)
                )
            }
            let inquiry = try ask([kind], source, folder)
            #expect(inquiry.outcome.files.count == files && inquiry.outcome.answered == 0)
            let what = kind == .stars ? "o/a: from page 2 on" : "o/a"
            #expect(inquiry.outcome.faults == ["source-failing": [what]] && inquiry.outcome.partial == files)
            isUp = true
            let before = source.asked.count
            let again = try ask([kind], source, folder)
            #expect(again.outcome.files.count == 2 && again.outcome.faults.isEmpty && again.outcome.cached == 1)
            #expect(source.asked.dropFirst(before).map { page(of: $0) } == [2])
        }
    }

    @Test("Pages that shift at the turn of the week are all asked for again") func turnOfWeek() throws {
        let folder = ArchiveFolder()
        var weeksLate = 0
        let source = ScriptedSource { path, _ in
            (200, [:], RepositoryListTests.stars(self.page(of: path), weeksLate: weeksLate))
        }
        let saturday = try #require(Instant("2026-01-03T23:50:00Z"))
        let sunday = try #require(Instant("2026-01-04T00:10:00Z"))
        _ = try ask([.stars], source, folder, at: saturday)
        weeksLate = 1
        let inquiry = try ask([.stars], source, folder, at: sunday)
        #expect(source.asked.count == 4 && inquiry.outcome.files.count == 2 && inquiry.outcome.cached == 0)
    }

    @Test("Releases are asked for as far back as the weeks go") func releases() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { path, _ in
            (200, [:], RepositoryListTests.releases(self.page(of: path), daysApart: 2))
        }
        // A hundred releases two days apart go back 198 days, and 52 weeks need two pages.
        #expect(try ask([.releases], source, folder).outcome.files.count == 2)
        #expect(source.asked.map { page(of: $0) } == [1, 2])
    }

    @Test("A repository without releases is asked about tags, which it may have") func tags() throws {
        let tag = #"[{"name":"v1","commit":{"sha":"a"},"tarball_url":"u"}]"#
        let none = try ask([.releases], ScriptedSource { _, _ in (204, [:], "") }, ArchiveFolder())
        #expect(none.outcome.faults == ["no-content": ["o/a"]] && none.outcome.answered == 0)
        for (tags, files) in [(tag, 1), ("[]", 0)] {
            let folder = ArchiveFolder()
            let source = ScriptedSource { path, _ in (200, [:], path.contains("/tags?") ? tags : "[]") }
            for run in 1...2 {
                let inquiry = try ask([.releases], source, folder)
                #expect(inquiry.outcome.files.count == files && inquiry.outcome.answered == 1)
                #expect(inquiry.outcome.faults.isEmpty && inquiry.outcome.cached == (run == 1 ? 0 : 2))
            }
            #expect(source.asked == ["/repos/o/a/releases?per_page=100&page=1", "/repos/o/a/tags?per_page=100"])
        }
    }

    @Test("A renamed repository's pages follow, and its new name is looked up once") func rename() throws {
        let folder = ArchiveFolder()
        let source = ScriptedSource { path, _ in
            let tail = path.split(separator: "/", maxSplits: 3).last ?? ""
            if path == "/repositories/7" { return (200, [:], #"{"id":7,"full_name":"n/a"}"#) }
            if path.hasPrefix("/repos/o/a/") {
                return (301, ["location": "https://a.example/repositories/7/\(tail)"], "")
            }
            return (200, [:], RepositoryListTests.stars(self.page(of: path)))
        }
        let inquiry = try ask([.stars], source, folder)
        #expect(inquiry.renames.map(\.current.description) == ["n/a"])
        #expect(source.asked.filter { $0 == "/repositories/7" }.count == 1 && inquiry.outcome.files.count == 2)
        #expect(inquiry.outcome.remarks.map(\.message) == ["has a new name (n/a)"])
    }
}
