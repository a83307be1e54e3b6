import Foundation
import Testing
import WorkerProtocol

@testable import GitHistory

/// What is told equals what `git log` and a slow, obvious reckoning say, from commits and from a commit-graph.
@Suite struct ParityTests {
    /// How the repository keeps its history.
    enum Keeping: CaseIterable {
        case packed, repacked, loose, graph, chain, staleGraph
    }

    /// A commit as `git log` shows it.
    private struct Shown {
        var id: String
        var parents: [String]
        var committed: Int64
        var authored: Int64
        var address: String
    }

    @Test(arguments: Keeping.allCases, [3, 17] as [UInt64])
    func aHistoryIsToldAsGitLogShowsIt(_ keeping: Keeping, seed: UInt64) throws {
        let clone = try Clone(RandomHistory(seed: seed, commits: 300).stream)
        try keep(clone, keeping)
        let shown = try log(clone)
        let landings = slowLandings(shown)
        let told = try clone.told(.authored)
        #expect(told.ids.count == shown.count)
        #expect(Set(told.ids) == Set(shown.map(\.id)))
        let rows = Dictionary(uniqueKeysWithValues: told.ids.enumerated().map { ($1, $0) })
        var people: [String: String] = [:]
        for commit in shown {
            let row = try #require(rows[commit.id])
            #expect(told.batch.committed[row] == commit.committed)
            #expect(told.batch.authored[row] == commit.authored)
            #expect(told.batch.landed[row] == landings[commit.id], "seed \(seed), \(commit.id)")
            #expect(told.batch.marks[row].contains(.merge) == (commit.parents.count > 1))
            #expect(told.batch.marks[row].contains(.bot) == commit.address.contains("[bot]"))
            let developer = told.developers[Int(told.batch.developers[row])]
            people[commit.address.lowercased(), default: developer] = developer
            #expect(people[commit.address.lowercased()] == developer)
        }
        #expect(people["ben@new.example"] == "ben@new.example")
        #expect(people["77+ben@users.noreply.github.com"] == "ben@users.noreply.github.com")
        #expect(people["ben@users.noreply.github.com"] == "ben@users.noreply.github.com")
        #expect(people["ann@example.org"] == "ann@example.org")
        let counted = try clone.told(.committed(within: nil))
        #expect(counted.batch.committed.sorted() == shown.map(\.committed).sorted())
        #expect(counted.batch.marks.filter { $0.contains(.merge) }.count == shown.filter { $0.parents.count > 1 }.count)
        let landed = try clone.told(.landed)
        #expect(landed.batch.landed.sorted() == shown.compactMap { landings[$0.id] }.sorted())
        for span in [0, 1, 40_000, 3_000_000, 9_000_000] as [Int64] {
            let recent = try clone.told(.committed(within: span))
            let since = try #require(recent.summary?.newest) - span
            let expected = shown.filter { $0.committed >= since }
            #expect(recent.batch.committed.filter { $0 >= since }.sorted() == expected.map(\.committed).sorted())
            if recent.summary?.leavesOutOlder == false { #expect(recent.batch.count == shown.count) }
        }
    }

    @Test func aWalkForSomeWeeksEndsEarlyWithAGraph() throws {
        let clone = try Clone(RandomHistory(seed: 5, commits: 300).stream)
        try keep(clone, .graph)
        let recent = try clone.told(.committed(within: 400_000))
        #expect(recent.summary?.leavesOutOlder == true)
        #expect(recent.batch.count < 200)
    }

    @Test func aHistoryMergedInThroughAnOldDatedTipIsCountedWhole() throws {
        // main: 1 (new) … merges 3, whose date is ancient though its parent 2 is as new as main.
        let times = [1_700_000_000, 1_700_000_100, 1_100_000_000, 1_700_000_300]
        let parents = [[], [], [2], [1, 3]]
        let clone = try Clone(stream(times: times.map(String.init), parents: parents))
        for keeping in [Keeping.packed, .graph] {
            try keep(clone, keeping)
            let recent = try clone.told(.committed(within: 1000))
            #expect(recent.batch.committed.filter { $0 >= 1_699_999_300 }.count == 3)
        }
    }

    @Test func timesThatAGraphCannotHoldAreReadFromCommits() throws {
        // The year 3000 takes more than the graph's 34 bits.
        let times = [1_500_000_000, 32_503_680_000, 1_500_000_200]
        let clone = try Clone(stream(times: times.map(String.init), parents: [[], [1], [2]]))
        for keeping in [Keeping.packed, .graph] {
            try keep(clone, keeping)
            #expect(try clone.told(.committed(within: nil)).batch.committed.sorted() == times.map(Int64.init).sorted())
            let landed = try clone.told(.landed)
            #expect(landed.batch.landed.sorted() == [1_500_000_000, 1_500_000_000, 1_500_000_200])
            #expect(landed.batch.marks.filter { $0.contains(.replacedTime) }.count == 1)
        }
    }

    /// A commit-graph keeps 34 bits of a time: wherever a longer one stands, the commits themselves are read.
    @Test func timesThatAGraphCannotHoldAreFoundWhereverTheyStand() throws {
        let (plain, long) = (1_500_000_000, 32_503_680_000)
        for times in [
            [long, plain, plain + 1], [plain, long, long + 1, plain + 2], [plain, long, plain], [plain, long],
            [long, long + 1, plain, plain + 1],
        ] {
            let parents = times.indices.map { $0 == 0 ? [] : [$0] }
            let clone = try Clone(stream(times: times.map(String.init), parents: parents))
            try keep(clone, .graph)
            for detail in [HistoryRequest.Detail.committed(within: nil), .committed(within: 1 << 40), .landed] {
                #expect(try clone.told(detail).batch.committed.sorted() == times.sorted().map(Int64.init))
            }
        }
    }

    @Test func landingTimesThatAreNotBelievedAreReplacedByTheNearestAncestor() {
        let day: Int64 = 86_400
        let now: Int64 = 1_700_000_000
        let chain = [0, 5, now - 9 * day, now + day, now + day + 1, now - 8 * day, -1]
        #expect(
            Landing.believed(chain, observedAt: now)
                == [now - 9 * day, now - 9 * day, now - 9 * day, now + day, now + day, now - 8 * day, now - 8 * day]
        )
        #expect(Landing.believed([0, 1], observedAt: now) == [now, now])
    }

