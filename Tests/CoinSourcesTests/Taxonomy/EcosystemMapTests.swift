import CoinModel
import Foundation
import RawInput
import Testing

@testable import CoinSources

@Suite struct EcosystemMapTests {
    private func read(_ text: String) throws -> EcosystemMapCSV {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(text.utf8).write(to: place)
        defer { unlink(place.path) }
        var file = try InputFile(path: place.path)
        return try EcosystemMapCSV(&file)
    }

    @Test("Rows of an ecosystem map are read in order") func mapRows() throws {
        let map = try read(
            "coin_id,ecosystem,scope,remark\nzcash,Zcash,direct,\ndai,\"Maker, old\",all,x\ndai,Spark,none,\n"
        )
        let found = map.links.map { "\($0.coin) \($0.part.name) \($0.part.scope)" }
        #expect(found == ["zcash Zcash direct", "dai Maker, old all", "dai Spark none"])
        #expect(map.unreviewed == 0)
    }

    @Test("Unreviewed rows are counted and not used") func unreviewedRows() throws {
        let map = try read("coin_id,ecosystem,scope,reviewed\na,A,direct,\nb,B,direct,2026-11-21\na,A2,,\n")
        #expect(map.links.map(\.coin) == ["b"])
        #expect(map.unreviewed == 2)
    }

    @Test(
        "A row that cannot be read rejects the table with its line",
        arguments: [
            ("coin_id,ecosystem\na,A\n", "wrong-header", 1),
            ("coin_id,ecosystem,scope\na,A,direct\na,A,some\n", "bad-scope", 3),
            ("coin_id,ecosystem,scope\na,A\n", "wrong-width", 2),
            ("coin_id,ecosystem,scope\n,A,all\n", "missing-id", 2),
            ("coin_id,ecosystem,scope\na,A,all\na,A,direct\n", "duplicate-row", 3),
            ("coin_id,ecosystem,scope\n\"a,A,all\n", "open-quote", 2),
        ]
    )
    func badMapRow(text: String, reason: String, line: Int) throws {
        let refusal = #expect(throws: SourceError.self) { try read(text) }
        #expect(refusal?.reason == reason)
        #expect(refusal?.line == line)
    }

    @Test("An ecosystem map is not read as a coin list") func notCoinList() throws {
        let bytes = Array("coin_id,ecosystem,scope,reviewed\na,A,direct,x\n".utf8)
        #expect(recognised(bytes).isEmpty)
        #expect(InputHead(bytes: bytes).refusal?.reason == "unsupported")
    }
}
