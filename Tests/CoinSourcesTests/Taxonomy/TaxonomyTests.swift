import CoinModel
import Foundation
import Testing

@testable import CoinSources

@Suite struct TaxonomyTests {
    private let base = """
        ecoadd A
        ecoadd B
        ecoadd C
        ecocon A B
        ecocon B C
        repadd A https://github.com/o/a #library
        repadd B https://github.com/o/b #library #rust
        repadd C https://github.com/o/c
        repadd C https://github.com/o/a
        """

    @Test("Repositories are those of an ecosystem and of all below it") func ownAndBelow() throws {
        let replay = try Replay(base, asking: ["A", "B", "C"])
        #expect(replay.direct == ["A": ["o/a"], "B": ["o/b"], "C": ["o/a", "o/c"]])
        #expect(replay.all == ["A": ["o/a", "o/b", "o/c"], "B": ["o/a", "o/b", "o/c"], "C": ["o/a", "o/c"]])
        #expect(replay.reading.notes == ["ecosystems since 2025-01-01T00:00:00Z: 3, with 3 repositories and 2 tags"])
        #expect(replay.faults.isEmpty)
    }

    @Test(
        "Each kind of change has exactly its effect",
        arguments: [
            ("ecodis A B", ["A": ["o/a"], "B": ["o/a", "o/b", "o/c"]]),
            // What stands below a removed ecosystem stays, and hangs on nothing; its repositories are in it no more.
            ("ecorem B", ["A": ["o/a"], "C": ["o/a", "o/c"]]),
            ("ecorem B\necoadd B", ["A": ["o/a"], "B": [], "C": ["o/a", "o/c"]]),
            ("ecomov C D", ["A": ["o/a", "o/b", "o/c"], "D": ["o/a", "o/c"]]),
            ("reprem C https://github.com/o/a", ["A": ["o/a", "o/b", "o/c"], "C": ["o/c"]]),
            ("reprem B https://github.com/o/c", ["B": ["o/a", "o/b", "o/c"]]),
            (
                "repmov https://github.com/o/a https://github.com/n/z",
                ["A": ["n/z", "o/b", "o/c"], "C": ["n/z", "o/c"]]
            ),
            // Onto one that is there: both become one, in the ecosystems of both.
            ("repmov https://github.com/o/a https://github.com/o/b", ["A": ["o/b", "o/c"], "C": ["o/b", "o/c"]]),
            (
                "repmov https://github.com/o/b https://github.com/o/a\nreprem B https://github.com/o/a",
                ["B": ["o/a", "o/c"]]
            ),
            ("repmov https://github.com/o/a https://github.com/o/a", ["C": ["o/a", "o/c"]]),
            // The old address is free again, and is another repository then.
            (
                "repmov https://github.com/o/a https://github.com/n/z\nrepadd B https://github.com/o/a",
                ["B": ["n/z", "o/a", "o/b", "o/c"], "C": ["n/z", "o/c"]]
            ),
            // A circle is walked once.
            ("ecocon C A\necocon A A", ["A": ["o/a", "o/b", "o/c"], "C": ["o/a", "o/b", "o/c"]]),
        ]
    )
    func changes(change: String, expected: [String: [String]]) throws {
        let replay = try Replay(base + "\n" + change, asking: expected.keys.sorted())
        #expect(replay.all == expected)
        #expect(replay.faults.isEmpty)
    }

