import CoinModel
import Testing

@testable import CoinIdentity

/// A commit counts once in the universe: these say for which repository.
@Suite struct CommitOwnershipTests {
    private func member(_ key: String, isLog: Bool = false, _ commits: [(id: UInt64, landed: Int64)])
        -> CommitOwnership.Member
    {
        var columns = CommitColumns()
        for commit in commits {
            columns.append(sample(commit.id, landed: commit.landed), 0)
        }
        return CommitOwnership.Member(key: key, isLog: isLog, commits: columns)
    }

    private func inherited(_ members: [CommitOwnership.Member], _ upstreams: String...) throws -> [[Bool]] {
        let declared = try upstreams.map { try #require(RepositoryUpstream($0)) }
        return CommitOwnership(members, Upstreams(declared: declared)).areInherited
    }

    @Test func theRepositoryInWhichItLandedFirstHasIt() throws {
        let early = member("z/early", [(1, 10), (2, 50)])
        let late = member("a/late", [(1, 20), (2, 40), (3, 60)])
        #expect(try inherited([early, late]) == [[false, true], [true, false, false]])
        #expect(try inherited([late, early]) == [[true, false, false], [false, true]])
    }

    @Test func ofEqualLandingsTheUpstreamHasItThenTheFirstKey() throws {
        let fork = member("a/fork", [(1, 10)])
        let source = member("z/source", [(1, 10)])
        #expect(try inherited([fork, source], "a/fork<z/source") == [[true], [false]])
        #expect(try inherited([member("b/b", [(1, 10)]), member("a/a", [(1, 10)])]) == [[true], [false]])
    }

    @Test func whatTheUpstreamHasIsNeverTheForksWheneverItLanded() throws {
        let fork = member("a/fork", [(1, 5), (2, 5)])
        let source = member("b/source", [(1, 30)])
        let stranger = member("c/stranger", [(1, 20)])
        #expect(try inherited([fork, source, stranger], "a/fork<b/source") == [[true, false], [true], [false]])
        // Also where the way leads through a repository that nobody read.
        let found = try inherited([fork, source], "a/fork<x/unread", "x/unread<b/source")
        #expect(found == [[true, false], [false]])
    }

    /// Commit 1 landed in the clones at 10 and 20; who has it by a log may have had it at any time.
    @Test func aLogIsTheEqualOfTheFirstCloneAndTheUpstreamDecides() throws {
        let clones = [member("m/early", [(1, 10)]), member("a/late", [(1, 20)])]
        let before = member("c/log", isLog: true, [(1, 1)])
        let behind = member("z/log", isLog: true, [(1, 1)])
        #expect(try inherited(clones + [before]) == [[true], [true], [false]])
        #expect(try inherited(clones + [behind]) == [[false], [true], [true]])
        #expect(try inherited([clones[0], behind], "m/early<z/log") == [[true], [false]])
        // A repository that is told by a clone and a log stays one.
        let both = [member("a/a", isLog: true, [(1, 1), (2, 2)]), member("a/a", [(1, 30)]), member("b/b", [(1, 40)])]
        #expect(try inherited(both) == [[false, false], [false], [true]])
    }

    @Test func aForkOfFortyThousandCommitsAddsNone() throws {
        let history = (0..<40_000).map { (id: UInt64($0) &* 0x9e37_79b9_7f4a_7c15, landed: Int64($0)) }
        let source = member("source/core", history)
        // The fork takes all of it over in one merge, and has 25 commits of its own.
        let own = (0..<25).map { (id: UInt64(1 << 40 + $0), landed: Int64(90_000 + $0)) }
        let fork = member("fork/core", history.map { ($0.id, 80_000) } + own)
        let found = try inherited([fork, source])
        #expect(found[0].count { !$0 } == 25)
        #expect(found[1].allSatisfy { !$0 })
    }

    /// Held against the rule as it reads, looked up commit by commit.
    @Test func randomFamiliesAgreeWithTheRule() throws {
        var random = SeededRandom(state: 3)
        for _ in 0..<400 {
            let keys = ["a/a", "b/b", "c/c", "d/d", "e/e"].shuffled(using: &random)
            var above: [String: String] = [:]
            let members = keys.map { key in
                if Bool.random(using: &random) { above[key] = keys.filter { $0 > key }.randomElement(using: &random) }
                let ids = (UInt64(0)..<12).filter { _ in Bool.random(using: &random) }
                let times = ids.map { _ in Int64.random(in: 0..<4, using: &random) }
                return member(key, isLog: Int.random(in: 0..<3, using: &random) == 0, Array(zip(ids, times)))
            }
            let declared = try above.map { try #require(RepositoryUpstream("\($0)<\($1)")) }
            let ownership = CommitOwnership(members, Upstreams(declared: declared))
            for (place, member) in members.enumerated() {
                for (index, id) in member.commits.ids.enumerated() {
                    let owner = owner(of: id, members, above)
                    #expect(ownership.areInherited[place][index] == (owner != member.key))
                    #expect(ownership.owner(of: id) == owner)
                }
            }
        }
    }

    private func way(_ key: String, _ above: [String: String]) -> [String] {
        above[key].map { [$0] + way($0, above) } ?? []
    }

    private func owner(of id: UInt64, _ members: [CommitOwnership.Member], _ above: [String: String]) -> String? {
        let holders = members.filter { $0.commits.ids.contains(id) }
        let may = holders.filter { holder in !holders.contains { way(holder.key, above).contains($0.key) } }
        func rank(_ member: CommitOwnership.Member) -> (Int, String) { (way(member.key, above).count, member.key) }
        func landed(_ member: CommitOwnership.Member) -> Int64 {
            member.commits.landed[member.commits.ids.firstIndex(of: id) ?? 0]
        }
        let clones = may.filter { !$0.isLog }
        let earliest = clones.map(landed).min()
        let candidates = clones.filter { landed($0) == earliest } + may.filter(\.isLog)
        return candidates.min { rank($0) < rank($1) }?.key
    }
}

/// One commit, as columns.
func sample(
    _ id: UInt64,
    landed: Int64,
    developer: Int32 = 0,
    authoredDay: Int32 = 0,
    _ marks: CommitFlags = []
) -> CommitColumns {
    var columns = CommitColumns()
    columns.ids = [id]
    columns.landed = [landed]
    columns.committedDays = [Int32(landed / 86_400)]
    columns.authoredDays = [authoredDay]
    columns.developers = [developer]
    columns.marks = [marks]
    return columns
}

/// The same numbers in every run.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }
}
