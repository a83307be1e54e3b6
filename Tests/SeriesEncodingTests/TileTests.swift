import TestPrograms
import Testing

@testable import SeriesEncoding

@Suite struct TileTests {
    @Test("One run is decoded without the others") func singleRun() throws {
        let reader = try TileReader(Self.sample.encoded())
        #expect(reader.steps == [10, 11, 16])
        #expect(reader.slots == [0, 2, 255])
        #expect(reader.valueCount == 7)
        let series = try #require(try reader.series(slot: 2))
        #expect(series.times == [10, 16])
        #expect(series.values == [1.5, -1])
        #expect(reader.encodings.map(\.slot) == [0, 2, 255])
        #expect(reader.encodings.map(\.encoding) == [.decimalFrame, .decimalDelta, .constant])
        // Scale, base (two), width, bits; bitmap, scale, first, width, bits; bitmap, the two bytes of 7.
        #expect(reader.encodings.map(\.byteCount) == [5, 5, 3])
    }

    @Test("A row is decoded at the place given, and nothing else changes") func rowInPlace() throws {
        let reader = try TileReader(Self.sample.encoded())
        var row = [Double](repeating: 5, count: 8)
        try reader.decode(slot: 2, into: &row, at: 4)
        #expect(row.patterns == [5, 5, 5, 5, 1.5, .nan, -1, 5].patterns)
        try reader.decode(slot: 255, into: &row)
        #expect(row.patterns == [.nan, 7, 7, 5, 1.5, .nan, -1, 5].patterns)
    }

    @Test("A slot without a run is missing") func missingSlot() throws {
        let reader = try TileReader(Self.sample.encoded())
        #expect(try reader.series(slot: 3) == nil)
        var row = [Double](repeating: 5, count: 3)
        try reader.decode(slot: 3, into: &row)
        #expect(row.allSatisfy { $0.isNaN })
        try reader.decode(slot: 999, into: &row)
        #expect(row.allSatisfy { $0.isNaN })
    }

    @Test("Tiles without runs or values read back empty") func emptyTile() throws {
        for steps in [[], [3], [1, 2, 3]] as [[Int64]] {
            let reader = try TileReader(Tile(steps: steps, runs: []).encoded())
            #expect(reader.steps == steps)
            #expect(reader.valueCount == 0)
            #expect(reader.slots.isEmpty)
        }
        let missing = Tile(steps: [1, 2], runs: [Tile.Run(slot: 4, values: [.nan, .nan])])
        #expect(try Tile(decoding: missing.encoded()) == Tile(steps: [1, 2], runs: []))
    }

    @Test("Zero is a value and NaN is missing") func zeroAndMissing() throws {
        let tile = Tile(steps: [1, 2, 3], runs: [Tile.Run(slot: 0, values: [-0.0, .nan, 0])])
        let bytes = tile.encoded()
        #expect(try Tile(decoding: bytes).isIdentical(to: tile))
    }

    @Test("Any NaN is missing") func anyNaN() throws {
        let odd = Double(bitPattern: 0xfff8_0000_dead_beef)
        let tile = Tile(steps: [1, 2], runs: [Tile.Run(slot: 0, values: [odd, 1])])
        #expect(try TileReader(tile.encoded()).series(slot: 0)?.times == [2])
    }

    @Test("Random tiles read back bit by bit") func seededTiles() throws {
        for seed in UInt64(0)..<250 {
            var random = SplitMix(seed: seed)
            var time = Int64.random(in: -1_000_000...1_000_000, using: &random)
            let isRegular = random.next() % 2 == 0
            let steps = (0..<Int.random(in: 1...120, using: &random)).map { _ in
                time += isRegular ? 7 : Int64.random(in: 1...90_000, using: &random)
                return time
            }
            let gaps = UInt64([0, 0, 10, 50, 97][Int(random.next() % 5)])
            let tile = Tile.random(steps: steps, runs: 20, gapsInHundred: gaps, &random)
            let bytes = tile.encoded()
            #expect(try Tile(decoding: bytes).isIdentical(to: tile), "seed \(seed)")
            #expect(try Tile(decoding: bytes).encoded() == bytes, "seed \(seed)")
            let reader = try TileReader(bytes)
            let present = tile.runs.flatMap(\.values).filter { !$0.isNaN }
            #expect(reader.valueCount == present.count, "seed \(seed)")
            for run in tile.runs {
                let series = try #require(try reader.series(slot: run.slot))
                let expected = zip(steps, run.values).filter { !$0.1.isNaN }
                #expect(series.times == expected.map(\.0) && series.values.patterns == expected.map(\.1).patterns)
            }
        }
    }

    /// A week of hourly snapshots, each coin at its own minutes: thousands of steps, few present in a run.
    @Test("A week of irregular times reads back in under 26 bits a value") func irregularWeek() throws {
        var random = SplitMix(seed: 168)
        let (hours, coins) = (60, 64)
        let steps = (0..<hours * coins).map { 1_711_324_800 + Int64($0) * 56 }
        let runs = (0..<coins).map { coin in
            var values = [Double](repeating: .nan, count: steps.count)
            let prices = Kind.cents.values(hours, &random)
            for hour in 0..<hours { values[hour * coins + (coin * 29 + hour * 5) % coins] = prices[hour] }
            return Tile.Run(slot: UInt16(coin), values: values)
        }
        let tile = Tile(steps: steps, runs: runs)
        let bytes = tile.encoded()
        #expect(try Tile(decoding: bytes).isIdentical(to: tile))
        #expect(bytes.count * 8 < hours * coins * 26)
    }

    static let sample = Tile(
        steps: [10, 11, 16],
        runs: [
            Tile.Run(slot: 0, values: [1.23, 1.26, 1.23]), Tile.Run(slot: 2, values: [1.5, .nan, -1]),
            Tile.Run(slot: 255, values: [.nan, 7, 7]),
        ]
    )
}
