import TestPrograms
import Testing

@testable import SeriesEncoding

@Suite struct DecimalFormTests {
    @Test("The coarsest decimal scale that fits all values is chosen") func coarsestScale() {
        #expect(form([1.25, 3, 0.5]) == Form(-2, [125, 300, 50], []))
        #expect(form([123_456_000, 98_700_000]) == Form(3, [123_456, 98_700], []))
        #expect(form([0, 1e22]) == Form(22, [0, 1], []))
        #expect(form([1e-22, 3e-22]) == Form(-22, [1, 3], []))
        #expect(form([-0.07, 0.03]) == Form(-2, [-7, 3], []))
        #expect(form([9_007_199_254_740_991]) == Form(0, [9_007_199_254_740_991], []))
    }

    @Test("Values without an exact decimal mantissa are exceptions") func exceptions() {
        #expect(form([1, 2, 1.0 / 3, 4]) == Form(0, [1, 2, 2, 4], [2]))
        #expect(form([-0.0, 2]) == Form(0, [2, 2], [0]))
        #expect(form([.infinity, 2, -.infinity]) == Form(0, [2, 2, 2], [0, 2]))
        #expect(form([(2.0).squareRoot()]) == nil)
        #expect(form([1e-30, 1e300, .leastNonzeroMagnitude]) == nil)
    }

    @Test("One value with more digits does not change the scale of the others") func outlier() {
        let cents = (0..<40).map { Double(1000 + $0) / 100 }
        let found = form(cents + [0.123456789012])
        #expect(found?.exponent == -2)
        #expect(found?.exceptions == [40])
        // One more digit for all is cheaper than three exceptions, but dearer than one.
        #expect(form(cents + [10.125])?.exponent == -2)
        #expect(form(cents + [10.125, 10.135, 10.145])?.exponent == -3)
    }

    @Test("A run of one repeated value has its shortest mantissa", arguments: [1, 2, 9, 40])
    func constantRun(count: Int) {
        var decimals = DecimalForm()
        let cases: [(value: Double, exponent: Int, mantissa: Int64)] = [
            (290_500, 2, 2905), (1_234_567.89, -2, 123_456_789), (-0.07, -2, -7), (21e6, 6, 21), (0, 22, 0),
        ]
        for (value, exponent, mantissa) in cases {
            // What the run before had is gone, its exceptions too.
            decimals.load([1.5, 2.25, 1.0 / 3, 4.75, 5])
            decimals.load(Array(repeating: value, count: count))
            #expect(decimals.isUsable && decimals.exceptions.isEmpty)
            #expect(decimals.scale.exponent == exponent)
            #expect(decimals.mantissas == Array(repeating: mantissa, count: count))
            #expect(decimals.bounds == mantissa...mantissa)
        }
        for value in [(2.0).squareRoot(), -0.0, .infinity] {
            decimals.load(Array(repeating: value, count: count))
            #expect(!decimals.isUsable)
        }
    }

    @Test("Every decimal of up to 15 digits has an exact mantissa") func fifteenDigits() {
        var random = SplitMix(seed: 15)
        var decimals = DecimalForm()
        for _ in 0..<20_000 {
            let digits = Int.random(in: 1...15, using: &random)
            let bound = (0..<digits).reduce(1) { power, _ in power * 10 }
            let mantissa = Int64.random(in: Int64(1 - bound)...Int64(bound - 1), using: &random)
            let scale = DecimalScale(exponent: Int.random(in: -22...22 - 15, using: &random))
            let value = mantissa == 0 ? 0 : scale.value(of: mantissa)
            decimals.load([value])
            #expect(decimals.isUsable && decimals.exceptions.isEmpty, "\(mantissa) × 10^\(scale.exponent)")
            #expect(decimals.scale.value(of: decimals.mantissas[0]).bitPattern == value.bitPattern)
        }
    }

    @Test("A decimal scale gives the same number as parsing the text") func decimalText() throws {
        var random = SplitMix(seed: 4)
        for _ in 0..<5000 {
            let mantissa = Int64.random(in: 1...99_999_999, using: &random)
            let exponent = Int.random(in: -22...22, using: &random)
            let text = try #require(Double("\(mantissa)e\(exponent)"))
            #expect(DecimalScale(exponent: exponent).value(of: mantissa) == text)
            #expect(DecimalScale(exponent: exponent).mantissa(of: text) == mantissa)
        }
    }

    private struct Form: Equatable {
        let exponent: Int
        let mantissas: [Int64]
        let exceptions: [Int]

        init(_ exponent: Int, _ mantissas: [Int64], _ exceptions: [Int]) {
            (self.exponent, self.mantissas, self.exceptions) = (exponent, mantissas, exceptions)
        }
    }

    private func form(_ values: [Double]) -> Form? {
        var decimals = DecimalForm()
        decimals.load(values)
        return decimals.isUsable ? Form(decimals.scale.exponent, decimals.mantissas, decimals.exceptions) : nil
    }
}
