import CoinModel
import TestPrograms
import Testing

@testable import CoinIdentity

/// Which repositories come from which: what is said goes through others, and never in a circle.
@Suite struct UpstreamsTests {
    private func declared(_ texts: String...) throws -> [RepositoryUpstream] {
        try texts.map { try #require(RepositoryUpstream($0)) }
    }

    @Test("An upstream declaration is two repository names") func declaration() {
        #expect(RepositoryUpstream("A/fork<https://github.com/b/Source")?.description == "A/fork<b/Source")
        for text in ["a/b", "a/b<", "<a/b", "a/b<c", "a/b<a/B", "a/b<c/d<e/f", "a/b<c/d e/f", ""] {
            #expect(RepositoryUpstream(text) == nil, "\(text)")
        }
    }

    @Test("Upstreams are found through other upstreams") func ancestors() throws {
        let upstreams = Upstreams(declared: try declared("a/a<B/b", "b/b<c/c", "b/b<d/d", "x/x<c/c"))
        #expect(upstreams.ancestors(of: "a/a") == ["b/b", "c/c", "d/d"])
        #expect(upstreams.ancestors(of: "d/d").isEmpty)
        #expect(upstreams.way(from: "a/a", to: "d/d")?.map(\.upstream) == ["b/b", "d/d"])
        #expect(upstreams.way(from: "d/d", to: "a/a") == nil)
    }

    @Test("The coin list wins against the remote of a clone") func listBeforeClone() throws {
        let upstreams = Upstreams(
            declared: try declared("a/a<b/b", "b/b<c/c"),
            remotes: [("c/c", "a/a"), ("a/a", "b/b"), ("z/z", "a/a"), ("q/q", "q/q")]
        )
        #expect(upstreams.ancestors(of: "c/c").isEmpty)
        #expect(upstreams.ancestors(of: "q/q").isEmpty)
        let origins = try #require(upstreams.way(from: "z/z", to: "b/b")).map { $0.origin }
        #expect(origins == [.remote, .list])
    }

    @Test("Clones that name each other lose no commits") func mutualRemotes() throws {
        let upstreams = Upstreams(declared: [], remotes: [("b/b", "a/a"), ("a/a", "b/b")])
        #expect(upstreams.ancestors(of: "a/a").isEmpty)
        #expect(upstreams.ancestors(of: "b/b").isEmpty)
        let commits = [sample(1, landed: 5)]
        let members = ["a/a", "b/b"].map { RepositoryCommits(key: $0, commits: commits) }
        #expect(CommitOwnership(members, upstreams).areInherited == [[false], [false]])
    }

    @Test("A loop is listed from its beginning") func loop() throws {
        #expect(Upstreams.circle(among: try declared("a/a<b/b", "b/b<c/c", "a/a<c/c")) == nil)
        let circle = Upstreams.circle(among: try declared("a/a<b/b", "b/b<c/c", "c/c<d/d", "d/d<b/b", "d/d<e/e"))
        #expect(circle == ["b/b", "c/c", "d/d"])
    }

    /// Held against walking all ways of a bounded length.
    @Test("Loops of random declarations are found as by brute force") func randomLoops() throws {
        var random = SplitMix(seed: 11)
        var found = 0
        for _ in 0..<500 {
            let names = (0..<6).map { "r/\($0)" }
            let pairs = (0..<5).compactMap { _ in
                RepositoryUpstream(
                    "\(names[Int.random(in: 0..<6, using: &random)])<\(names[Int.random(in: 0..<6, using: &random)])"
                )
            }
            func comesBack(_ start: String, _ end: String, _ steps: Int) -> Bool {
                steps > 0
                    && pairs.contains { pair in
                        pair.repository.key == end
                            && (pair.upstream.key == start || comesBack(start, pair.upstream.key, steps - 1))
                    }
            }
            let circle = Upstreams.circle(among: pairs)
            #expect((circle != nil) == names.contains { comesBack($0, $0, 6) })
            for (place, key) in (circle ?? []).enumerated() {
                let next = circle?[(place + 1) % (circle?.count ?? 1)]
                #expect(pairs.contains { $0.repository.key == key && $0.upstream.key == next })
            }
            found += circle == nil ? 0 : 1
        }
        #expect(found > 50)
    }
}
