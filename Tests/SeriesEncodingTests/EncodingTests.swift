import Testing

@testable import SeriesEncoding

/// Every encoding against the same values: what it takes it gives back to the bit.
@Suite struct EncodingTests {
    static let series: [[Double]] = [
        [1], [0, 0, 0], [-0.0, 0], [1.5, 1.5], [0.1, 0.2, 0.3], [1e-7, 2.5e-9, 3], [69_958.81, 70_000, 3.2014e-8],
        [123_456_000, 98_700_000, 1000], [9_007_199_254_740_991, -9_007_199_254_740_991],
        [1e22, 1e300, Double.leastNonzeroMagnitude],
        [.infinity, 1, -.infinity], [0.1 + 0.2, 1.0 / 3, 1.4142135623730951], Array(stride(from: 0, to: 100, by: 1)),
        Array(repeating: [5, 0, 0, 17], count: 20).flatMap(\.self), [1, 1, 1, 2.5, 2.5, 2.5, 2.5, 7, 7],
        [Double.leastNonzeroMagnitude, 1.7976931348623157e308],
    ]

    @Test(arguments: Encoding.allCases)
    func whatIsTakenReadsBack(encoding: Encoding) throws {
        for values in Self.series {
            let run = EncodedRun(values)
            guard let size = run.size(encoding) else {
                #expect(encoding != .plain && encoding != .xor, "\(values)")
                continue
            }
            var bytes: [UInt8] = []
            run.write(encoding, to: &bytes)
            #expect(bytes.count == size)
            var cursor = ByteCursor(bytes, 0..<bytes.count)
            let back = try encoding.decode(&cursor, count: values.count)
            #expect(back.map(\.bitPattern) == values.map(\.bitPattern), "\(encoding) \(values)")
            #expect(cursor.remaining == 0)
        }
    }

    @Test func theSmallestIsKeptAndTheSimplerOfEquals() {
        #expect(EncodedRun([7, 7, 7]).best == .decimalFrame)
        #expect(EncodedRun([1, 2, 3, 4]).best == .decimalFrame)
        #expect(EncodedRun([1.0 / 3, 1.0 / 3]).best == .constant)
        #expect(EncodedRun((0..<64).map { 1_000_000 + Double($0) * 3 }).best == .decimalDelta)
        #expect(EncodedRun([0.1 + 0.2, 1.0 / 3, 1.4142135623730951]).best == .plain)
        #expect(EncodedRun([1.4142135623730951, 1.4142135623730951, 1.4142135623730951, 1]).best == .xor)
    }

    /// Prices as published have at most eight digits; a weekly count is small.
    ///
    /// The sizes are bounds, not timings.
    @Test func publishedPricesAndCountsTakeFewBits() {
        var random = SplitMix(state: 3)
        var price = 43_000.0
        let prices = (0..<52).map { _ in
            price *= 1 + (Double(random.next() % 2001) - 1000) / 20_000
            return (price * 100).rounded() / 100
        }
        #expect(bitsAValue(prices) <= 24)
        let cents = (0..<52).map { _ in (0.05 + Double(random.next() % 1000) / 1e6) * 1e6 }.map { $0.rounded() / 1e6 }
        #expect(bitsAValue(cents) <= 16)
        let commits = (0..<52).map { _ in Double(random.next() % 60) }
        #expect(bitsAValue(commits) <= 10)
    }

    private func bitsAValue(_ values: [Double]) -> Double {
        let run = EncodedRun(values)
        return 8 * Double(run.size(run.best) ?? 0) / Double(values.count)
    }

    @Test func anyWidthPacksAndUnpacks() {
        var random = SplitMix(state: 8)
        var writer = BitWriter()
        let numbers = (0..<500).map { index -> (value: UInt64, width: UInt64) in
            let width = UInt64(index % 65)
            return (width == 64 ? random.next() : random.next() & (1 << width - 1), width)
        }
        var bytes: [UInt8] = []
        for number in numbers { writer.append(number.value, width: number.width, to: &bytes) }
        writer.finish(&bytes)
        var reader = BitReader(bytes, 0..<bytes.count)
        for number in numbers { #expect(reader.read(width: number.width) == number.value) }
        #expect(!reader.isExhausted)
        _ = reader.read(width: 64)
        #expect(reader.isExhausted)
    }

    @Test func presenceTakesTheShortestForm() throws {
        let cases: [([Int], Int, Presence)] = [
            (Array(0..<10), 10, .all), (Array(3..<8), 10, .range), ([1, 3, 4, 8], 10, .bitmap),
            ([5, 900], 1000, .list),
        ]
        for (present, steps, kind) in cases {
            let values = (0..<steps).map { present.contains($0) ? 1 : Double.nan }
            var bytes: [UInt8] = []
            #expect(Presence.write(values, count: present.count, to: &bytes) == kind)
            var cursor = ByteCursor(bytes, 0..<bytes.count)
            #expect(try kind.decode(&cursor, steps: steps) == present)
            #expect(cursor.remaining == 0)
        }
    }

    @Test func numbersOfEverySizeReadBack() throws {
        for value in [0, 1, -1, 63, 64, -65, .max, .min, 1 << 40] as [Int64] {
            var bytes: [UInt8] = []
            bytes.append(signed: value)
            var cursor = ByteCursor(bytes, 0..<bytes.count)
            #expect(try cursor.signed() == value)
        }
        var endless = ByteCursor([UInt8](repeating: 0xff, count: 20), 0..<20)
        #expect(throws: TileError.self) { try endless.number() }
    }
}
