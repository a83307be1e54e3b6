import Testing
import WorkerProtocol

/// Only what is new is told, and together with what was known it is the whole.
@Suite struct ContinuationTests {
    private func known(_ told: Told) -> StoredHistory {
        StoredHistory(
            tip: told.summary?.tip ?? "",
            mailmap: told.summary?.mailmap ?? 0,
            ids: told.batch.ids.sorted()
        )
    }

    private struct Fact: Hashable {
        var landed: Int64
        var committed: Int64
        var authored: Int64
        var developer: String
        var marks: CommitBatch.Flags
    }

    private func facts(_ told: Told) -> [String: Fact] {
        let ids = told.ids
        return Dictionary(
            uniqueKeysWithValues: ids.indices.map { place in
                let developer = told.batch.developers[place]
                return (
                    ids[place],
                    Fact(
                        landed: told.batch.landed[place],
                        committed: told.batch.committed[place],
                        authored: told.batch.authored[place],
                        developer: developer == CommitBatch.noDeveloper ? "" : told.developers[Int(developer)],
                        marks: told.batch.flags[place]
                    )
                )
            }
        )
    }

    @Test("Known and new commits together are the full history", arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func newCommits(seed: UInt64) throws {
        let clone = try Clone(RandomHistory(seed: seed, commits: 120, mailmap: false).stream)
        let whole = try clone.told()
        let chain = try clone.git(["rev-list", "--first-parent", "HEAD"]).split(separator: "\n").map(String.init)
        for step in [1, chain.count / 3, chain.count - 1] where step < chain.count {
            let before = try clone.told(from: chain[step])
            let new = try clone.told(since: known(before))
            #expect(new.summary?.isContinued == true)
            #expect(new.summary?.tip == whole.summary?.tip)
            let both = facts(before).merging(facts(new)) { _, _ in
                Issue.record("a commit was told twice")
                return Fact(landed: 0, committed: 0, authored: 0, developer: "", marks: [])
            }
            #expect(both == facts(whole))
        }
    }

    @Test("An unchanged branch sends no commits") func unchangedBranch() throws {
        let clone = try Clone(RandomHistory(seed: 9, commits: 30).stream)
        let whole = try clone.told()
        let again = try clone.told(since: known(whole))
        #expect(again.summary?.isContinued == true)
        #expect(again.batch.count == 0)
    }

    @Test("A rewritten branch is sent in full") func rewrittenBranch() throws {
        let clone = try Clone(RandomHistory(seed: 10, commits: 40).stream)
        let whole = try clone.told()
        // Back to an older commit, and on from there.
        let older = try clone.git(["rev-parse", "HEAD~3"]).trimmed
        #expect(try clone.told(from: older, since: known(whole)).summary?.isContinued == false)
        let tree = try clone.git(["rev-parse", "HEAD^{tree}"]).trimmed
        let commit = try clone.git([
            "-c", "user.name=x", "-c", "user.email=x@example.org", "commit-tree", tree, "-p", older, "-m", "x",
        ]).trimmed
        let anew = try clone.told(from: commit, since: known(whole))
        #expect(anew.summary?.isContinued == false)
        #expect(anew.batch.count == (try clone.told(from: commit)).batch.count)
    }

    @Test("Another mailmap sends the history in full") func otherMailmap() throws {
        let clone = try Clone(RandomHistory(seed: 11, commits: 40).stream)
        let whole = try clone.told()
        var since = known(whole)
        #expect(since.mailmap != 0)
        since.mailmap = 0
        since.tip = try clone.git(["rev-parse", "HEAD~1"]).trimmed
        #expect(try clone.told(since: since).summary?.isContinued == false)
    }

    @Test("Empty commits, roots and upstreams are reported") func emptyCommits() throws {
        let clone = try Clone(
            """
            commit refs/heads/main
            mark :1
            author A <a@example.org> 1700000000 +0000
            committer A <a@example.org> 1700000000 +0000
            data 1
            x
            M 100644 inline f
            data 1
            x

            commit refs/heads/main
            mark :2
            author A <a@example.org> 1700000100 +0000
            committer A <a@example.org> 1700000100 +0000
            data 1
            y
            from :1

            commit refs/heads/other
            mark :3
            author A <a@example.org> 1700000200 +0000
            committer A <a@example.org> 1700000200 +0000
            data 1
            z

            commit refs/heads/main
            mark :4
            author A <a@example.org> 1700000300 +0000
            committer A <a@example.org> 1700000300 +0000
            data 1
            m
            from :2
            merge :3

            done

            """
        )
        try clone.git(["config", "remote.upstream.url", "https://user:secret@github.com/Source/Core.git"])
        let all = try clone.told()
        let marks = Dictionary(uniqueKeysWithValues: zip(all.batch.committed, all.batch.flags))
        #expect(marks[1_700_000_000] == [])
        #expect(marks[1_700_000_100] == .empty)
        #expect(marks[1_700_000_200] == .empty)
        #expect(marks[1_700_000_300] == .merge)
        #expect(all.summary?.roots.count == 2)
        #expect(all.summary?.upstream == "https://github.com/Source/Core.git")
        let first = try clone.told(from: try clone.git(["rev-parse", "HEAD~2"]).trimmed)
        let new = try clone.told(since: known(first))
        let newMarks = Dictionary(uniqueKeysWithValues: zip(new.batch.committed, new.batch.flags))
        #expect(newMarks[1_700_000_100] == .empty)
        #expect(new.summary?.roots.count == 1)
    }

    @Test("A tip that is not a commit is an error") func missingTip() throws {
        let clone = try Clone(RandomHistory(seed: 12, commits: 5).stream)
        for tip in [String(repeating: "0", count: 40), "HEAD", "--help"] {
            #expect(throws: WorkerFault.self) { try clone.told(from: tip) }
        }
    }
}

extension String {
    var trimmed: String { String(split(separator: "\n").first ?? "") }
}
