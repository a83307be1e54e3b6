import TestPrograms
import Testing

@testable import SeriesEncoding

@Suite struct SharedScaleTests {
    /// The scale that costs least of all that some value has, each tried out; of equals the finest.
    private func cheapest(_ values: [Double]) -> Int? {
        var groups = DecimalGroups()
        var exponents: [Int] = []
        for value in values {
            var exponent = DecimalScale.exponents.upperBound
            while exponent >= DecimalScale.exponents.lowerBound,
                DecimalScale(exponent: exponent).mantissa(of: value) == nil
            {
                exponent -= 1
            }
            guard exponent >= DecimalScale.exponents.lowerBound else { continue }
            exponents.append(exponent)
            groups.insert([value], [Int8(exponent)])
        }
        return exponents.isEmpty ? nil : groups.cheapest(of: values.count)
    }

    @Test("The chosen scale is the cheapest of all scales") func scaleSearch() {
        var random = SplitMix(seed: 31)
        var decimals = DecimalForm()
        for _ in 0..<4000 {
            let count = Int.random(in: 1...40, using: &random)
            let decimalsBehind = Int.random(in: -3...9, using: &random)
            let zeros = Int.random(in: 0...4, using: &random)
            let values = (0..<count).map { _ in
                // Some have trailing zeros, few have more digits than the others, or no decimal form.
                var exponent = -decimalsBehind
                if Int.random(in: 0...5, using: &random) < zeros { exponent += Int.random(in: 1...4, using: &random) }
                switch Int.random(in: 0..<60, using: &random) {
                case 0: exponent -= Int.random(in: 1...3, using: &random)
                case 1: return 1.0 / 3
                case 2: return 0
                default: break
                }
                return DecimalScale(exponent: exponent).value(of: Int64.random(in: -999_999...999_999, using: &random))
            }
            decimals.load(values)
            #expect((decimals.isUsable ? decimals.scale.exponent : nil) == cheapest(values), "\(values)")
            guard decimals.isUsable else { continue }
            #expect(decimals.bounds == (decimals.mantissas.min() ?? 0)...(decimals.mantissas.max() ?? 0))
            for (index, value) in values.enumerated() where !decimals.exceptions.contains(index) {
                #expect(decimals.scale.value(of: decimals.mantissas[index]).bitPattern == value.bitPattern)
            }
        }
    }
}
