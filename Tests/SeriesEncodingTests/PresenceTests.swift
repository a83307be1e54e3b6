import TestPrograms
import Testing

@testable import SeriesEncoding

@Suite struct PresenceTests {
    @Test(
        "The smallest form of positions is chosen",
        arguments: [
            (Array(0..<10), 10, .all, 0), (Array(3..<8), 10, .range, 2), ([1, 3, 4, 8], 10, .bitmap, 2),
            ([0], 1, .all, 0), ([5, 900], 1000, .list, 5), ([999], 1000, .range, 3), ([0, 63, 64, 127], 128, .list, 5),
            // As large as the bitmap: a range is simpler.
            ([2, 3], 10, .range, 2),
        ] as [([Int], Int, Presence, Int)]
    )
    func smallestPresence(positions: [Int], steps: Int, kind: Presence, byteCount: Int) throws {
        let smallest = Presence.smallest(for: positions, of: steps)
        #expect(smallest.kind == kind)
        #expect(smallest.byteCount == byteCount)
        try expectBack(positions, steps)
    }

    @Test("Random positions read back") func seededPositions() throws {
        var random = SplitMix(seed: 21)
        for _ in 0..<400 {
            let steps = Int.random(in: 1...700, using: &random)
            let share = UInt64.random(in: 0...100, using: &random)
            let positions = (0..<steps).filter { _ in random.next() % 100 <= share }
            if !positions.isEmpty { try expectBack(positions, steps) }
        }
    }

    @Test("Few positions among many steps take under 10 bits each") func sparsePositions() {
        // A coin seen hourly at its own minute, among 256 others.
        let positions = (0..<168).map { $0 * 256 + $0 * 37 % 200 }
        let smallest = Presence.smallest(for: positions, of: 43_008)
        #expect(smallest.kind == .list)
        #expect(smallest.byteCount < 168 * 10 / 8)
    }

    @Test("Impossible positions are errors") func impossiblePositions() {
        // No step, a step behind the last, two steps on one place more than there are.
        for (kind, bytes) in [
            (.range, [0, 0]), (.range, [9, 2]), (.bitmap, [0, 0]), (.bitmap, [1, 4]), (.list, [0]),
            (.list, [1, 4, 10]),
            (.list, [11, 0]), (.list, [2, 4, 0x19]), (.list, [1, 65, 0]),
            (.list, [1, 64] + [UInt8](repeating: 255, count: 8)),
        ] as [(Presence, [UInt8])] {
            #expect(throws: TileError.self, "\(kind) \(bytes)") { try row(kind, bytes, steps: 10) }
        }
        #expect(throws: TileError.self) { try row(.all, [], steps: 0) }
    }

    private func expectBack(_ positions: [Int], _ steps: Int) throws {
        let kind = Presence.smallest(for: positions, of: steps).kind
        var writer = ByteWriter()
        kind.write(positions, of: steps, to: &writer)
        #expect(writer.bytes.count == Presence.smallest(for: positions, of: steps).byteCount)
        var expected = [Double](repeating: .nan, count: steps)
        for (index, position) in positions.enumerated() { expected[position] = Double(index) }
        #expect(try row(kind, writer.bytes, steps: steps).patterns == expected.patterns)
    }

    /// The row in which value `index` is `index`.
    private func row(_ kind: Presence, _ bytes: [UInt8], steps: Int) throws -> [Double] {
        var reader = ByteReader(bytes + [UInt8](repeating: 0xff, count: 20), 0..<bytes.count)
        let present = try PresentSteps(kind, of: steps, &reader)
        #expect(reader.remaining == 0)
        var row = [Double](repeating: -1, count: steps)
        for index in 0..<present.count { row[steps - present.count + index] = Double(index) }
        var span = row.mutableSpan
        try present.spread(&span, at: 0)
        return row
    }
}
