import CoinModel
import Testing

@testable import CoinIdentity

/// The worked checks of work that is under several ids.
@Suite struct CommitTwinsTests {
    private static let (start, fix, tests, importing, own): (UInt64, UInt64, UInt64, UInt64, UInt64) =
        (11, 12, 13, 14, 15)

    private func member(_ key: String, _ commits: [CommitRecord]) -> RepositoryCommits {
        var commits = commits
        commits.markTwins()
        return RepositoryCommits(key: key, commits: commits)
    }

    private var base: RepositoryCommits {
        member(
            "o/base",
            [
                sample(1, landed: 100, work: Self.start), sample(2, landed: 200, work: Self.fix),
                sample(3, landed: 300, work: Self.tests),
            ]
        )
    }

    private var copy: RepositoryCommits {
        member(
            "o/copy",
            [
                sample(21, landed: 400, work: Self.importing), sample(22, landed: 500, work: Self.fix),
                sample(23, landed: 600, work: Self.own),
            ]
        )
    }

    private func upstreams(_ declared: String...) -> Upstreams {
        Upstreams(declared: declared.compactMap { RepositoryUpstream($0) })
    }

    @Test("Copied work without a common history counts in both repositories, and both are flagged")
    func undeclared() {
        let found = CommitOwnership([base, copy], upstreams())
        #expect(found.areInherited == [[false, false, false], [false, false, false]])
        #expect(found.twins(of: "o/base") == ["o/copy": 1])
        #expect(found.twins(of: "o/copy") == ["o/base": 1])
        #expect(found.shared(of: "o/copy").isEmpty)
    }

    @Test("Copied work counts only for a declared upstream, and nothing is flagged")
    func declared() {
        let found = CommitOwnership([base, copy], upstreams("o/copy<o/base"))
        #expect(found.areInherited == [[false, false, false], [false, true, false]])
        #expect(found.twins(of: "o/base").isEmpty)
        #expect(found.twins(of: "o/copy").isEmpty)
    }

    @Test("A repository that merges another\u{2019}s history inherits that work, whatever the names")
    func graph() {
        // The fork merged c3 of the core with m, and picked c4 as p before.
        let core = [
            sample(1, landed: 100, work: 1), sample(3, landed: 300, work: 3), sample(4, landed: 400, work: 4),
        ]
        let fork = [
            sample(1, landed: 100, work: 1), sample(3, landed: 500, by: 9, work: 3), sample(9, landed: 500, .merge),
            sample(8, landed: 450, work: 4),
        ]
        for names in [("a/core", "z/fork"), ("z/core", "a/fork")] {
            let found = CommitOwnership([member(names.0, core), member(names.1, fork)], upstreams())
            #expect(found.areInherited[0] == [false, false, false])
            #expect(found.areInherited[1] == [false, true, false, true])
            #expect(found.twins(of: names.0).isEmpty)
        }
    }

    @Test("Within a repository the first commit of equal work counts, on a tie the smallest id")
    func within() {
        var all = [
            sample(5, landed: 300, work: 7), sample(6, landed: 100, work: 7), sample(2, landed: 100, work: 8),
            sample(1, landed: 100, work: 8), sample(9, landed: 50), sample(10, landed: 50),
            sample(4, landed: 200, work: 7),
        ]
        all.markTwins()
        #expect(all.map { $0.flags.contains(.twin) } == [true, false, true, false, false, false, true])
        // Again is no other result, and what landed before all of them is first.
        all.markTwins()
        #expect(all.count { $0.flags.contains(.twin) } == 3)
        var later = [sample(30, landed: 10, work: 7)]
        later.markTwins(after: all)
        #expect(later.map(\.flags) == [.twin])
    }
}
