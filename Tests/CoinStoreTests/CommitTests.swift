import CoinModel
import Foundation
import GRDB
import TestPrograms
import Testing

@testable import CoinStore

/// The commits of clones: what a load brought, what stands after it, and what stood before.
@Suite struct CommitTests {
    private static let repository = RepositoryName("owner/core")

    private func block(
        _ commits: [(id: UInt64, landed: Int64, developer: Int32)],
        tip: String,
        after previous: String? = nil,
        roots: [UInt64] = [1],
        isLog: Bool = false
    ) throws -> CommitBlock {
        let records = commits.map { commit in
            CommitRecord(
                id: commit.id,
                landed: commit.landed,
                landingID: isLog ? 0 : commit.id,
                committedDay: Int32(commit.landed / 86_400) - 3,
                authoredDay: .min,
                developer: commit.developer,
                flags: commit.developer < 0 ? [.bot, .merge] : [],
                work: 0
            )
        }
        var block = CommitBlock(
            repository: try #require(Self.repository),
            source: isLog ? "commit-log-csv" : "git-clone",
            covered: Week(index: 2800),
            commits: records,
            developers: [DeveloperID(high: .max, low: 1), DeveloperID(high: 2, low: 2)]
        )
        (block.tip, block.previousTip) = (tip, previous)
        (block.mailmap, block.roots) = (.max, roots)
        if isLog { block.log = CommitBlock.Log(metrics: [.commits], namesCommits: true, line: 1) }
        return block
    }

    @discardableResult
    private func load(_ block: CommitBlock, into made: TemporaryStore, at time: String) throws -> [CommitRecord] {
        let accepted = try #require(Instant(time))
        let returned = try made.store.load(acceptedAt: accepted) { session in
            let entry = made.input(block.tip)
            session.begin(entry)
            let all = try session.add(block).commits
            try session.accept(entry)
            return all
        }.value
        // What a load returns are the stored commits, in any order.
        let stored = try made.store.reading { reader in
            let histories = try reader.commitHistories().filter { $0.repository == block.repository.key }
            return try histories.filter { $0.source == block.source }.map { try reader.commits(of: $0) }
        }
        #expect(stored.map { $0.map(\.id).sorted() } == [returned.map(\.id).sorted()])
        #expect(stored.map { $0.map(\.landed).sorted() } == [returned.map(\.landed).sorted()])
        #expect(stored.map { $0.map(\.developer).sorted() } == [returned.map(\.developer).sorted()])
        return returned
    }

    private static let day: Int64 = 86_400
    private static let first: [(id: UInt64, landed: Int64, developer: Int32)] = [
        (.max, 19_000 * day, 0), (7, 19_400 * day, 1), (8, 19_400 * day, -1),
    ]

    @Test("Releases are days of tagging, else of landing; a reading of tags replaces them, another keeps them")
    func releases() throws {
        let made = try TemporaryStore()
        func days() throws -> [[Int32]?] {
            try made.store.reading { reader in
                try reader.commitHistories().map { $0.releaseDays.map { $0.map(\.index) } }
            }
        }
        var read = try block(Self.first, tip: "a")
        read.releases = [(7, nil), (7, 19_410 * Self.day + 5), (8, 19_410 * Self.day), (99, nil)]
        try load(read, into: made, at: "2024-01-01T00:00:00Z")
        #expect(try days() == [[19_400, 19_410]])
        try load(block([], tip: "a", after: "a", roots: []), into: made, at: "2024-01-02T00:00:00Z")
        #expect(try days() == [[19_400, 19_410]])
        var more = try block([(9, 19_420 * Self.day, 1)], tip: "b", after: "a", roots: [])
        more.releases = [(9, nil), (7, nil)]
        try load(more, into: made, at: "2024-01-03T00:00:00Z")
        #expect(try days() == [[19_400, 19_420]])
        var none = try block([(10, 19_421 * Self.day, 1)], tip: "c", after: "b", roots: [])
        none.releases = []
        try load(none, into: made, at: "2024-01-04T00:00:00Z")
        #expect(try days() == [nil])
    }

