import CoinModel
import Testing

@testable import CoinIdentity

/// A commit counts once in the universe: these say for which repository.
@Suite struct CommitOwnershipTests {
    private func member(_ key: String, upstream: String? = nil, _ commits: [(id: UInt64, landed: Int64)])
        -> CommitOwnership.Member
    {
        var columns = CommitColumns()
        for commit in commits {
            columns.append(sample(commit.id, landed: commit.landed), 0)
        }
        return CommitOwnership.Member(key: key, upstream: upstream, commits: columns)
    }

    @Test func theRepositoryInWhichItLandedFirstHasIt() {
        let early = member("z/early", [(1, 10), (2, 50)])
        let late = member("a/late", [(1, 20), (2, 40), (3, 60)])
        #expect(CommitOwnership([early, late]).areInherited == [[false, true], [true, false, false]])
        #expect(CommitOwnership([late, early]).areInherited == [[true, false, false], [false, true]])
    }

    @Test func ofEqualLandingsTheUpstreamHasItThenTheFirstKey() {
        let fork = member("a/fork", upstream: "z/source", [(1, 10)])
        let source = member("z/source", [(1, 10)])
        #expect(CommitOwnership([fork, source]).areInherited == [[true], [false]])
        #expect(
            CommitOwnership([member("b/b", [(1, 10)]), member("a/a", [(1, 10)])]).areInherited == [[true], [false]]
        )
    }

    @Test func whatTheUpstreamHasIsNeverTheForksWheneverItLanded() {
        let fork = member("a/fork", upstream: "b/source", [(1, 5), (2, 5)])
        let source = member("b/source", [(1, 30)])
        let stranger = member("c/stranger", [(1, 20)])
        let found = CommitOwnership([fork, source, stranger]).areInherited
        #expect(found == [[true, false], [true], [false]])
    }

    @Test func upstreamsInACircleEnd() {
        let first = member("a/a", upstream: "b/b", [(1, 5)])
        let second = member("b/b", upstream: "a/a", [(1, 6), (2, 7)])
        #expect(CommitOwnership([first, second]).areInherited[1][1] == false)
    }

    @Test func aForkOfFortyThousandCommitsAddsNone() {
        let history = (0..<40_000).map { (id: UInt64($0) &* 0x9e37_79b9_7f4a_7c15, landed: Int64($0)) }
        let source = member("source/core", history)
        // The fork takes all of it over in one merge, and has 25 commits of its own.
        let own = (0..<25).map { (id: UInt64(1 << 40 + $0), landed: Int64(90_000 + $0)) }
        let fork = member("fork/core", history.map { ($0.id, 80_000) } + own)
        let found = CommitOwnership([fork, source]).areInherited
        #expect(found[0].count { !$0 } == 25)
        #expect(found[1].allSatisfy { !$0 })
    }

    /// Held against the rule as it reads, looked up commit by commit.
    @Test func randomFamiliesAgreeWithTheRule() {
        var random = SeededRandom(state: 3)
        for _ in 0..<300 {
            let keys = ["a/a", "b/b", "c/c", "d/d"].shuffled(using: &random)
            let members = keys.map { key in
                let upstream = keys.filter { $0 > key }.randomElement(using: &random)
                let ids = (UInt64(0)..<12).filter { _ in Bool.random(using: &random) }
                let times = ids.map { _ in Int64.random(in: 0..<4, using: &random) }
                return member(key, upstream: Bool.random(using: &random) ? upstream : nil, Array(zip(ids, times)))
            }
            let found = CommitOwnership(members).areInherited
            for (place, member) in members.enumerated() {
                for (index, id) in member.commits.ids.enumerated() {
                    #expect(found[place][index] == (owner(of: id, members) != member.key))
                }
            }
        }
    }

    private func above(_ member: CommitOwnership.Member, _ members: [CommitOwnership.Member]) -> [String] {
        guard let next = members.first(where: { $0.key == member.upstream }) else { return [] }
        return [next.key] + above(next, members)
    }

    private func owner(of id: UInt64, _ members: [CommitOwnership.Member]) -> String? {
        let holders = members.filter { $0.commits.ids.contains(id) }
        let may = holders.filter { holder in
            !holders.contains { other in above(holder, members).contains(other.key) }
        }
        return may.min { left, right in
            func key(_ member: CommitOwnership.Member) -> (Int64, Int, String) {
                let place = member.commits.ids.firstIndex(of: id) ?? 0
                return (member.commits.landed[place], above(member, members).count, member.key)
            }
            return key(left) < key(right)
        }?.key
    }
}

/// One commit, as columns.
func sample(
    _ id: UInt64,
    landed: Int64,
    developer: Int32 = 0,
    authoredDay: Int32 = 0,
    _ marks: CommitMarks = []
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
