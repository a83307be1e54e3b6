import Foundation
import Testing
import WorkerProtocol

@testable import GitWorker

/// What is told equals what `git log` and a slow, obvious reckoning say, however the commits are kept.
@Suite struct ParityTests {
    /// How the repository keeps its history.
    enum Keeping: CaseIterable {
        case packed, repacked, loose, manyPacks, graph
    }

    /// A commit as `git log` shows it.
    private struct Shown {
        var id: String
        var parents: [String]
        var committed: Int64
        var authored: Int64
        var address: String
    }

    @Test("A history equals what git log shows", arguments: Keeping.allCases, [3, 17] as [UInt64])
    func gitLog(_ keeping: Keeping, seed: UInt64) throws {
        let clone = try Clone(RandomHistory(seed: seed, commits: 300).stream)
        try keep(clone, keeping)
        let shown = try log(clone)
        let landings = slowLandings(shown)
        let told = try clone.told()
        #expect(told.ids.count == shown.count)
        #expect(Set(told.ids) == Set(shown.map(\.id)))
        let rows = Dictionary(uniqueKeysWithValues: told.ids.enumerated().map { ($1, $0) })
        var people: [String: String] = [:]
        for commit in shown {
            let row = try #require(rows[commit.id])
            #expect(told.batch.committed[row] == commit.committed)
            #expect(told.batch.authored[row] == commit.authored)
            #expect(told.batch.landed[row] == landings[commit.id], "seed \(seed), \(commit.id)")
            #expect(told.batch.flags[row].contains(.merge) == (commit.parents.count > 1))
            #expect(told.batch.flags[row].contains(.bot) == commit.address.contains("[bot]"))
            let developer = told.developers[Int(told.batch.developers[row])]
            people[commit.address.lowercased(), default: developer] = developer
            #expect(people[commit.address.lowercased()] == developer)
        }
        #expect(people["ben@new.example"] == "ben@new.example")
        #expect(people["77+ben@users.noreply.github.com"] == "ben@users.noreply.github.com")
        #expect(people["ben@users.noreply.github.com"] == "ben@users.noreply.github.com")
        #expect(people["ann@example.org"] == "ann@example.org")
    }

    @Test("Commit times of the year 3000 are reported and replaced") func farFuture() throws {
        let times = [1_500_000_000, 32_503_680_000, 1_500_000_200]
        let clone = try Clone(stream(times: times.map(String.init), parents: [[], [1], [2]]))
        for keeping in [Keeping.packed, .graph] {
            try keep(clone, keeping)
            let landed = try clone.told()
            #expect(landed.batch.committed.sorted() == times.map(Int64.init).sorted())
            #expect(landed.batch.landed.sorted() == [1_500_000_000, 1_500_000_000, 1_500_000_200])
            #expect(landed.batch.flags.filter { $0.contains(.replacedTime) }.count == 1)
        }
    }

    @Test("Impossible commit times are replaced by those of the nearest ancestor") func landingTimes() {
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
        case .manyPacks:
            try keep(clone, .loose)
            let objects = try clone.git(["rev-list", "--objects", "HEAD"]).split(separator: "\n")
            for start in stride(from: 0, to: objects.count, by: 40) {
                let some = objects[start..<min(start + 40, objects.count)].map { $0.prefix(40) }
                try clone.git(["pack-objects", "-q", "objects/pack/pack"], input: some.joined(separator: "\n") + "\n")
            }
            try clone.git(["prune-packed"])
        // It is not looked at.
        case .graph: try clone.git(["commit-graph", "write", "--reachable"])
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
                id: String(fields[0].prefix(16)),
                parents: fields[1].split(separator: " ").map { String($0.prefix(16)) },
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
