import TestPrograms
import Testing

@testable import SeriesEncoding

/// Sizes of whole tiles of 256 coins × 52 weeks; bounds with some room, not figures.
@Suite struct SizeTests {
    /// As market sites print them: two digits after the point from 1 up, four significant ones below.
    @Test("Prices as published take at most 16 bits") func prices() throws {
        let tile = walk { level in
            var unit = 0.01
            while level < 1000 * unit, level < 1 { unit /= 10 }
            // Division by a power of ten is rounded once, as reading the printed digits is.
            let digits = (level / unit).rounded()
            return digits / (1 / unit).rounded()
        }
        try expect(tile, atMost: 16, mostly: [.decimalDelta, .decimalFrame])
    }

    @Test("Weekly commits take at most 10 bits") func commits() throws {
        var random = SplitMix(seed: 12)
        let tile = Tile(
            steps: Array(2800..<2852),
            runs: (UInt16(0)..<256).map { slot in
                let rate = UInt64.random(in: 1...100, using: &random)
                return Tile.Run(slot: slot, values: (0..<52).map { _ in Double(random.next() % rate) })
            }
        )
        try expect(tile, atMost: 10, mostly: [.decimalFrame, .constant])
    }

    @Test("Volumes in whole dollars take at most 30 bits") func wholeDollars() throws {
        try expect(walk { ($0 * 1e6).rounded() }, atMost: 30, mostly: [.decimalDelta, .decimalFrame])
    }

    @Test("Trailing zeros take no bits") func roundVolumes() throws {
        var random = SplitMix(seed: 6)
        let runs = (UInt16(0)..<256).map { Tile.Run(slot: $0, values: Kind.roundVolumes.values(52, &random)) }
        try expect(Tile(steps: Array(2800..<2852), runs: runs), atMost: 12, mostly: [.decimalDelta, .decimalFrame])
    }

    @Test("Seventeen digits take little more than a double") func seventeenDigits() throws {
        try expect(walk { $0 / 3 }, atMost: 66, mostly: [.plain])
    }

    /// 256 levels from 10⁻⁵ to 50,000 that move by 8 % a week.
    private func walk(_ published: (Double) -> Double) -> Tile {
        var random = SplitMix(seed: 52)
        return Tile(
            steps: Array(2800..<2852),
            runs: (UInt16(0)..<256).map { slot in
                var level = Double.random(in: 1..<50, using: &random)
                for _ in 0..<Int.random(in: 0...8, using: &random) { level /= 10 }
                level *= 1000
                let values = (0..<52).map { _ in
                    level *= max(0.5, 1 + 0.08 * random.normal())
                    return published(level)
                }
                return Tile.Run(slot: slot, values: values)
            }
        )
    }

    private func expect(_ tile: Tile, atMost bits: Double, mostly encodings: Set<Encoding>) throws {
        let bytes = tile.encoded()
        let reader = try TileReader(bytes)
        #expect(Double(bytes.count * 8) / Double(reader.valueCount) <= bits)
        #expect(reader.encodings.count { encodings.contains($0.encoding) } > 200)
        #expect(try Tile(decoding: bytes).isIdentical(to: tile))
    }
}
