import CoinModel
import CoinStore
import Foundation
import Testing

@testable import CoinPanel

/// Which protocols' figures are a coin's, whatever the order in which answers were loaded.
@Suite struct ProtocolFiguresTests {
    private typealias Row = (key: ProtocolKey, figure: Fundamental, day: Int32, value: Double)

    private static let rows: [Row] = [
        // Two versions of one parent, of which one points to a coin; fees say the parent of none.
        (ProtocolKey("1", parent: "p#ann", category: "Lending", name: "V1"), .lockedValue, 19_800, 300),
        (ProtocolKey("2", coin: "ann", parent: "p#ann", category: "Lending", name: "V2"), .lockedValue, 19_800, 600),
        (ProtocolKey("1", name: "V1"), .fees, 19_800, 7), (ProtocolKey("2", name: "V2"), .fees, 19_800, 8),
        // Versions that point to two coins.
        (ProtocolKey("3", coin: "ann", parent: "p#two"), .lockedValue, 19_800, 10),
        (ProtocolKey("4", coin: "ben", parent: "p#two"), .lockedValue, 19_800, 20),
        (ProtocolKey("5", parent: "p#two"), .lockedValue, 19_800, 40),
        // Other people's coins, nobody's, and one that the newest answer leaves out.
        (ProtocolKey("6", coin: "ben", category: "CEX"), .lockedValue, 19_800, 9_000),
        (ProtocolKey("7"), .lockedValue, 19_800, 8_000),
        (ProtocolKey("8", coin: "ben"), .lockedValue, 19_799, 5_000),
        // Ninety days before a protocol was another coin's.
        (ProtocolKey("2", coin: "ben", parent: "p#ann", category: "Lending", name: "V2"), .lockedValue, 19_709, 480),
        (ProtocolKey(ProtocolKey.chain("Ben"), coin: "ben", category: "Chain"), .chainValue, 19_800, 77),
    ]

    @Test("Pointers give figures to coins, whatever the order of loads", arguments: [false, true])
    func joined(isReversed: Bool) throws {
        try reading(isReversed ? Self.rows.reversed() : Self.rows) { found in
            let now = try found(19_801)
            #expect(now["ann"]?[.lockedValue]?.value == 910)
            #expect(now["ann"]?[.fees]?.value == 15)
            #expect(now["ann"]?.protocols == ["3", "V1", "V2"])
            #expect(now["ben"]?[.lockedValue]?.value == 20)
            #expect(now["ben"]?[.chainValue]?.value == 77)
            #expect(now["ben"]?[.fees] == nil)
            #expect(now["ann"]?.lockedChange?.now.value == 600)
            #expect(now["ann"]?.lockedChange?.then.value == 480)
            #expect(now["ben"]?.lockedChange == nil)
        }
    }

    @Test("Of an earlier moment what the answer of then said counts, and none after 28 days") func earlier() throws {
        try reading(Self.rows) { found in
            let (then, later) = (try found(19_710), try found(19_799))
            #expect(then["ben"]?[.lockedValue]?.value == 480 && then["ann"] == nil)
            #expect(later["ben"]?[.lockedValue]?.value == 5_000)
            let (old, none) = (try found(19_829), try found(19_700))
            #expect(old["ann"] == nil && none.isEmpty)
        }
    }

    /// Loads each row by itself, and asks for what is known by the ids of coins.
    private func reading(
        _ rows: [Row],
        _ check: (_ found: (Int32) throws -> [String: CoinFundamentals]) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let store = try Store(path: folder.appendingPathComponent("s.sqlite").path, mode: .write)
        let coins = ["ann", "ben"].map { Coin(id: $0, symbol: $0, name: $0) }
        for (place, row) in rows.enumerated() {
            _ = try store.load(acceptedAt: try #require(Instant("2024-04-01T00:00:00Z"))) { session in
                var input = InputDescriptor(path: "\(place).json", stem: "\(place)")
                (input.kind, input.format, input.size, input.digest) = (.market, "test", 1, "\(place)")
                session.begin(input)
                var block = ObservationBlock(source: "list", resolution: .day, metrics: [row.figure.metric])
                block.subjects = [.protocol(row.key)]
                (block.subjectIndex, block.times, block.values) = ([0], [Int64(row.day)], [[row.value]])
                block.lines = [1]
                try session.add(block)
                try session.accept(input)
                guard place == 0 else { return }
                var list = InputDescriptor(path: "coins.csv", stem: "coins")
                (list.kind, list.format, list.size, list.digest) = (.coins, "coins-csv", 1, "coins")
                session.begin(list)
                session.add(coins)
                try session.accept(list)
            }
        }
        try store.reading { reader in
            let panel = Panel(reader, quote: "usd")
            try check { day in
                let section = try panel.section(at: .day(Day(index: day)), .fundamentals)
                return Dictionary(uniqueKeysWithValues: section.fundamentals.map { (section.coins[$0].id, $1) })
            }
        }
    }
}
