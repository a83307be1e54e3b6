import CoinModel
import Foundation
import RawInput
import Testing

@testable import CoinSources

@Suite struct CoinListTests {
    @Test("Coin lists give coins with repositories and tags") func coinLists() throws {
        let read = try reading(
            """
            id,symbol,name,github_repos,tags,electric_capital_ecosystem
            bitcoin,BTC,Bitcoin,bitcoin-core/gui;https://github.com/btcsuite/btcd,L1;pow,Bitcoin
            tether,USDT,Tether,,token; stablecoin,Tether
            bitcoin,BTC,Again,a/b,,
            odd,O,"Odd, Inc.",nowhere a/b A/B,,
            ,X,No id,,,
            """
        )
        #expect(read.coins.map(\.id) == ["bitcoin", "tether", "odd"])
        #expect(read.coins[0].repositories.map(\.description) == ["bitcoin-core/gui", "btcsuite/btcd"])
        #expect(read.coins[0].tags == ["L1", "pow"])
        #expect(read.coins[1].tags == ["token", "stablecoin"])
        #expect(read.coins[2].name == "Odd, Inc.")
        #expect(read.coins[2].repositories.map(\.description) == ["a/b"])
        #expect(
            read.rejects.map { "\($0.line ?? 0) \($0.reason)" } == [
                "4 duplicate-id", "5 bad-repository", "6 missing-id",
            ]
        )
    }

    @Test("Search terms of a list are parted by semicolons, the coin's own first")
    func searchTerms() throws {
        let read = try reading("id,tags,search_terms\nnear,L1,/m/05p0rrx; near protocol;;\nflow,,\n")
        #expect(read.coins.map(\.searchTerms) == [["/m/05p0rrx", "near protocol"], []])
        #expect(read.rejects == [])
    }

    @Test("Upstreams of a coin list are read, and malformed ones rejected") func upstreams() throws {
        let read = try reading("id,repos,upstreams\nx,a/b,a/b<C/d;a/b<c/D https://github.com/e/f<c/d\ny,,a/b;a/b<a/b\n")
        #expect(read.coins[0].upstreams.map(\.description) == ["a/b<C/d", "e/f<c/d"])
        #expect(read.coins[1].upstreams.isEmpty)
        #expect(
            read.rejects.map { "\($0.line ?? 0) \($0.reason) \($0.column ?? 0)" } == [
                "3 bad-upstream 3", "3 bad-upstream 3",
            ]
        )
    }

    @Test("Migrations of a coin list are read if complete, otherwise rejected") func migrations() throws {
        let read = try reading(
            """
            id,symbol,migrates_from,migration_ratio,migration_date
            aave,AAVE,ethlend,100:1,2020-10-03
            pol,POL,coinpaprika:matic-polygon,1:1,2024-09-04
            a,A,old,,2024-09-04
            b,B,old,1,2024-09-04
            c,C,old,1:1,4.9.2024
            d,D,,1:1,2024-09-04
            e,E,e,1:1,2024-09-04
            f,F,,,
            """
        )
        #expect(read.coins.count == 8)
        #expect(
            read.decisions.map(\.description) == [
                "ethlend migrated(100:1,2020-10-03) aave",
                "coinpaprika:matic-polygon migrated(1:1,2024-09-04) pol",
            ]
        )
        #expect(read.reasons == ["bad-migration": 5])
        #expect(read.rejects.map(\.column) == [3, 3, 3, 4, 3])
    }

    @Test("A list of ids alone is enough") func idOnly() throws {
        let read = try reading("coin_id\nbitcoin\n\n007\n")
        #expect(read.coins == [Coin(id: "bitcoin", symbol: "", name: ""), Coin(id: "007", symbol: "", name: "")])
    }
}

