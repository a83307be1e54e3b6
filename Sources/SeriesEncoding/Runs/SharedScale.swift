/// The scale at which all values of a run have a mantissa, where it can be seen that no other takes fewer bits.
///
/// Most runs have one: all prices of a week have as many decimals. Then the values need not be looked at one by one:
/// each step is the same for all, and no step decides about the next.
struct SharedScale {
    let scale: DecimalScale
    /// The smallest and the largest mantissa at it.
    let bounds: ClosedRange<Int64>

    /// The fewest values for which it pays.
    private static let leastCount = 8
    /// The values whose own exponents give the first scale.
    private static let sampleCount = 4
    /// How many scales are tried.
    private static let attempts = 4
    /// A double of this size holds whole numbers in its low bits: to add and to subtract it rounds (below 2⁵¹).
    private static let rounder = 0x1.8p52

    /// The scale of a run, with the mantissas at it; nil where that is not certain, or not soon.
    ///
    /// The guess is what served the values before.
    static func find(_ values: [Double], _ guess: DecimalScale, _ mantissas: inout [Int64]) -> SharedScale? {
        guard values.count >= leastCount, var finest = sampled(values, guess) else { return nil }
        for _ in 0..<attempts {
            guard finest <= 0 else { return nil }
            let scale = DecimalScale(exponent: finest)
            if fill(values, scale.power, &mantissas) {
                let bounds = DecimalForm.bounds(of: mantissas)
                return isCheapest(mantissas, bounds) ? SharedScale(scale: scale, bounds: bounds) : nil
            }
            var own = scale
            guard let stray = values.first(where: { scale.mantissa(of: $0) == nil }),
                let exponent = DecimalForm.shortest(stray, &own)?.exponent, exponent < finest
            else { return nil }
            finest = exponent
        }
        return nil
    }

    /// The finest exponent of the first values; nil when one has none.
    private static func sampled(_ values: [Double], _ guess: DecimalScale) -> Int? {
        var finest = DecimalScale.exponents.upperBound
        var guess = guess
        for value in values[..<sampleCount] {
            guard let exponent = DecimalForm.shortest(value, &guess)?.exponent else { return nil }
            finest = min(finest, exponent)
        }
        return finest
    }

    /// Makes the mantissas for a divisor; false when a value has none, or one that is too large for this way.
    private static func fill(_ values: [Double], _ power: Double, _ mantissas: inout [Int64]) -> Bool {
        mantissas.resize(to: values.count, filling: 0)
        var found = mantissas.mutableSpan
        let values = values.span
        var strays: UInt64 = 0
        for index in 0..<values.count {
            let scaled = values[index] * power
            let shifted = scaled + rounder
            let whole = shifted - rounder
            strays |= (whole / power).bitPattern ^ values[index].bitPattern
            strays |= scaled.magnitude < 0x1p51 ? 0 : 1
            found[index] = Int64(bitPattern: shifted.bitPattern &- rounder.bitPattern)
        }
        return strays == 0
    }

    /// Whether no coarser scale can take fewer bits: each mantissa that does not end in 0 would be an exception there.
    private static func isCheapest(_ mantissas: [Int64], _ bounds: ClosedRange<Int64>) -> Bool {
        // The price is worked out from doubles elsewhere, so it may be of one bit more.
        let price = mantissas.count * (bounds.width + 1)
        var saved = 0
        for mantissa in mantissas where mantissa % 10 != 0 {
            saved += DecimalGroups.exceptionWidth
            if saved > price { return true }
        }
        return false
    }
}