    @Test(
        "An impossible change is rejected with its place and changes nothing",
        arguments: [
            ("repadd X https://github.com/o/d", "unknown-ecosystem"), ("ecocon A X", "unknown-ecosystem"),
            ("ecocon X A", "unknown-ecosystem"), ("ecodis A X", "unknown-ecosystem"), ("ecorem X", "unknown-ecosystem"),
            ("ecomov X Y", "unknown-ecosystem"), ("reprem X https://github.com/o/a", "unknown-ecosystem"),
            ("repadd a https://github.com/o/d", "unknown-ecosystem"),
            ("ecomov A B", "existing-ecosystem"), ("ecomov A A", "existing-ecosystem"),
            ("reprem A https://github.com/o/x", "unknown-repository"),
            ("repmov https://x https://y", "unknown-repository"),
            ("reprem A https://github.com/O/a", "unknown-repository"),
            ("ecodis C A", "no-children"), ("ecoadd Z\nreprem Z https://github.com/o/a", "no-repositories"),
            ("ecoadd A B", "bad-arguments"), ("ecoadd", "bad-arguments"), ("repadd A", "bad-arguments"),
            ("repmov a b c", "bad-arguments"), ("ecorem", "bad-arguments"), ("ecocon A", "bad-arguments"),
            ("-- an 'open quote", "open-quote"), ("repadd \"A https://github.com/o/d", "open-quote"),
        ]
    )
    func impossibleChange(line: String, reason: String) throws {
        let replay = try Replay(base + "\n" + line + "\necoadd Last", asking: ["A", "B", "C", "Last"])
        #expect(replay.faults == ["\(reason) \(line.contains("\n") ? 11 : 10)"])
        #expect(replay.reading.rejects.first?.detail.hasPrefix("2025-01-01T000000_x:1") == true)
        #expect(
            replay.all == ["A": ["o/a", "o/b", "o/c"], "B": ["o/a", "o/b", "o/c"], "C": ["o/a", "o/c"], "Last": []]
        )
    }

    @Test("Addresses that differ only in case are one repository") func letterCase() throws {
        let text = "ecoadd A\nrepadd A https://github.com/Own/Core\nrepadd A https://github.com/own/core.git"
        let replay = try Replay(text, asking: ["A"])
        #expect(replay.reading.ecosystems.first?.repositories.map(\.description) == ["Own/Core"])
        #expect(replay.reading.notes == ["ecosystems since 2025-01-01T00:00:00Z: 1, with 2 repositories and 0 tags"])
    }

    @Test("Names that look alike but differ in bytes are different") func unicodeForms() throws {
        let text = "ecoadd Caf\u{E9}\necoadd Cafe\u{301}\nrepadd Caf\u{E9} https://github.com/o/a"
        let one = try Replay(text, asking: ["Caf\u{E9}"]).reading.ecosystems.map(\.repositories.count)
        let other = try Replay(text, asking: ["Cafe\u{301}"]).reading.ecosystems.map(\.repositories.count)
        #expect(one == [1, 1] && other == [0, 0])
    }

    @Test("An address that names no repository is rejected and counted") func badAddress() throws {
        let text =
            "ecoadd A\nrepadd A https://gitlab.com/o/a\nrepadd A https://github.com/o\nrepadd A https://github.com/o/b"
        let replay = try Replay(text, asking: ["A"])
        #expect(replay.direct == ["A": ["gitlab.com/o/a", "o/b"]])
        #expect(replay.reading.reasons == ["bad-repository": 2])
        #expect(replay.reading.ecosystems.map(\.count) == [3, 3])
    }

    @Test("Unknown ecosystems are reported with near matches") func unknownEcosystems() throws {
        let replay = try Replay("ecoadd Zcash\necoadd \"zama Protocol\"", asking: ["Zcash", "Zama Protocol", "Dash"])
        #expect(
            replay.reading.warnings == [
                "has no ecosystem `Dash`, `Zama Protocol` (but `zama Protocol`): 2 of the 3 asked for"
            ]
        )
        #expect(replay.direct == ["Zcash": [], "Zama Protocol": [], "Dash": []])
        #expect(throws: SourceError.self) { try Replay("ecoadd Zcash", asking: ["Dash"]) }
        #expect(throws: SourceError.self) { try Replay("-- nothing", asking: ["Dash"]) }
    }

    @Test("All ecosystems with a given repository are listed") func repositoryHolders() throws {
        let path = try Replay.fixture("tiered/2025-02-03T000000_tiered_bitcoin")
        let lnd = try #require(RepositoryName("LightningNetwork/LND"))
        let reading = try reading(path: path) { $0.ecosystems = .holders(of: [lnd]) }
        let found = reading.ecosystems.map { "\($0.part.name) \($0.count) \($0.repositories.map(\.description))" }
        #expect(found == ["Bitcoin 1 []", "Lightning 1 [\"lightningnetwork/lnd\"]", "Lightspark 1 []"])
    }

    @Test("A single migration is read alone and needs a time") func singleMigration() throws {
        let path = try Replay.fixture("migrations/2011-05-31T235959_mutations")
        let asked: (inout ReadContext) -> Void = { context in
            context.ecosystems = .parts([EcosystemPart(name: "Bitcoin JS", scope: .direct)])
        }
        let reading = try reading(path: path, configure: asked)
        #expect(reading.ecosystems.map(\.since.description) == ["2011-05-31T23:59:59Z"])
        #expect(reading.ecosystems.first?.repositories.map(\.key) == ["bitcoinjs/bitcoinjs-lib"])
        #expect(
            reading.rejects.map { "\($0.reason) \($0.line ?? 0)" } == [
                "unknown-ecosystem 1", "unknown-ecosystem 4", "unknown-ecosystem 5", "unknown-ecosystem 6",
            ]
        )
        for (day, stem) in [("2011-05-30", "2011-05-31T235959_x"), (nil, "mutations")] {
            #expect(throws: SourceError.self) {
                try CoinSourcesTests.reading(path: path) { context in
                    asked(&context)
                    context.stem = stem
                    context.hints.observedAt = day.flatMap { AsOf($0) }
                }
            }
        }
    }

    @Test("A taxonomy without requested ecosystems is rejected") func noQuestion() throws {
        for name in ["migrations/2012-10-31T235959_mutations", "export_Zcash.jsonl"] {
            let refusal = #expect(throws: SourceError.self) {
                try reading(path: Replay.fixture(name))
            }
            #expect(refusal?.reason == "no-ecosystems")
        }
    }
}
