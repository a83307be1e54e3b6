import TestPrograms
import Testing

@testable import SeriesEncoding

/// One suite against every encoding: what it takes it gives back to the bit, in just the bytes that it said.
@Suite struct EncodingTests {
    static let series: [[Double]] = [
        [1], [0], [-0.0], [0, 0, 0], [-0.0, 0], [0, -0.0, 5], [1.5, 1.5], [0.1, 0.2, 0.3], [1e-7, 2.5e-9, 3],
        [69_958.81, 70_000, 3.2014e-8], [123_456_000, 98_700_000, 1000], [1e22, 1e300, .leastNonzeroMagnitude],
        [9_007_199_254_740_991, -9_007_199_254_740_991, 0], [.infinity, 1, -.infinity], [.infinity],
        [0.1 + 0.2, 1.0 / 3, 1.4142135623730951], [1.0 / 3, 7, 7.5], [1e20, 0.01, 0.02, 0.03, 0.04, 0.05],
        Array(stride(from: 0, to: 100, by: 1)), Array(repeating: [5, 0, 0, 17], count: 20).flatMap(\.self),
        Kind.extreme, Kind.extreme.reversed(), [Double](repeating: 0.07, count: 64),
    ]

    @Test("Values that an encoding accepts read back", arguments: Encoding.allCases)
    func readBack(encoding: Encoding) throws {
        var taken = 0
        for values in Self.series where try readsBack(values, encoding) { taken += 1 }
        #expect(taken > 0)
    }

    @Test("Random values of each kind read back in each encoding", arguments: Encoding.allCases, Kind.allCases)
    func seededValues(encoding: Encoding, kind: Kind) throws {
        for seed in UInt64(0)..<40 {
            var random = SplitMix(seed: seed)
            let count = Int.random(in: 1...140, using: &random)
            #expect(try readsBack(kind.values(count, &random), encoding) || encoding != .plain, "seed \(seed)")
        }
    }

    @Test("A run cut at any byte or with more behind it is an error", arguments: Encoding.allCases)
    func truncatedRun(encoding: Encoding) throws {
        for values in Self.series {
            let draft = Self.draft(values)
            guard encoding.codec.byteCount(of: draft) != nil else { continue }
            var writer = ByteWriter()
            encoding.codec.write(draft, to: &writer)
            // A constant has no cut that is not a constant, too.
            for length in 0..<writer.bytes.count where encoding != .constant {
                #expect(throws: TileError.self, "\(values) cut at \(length)") {
                    try Self.read(Array(writer.bytes[..<length]), values.count, encoding)
                }
            }
            #expect(throws: TileError.self) {
                try Self.read(writer.bytes + [UInt8](repeating: 0, count: 9), values.count, encoding)
            }
        }
    }

    @Test(
        "The smallest encoding is chosen",
        arguments: [
            ([7, 7, 7], .constant), ([1.0 / 3, 1.0 / 3], .constant), ([0.07, 0.07, 0.07], .decimalFrame),
            ([1, 2, 3, 4], .decimalFrame), (Array(stride(from: 1_000_000, to: 1_000_192, by: 3)), .decimalDelta),
            ([0.1 + 0.2, 1.0 / 3, 1.4142135623730951], .plain),
            ([(2.0).squareRoot(), (2.0).squareRoot(), (2.0).squareRoot(), 1], .decimalFrame),
            ([.infinity, .infinity], .constant),
        ] as [([Double], Encoding)]
    )
    func smallestEncoding(values: [Double], encoding: Encoding) {
        #expect(Encoding.smallest(for: Self.draft(values)).encoding == encoding)
    }

    @Test("On a tie the simpler encoding is chosen") func tie() {
        // Four bytes as distances, and four as differences.
        let draft = Self.draft([1, 2])
        #expect(DecimalFrameRun.byteCount(of: draft) == 4)
        #expect(DecimalDeltaRun.byteCount(of: draft) == 4)
        #expect(Encoding.smallest(for: draft).encoding == .decimalFrame)
        // Two further values cost no byte as bits, and sixteen as they are.
        #expect(Encoding.smallest(for: Self.draft([.pi])).encoding == .constant)
    }

    /// What is left out because it cannot be smaller is written here all the same.
    @Test("The chosen encoding writes the fewest bytes of all") func fewestBytes() throws {
        var random = SplitMix(seed: 41)
        let bases: [Double] = [0, -0.0, 5, 0.07, 290_500, 1_234_567.89, 1.0 / 3, 43_117.25, 1e300]
        for _ in 0..<2000 {
            let base = try #require(bases.randomElement(using: &random))
            let isConstant = Bool.random(using: &random)
            let values = (0..<Int.random(in: 1...70, using: &random)).map { _ in
                isConstant || Bool.random(using: &random) ? base : base + Double(Int.random(in: 0...99, using: &random))
            }
            let draft = Self.draft(values)
            let written = Encoding.allCases.compactMap { encoding -> (encoding: Encoding, byteCount: Int)? in
                switch encoding {
                case .constant where Set(values.map(\.bitPattern)).count > 1: return nil
                case .decimalFrame where !draft.decimals.isUsable: return nil
                case .decimalDelta where !draft.decimals.isUsable: return nil
                default: break
                }
                var writer = ByteWriter()
                encoding.codec.write(draft, to: &writer)
                return (encoding, writer.bytes.count)
            }
            let least = try #require(written.min { $0.byteCount < $1.byteCount })
            #expect(Encoding.smallest(for: draft) == least, "\(values)")
        }
    }

    @Test("Encoding numbers do not change") func stableNumbers() {
        #expect([Encoding.constant, .decimalFrame, .decimalDelta, .plain].map(\.rawValue) == [0, 1, 2, 3])
    }

    /// Whether an encoding takes the values; if it does, they read back in the bytes that it said.
    private func readsBack(_ values: [Double], _ encoding: Encoding) throws -> Bool {
        let draft = Self.draft(values)
        guard let size = encoding.codec.byteCount(of: draft) else { return false }
        var writer = ByteWriter()
        encoding.codec.write(draft, to: &writer)
        #expect(writer.bytes.count == size, "\(encoding) \(values)")
        let back = try Self.read(writer.bytes, values.count, encoding)
        #expect(back.patterns == values.patterns, "\(encoding)")
        return true
    }

    private static func draft(_ values: [Double]) -> RunDraft {
        var draft = RunDraft()
        draft.load(values.span)
        return draft
    }

    /// Reads a run into the middle of a row that has a mark at both ends.
    private static func read(_ bytes: [UInt8], _ count: Int, _ encoding: Encoding) throws -> [Double] {
        var reader = ByteReader(bytes + [UInt8](repeating: 0xff, count: 16), 0..<bytes.count)
        var row = [Double](repeating: 4711, count: count + 2)
        var span = row.mutableSpan
        try encoding.read(&reader, into: &span, at: 1..<count + 1)
        #expect(row[0] == 4711 && row[count + 1] == 4711)
        return Array(row[1...count])
    }
}