    private func keep(_ clone: Clone, _ keeping: Keeping) throws {
        switch keeping {
        case .packed: break
        case .repacked: try clone.git(["repack", "-adfq", "--depth=50", "--window=50"])
        case .loose:
            let pack = try clone.only(".pack", in: "objects/pack")
            let text = try Data(contentsOf: pack)
            for name in try FileManager.default.contentsOfDirectory(atPath: clone.file("objects/pack").path) {
                try FileManager.default.removeItem(at: clone.file("objects/pack/\(name)"))
            }
            try text.write(to: clone.file("all.pack"))
            try clone.git(["-c", "core.bare=true", "unpack-objects", "-q"], file: clone.file("all.pack"))
        case .graph: try clone.git(["commit-graph", "write", "--reachable"])
        case .chain, .staleGraph:
            let ids = try clone.git(["rev-list", "--reverse", "--topo-order", "HEAD"]).split(separator: "\n")
            for share in keeping == .chain ? [3, 2, 1] : [2] {
                let list = ids.prefix(ids.count / share).joined(separator: "\n") + "\n"
                try clone.git(
                    ["commit-graph", "write", "--stdin-commits", "--split=no-merge"],
                    input: list
                )
            }
        }
    }

    private func stream(times: [String], parents: [[Int]]) -> String {
        var text = ""
        for (index, time) in times.enumerated() {
            text += "commit refs/heads/main\nmark :\(index + 1)\nauthor A <a@x> \(time) +0000\n"
            text += "committer A <a@x> \(time) +0000\ndata 0\n"
            if parents[index].isEmpty {
                text = text.replacing(
                    "commit refs/heads/main\nmark :\(index + 1)",
                    with: "commit refs/heads/side\(index)\nmark :\(index + 1)"
                )
            }
            for (place, parent) in parents[index].enumerated() {
                text += "\(place == 0 ? "from" : "merge") :\(parent)\n"
            }
            text += "\n"
        }
        return text + "done\n"
    }

    private func log(_ clone: Clone) throws -> [Shown] {
        let text = try clone.git(["log", "--format=%H%x09%P%x09%ct%x09%at%x09%aE", "HEAD"])
        return try text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return Shown(
                id: String(fields[0]),
                parents: fields[1].split(separator: " ").map(String.init),
                committed: try #require(Int64(fields[2])),
                authored: try #require(Int64(fields[3])),
                address: String(fields[4])
            )
        }
    }

    /// The definition, word for word: the oldest first-parent commit from which a commit can be reached.
    private func slowLandings(_ shown: [Shown]) -> [String: Int64] {
        let commits = Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0) })
        var chain: [String] = [shown[0].id]
        while let parent = commits[chain[chain.count - 1]]?.parents.first { chain.append(parent) }
        var landings: [String: Int64] = [:]
        for tip in chain {
            var reached: Set<String> = [tip]
            var pending = [tip]
            while let id = pending.popLast() {
                for parent in commits[id]?.parents ?? [] where reached.insert(parent).inserted {
                    pending.append(parent)
                }
            }
            for id in reached { landings[id] = commits[tip]?.committed }
        }
        return landings
    }
}
