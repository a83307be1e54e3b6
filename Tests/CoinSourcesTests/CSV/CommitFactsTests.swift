import CoinModel
import Testing

@testable import CoinSources

@Suite("Commit facts") struct CommitFactsTests {
    /// A repository with all that a block can have, its rows not in order.
    private static let facts: RepositoryFacts? = {
        guard let name = RepositoryName("Acme/One"), let day = Day("2024-03-17") else { return nil }
        func commit(_ id: UInt64, _ landed: Int64, by developer: Int32, _ flags: CommitFlags, _ work: UInt64)
            -> CommitRecord
        {
            CommitRecord(
                id: id,
                landed: landed,
                landingID: id == 2 ? 1 : id,
                committedDay: Int32(landed / 86_400),
                authoredDay: Int32(landed / 86_400) - 1,
                developer: developer,
                flags: flags,
                work: work
            )
        }
        var block = CommitBlock(
            repository: name,
            source: CloneCommits.id,
            covered: Week(containing: day),
            commits: [
                commit(1, 1_710_000_000, by: 0, .merge, 0), commit(2, 1_700_000_000, by: -1, [], 7),
                commit(3, 1_710_000_000, by: 1, [.bot, .assisted, .twin], .max),
            ],
            developers: [DeveloperID(high: 10, low: 11), DeveloperID(high: 12, low: 13), DeveloperID(high: 1, low: 1)]
        )
        block.tip = String(repeating: "ab", count: 20)
        block.mailmap = 5
        block.upstream = RepositoryName("acme/zero")
        block.roots = [9, 2]
        block.releases = [(1, nil), (2, 1_700_000_000)]
        block.elsewhere = CommitBlock.Elsewhere(formerName: RepositoryName("acme/old"), isCut: true)
        return RepositoryFacts(
            key: "acme/one",
            block: block,
            times: block.commits.map { ($0.landed, $0.landed - 86_400) },
            lacksMailmap: false,
            warnings: ["tab\tand\\line\nand\u{1}"]
        )
    }()

    private static let golden = """
        r\tacme/one\tAcme/One\tacme/old\tabababababababababababababababababababab\t2024-03-17\t0000000000000005\tacme/zero\
        \t0000000000000002,0000000000000009\t3\t2\tlt
        d\t000000000000000a000000000000000b
        d\t000000000000000c000000000000000d
        c\t0000000000000002\t1700000000\t0000000000000001\t0\t-86400\t\t-\t0000000000000007
        c\t0000000000000001\t10000000\t=\t0\t-86400\t0\tm\t
        c\t0000000000000003\t0\t=\t0\t-86400\t1\tbh\tffffffffffffffff
        t\t0000000000000001\t
        t\t0000000000000002\t1700000000
        w\tacme/one\tinput\ttab\\tand\\\\line\\nand\\x01
        e\t3\t2\t2

        """

    /// A file of one repository and of one that failed.
    private static func file(_ edit: (String) -> String = { $0 }) throws -> String {
        var sums = CommitFacts.Sums()
        let facts = try #require(facts)
        var text = CommitFacts.header(assay: "0.0.0", observedAt: "2024-03-24", task: nil)
        text += try facts.lines()
        sums.addRepository(commits: facts.block.commits.count)
        text += CommitFacts.failure("acme/two", "shallow-clone", isAgain: true, "is shallow")
        sums.addRepository(commits: nil)
        sums.add(text)
        text += sums.trailer(keys: String(repeating: "0", count: 64))
        return edit(String(decoding: text, as: UTF8.self))
    }

    @Test("The lines of a repository are as recorded") func golden() throws {
        #expect(
            String(decoding: try #require(CommitFactsTests.facts).lines(), as: UTF8.self) == CommitFactsTests.golden
        )
    }

    @Test("All of a block comes back, commits in order and developers by their first commit") func roundTrip() throws {
        let read = try reading(CommitFactsTests.file(), name: "x.facts", as: CommitFacts.id)
        let (block, facts) = (try #require(read.commits.first), try #require(CommitFactsTests.facts).block)
        #expect(block.repository.description == "Acme/One" && block.source == CloneCommits.id)
        #expect(block.tip == facts.tip && block.covered == facts.covered && block.mailmap == 5)
        #expect(block.upstream == facts.upstream && block.roots == [2, 9] && block.elsewhere == facts.elsewhere)
        #expect(block.developers == Array(facts.developers.prefix(2)))
        #expect(block.releases?.map(\.commit) == [1, 2] && block.releases?.map(\.tagged) == [nil, 1_700_000_000])
        var expected = [facts.commits[1], facts.commits[0], facts.commits[2]]
        // What is a twin follows from all commits, where they are stored.
        expected[2].flags.remove(.twin)
        #expect(block.commits == expected)
        #expect(read.warnings == ["tab\tand\\line\nand\u{1}"])
        #expect(read.rejects.map(\.reason) == ["shallow-clone"])
    }

    @Test(
        "A file that is not as it was written is refused",
        arguments: [
            ("\n#", "\n\n#", "bad-facts"), ("\t10000000\t", "\t10000001\t", "bad-facts"),
            ("\t3\t2\tlt", "\t4\t2\tlt", "bad-facts"),
            ("c\t0000000000000001", "d\t0000000000000001", "bad-facts"), ("\tbh\t", "\tbz\t", "bad-facts"),
            ("\t-86400\t1\t", "\t-86400\t2\t", "bad-facts"),
            ("\t1700000000\t0", "\t99999999999999999999\t0", "bad-facts"),
            ("\\x01", "\u{1}", "bad-facts"), ("\\x01", "\\y", "bad-facts"), ("acme/two", "acme/one", "bad-facts"),
            ("\"version\":1", "\"version\":2", "newer-version"), ("\"bots\":", "\"bots\":9", "mixed-rules"),
            ("{\"format\"", "{\"format\":\"commit-facts\",\"x\":\"\u{1}\",\"format\"", "bad-facts"),
            ("\n#\t{", "\nx\t{", "cut-facts"), ("\"in\":2", "\"in\":3", "bad-facts"),
            ("acme/zero", String(repeating: "a", count: 1 << 16), "bad-facts"),
        ]
    )
    func refused(_ old: String, _ new: String, _ reason: String) throws {
        let text = try CommitFactsTests.file { $0.replacing(old, with: new, maxReplacements: 1) }
        let error = #expect(throws: Reject.self) { try reading(text, name: "x.facts", as: CommitFacts.id) }
        #expect(error?.reason == reason, "\(error?.description ?? "")")
    }

    @Test("A part of a list is read in the order of its keys, with the digest of its lines") func part() throws {
        let header = "{\"protocol\":\"assay-partition\",\"version\":1,\"job\":\"commits\"}\n"
        let part = try CommitPartition(Array((header + "b/two\t/x\nb/One\tfile:///y\tknown\n").utf8))
        #expect(part.entries.map(\.key) == ["b/One", "b/two"] && part.entries.map(\.place) == ["file:///y", "/x"])
        #expect(part.observedAt == nil && part.task == nil)
        let other = try CommitPartition(Array((header + "b/One\tfile:///y\tknown\nb/two\t/x\n").utf8))
        #expect(part.digest == other.digest)
        #expect(try CommitPartition(Array(header.utf8)).entries.isEmpty)
    }
}