@Suite struct CommitsWeeklyTests {
    @Test("Weeks without a row are unknown, not zero") func unknownWeeks() throws {
        let read = try reading(
            """
            repo,week_start,commits,owner_commits,authors
            a/one,2024-01-28,5,1,2
            b/two,2024-01-07,1,0,1
            A/One,2024-01-07,3,1,
            a/one,2024-01-07,9,1,2
            """
        )
        #expect(
            read.facts == [
                "commits-weekly-csv a/one commits 2024-01-28": 5, "commits-weekly-csv a/one developers 2024-01-28": 2,
                "commits-weekly-csv a/one commits 2024-01-07": 3,
                "commits-weekly-csv a/one weeks_without_row 2024-01-14": 1,
                "commits-weekly-csv a/one weeks_without_row 2024-01-21": 1,
                "commits-weekly-csv b/two commits 2024-01-07": 1, "commits-weekly-csv b/two developers 2024-01-07": 1,
            ]
        )
        #expect(read.rejects.map { "\($0.line ?? 0) \($0.reason)" } == ["5 conflict"])
        #expect(read.warnings.first?.hasPrefix("2 weeks between the first and the last of 1 repository ") == true)
    }

    @Test("Any order of rows covers the same weeks") func rowOrder() throws {
        let first = try #require(Day("2019-12-29"))
        let weeks = [0, 3, 64, 70, 200, 201, 333].map { first.advanced(by: 7 * $0) }
        for order in [weeks, weeks.reversed(), [weeks[4], weeks[6], weeks[0], weeks[5], weeks[2], weeks[1], weeks[3]]] {
            let rows = order.map { "a/b,\($0),7,1" }.joined(separator: "\n")
            let read = try reading("repo,week_start,commits,merges\n" + rows)
            #expect(read.rows == 334)
            #expect(read.facts.filter { $0.value == 7 }.count == 7)
            #expect(read.facts.filter { $0.value == 1 && $0.key.contains(" weeks_without_row ") }.count == 327)
            #expect(read.rejects.isEmpty)
        }
    }

    @Test("Weeks starting on another day are rejected, and files of them too") func weekStart() throws {
        let header = "repo,week_start,commits\n"
        let mixed = try reading(
            header + "a/b,2024-01-08,1\na/b,2024-01-07,2\na/b,2024-01-14,1.5\na/b,2026-05-31,1\nx,2024-01-07,1\n"
        )
        #expect(mixed.reasons == ["week-start": 1, "bad-number": 1, "running-week": 1, "bad-repository": 1])
        #expect(mixed.facts == ["commits-weekly-csv a/b commits 2024-01-07": 2])
        let error = #expect(throws: SourceError.self) { try reading(header + "a/b,2024-01-08,1\na/b,2024-01-15,2\n") }
        #expect(error?.reason == "week-start")
        #expect(error?.line == 2)
    }

    @Test("A repository without a good row does not affect the others") func badRepository() throws {
        for last in ["", ",merges"] {
            let merges = last.isEmpty ? "" : ",0"
            let rows = [
                "a/a,2024-01-08,1", "a/b,2024-01-14,2", "a/a,2024-01-15,1", "a/b,2024-01-07,3", "a/c,2024-01-07,x",
            ]
            let read = try reading("repo,week_start,commits\(last)\n" + rows.map { $0 + merges + "\n" }.joined())
            #expect(read.facts["commits-weekly-csv a/b commits 2024-01-14"] == 2)
            #expect(read.facts["commits-weekly-csv a/b commits 2024-01-07"] == 3)
            #expect(read.rows == 2)
            #expect(read.reasons == ["week-start": 2, "bad-number": 1])
        }
    }

    @Test("A week not over when observed is left out") func runningWeek() throws {
        let text = "repo,week_start,commits\na/b,2024-03-17,1\na/b,2024-03-24,2\n"
        let read = try reading(text) { $0.hints.observedAt = AsOf("2024-03-25") }
        #expect(read.facts == ["commits-weekly-csv a/b commits 2024-03-17": 1])
        #expect(try reading(text) { $0.hints.observedAt = AsOf("2024-03-30") }.rows == 2)
    }
}

@Suite struct CommitLogTests {
    /// Sunday 2024-01-07 00:00:00, the Saturday before at 23:59:59, then Monday, the second Wednesday, the third Sunday.
    private static let log = """
        commit,committer_time,author_time,parents,author_no,bot
        aa,1704585600,1,1,1,0
        ab,1704585599,1,1,1,0
        ac,1704672000,1,2,2,0
        ad,1704672001,1,1,3,1
        ae,1704672002,1,1,2,0
        af,1705449600,1,1,1,0
        ag,1705795200,1,1,1,0
        aa,1704585600,1,1,1,0
        ah,5,1,1,1,0
        ai,1890000000,1,1,1,0
        aj,1705795200,1,x,1,0
        """

