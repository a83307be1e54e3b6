import CoinModel
import CoinOperations
import CoinTables
import Testing

/// `assay commits` through the real worker.
@Suite struct CommitsWeeklyTests {
    private let observedAt = Instant(seconds: 1_800_000_000)

    /// Four commits: two in one week by Ann, one of them a merge, a bot three weeks later, one long before.
    private func clone() throws -> Clone {
        func commit(_ mark: Int, _ author: String, authored: Int, committed: Int, _ parents: [Int]) -> String {
            var text = "commit refs/heads/\(parents.isEmpty && mark > 1 ? "side" : "main")\nmark :\(mark)\n"
            text += "author \(author) \(authored) +0000\ncommitter C <c@x> \(committed) +0000\ndata 0\n"
            for (index, parent) in parents.enumerated() { text += "\(index == 0 ? "from" : "merge") :\(parent)\n" }
            return text + "\n"
        }
        // 1710028800 is Sunday 2024-03-10, 00:00.
        let sunday = 1_710_028_800
        return try Clone(
            commit(1, "Ann <ann@x>", authored: sunday, committed: sunday, [])
                + commit(2, "Ben <ben@x>", authored: sunday - 1, committed: sunday - 1, [])
                + commit(3, "Ann <ANN@x>", authored: sunday - 5, committed: sunday + 604_799, [1, 2])
                + commit(4, "renovate[bot] <r@x>", authored: sunday, committed: sunday + 21 * 86_400, [3]) + "done\n"
        )
    }

    private func rows(_ request: CommitsRequest) throws -> [[Cell]] {
        // The first five columns; agents and their merges have tests of their own.
        try commitsWeekly(request) { Issue.record("\($0)") }.rows.map { Array($0.prefix(5)) }
    }

    private func row(_ week: String, _ counts: Int...) -> [Cell] {
        [.text(week)] + counts.map { .integer($0) }
    }

