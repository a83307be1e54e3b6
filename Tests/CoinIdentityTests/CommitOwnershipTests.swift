import CoinModel
import TestPrograms
import Testing

@testable import CoinIdentity

/// A commit counts once in the universe where the graph tells whose it is: these say for which repository.
@Suite struct CommitOwnershipTests {
    /// The worked example of the method: the fork merged what core had merged, and declares nothing.
    private static let core = [
        Commit(1, at: 100), Commit(2, 1, at: 200), Commit(3, 1, at: 250), Commit(4, 2, 3, at: 300),
    ]
    private static let fork = core + [Commit(5, 2, at: 280), Commit(6, 5, 4, at: 320)]

    @Test(
        "A fork inherits the commits that it merged",
        arguments: [("core/core", "fork/fork"), ("z/z", "a/a")],
        [false, true]
    )
    func forkInherits(_ names: (core: String, fork: String), isTurned: Bool) throws {
        let members = [Self.core.member(names.core), Self.fork.member(names.fork)]
        let ownership = try CommitOwnership(isTurned ? members.reversed() : members, upstreams())
        let (core, fork) = isTurned ? (1, 0) : (0, 1)
        #expect(ownership.own(members[0], core) == [1, 2, 3, 4])
        #expect(ownership.own(members[1], fork) == [1, 2, 5, 6])
        #expect(ownership.shared(of: names.core) == [names.fork: 2])
        #expect(ownership.shared(of: names.fork) == [names.core: 2])
        #expect(ownership.origin(of: 4, in: names.fork) == names.core)
        #expect(ownership.origin(of: 5, in: names.fork) == nil)
        #expect(ownership.mirrored(by: names.core) == nil)
        #expect(ownership.mirrored(by: names.fork) == nil)
    }

    @Test("Commits of a declared upstream are never the fork's") func declaredUpstream() throws {
        let members = [Self.core.member("core/core"), Self.fork.member("fork/fork")]
        let ownership = try CommitOwnership(members, upstreams("fork/fork<core/core"))
        #expect(ownership.own(members[0], 0) == [1, 2, 3, 4])
        #expect(ownership.own(members[1], 1) == [5, 6])
        #expect(ownership.shared(of: "fork/fork").isEmpty)
        // Also where the way leads through a repository that nobody read.
        let far = try CommitOwnership(members, upstreams("fork/fork<x/unread", "x/unread<core/core"))
        #expect(far.own(members[1], 1) == [5, 6])
        // And the upstream that merges all of the fork inherits nothing, whatever the graph says.
        let taken = (Self.fork + [Commit(7, 4, 6, at: 400)]).member("core/core")
        let merged = try CommitOwnership([taken, members[1]], upstreams("fork/fork<core/core"))
        #expect(merged.own(taken, 0) == [1, 2, 3, 4, 5, 6, 7])
        #expect(merged.own(members[1], 1) == [])
    }

    @Test("A mirror takes no commits from its source") func mirror() throws {
        let members = [Self.core.member("m/core"), Self.fork.member("n/fork"), Self.core.member("a/aaa")]
        let ownership = try CommitOwnership(members, upstreams())
        #expect(ownership.own(members[0], 0) == [1, 2, 3, 4])
        #expect(ownership.own(members[1], 1) == [1, 2, 5, 6])
        #expect(ownership.own(members[2], 2) == [1, 2, 3, 4])
        #expect(ownership.shared(of: "a/aaa") == ["m/core": 4, "n/fork": 2])
        #expect(ownership.mirrored(by: "a/aaa") == "m/core")
    }

    /// A log does not name the commits that landed others, so that it decides nothing against a clone, nor a clone
    /// against it.
    @Test("A log decides nothing against a clone, nor a clone against it") func logs() throws {
        let log = Self.core.member("core/core", isLog: true)
        let members = [log, Self.fork.member("fork/fork")]
        let ownership = try CommitOwnership(members, upstreams())
        #expect(ownership.own(log, 0) == [1, 2, 3, 4])
        #expect(ownership.own(members[1], 1) == [1, 2, 3, 4, 5, 6])
        #expect(ownership.shared(of: "fork/fork") == ["core/core": 4])
        // What a source and its fork have by logs makes neither the other's mirror.
        let logs = try CommitOwnership([log, Self.fork.member("fork/fork", isLog: true)], upstreams())
        #expect(logs.mirrored(by: "core/core") == nil && ownership.mirrored(by: "core/core") == nil)
        // A repository that has a clone and a log is one.
        let both = [log, Self.core.member("core/core"), members[1]]
        let united = try CommitOwnership(both, upstreams())
        #expect(united.own(both[0], 0) == [1, 2, 3, 4])
        #expect(united.own(both[2], 2) == [1, 2, 5, 6])
    }

    @Test("A fork of 40,000 commits adds only its own") func largeFork() throws {
        var history = [Commit(1, at: 1)]
        for id in 2...40_000 { history.append(Commit(UInt64(id), UInt64(id) - 1, at: Int64(id))) }
        // The fork began by itself, takes all of it over in one merge, and goes on.
        var fork = history + [Commit(90_000, at: 5), Commit(90_001, 90_000, 40_000, at: 90_001)]
        for id in UInt64(90_002)...90_025 { fork.append(Commit(id, id - 1, at: Int64(id))) }
        let members = [history.member("source/core"), fork.member("fork/core")]
        let ownership = try CommitOwnership(members, upstreams())
        #expect(ownership.areInherited[0].allSatisfy { !$0 })
        #expect(ownership.areInherited[1].count { !$0 } == 26)
    }

