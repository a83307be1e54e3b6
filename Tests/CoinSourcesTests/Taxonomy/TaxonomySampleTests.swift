import CoinModel
import Foundation
import RawInput
import Testing

@testable import CoinSources

/// What the taxonomy's own loader makes of these files; its counts were taken from it.
@Suite struct TaxonomySampleTests {
    @Test(
        "Each sample folder leads to the repositories of the original loader",
        arguments: [
            ("simple_ecosystems", ["Bitcoin": 3], ["Bitcoin": 3], "1, with 3 repositories and 1 tag", 0),
            (
                "date_filtering", ["Bitcoin": 0, "Ripple": 0, "Ethereum": 0], [:], "3, with 0 repositories and 0 tags",
                0
            ),
            ("repo_removals", ["Bitcoin": 3, "Ethereum": 1], [:], "2, with 6 repositories and 4 tags", 0),
            ("ecosystem_rename", ["MultiversX": 1], ["MultiversX": 2], "2, with 2 repositories and 1 tag", 0),
            ("time_ordering", ["Ethereum": 2], ["Ethereum": 2], "1, with 2 repositories and 1 tag", 0),
            (
                "tiered", ["Bitcoin": 1, "Lightning": 1, "Lightspark": 1],
                ["Bitcoin": 3, "Lightning": 2, "Lightspark": 1],
                "3, with 3 repositories and 2 tags", 0
            ),
            (
                "migrations",
                [
                    "BitPay": 6, "Bitcoin": 5, "Bitcoin JS": 1, "Open Source Cryptography": 4, "Smart Disperse": 2,
                    "Litecoin": 2,
                ],
                [:], "11, with 20 repositories and 3 tags", 8
            ),
        ]
    )
    func sampleFolders(
        folder: String,
        direct: [String: Int],
        all: [String: Int],
        note: String,
        rejects: Int
    ) throws {
        let replay = try Replay(Replay.folder(folder), asking: direct.keys.sorted())
        #expect(replay.direct.mapValues(\.count) == direct)
        for (name, count) in all { #expect(replay.all[name]?.count == count, "\(name)") }
        #expect(replay.reading.notes.first?.hasSuffix(note) == true, "\(replay.reading.notes)")
        #expect(replay.reading.rejects.count == rejects)
    }

    @Test("A moved repository is listed by its new name only") func movedRepository() throws {
        let order = try Replay(Replay.folder("time_ordering"), asking: ["Ethereum"])
        #expect(order.direct["Ethereum"] == ["ethereum/aleth", "openethereum/parity-ethereum"])
        let removed = try Replay(Replay.folder("repo_removals"), asking: ["Ethereum"])
        #expect(removed.direct["Ethereum"] == ["ethereum/go-ethereum"])
    }

    /// In the shape of the loader's test of moves onto an address that is there.
    @Test("A move onto an existing address joins both repositories") func moveOntoExisting() throws {
        let text = """
            ecoadd Monero
            repadd Monero https://github.com/m/old
            repadd Monero https://github.com/m/core #x
            ecoadd Aeon
            repadd Aeon https://github.com/m/old
            -- the same one by another address
            repadd Monero https://github.com/m/monero
            repmov https://github.com/m/core https://github.com/m/gui
            repmov https://github.com/m/old https://github.com/m/monero
            """
        let replay = try Replay(text, asking: ["Aeon", "Monero"])
        #expect(replay.direct == ["Aeon": ["m/monero"], "Monero": ["m/gui", "m/monero"]])
    }

    @Test("An export of one ecosystem lists the same repositories", arguments: ["Zcash", "Dogecoin"])
    func sameExport(ecosystem: String) throws {
        let path = try Replay.fixture("export_\(ecosystem).jsonl")
        let parts = [EcosystemScope.direct, .all, .none].map { EcosystemPart(name: ecosystem, scope: $0) }
        let reading = try reading(path: path) { context in
            context.hints.observedAt = AsOf("2026-01-02")
            context.ecosystems = .parts(parts + [EcosystemPart(name: "Bitcoin", scope: .direct)])
        }
        #expect(reading.ecosystems.map(\.part) == parts)
        #expect(reading.ecosystems.map(\.repositories.count) == [25, 25, 0])
        #expect(reading.ecosystems.first?.since.description == "2026-01-02T23:59:59Z")
        #expect(reading.rejects.isEmpty)
    }
}
