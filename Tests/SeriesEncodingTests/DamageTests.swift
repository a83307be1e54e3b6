import TestPrograms
import Testing

@testable import SeriesEncoding

/// Whatever happens to the bytes of a tile, reading them ends in a named error or in numbers, never in a trap.
@Suite struct DamageTests {
    /// All encodings and all presences.
    static let tiles: [Tile] = {
        var random = SplitMix(seed: 77)
        return [
            TileTests.sample, GoldenTests.tile, Tile(steps: [], runs: []),
            Tile.random(steps: Array(0..<40), runs: 6, gapsInHundred: 0, &random),
            Tile.random(steps: (0..<60).map { $0 * $0 }, runs: 6, gapsInHundred: 60, &random),
        ]
    }()

    @Test("A tile cut at any byte is truncated, and one with more is corrupt") func truncated() {
        for bytes in Self.tiles.map({ $0.encoded() }) {
            for length in bytes.indices {
                #expect(reason(Array(bytes[..<length])) == .truncated)
            }
            #expect(reason(bytes + [0]) == .corrupt)
        }
    }

    @Test("A flipped bit is an error of the part that it is in") func flippedBit() {
        for bytes in Self.tiles.map({ $0.encoded() }) {
            for position in bytes.indices {
                for bit in UInt8(0)..<8 {
                    var damaged = bytes
                    damaged[position] ^= 1 << bit
                    let expected: Set<TileError.Reason> =
                        switch position {
                        case 0..<4: [.badMagic]
                        case 4: [.unsupportedVersion]
                        case 5..<9: [.truncated, .corrupt]
                        default: [.checksum]
                        }
                    #expect(reason(damaged).map(expected.contains) == true, "byte \(position), bit \(bit)")
                }
            }
        }
    }

    @Test("Flipped bits with a valid checksum are read or rejected without a trap") func flippedBitResealed() {
        var refused = 0
        for bytes in Self.tiles.map({ $0.encoded() }) {
            for position in 9..<bytes.count - 4 {
                for bit in UInt8(0)..<8 {
                    var damaged = bytes
                    damaged[position] ^= 1 << bit
                    if reason(damaged.resealed()) != nil { refused += 1 }
                }
            }
        }
        #expect(refused > 0)
    }

    @Test("Random bytes with a valid checksum are read or rejected without a trap") func garbageResealed() {
        var random = SplitMix(seed: 1)
        var (read, refused) = (0, 0)
        for tile in Self.tiles {
            let whole = tile.encoded()
            for _ in 0..<4000 where whole.count > 13 {
                var bytes = whole
                for _ in 0...Int(random.next() % 4) {
                    bytes[Int.random(in: 9..<bytes.count - 4, using: &random)] = UInt8(
                        truncatingIfNeeded: random.next()
                    )
                }
                if let reason = reason(bytes.resealed()) {
                    #expect(reason == .truncated || reason == .corrupt)
                    refused += 1
                } else {
                    read += 1
                }
            }
        }
        #expect(read > 0 && refused > 0)
    }

    /// Random bytes behind a head and a directory that point into them, for each encoding with each presence.
    @Test(
        "Random bytes in a run never trap, for each encoding and presence",
        arguments: Encoding.allCases,
        Presence.allCases
    )
    func randomRuns(encoding: Encoding, presence: Presence) {
        var random = SplitMix(seed: UInt64(encoding.rawValue) << 8 | UInt64(presence.rawValue))
        for _ in 0..<1500 {
            let length = Int.random(in: 0...60, using: &random)
            // Small numbers get further than large ones.
            let mask: UInt8 = random.next() % 2 == 0 ? 0xff : 0x0f
            let run = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) & mask }
            let steps = UInt8.random(in: 2...90, using: &random)
            let head = [steps, 0, 1, 1, 1, 5, encoding.rawValue | presence.rawValue << 4, UInt8(length)]
            // Head and checksum are right, so only what the run says can be wrong.
            #expect([nil, .corrupt, .truncated].contains(reason(handmade(head + run))))
        }
    }

    @Test("Counts too large for the bytes are rejected") func excessiveClaims() {
        let million: [UInt8] = [0x80, 0x80, 0x40]
        // 2²⁰ + 1 steps; 257 runs; 255 runs of 2²⁰ steps; more values than cells; runs without steps.
        for head in [
            [0x81, 0x80, 0x40, 0, 1], [1, 0, 0x81, 2], million + [0, 1, 0xff, 1, 0xff, 1], [2, 0, 1, 1, 3], [0, 1, 1],
        ] as [[UInt8]] {
            #expect(reason(handmade(head)) == .corrupt, "\(head)")
        }
        // 2²⁰ steps that are not there.
        #expect(reason(handmade(million + [0, 0])) == .truncated)
    }

    @Test("A tile with a wrong value count or wrong bounds is corrupt") func inconsistentTile() throws {
        let bytes = TileTests.sample.encoded()
        var counted = bytes
        // Head, three steps, run count; then the value count, 7.
        #expect(counted[15] == 7)
        counted[15] = 6
        #expect(reason(counted.resealed()) == .corrupt)
    }

    @Test("A decoding error names the slot of its run") func errorNamesRun() throws {
        // One step, slot 5, plain and everywhere, eight bytes that are a NaN.
        let nan: [UInt8] = [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]
        let bytes = handmade([1, 0, 1, 1, 5, 3, 8] + nan)
        let error = #expect(throws: TileError.self) { try Tile(decoding: bytes) }
        #expect(error?.description == "corrupt: run of slot 5: a value that is not a number")
    }

    /// Why bytes cannot be read; nil when they can.
    private func reason(_ bytes: [UInt8]) -> TileError.Reason? {
        do throws(TileError) {
            _ = try Tile(decoding: bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    /// A tile of any bytes between head and end.
    private func handmade(_ body: [UInt8]) -> [UInt8] {
        var bytes = TileFormat.magic + [TileFormat.version, 0, 0, 0, 0] + body + [UInt8](repeating: 0, count: 20)
        bytes[5] = UInt8(bytes.count)
        return bytes.resealed()
    }
}