    @Test("Random families agree with a slow implementation of the rule") func randomFamilies() throws {
        var random = SplitMix(seed: 3)
        for _ in 0..<300 {
            let keys = ["a/a", "b/b", "c/c", "d/d"].shuffled(using: &random)
            var above: [String: String] = [:]
            for key in keys where Int.random(in: 0..<4, using: &random) == 0 {
                above[key] = keys.filter { $0 > key }.randomElement(using: &random)
            }
            let histories = randomHistories(keys.count, &random)
            let members = zip(keys, histories).map { key, history in
                history.member(key, isLog: Int.random(in: 0..<6, using: &random) == 0)
            }
            let declared = try upstreams(above.map { "\($0)<\($1)" })
            let ownership = CommitOwnership(members, declared)
            let turned = CommitOwnership(members.reversed(), declared)
            let renamed = try CommitOwnership(
                members.map { RepositoryCommits(key: "x" + $0.key.reversed(), commits: $0.commits) },
                upstreams(above.map { "x\(String($0.reversed()))<x\(String($1.reversed()))" })
            )
            for (place, member) in members.enumerated() {
                let expected = member.commits.map { commit in isInherited(commit.id, by: member, members, above) }
                #expect(ownership.areInherited[place] == expected)
                #expect(turned.areInherited[members.count - 1 - place] == expected)
                #expect(renamed.areInherited[place] == expected)
            }
        }
    }

    private func isInherited(
        _ id: UInt64,
        by member: RepositoryCommits,
        _ members: [RepositoryCommits],
        _ above: [String: String]
    ) -> Bool {
        func way(_ key: String) -> [String] { above[key].map { [$0] + way($0) } ?? [] }
        func holds(_ member: RepositoryCommits, _ id: UInt64) -> Bool { member.commits.contains { $0.id == id } }
        func landing(_ member: RepositoryCommits) -> UInt64 {
            member.commits.first { $0.id == id }?.landingID ?? 0
        }
        return members.contains { other in
            guard other.key != member.key, holds(other, id) else { return false }
            if way(member.key).contains(other.key) { return true }
            return !way(other.key).contains(member.key) && landing(member) != 0 && landing(other) != 0
                && !holds(other, landing(member)) && holds(member, landing(other))
        }
    }

    /// Histories that begin together, commit by themselves, and merge each other's newest commit.
    private func randomHistories(_ count: Int, _ random: inout SplitMix) -> [[Commit]] {
        var histories = [[Commit]](repeating: [Commit(1, at: 1)], count: count)
        for id in UInt64(2)...24 {
            let place = Int.random(in: 0..<count, using: &random)
            let other = histories[Int.random(in: 0..<count, using: &random)]
            let tip = histories[place][histories[place].count - 1].id
            let merged = other[other.count - 1].id
            let isMerge = Bool.random(using: &random) && !histories[place].contains { $0.id == merged }
            if isMerge {
                let known = Set(histories[place].map(\.id))
                histories[place] += other.filter { !known.contains($0.id) }
                histories[place].append(Commit(id, tip, merged, at: Int64(id)))
            } else {
                histories[place].append(Commit(id, tip, at: Int64(id)))
            }
        }
        return histories
    }

    private func upstreams(_ declared: String...) throws -> Upstreams { try upstreams(declared) }

    private func upstreams(_ declared: [String]) throws -> Upstreams {
        Upstreams(declared: try declared.map { try #require(RepositoryUpstream($0)) })
    }
}

/// A commit of a graph: its number, its parents, the first one first, and its committer time.
private struct Commit {
    let id: UInt64
    let parents: [UInt64]
    let time: Int64

    init(_ id: UInt64, _ parents: UInt64..., at time: Int64) {
        (self.id, self.parents, self.time) = (id, parents, time)
    }
}

extension [Commit] {
    /// The repository whose newest commit is the last one.
    fileprivate func member(_ key: String, isLog: Bool = false) -> RepositoryCommits {
        let byID = Dictionary(uniqueKeysWithValues: map { ($0.id, $0) })
        var chain: [Commit] = []
        var next = last
        while let commit = next {
            chain.append(commit)
            next = commit.parents.first.flatMap { byID[$0] }
        }
        var commits: [CommitRecord] = []
        var landed: Set<UInt64> = []
        for tip in chain.reversed() {
            var open = [tip]
            while let commit = open.popLast() {
                guard landed.insert(commit.id).inserted else { continue }
                commits.append(sample(commit.id, landed: isLog ? commit.time : tip.time, by: isLog ? 0 : tip.id))
                open += commit.parents.compactMap { byID[$0] }
            }
        }
        return RepositoryCommits(key: key, commits: commits)
    }
}

extension CommitOwnership {
    /// For each member, which of its commits are another's.
    var areInherited: [[Bool]] { commits.map { $0.map { $0.flags.contains(.inherited) } } }

    /// The commits of a member that are its own.
    fileprivate func own(_ member: RepositoryCommits, _ place: Int) -> Set<UInt64> {
        Set(zip(member.commits, areInherited[place]).filter { !$1 }.map(\.0.id))
    }
}

/// One commit.
func sample(
    _ id: UInt64,
    landed: Int64,
    by landingID: UInt64? = nil,
    developer: Int32 = 0,
    authoredDay: Int32 = 0,
    work: UInt64 = 0,
    _ marks: CommitFlags = []
) -> CommitRecord {
    CommitRecord(
        id: id,
        landed: landed,
        landingID: landingID ?? id,
        committedDay: Int32(landed / 86_400),
        authoredDay: authoredDay,
        developer: developer,
        flags: marks,
        work: work
    )
}
