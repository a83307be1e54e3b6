import Testing

@testable import SeriesEncoding

/// Bytes written once by each version and never again: every later program has to read them.
@Suite struct GoldenTests {
    /// Every encoding and every presence of version 1.
    static let versionOne = [UInt8](
        hex: """
            54696c65017e01000028e02b0107bb0100010301012b0202420711a701643314fe2116ff10031c2a00940006c0e154dc
            a8c6f8a044d867b6346d34d426a6f02d24d0e595ecac17cca4850111555555555555d53f14c0f38c040cacc99aa6c99a
            ac699aacc99aa6c99aac699aacc99aa6c99aac699aacc99aa6c99aac699aacc99aa6c99aac699aacc99a0ca6c99aac69
            9aacc99aa6090325878080e898a9bf8d0704011101200230034004500500066607770888090f03000101010101010101
            010003030303000000000000400400000000000040040000000000004006000000000000400600000000000040080000
            000000004008000000000000400a000000000000400a000000000000400c000000000000400c000000000000400d0000
            00000000400f00000000000040110000000000004013000000000000400206c308000000000000f0ff01000000000000
            006ddbb66ddb1c0004403993049135451154531940390314018000000000000000000000000000000000a6ca2c84
            """
    )

    /// Times of no one stride: those of the sample.
    static let versionOneOddTimes = [UInt8](
        hex: """
            54696c65013a00000003140003290307000105022205ff200314f601020c05151e063106401c00000000000000000000
            0000000000008291494f
            """
    )

    static let tile: Tile = {
        func row(_ values: [Int: Double]) -> [Double] { (0..<40).map { values[$0] ?? .nan } }
        func full(_ value: (Int) -> Double) -> [Double] { (0..<40).map(value) }
        return Tile(
            steps: (0..<40).map { 2_800 + $0 },
            runs: [
                // Constant; all.
                Tile.Run(slot: 0, values: full { _ in 21_000_000 }),
                // Frame; all; an exception.
                Tile.Run(slot: 1, values: full { $0 == 17 ? 1.0 / 3 : Double($0 * 7 % 60) / 100 }),
                // Delta; all; two blocks.
                Tile.Run(slot: 2, values: full { Double(4_300_000 + $0 * 1_237 + $0 % 3) / 100 }),
                // Delta with many exceptions; a range.
                Tile.Run(slot: 7, values: full { $0 < 3 ? .nan : $0 % 4 == 0 ? 2 : 2 + Double.ulpOfOne * Double($0) }),
                // Plain; two of 40, a list.
                Tile.Run(slot: 100, values: row([3: -.infinity, 39: .leastNonzeroMagnitude])),
                // A power of ten above 1; a bitmap.
                Tile.Run(slot: 254, values: full { $0 % 3 == 1 ? .nan : Double($0 * $0 % 11) * 1e6 }),
                // −0 alone.
                Tile.Run(slot: 255, values: row([20: -0.0])),
            ]
        )
    }()

    @Test("Recorded tiles of version 1 are readable") func readVersionOne() throws {
        #expect(try Tile(decoding: Self.versionOne).isIdentical(to: Self.tile))
        #expect(try Tile(decoding: Self.versionOneOddTimes).isIdentical(to: TileTests.sample))
    }

    @Test("Tiles are written with the recorded bytes of version 1") func writeVersionOne() throws {
        let bytes = Self.tile.encoded()
        #expect(bytes == Self.versionOne, "\(bytes.hex)")
        let odd = TileTests.sample.encoded()
        #expect(odd == Self.versionOneOddTimes, "\(odd.hex)")
    }

    @Test("The recorded tile uses every encoding and presence") func coverage() throws {
        let reader = try TileReader(Self.versionOne)
        #expect(Set(reader.encodings.map(\.encoding)) == Set(Encoding.allCases))
        let kinds = Self.tile.runs.map { run in
            Presence.smallest(for: run.values.indices.filter { !run.values[$0].isNaN }, of: 40).kind
        }
        #expect(Set(kinds) == Set(Presence.allCases))
    }

    @Test("Bytes of other formats and versions have their own error") func foreignBytes() {
        for (bytes, reason) in [
            ([], .truncated), (Array("Tile".utf8), .truncated), (Array("SQLite format 3".utf8), .badMagic),
            (Array("Tile\u{2}".utf8), .unsupportedVersion), (Array("Tile\u{1}".utf8), .truncated),
        ] as [([UInt8], TileError.Reason)] {
            let error = #expect(throws: TileError.self) { try TileReader(bytes) }
            #expect(error?.reason == reason)
        }
    }
}