    @Test("New commits are added to the known ones") func newCommits() throws {
        let made = try TemporaryStore()
        let one = try load(block(Self.first, tip: "a"), into: made, at: "2024-01-01T00:00:00Z")
        #expect(one.map(\.id) == [.max, 7, 8])
        let two = try load(
            block([(9, 19_401 * Self.day, 1)], tip: "b", after: "a", roots: []),
            into: made,
            at: "2024-02-01T00:00:00Z"
        )
        #expect(Set(two.map(\.id)) == [.max, 7, 8, 9])
        try made.store.reading { reader in
            let history = try #require(try reader.commitHistories().first)
            #expect((history.tip, history.count, history.readings, history.mailmap) == ("b", 4, 2, .max))
            let commits = try reader.commits(of: history)
            let commit = try #require(commits.first { $0.id == 8 })
            #expect(commit.landed == 19_400 * Self.day)
            #expect(commit.committedDay == 19_397)
            #expect(commit.authoredDay == .min)
            #expect(commit.developer == -1)
            #expect(commit.flags == [.bot, .merge])
            // Developer 1 of both blocks is the same person.
            #expect(Set(commits.map(\.developer)).count == 3)
            let week = Instant(seconds: 19_401 * Self.day).week
            #expect(try reader.commits(of: history, in: week...week).contains { $0.id == 9 })
        }
    }

    @Test("A history read again replaces the old one but not its landing times") func rereadHistory() throws {
        let made = try TemporaryStore()
        try load(block(Self.first, tip: "a"), into: made, at: "2024-01-01T00:00:00Z")
        let anew = try block([(7, 19_500 * Self.day, 1), (10, 19_500 * Self.day, 1)], tip: "c")
        try load(anew, into: made, at: "2024-02-01T00:00:00Z")
        func landings(_ known: AsOf?) throws -> [UInt64: Int64] {
            try made.store.reading(known: known) { reader in
                let history = try #require(try reader.commitHistories().first)
                let commits = try reader.commits(of: history)
                return Dictionary(uniqueKeysWithValues: commits.map { ($0.id, $0.landed) })
            }
        }
        #expect(try landings(nil) == [7: 19_400 * Self.day, 10: 19_500 * Self.day])
        #expect(try landings(AsOf("2024-01-15")).count == 3)
    }

    private func segments(_ made: TemporaryStore) throws -> [Int] {
        try DatabaseQueue(path: made.path).read {
            try Int.fetchAll($0, sql: "SELECT commit_count FROM commit_segment ORDER BY segment_id")
        }
    }

    private func developers(_ made: TemporaryStore, _ known: AsOf? = nil) throws -> [UInt64: Int32] {
        try made.store.reading(known: known) { reader in
            let history = try #require(try reader.commitHistories().first)
            let commits = try reader.commits(of: history)
            #expect(commits.count == history.count)
            return Dictionary(uniqueKeysWithValues: commits.map { ($0.id, $0.developer) })
        }
    }

    /// Another `.mailmap` has all commits read again: where it changes one, all are written, and landings stay as known.
    @Test("A history is written whole when it is read again and a commit differs") func changedCommits() throws {
        let made = try TemporaryStore()
        let many = (UInt64(1)...10).map { (id: $0, landed: 19_000 * Self.day, developer: Int32(0)) }
        try load(block(many, tip: "a"), into: made, at: "2024-01-01T00:00:00Z")
        var mapped = many
        mapped[3].developer = 1
        // A landing that the worker would have told otherwise stays as it is known.
        mapped[3].landed += 40 * Self.day
        try load(block(mapped + [(11, 19_001 * Self.day, 1)], tip: "b"), into: made, at: "2024-02-01T00:00:00Z")
        #expect(try segments(made) == [10, 11])
        let now = try developers(made)
        #expect(now.count == 11 && now.filter { $0.value == now[11] }.keys.sorted() == [4, 11])
        let then = try developers(made, AsOf("2024-01-15"))
        #expect(then.count == 10 && Set(then.values).count == 1)
        let week = Instant(seconds: 19_000 * Self.day).week
        try made.store.reading { reader in
            let history = try #require(try reader.commitHistories().first)
            let commits = try reader.commits(of: history, in: week...week)
            #expect(commits.first { $0.id == 4 }?.landed == 19_000 * Self.day)
        }
        // The same again is nothing to write; the branch goes on from it.
        try load(block(mapped + [(11, 19_001 * Self.day, 1)], tip: "b2"), into: made, at: "2024-03-01T00:00:00Z")
        try load(block([(12, 19_002 * Self.day, 0)], tip: "c", after: "b2"), into: made, at: "2024-04-01T00:00:00Z")
        #expect(try segments(made) == [10, 11, 1])
        #expect(try developers(made).count == 12)
        #expect(try made.store.check().isEmpty)
        // So it is where some are gone.
        let other = many.map { (id: $0.id, landed: $0.landed, developer: Int32(1)) }
        try load(block(other, tip: "d"), into: made, at: "2024-05-01T00:00:00Z")
        #expect(try segments(made) == [10, 11, 1, 10])
        #expect(try Set(developers(made).values).count == 1)
    }

