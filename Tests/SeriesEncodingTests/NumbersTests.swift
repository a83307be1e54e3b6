import TestPrograms
import Testing

@testable import SeriesEncoding

@Suite struct NumbersTests {
    @Test("The checksum is CRC-32C by its published test vectors") func checksumVectors() {
        #expect(crc32c([]) == 0)
        #expect(crc32c(Array("123456789".utf8)) == 0xe306_9283)
        #expect(crc32c([UInt8](repeating: 0, count: 32)) == 0x8a91_36aa)
        #expect(crc32c([UInt8](repeating: 255, count: 32)) == 0x62a8_ab43)
        #expect(crc32c(Array(0..<32)) == 0x46dd_794e)
    }

    /// A bit at a time, as the polynomial is defined.
    @Test("The checksum of any length equals the bitwise definition") func checksumBitwise() {
        var random = SplitMix(seed: 32)
        for length in Array(0..<70) + [511, 512, 513, 1023, 1024, 4092, 5000] {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            var remainder = ~UInt32(0)
            for byte in bytes {
                remainder ^= UInt32(byte)
                for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0x82f6_3b78 : remainder >> 1 }
            }
            #expect(crc32c(bytes) == ~remainder)
        }
    }

    @Test("Numbers of any bit width pack and unpack") func bitWidths() {
        var random = SplitMix(seed: 8)
        let numbers = (0..<1000).map { index -> (number: UInt64, width: Int) in
            let width = (index * 7 + index / 65) % 65
            return (random.next() & (~0 >> (64 - width)), width)
        }
        var (writer, bits) = (ByteWriter(), BitWriter())
        for (number, width) in numbers { bits.append(number, width: width, to: &writer) }
        bits.finish(to: &writer)
        #expect(writer.bytes.count == (numbers.reduce(0) { $0 + $1.width } + 7) / 8)
        let bytes = writer.bytes + [UInt8](repeating: 0xff, count: 16)
        var reader = BitReader(at: 0)
        for (number, width) in numbers { #expect(reader.read(width, bytes.span.bytes) == number) }
    }

    @Test("Signed numbers of any size read back") func signedNumbers() throws {
        for value in [0, 1, -1, 63, 64, -64, -65, .max, .min, 1 << 40, -1 << 40] as [Int64] {
            var writer = ByteWriter()
            writer.append(signed: value)
            #expect(writer.bytes.count == value.zigzag.numberLength)
            var reader = ByteReader(writer.bytes, 0..<writer.bytes.count)
            #expect(try reader.signed() == value)
            #expect(reader.remaining == 0)
        }
    }

    @Test("Numbers without an end are errors") func endlessNumber() {
        for bytes in [[], [0x80], [UInt8](repeating: 0xff, count: 20), [UInt8](repeating: 0x80, count: 9) + [2]] {
            var reader = ByteReader(bytes, 0..<bytes.count)
            #expect(throws: TileError.self) { try reader.number() }
        }
    }

    @Test("An outlier widens only its block") func outlierBlock() {
        var numbers = [UInt64](repeating: 5, count: 96)
        numbers[40] = 1 << 30
        // Three widths; 32 × 3 bits twice and 32 × 31 bits once.
        #expect(PackedBlocks.byteCount(96) { numbers[$0] } == 3 + 12 + 12 + 124)
    }

    @Test(
        "Regular times take one stride, others their distances",
        arguments: [
            ([], [0]), ([7], [1, 14]), ([-1, 6, 13], [3, 1, 7]), ([10, 11, 16], [3, 20, 0, 3, 1 | 5 << 3]),
            ([0, 200], [2, 0, 200, 1]),
        ] as [([Int64], [UInt8])]
    )
    func timeForms(steps: [Int64], bytes: [UInt8]) throws {
        var writer = ByteWriter()
        StepTimes.write(steps, to: &writer)
        #expect(writer.bytes == bytes)
        var reader = ByteReader(bytes + [UInt8](repeating: 0xff, count: 16), 0..<bytes.count)
        #expect(try StepTimes.read(&reader) == steps)
        #expect(reader.remaining == 0)
    }

    @Test("Times at both ends of 64 bits read back") func extremeTimes() throws {
        for steps in [[.min, .max], [.min, 0, .max], [.max], [.min, .min + 1, .max - 1, .max]] as [[Int64]] {
            #expect(try Tile(decoding: Tile(steps: steps, runs: []).encoded()).steps == steps)
        }
    }

    @Test("Times that do not ascend or do not fit are errors") func unorderedTimes() {
        // Too many, a distance of 0, beyond the largest time, more than there are bytes, a block too wide.
        let huge = [UInt8](repeating: 0xff, count: 9) + [1]
        for bytes in [
            [0x81, 0x80, 0x40], [3, 0, 0, 1, 0b01], [2, 2] + huge, [3, 0, 0, 8, 1], [0xff, 0x7f, 0, 0, 1],
            [3, 0, 0, 65],
        ] as [[UInt8]] {
            var reader = ByteReader(bytes + [UInt8](repeating: 0xff, count: 16), 0..<bytes.count)
            #expect(throws: TileError.self, "\(bytes)") { try StepTimes.read(&reader) }
        }
    }
}