    @Test("A commit log is one commit per row") func commitLog() throws {
        let read = try reading(CommitLogTests.log, name: "owner__the__name.csv")
        let block = try #require(read.commits.first)
        #expect(read.commits.count == 1)
        #expect(block.repository.description == "owner/the__name")
        #expect(
            block.commits.map(\.week.description) == [
                "2024-01-07", "2023-12-31", "2024-01-07", "2024-01-07", "2024-01-07", "2024-01-14", "2024-01-21",
            ]
        )
        #expect(block.commits.map(\.flags) == [[], [], .merge, .bot, [], [], []])
        #expect(block.commits.map(\.developer) == [0, 0, 1, 2, 1, 0, 0])
        #expect(block.covered.description == "2024-01-14", "the newest commit's week may have been running")
        #expect(block.log?.line == 8)
        #expect(
            block.log?.metrics == [
                .commits, .merges, .botCommits, .botMerges, .developers, .developerDays, .commitsByPeople,
            ]
        )
        #expect(read.rows == 0)
        #expect(read.reasons == ["duplicate-commit": 1, "bad-time": 1, "future-time": 1, "bad-number": 1])
        #expect(read.warnings.count == 2)
    }

    @Test("The observation time decides which weeks a log covers") func coveredWeeks() throws {
        let read = try reading(CommitLogTests.log) {
            $0.hints.repository = RepositoryName("o/n")
            $0.hints.observedAt = AsOf("2024-02-10")
        }
        #expect(read.commits.map(\.covered.description) == ["2024-02-04"])
        // `ag` is no id by which commits can be told apart.
        #expect(read.warnings.map { $0.contains("(`commit`)") } == [true])
        #expect(read.commits.map(\.log?.namesCommits) == [false])
    }

    /// Three rows with ids of git's kind, of two authors; 1704585600 is Sunday 2024-01-07 00:00:00.
    private static func rows(_ authors: [String], time: String = "1704585599") -> String {
        let ids = ["00000000000000ff" + String(repeating: "0", count: 24), "FFFFFFFFFFFFFFFF", "1234567890abcdef12"]
        return zip(ids, authors).map { "\($0),1704585600,\(time),2,\($1),1\n" }.joined()
    }

    @Test("Commits with ids are the same as those of clones") func commitIDs() throws {
        let text = "commit,committer_time,author_time,parents,author,bot\n"
        let read = try reading(text + Self.rows(["Ann <ANN@x.org>", "12+ann@users.noreply.github.com", "ann@x.org"])) {
            $0.hints.repository = RepositoryName("o/n")
            $0.hints.observedAt = AsOf("2024-01-14")
        }
        #expect(read.warnings.isEmpty)
        let block = try #require(read.commits.first)
        #expect((block.log?.namesCommits, block.scope, block.tip, block.roots) == (true, .everywhere, "", []))
        #expect(block.covered.description == "2024-01-07")
        #expect(block.commits.map(\.id) == [255, .max, 0x1234_5678_90ab_cdef])
        #expect(block.commits.map(\.landed) == [1_704_585_600, 1_704_585_600, 1_704_585_600])
        let day = Int32(1_704_585_600 / 86_400)
        #expect(block.commits.map(\.committedDay) == [day, day, day])
        #expect(block.commits.map(\.authoredDay) == [day - 1, day - 1, day - 1])
        #expect(block.commits.map(\.flags) == [[.merge, .bot], [.merge, .bot], [.merge, .bot]])
        // The digest of an address is that of a clone.
        let clones = ["ann@x.org", "ann@users.noreply.github.com"].map { DeveloperID(Array($0.utf8)) }
        let who = block.commits.map { block.developers[Int($0.developer)] }
        #expect(who == [clones[0], clones[1], clones[0]])
    }

    @Test("Author numbers count within their repository only") func authorNumbers() throws {
        let text = "repo,commit,committer_time,author_time,parents,author_no,bot\n"
        func log(_ name: String, _ authors: [String]) -> String {
            Self.rows(authors).split(separator: "\n").map { "\(name),\($0)\n" }.joined()
        }
        let read = try reading(text + log("a/b", ["1", "2", ""]) + log("c/d", ["1", "1", "2"]))
        #expect(read.commits.map(\.scope) == [.repository, .repository])
        #expect(read.commits.map { $0.commits.map(\.developer) } == [[0, 1, -1], [0, 0, 1]])
        #expect(Set(read.commits.flatMap(\.developers)).count == 4)
    }

    @Test("Counts of a day and author are read as that many commits")
    func countsOfDays() throws {
        let rows = [
            "a/b,2024-01-03,,,,,0", "a/b,2024-01-08,2024-01-07,1,1,0,2", "a/b,2024-01-08,2024-01-07,1,1,0,1",
            "a/b,2024-01-09,2024-01-09,2,2,1,1", "a/b,2024-02-10,,,,,0", "c/d,2024-01-08,2024-01-08,1,1,0,1",
            "a/b,2024-01-10,2024-01-10,1,1,0,1001", "a/b,2024-01-10,2024-01-10,1,1,0,",
        ]
        let header = "repo,committer_time,author_time,parents,author_no,bot,commits\n"
        let read = try reading(header + rows.joined(separator: "\n"))
        #expect(read.reasons == ["bad-number": 2])
        #expect(read.commits.map(\.covered.description) == ["2024-02-04", "2023-12-31"])
        #expect(read.commits.map(\.log?.since?.description) == ["2023-12-31", nil])
        // That of the second repository, which does not say when it was looked at.
        #expect(read.warnings.count == 1)
        let block = try #require(read.commits.first)
        #expect((block.log?.namesCommits, block.scope) == (true, .repository))
        #expect(block.commits.map(\.developer) == [0, 0, 0, 1])
        #expect(block.commits.map(\.flags) == [[], [], [], [.merge, .bot]])
        let days = ["2024-01-08", "2024-01-08", "2024-01-08", "2024-01-09"].map { Day($0)?.index }
        #expect(block.commits.map(\.committedDay) == days)
        #expect(block.commits.first?.authoredDay == Day("2024-01-07")?.index)
        // Each has an id of its own, which does not depend on how the rows are cut.
        #expect(Set(block.commits.map(\.id)).count == 4)
        let joined = try reading(header + "a/b,2024-01-08,2024-01-07,1,1,0,3\n")
        #expect(joined.commits.first?.commits.map(\.id) == block.commits.prefix(3).map(\.id))
    }

    /// Rows of some repositories, in which a commit is given twice, and what reading says, with how often it began again.
    private func streamed(_ repositories: [String], mostCommits: Int, isGit: Bool = true) throws -> ([String], Int) {
        let header = "repo,commit,committer_time,author_time,parents,author,bot\n"
        let rows = repositories.enumerated().map { row, name in
            let id = isGit || row > 1 ? String(format: "%040x", 7 + row % 10) : "r\(row)"
            return "\(name),\(id),\(1_704_585_600 + row * 86_400),1,1,p\(row % 3)@x.org,\(row == 4 ? "x" : "0")\n"
        }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv").path
        try Data((header + rows.joined()).utf8).write(to: URL(fileURLWithPath: path))
        defer { do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record("\(error)") } }
        var file = try InputFile(path: path)
        var reading = Reading()
        var begins = 0
        try CommitLogCSV(mostCommits: mostCommits).read(&file, ReadContext(path: path, now: testClock)) { item in
            if case .again = item { begins += 1 }
            reading.take(item)
        }
        let rejects = reading.rejects.map { "\($0.line ?? 0) \($0.reason)" }
        return (reading.commits.map { "\($0)" } + rejects + reading.warnings, begins)
    }

    @Test("However few commits are held, a log is read as if all of it were", arguments: 1...9)
    func streaming(mostCommits: Int) throws {
        let grouped = ["a/a", "b/b", "c/c", "d/d"].flatMap { Array(repeating: $0, count: 5) }
        let mixed = (0..<20).map { ["a/a", "b/b", "c/c", "d/d"][$0 * 7 % 4] }
        let returning = grouped + ["a/a", "a/a"]
        for (rows, returns) in [(grouped, false), (mixed, mostCommits < 4), (returning, true)] {
            for isGit in [true, false] {
                let whole = try streamed(rows, mostCommits: .max, isGit: isGit)
                let parts = try streamed(rows, mostCommits: mostCommits, isGit: isGit)
                #expect(parts.0 == whole.0)
                #expect(whole.0.count > 5 && whole.1 == 0)
                #expect(parts.1 == (returns ? 1 : 0), "\(rows.first ?? "") \(rows.count)")
            }
        }
    }

    @Test("Without authors or author times no developers are counted") func noAuthors() throws {
        let text = "commit,committer_time,author_time,parents,author,bot\n"
        let logs = [text + Self.rows(["", "", ""]), text + Self.rows(["a@b", "a@b", "a@b"], time: "")]
        for log in logs {
            let read = try reading(log) { $0.hints.repository = RepositoryName("o/n") }
            #expect(read.commits.map(\.scope) == [.unnamed])
        }
    }

    @Test("Logs without some columns give fewer metrics and one warning") func bareLogs() throws {
        let read = try reading("repo,commit,committer_time\na/b,1,1704585600\nc/d,1,1704585600\n") {
            $0.hints.observedAt = AsOf("2024-01-14")
        }
        #expect(read.commits.map(\.repository.description) == ["a/b", "c/d"])
        #expect(read.commits.map(\.log?.metrics) == [[.commits], [.commits]])
        #expect(read.warnings.count == 1)
        for word in ["`commit`", "`parents`", "`author`", "`author_time`", "`bot`"] {
            #expect(read.warnings[0].contains(word))
        }
        // Without ids each row is a commit.
        let nameless = try reading("repo,committer_time\na/b,1704585600\na/b,1704585600\n") {
            $0.hints.observedAt = AsOf("2024-01-14")
        }
        #expect(nameless.commits.map(\.commits.count) == [2])
        #expect(nameless.commits.map(\.log?.namesCommits) == [false])
        // Nothing of it can be stored before its first week is over.
        let running = try reading("repo,committer_time\na/b,1704585600\n") { $0.hints.observedAt = AsOf("2024-01-10") }
        #expect(running.commits.isEmpty)
        let error = #expect(throws: SourceError.self) { try reading("commit,committer_time\n1,1704585600\n") }
        #expect(error?.reason == "no-repository")
    }
}