    @Test("Commits that a later log does not list stay") func missingInLog() throws {
        let made = try TemporaryStore()
        try load(block(Self.first, tip: "x", roots: [], isLog: true), into: made, at: "2024-01-01T00:00:00Z")
        let more = try block([(7, 19_400 * Self.day, 1), (9, 19_410 * Self.day, 0)], tip: "y", roots: [], isLog: true)
        try load(more, into: made, at: "2024-02-01T00:00:00Z")
        #expect(try segments(made) == [1, 2, 1])
        #expect(try developers(made).keys.sorted() == [7, 8, 9, .max])
        // A clone of the repository is another source, and neither stands in place of the other.
        try load(block(Self.first, tip: "a"), into: made, at: "2024-03-01T00:00:00Z")
        try made.store.reading { reader in
            let histories = try reader.commitHistories()
            #expect(histories.map(\.source) == ["commit-log-csv", "git-clone"])
            #expect(histories.map(\.isLog) == [true, false])
            #expect(histories.map(\.count) == [4, 3])
            #expect(try histories.map { try reader.commits(of: $0).count } == [4, 3])
        }
    }

    @Test("Contradicting logs in one load are reported") func contradictingLogs() throws {
        let made = try TemporaryStore()
        func log(_ commits: [(id: UInt64, landed: Int64, developer: Int32)], _ name: String) throws -> CommitBlock {
            try block(commits, tip: name, roots: [], isLog: true)
        }
        func load(_ logs: [CommitBlock], at time: String) throws {
            try made.store.load(acceptedAt: try #require(Instant(time))) { session in
                for log in logs {
                    let entry = made.input(log.tip)
                    session.begin(entry)
                    _ = try session.add(log)
                    try session.accept(entry)
                }
            }
        }
        func told() throws -> [String] {
            try made.store.rejects().map { $0.split(separator: " ") }.map { "\($0[0]) \($0[8])" }
        }
        let first = try log(Self.first, "x")
        // Another developer, the same commit, another time, and one of its own.
        let second = try log([(7, 19_400 * Self.day, 0), Self.first[2], (.max, 19_001 * Self.day, 0), (9, 1, 0)], "y")
        try load([first, second], at: "2024-01-01T00:00:00Z")
        #expect(try told() == ["conflict 0000000000000007", "conflict ffffffffffffffff"])
        #expect(try developers(made).count == 4)
        // A later load corrects, which is no contradiction; within it, what was known before is told all the same.
        try load([try log(Self.first, "z")], at: "2024-02-01T00:00:00Z")
        #expect(try told().count == 2)
        try load([try log(Self.first, "u"), try log([(8, 5, -1)], "v")], at: "2024-03-01T00:00:00Z")
        #expect(try told().last == "conflict 0000000000000008" && told().count == 3)
    }

    @Test("A large log that is rejected leaves nothing, and is no contradiction of the next") func rejectedLog() throws
    {
        let made = try TemporaryStore()
        try load(block(Self.first, tip: "x", roots: [], isLog: true), into: made, at: "2024-01-01T00:00:00Z")
        let before = try made.store.reading { try $0.contentDigest() }
        let other = try block([(7, 19_400 * Self.day, 0), (9, 19_410 * Self.day, 0)], tip: "y", roots: [], isLog: true)
        try made.store.load(acceptedAt: try #require(Instant("2024-02-01T00:00:00Z"))) { session in
            for (name, log) in [("y", other), ("z", try block(Self.first, tip: "z", roots: [], isLog: true))] {
                session.begin(made.input(name))
                try session.spill()
                _ = try session.add(log)
                if name == "z" { _ = try session.accept(made.input(name)) } else { try session.forget() }
            }
        }
        #expect(try made.store.reading { try $0.contentDigest() } == before)
        #expect(try made.store.rejects().isEmpty)
        #expect(try developers(made).count == 3)
    }

