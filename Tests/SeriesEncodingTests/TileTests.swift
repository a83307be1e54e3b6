import Testing

@testable import SeriesEncoding

@Suite struct TileTests {
    /// Written once by version 1 and never again: a later program has to read it.
    static let recorded: [UInt8] = [
        65, 84, 1, 3, 20, 1, 5, 3, 0, 1, 6, 2, 33, 6, 7, 17, 6, 254, 0, 246, 1, 2, 12, 5, 255, 0, 20, 3, 5, 1, 2, 0, 0,
        14, 0, 58, 34, 39, 3,
    ]

    static let sample = Tile(
        steps: [10, 11, 16],
        runs: [
            Tile.Run(slot: 0, values: [1.23, 1.26, 1.23]), Tile.Run(slot: 2, values: [1.5, .nan, 1]),
            Tile.Run(slot: 7, values: [.nan, 7, 7]),
        ]
    )

    /// NaN equals NaN here, and 0 differs from −0.
    static func same(_ left: Tile, _ right: Tile) -> Bool {
        left.steps == right.steps && left.runs.map(\.slot) == right.runs.map(\.slot)
            && zip(left.runs, right.runs).allSatisfy { one, other in
                one.values.map { $0.isNaN ? 1 : $0.bitPattern } == other.values.map { $0.isNaN ? 1 : $0.bitPattern }
            }
    }

    @Test func aTileOfVersionOneStaysReadable() throws {
        let tile = try Tile(decoding: Self.sample.encoded())
        #expect(Self.same(tile, Self.sample))
        #expect(Self.sample.encoded() == Self.recorded)
        #expect(try Self.same(Tile(decoding: Self.recorded), Self.sample))
    }

    @Test func everyCutIsAnError() {
        let bytes = Self.sample.encoded()
        for length in 0..<bytes.count {
            #expect(throws: TileError.self) { try Tile(decoding: Array(bytes[..<length])) }
        }
        #expect(throws: TileError.self) { try Tile(decoding: bytes + [0]) }
    }

    @Test func everyFlippedBitIsAnError() {
        let bytes = Self.sample.encoded()
        for position in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[position] ^= 1 << UInt8(bit)
                #expect(throws: TileError.self) { try Tile(decoding: damaged) }
            }
        }
    }

    /// With a checksum that fits, the bytes may say anything: an error or some tile, never a trap.
    @Test func garbageWithAFittingChecksumNeverTraps() throws {
        var random = SplitMix(state: 1)
        let whole = Self.sample.encoded()
        var read = 0
        for _ in 0..<20_000 {
            var bytes = Array(whole.dropLast(4))
            for _ in 0...Int(random.next() % 4) {
                bytes[3 + Int(random.next() % UInt64(bytes.count - 3))] = UInt8(truncatingIfNeeded: random.next())
            }
            let checksum = crc32c(bytes[...])
            for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(shift)))) }
            do {
                _ = try Tile(decoding: bytes)
                read += 1
            } catch {
                #expect(error.reason != .checksum)
            }
        }
        #expect(read > 0)
    }

    @Test func theChecksumIsTheCastagnoliOne() {
        #expect(crc32c(Array("123456789".utf8)[...]) == 0xe306_9283)
        #expect(crc32c([UInt8](repeating: 0, count: 32)[...]) == 0x8a91_36aa)
        #expect(crc32c([]) == 0)
    }

    @Test func oneRunReadsAlone() throws {
        let reader = try TileReader(Self.sample.encoded())
        #expect(reader.slots == [0, 2, 7])
        let series = try #require(try reader.series(slot: 2))
        #expect(series.times == [10, 16])
        #expect(series.values == [1.5, 1])
        #expect(try reader.series(slot: 3) == nil)
        var row = [Double](repeating: 5, count: 3)
        try reader.decode(slot: 3, into: &row)
        #expect(row.allSatisfy { $0.isNaN })
        #expect(try reader.encoding(slot: 7) == .decimalFrame)
    }

    @Test func randomTilesReadBackToTheBit() throws {
        var random = SplitMix(state: 99)
        for round in 0..<300 {
            let steps = (0..<Int(1 + random.next() % 60)).map { Int64($0) * 7 + Int64(random.next() % 7) - 100 }
            let runs = (0..<UInt16(1 + random.next() % 20)).map { slot in
                let kind = random.next() % 6
                return Tile.Run(
                    slot: slot * 3,
                    values: steps.map { _ in random.next() % 4 == 0 ? .nan : random.value(of: kind) }
                )
            }.filter { !$0.values.allSatisfy(\.isNaN) }
            let tile = Tile(steps: steps, runs: runs)
            #expect(try Self.same(Tile(decoding: tile.encoded()), tile), "round \(round)")
        }
    }
}

/// A small seeded generator (SplitMix64) with the kinds of values that stores hold.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    mutating func value(of kind: UInt64) -> Double {
        switch kind {
        case 0: Double(next() % 100_000) / 100
        case 1: Double(next() % 30)
        case 2: Double(next() % 1000) * 1e6
        case 3: Double(next() >> 11) / 9_007_199_254_740_992
        case 4:
            [
                0, -0.0, .infinity, -.infinity, Double.leastNonzeroMagnitude, 1.7e308, -1, 9_007_199_254_740_994,
                0.1 + 0.2,
            ][Int(next() % 9)]
        default: { $0.isNaN ? 1 : $0 }(Double(bitPattern: next()))
        }
    }
}
