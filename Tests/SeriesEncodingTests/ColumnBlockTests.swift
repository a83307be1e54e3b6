import TestPrograms
import Testing

@testable import SeriesEncoding

/// Columns come back to the bit, or not at all.
@Suite struct ColumnBlockTests {
    /// Every form: constant, plain, distances, words.
    private static let columns: [[Int64]] = [
        [7, 7, 7, 7], [3, -1, 0, 2], [1_700_000_000, 1_700_000_060, 1_700_003_600, 1_700_003_601],
        [0x7234_5678_9abc_def0, -0x7edc_ba98_7654_3210, 0x7fed_cba9_8765_4321, -0x7111_2222_3333_4444],
    ]

    /// Written once by version 1 and never again.
    private static let versionOne = [UInt8](
        hex: """
            436f6c73010404000e01060100040280c49fd50c78a8370203f0debc9a78563472f0cdab896745238121436587a9cbed
            7fbcbbccccddddee8ed6607ce1
            """
    )

    @Test("Columns of every form read back, and their bytes are those of version 1") func everyForm() throws {
        let bytes = ColumnBlock.encoded(Self.columns)
        #expect(try ColumnBlock.decoded(bytes) == Self.columns)
        #expect(bytes == Self.versionOne)
        #expect(try ColumnBlock.decoded(ColumnBlock.encoded([[], []])) == [[], []])
        #expect(try ColumnBlock.decoded(ColumnBlock.encoded([])) == [])
    }

    @Test("Random columns read back") func randomColumns() throws {
        var random = SplitMix(seed: 5)
        for _ in 0..<300 {
            let rows = Int.random(in: 0..<40, using: &random)
            let columns = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                let width = Int64.random(in: 0..<63, using: &random)
                return (0..<rows).map { _ in Int64.random(in: .min...(.max), using: &random) >> width }
            }
            #expect(try ColumnBlock.decoded(ColumnBlock.encoded(columns)) == columns)
        }
    }

    @Test("A block cut at any byte or with a flipped bit is an error") func damage() {
        let bytes = ColumnBlock.encoded(Self.columns)
        for length in bytes.indices {
            #expect(throws: TileError.self) { try ColumnBlock.decoded(Array(bytes[..<length])) }
        }
        for position in bytes.indices {
            for bit in UInt8(0)..<8 {
                var damaged = bytes
                damaged[position] ^= 1 << bit
                #expect(throws: TileError.self) { try ColumnBlock.decoded(damaged) }
            }
        }
    }

    /// A checksum that fits vouches for nothing: the bytes may have been made on purpose.
    @Test("Random bytes with a valid checksum give an error or numbers") func hostileBytes() {
        var random = SplitMix(seed: 6)
        for _ in 0..<3000 {
            var bytes = Array(ColumnBlock.encoded(Self.columns).dropLast(4))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 5..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let sum = crc32c(bytes, upTo: bytes.count)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
            do throws(TileError) {
                let columns = try ColumnBlock.decoded(bytes)
                #expect(columns.count <= 16)
            } catch {
                #expect(error.reason == .corrupt || error.reason == .truncated)
            }
        }
    }
}
