import CoinModel
import CoinStore
import Foundation
import Testing

@Suite struct CheckTests {
    /// A store with a correction, a late row and snapshots as they came, in three loads.
    private static func store() throws -> TemporaryStore {
        let temporary = try TemporaryStore()
        let rows = (0..<40).map { index in
            Row(coin: "c\(index)", time: "2024-03-11T10:00:00Z", value: Double(index) + 0.25)
        }
        try temporary.load([rows, rows.map { Row(coin: $0.coin, time: "2024-03-12", value: $0.value * 3) }])
        try temporary.load(
            [[Row(coin: "c1", time: "2024-03-11T10:00:00Z", value: 7), Row(coin: "c2", time: "2024-01-01", value: 1)]],
            at: "2024-04-02T00:00:00Z"
        )
        try temporary.load([[Row(coin: "c3", time: "2024-03-20T10:00:00Z", value: 9)]], at: "2024-04-03T00:00:00Z")
        return temporary
    }

    @Test func aSoundStoreHasNoFindings() throws {
        #expect(try CheckTests.store().store.check().isEmpty)
    }

    /// A byte in every two hundred of the file, one bit of each: the check ends with findings, an error with a name, or
    /// nothing where nothing is kept, and never with a trap.
    @Test func aFlippedBitAnywhereEndsInFindingsOrAnError() throws {
        let temporary = try CheckTests.store()
        let sound = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        let place = temporary.folder.appendingPathComponent("flipped.sqlite")
        var random = SplitMix(state: 7)
        var (found, refused) = (0, 0)
        for start in stride(from: 0, to: sound.count - 200, by: 200) {
            var bytes = sound
            let position = start + Int.random(in: 0..<200, using: &random)
            bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try bytes.write(to: place)
            do {
                if try !Store(path: place.path, mode: .read).check().isEmpty { found += 1 }
            } catch is StoreError {
                refused += 1
            }
        }
        #expect(found > 0 && refused > 0, "\(found) found, \(refused) refused of \(sound.count / 200)")
    }

    @Test func aFileCutShortIsFoundOrRefused() throws {
        let temporary = try CheckTests.store()
        let sound = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        let place = temporary.folder.appendingPathComponent("cut.sqlite")
        for count in stride(from: 4096, to: sound.count, by: 4096) {
            try sound.prefix(count).write(to: place)
            do {
                #expect(try !Store(path: place.path, mode: .read).check().isEmpty, "cut after \(count) bytes")
            } catch is StoreError {
                continue
            }
        }
    }
}