    @Test("The content digest of logs does not depend on their order") func logOrder() throws {
        var random = SplitMix(seed: 5)
        let commits = (UInt64(0)..<30).map { id in
            (
                id: id &* 0x9e37_79b9_7f4a_7c15, landed: 19_000 * Self.day + Int64(id) * 9_000_000,
                developer: Int32(id % 2)
            )
        }
        var digests: Set<String> = []
        for round in 0..<8 {
            let made = try TemporaryStore()
            var rest = round == 0 ? commits : (commits + commits.prefix(9)).shuffled(using: &random)
            while !rest.isEmpty {
                var part: [UInt64: (id: UInt64, landed: Int64, developer: Int32)] = [:]
                let count = round == 0 ? 30 : Int.random(in: 1...20, using: &random)
                for commit in rest.prefix(count) { part[commit.id] = commit }
                rest = Array(rest.dropFirst(count))
                let block = try block(Array(part.values), tip: "\(rest.count)", roots: [], isLog: true)
                try load(block, into: made, at: "2024-01-01T00:00:00Z")
            }
            digests.insert(try made.store.reading { try $0.contentDigest() })
            #expect(try developers(made).count == 30)
        }
        #expect(digests.count == 1)
        let made = try TemporaryStore()
        try load(
            block(Array(commits.dropLast()), tip: "", roots: [], isLog: true),
            into: made,
            at: "2024-01-01T00:00:00Z"
        )
        #expect(digests.contains(try made.store.reading { try $0.contentDigest() }) == false)
    }

    @Test("Commits on top of another tip are rejected") func wrongTip() throws {
        let made = try TemporaryStore()
        try load(block(Self.first, tip: "a"), into: made, at: "2024-01-01T00:00:00Z")
        let late = try block([(9, 19_401 * Self.day, 1)], tip: "c", after: "b")
        #expect(throws: StoreError.self) { try load(late, into: made, at: "2024-02-01T00:00:00Z") }
        #expect(try made.store.reading { try $0.commitHistories().first?.tip } == "a")
    }

    @Test("Repositories that share a root are one family") func families() throws {
        let made = try TemporaryStore()
        let roots: [String: [UInt64]] = ["a/a": [1], "b/b": [2], "c/c": [1, 3], "d/d": [3], "e/e": [.max], "f/f": [4]]
        for (name, roots) in roots.sorted(by: { $0.key < $1.key }) {
            var block = try block(Self.first, tip: name, roots: roots)
            block.repository = try #require(RepositoryName(name))
            try load(block, into: made, at: "2024-01-01T00:00:00Z")
        }
        try made.store.reading { reader in
            let families = try reader.commitFamilies().map { $0.map { reader.catalog.entities[Int($0)].key } }
            #expect(families == [["a/a", "c/c", "d/d"]])
        }
    }

    @Test("Damaged commit data is found by the check") func damage() throws {
        let made = try TemporaryStore()
        try load(block(Self.first, tip: "a"), into: made, at: "2024-01-01T00:00:00Z")
        #expect(try made.store.check().isEmpty)
        let damages = [
            "UPDATE commit_segment SET bytes = substr(bytes, 1, length(bytes) - 1)",
            "UPDATE commit_segment SET commit_count = commit_count + 1",
            "UPDATE commit_segment SET bucket = bucket + 1",
            "DELETE FROM developer", "UPDATE commit_segment SET load_id = 99",
            "UPDATE commit_segment SET entity_id = 9",
        ]
        for damage in damages {
            let copy = made.folder.appendingPathComponent("copy-\(UUID().uuidString).sqlite").path
            try FileManager.default.copyItem(atPath: made.path, toPath: copy)
            var configuration = Configuration()
            configuration.foreignKeysEnabled = false
            try DatabaseQueue(path: copy, configuration: configuration).write { try $0.execute(sql: damage) }
            let findings = try Store(path: copy, mode: .read).check()
            #expect(findings.contains { $0.place.contains("commit_segment") }, "\(damage)")
        }
    }
}