    @Test("Each clock puts commits into its own weeks") func clocks() throws {
        let clone = try clone()
        var request = CommitsRequest(path: clone.path, weeks: 0, observedAt: observedAt)
        // The side branch lands with its merge.
        #expect(
            try rows(request) == [
                row("2024-03-10", 3, 1, 0, 2), row("2024-03-17", 0, 0, 0, 0), row("2024-03-24", 0, 0, 0, 0),
                row("2024-03-31", 1, 0, 1, 0),
            ]
        )
        request.clock = .committer
        #expect(
            try rows(request) == [
                row("2024-03-03", 1, 0, 0, 1), row("2024-03-10", 2, 1, 0, 1), row("2024-03-17", 0, 0, 0, 0),
                row("2024-03-24", 0, 0, 0, 0), row("2024-03-31", 1, 0, 1, 0),
            ]
        )
        request.columns = "week_start,commits,merges"
        #expect(try rows(request).map(\.count) == [3, 3, 3, 3, 3])
        #expect(try rows(request)[1] == row("2024-03-10", 2, 1))
        request.weeks = 2
        #expect(try rows(request) == [row("2024-03-24", 0, 0), row("2024-03-31", 1, 0)])
        request.weeks = 400
        #expect(try rows(request).count == 5)
        request.clock = .author
        request.columns = ""
        #expect(
            try rows(request) == [
                row("2024-03-03", 2, 1, 0, 1), row("2024-03-10", 2, 0, 1, 1), row("2024-03-17", 0, 0, 0, 0),
                row("2024-03-24", 0, 0, 0, 0), row("2024-03-31", 0, 0, 0, 0),
            ]
        )
    }

    @Test("Co-authors are the distinct people of trailers in a week, not of merges or repeated work, and no developers")
    func coauthors() throws {
        // 1710028800 is Sunday 2024-03-10, 00:00; a day later the next commit.
        func commit(_ mark: Int, _ message: String, from: String, authored: Int? = nil) -> String {
            let time = 1_710_028_800 + mark * 86_400
            let text = "commit refs/heads/main\nmark :\(mark)\nauthor Ann <ann@x> \(authored ?? time) +0000\n"
            return text + "committer Ann <ann@x> \(time) +0000\ndata \(message.utf8.count)\n\(message)\n\(from)\n"
        }
        let ben = "\n\nco-authored-by: Ben <3+Ben@users.noreply.github.com>\n"
        let others =
            ben
            + "Co-Authored-By: Ben <ben@users.noreply.github.com>  \nCo-authored-by: Claude <noreply@anthropic.com>\n"
            + "Co-authored-by: renovate[bot] <r@x>\nCo-authored-by: Cat <CAT@x>\nCo-authored-by:\n"
        let clone = try Clone(
            commit(1, "one" + ben, from: "") + commit(2, "two" + others, from: "from :1\n")
                + commit(3, "three\n\nCo-authored-by: Dan <dan@x>\n", from: "from :2\nmerge :1\n")
                + commit(4, "one\n\nCo-authored-by: Eve <eve@x>\n", from: "from :3\n", authored: 1_710_028_800 + 86_400)
                + commit(9, "nine\n\nSee Co-authored-by: Fay <fay@x>\n", from: "from :4\n") + "done\n"
        )
        var request = CommitsRequest(path: clone.path, weeks: 0, observedAt: observedAt)
        request.columns = "week_start,commits,developers,assisted_commits,coauthors"
        #expect(try rows(request) == [row("2024-03-10", 4, 1, 1, 2), row("2024-03-17", 1, 1, 0, 0)])
        // Who only co-authors is in no list of developers.
        #expect(try clone.told().developers == ["ann@x"])
    }

    @Test("A repository without commits is reported and has no weeks")
    func noCommits() throws {
        let clone = try Clone()
        let error = #expect(throws: OperationError.self) {
            try rows(CommitsRequest(path: clone.path, observedAt: observedAt))
        }
        #expect(error?.status == .nothingSelected)
    }

    @Test("Impossible commit times are reported and add no empty weeks") func wrongClocks() throws {
        let times = [1_710_028_800, 32_503_680_000, 0, 1_710_028_900]
        let stream = times.enumerated().map { index, time in
            "commit refs/heads/main\nmark :\(index + 1)\ncommitter A <a@x> \(time) +0000\ndata 0\n"
                + (index > 0 ? "from :\(index)\n\n" : "\n")
        }
        let clone = try Clone(stream.joined() + "done\n")
        _ = try clone.commit(
            Array(
                """
                tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904
                parent \(clone.git(["rev-parse", "HEAD"]).prefix(40))
                author A <a@x> 9223372036854775807 +0000
                committer A <a@x> 1710028901 +0000


                """.utf8
            )
        )
        var told: [String] = []
        var request = CommitsRequest(path: clone.path, observedAt: observedAt)
        let landed = try commitsWeekly(request) { told.append($0.identifier) }
        #expect(landed.rows.map { Array($0.prefix(5)) } == [row("2024-03-10", 5, 0, 0, 1)])
        request.clock = .author
        request.weeks = 0
        let authored = try commitsWeekly(request) { told.append($0.identifier) }
        // The weeks of 1970 and of the year 3000 stand alone, without a thousand years of zeros between.
        #expect(
            authored.rows.map { Array($0.prefix(5)) } == [
                row("1969-12-28", 1, 0, 0, 1), row("2024-03-10", 2, 0, 0, 1), row("2999-12-29", 1, 0, 0, 1),
            ]
        )
        #expect(told == ["time-replaced", "time-outside"])
    }

    @Test("A history that cannot be read is an error with its reason") func unreadable() throws {
        func identifier(_ request: CommitsRequest) -> String? {
            do {
                _ = try commitsWeekly(request) { _ in }
                return nil
            } catch {
                return OperationError(error).diagnostic.identifier
            }
        }
        #expect(identifier(CommitsRequest(path: "/nowhere", observedAt: observedAt)) == "not-a-repository")
        let clone = try Clone(RandomHistory(seed: 2, commits: 200).stream)
        var request = CommitsRequest(path: clone.path, observedAt: observedAt)
        request.columns = "commits,stars"
        #expect(identifier(request) == "unknown-column")
        request.columns = ""
        request.limits.memory = 1
        // So little memory may already end the worker before it can say so.
        #expect(["memory-limit", "worker-crashed"].contains(identifier(request)))
        let error = #expect(throws: (any Error).self) { try commitsWeekly(request) { _ in } }
        #expect(error.map { OperationError($0).diagnostic.message.hasSuffix(", or raise --memory") } == true)
    }
}
