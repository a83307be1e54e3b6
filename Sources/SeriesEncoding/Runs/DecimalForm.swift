/// The values of a run as whole numbers of one power of ten: value = mantissa × 10^exponent, checked bit for bit.
///
/// Prices and volumes are published as short decimals, so a few digits say what 64 bits do; the idea is that of ALP
/// (Afroozeh, Kuffó, Boncz, SIGMOD 2024). A value without such a form, and one that would make all others much wider,
/// stands aside as an exception. −0, NaN and infinities have none. All values of up to 15 digits have one within
/// 10⁻²² … 10²², and most of 16 digits.
struct DecimalForm {
    private(set) var scale = DecimalScale(exponent: 0)
    /// A mantissa for each value; an exception has that of its neighbour, which costs least.
    private(set) var mantissas: [Int64] = []
    private(set) var bounds: ClosedRange<Int64> = 0...0
    /// The indices of the values that stand aside, ascending.
    private(set) var exceptions: [Int] = []
    private(set) var isUsable = false

    /// For each value the exponent that its own shortest mantissa has, or `DecimalGroups.none`.
    private var exponents: [Int8] = []
    private var groups = DecimalGroups()

    mutating func load(_ values: [Double]) {
        exceptions.removeAll(keepingCapacity: true)
        mantissas.resize(to: values.count, filling: 0)
        isUsable = findMantissas(of: values)
    }

    /// Finds the mantissas at the scale that costs least; false when no value has one.
    private mutating func findMantissas(of values: [Double]) -> Bool {
        exponents.resize(to: values.count, filling: DecimalGroups.none)
        DecimalForm.shorten(values, scale, &mantissas, &exponents)
        groups.removeAll()
        groups.insert(values, exponents)
        guard let best = groups.cheapest(of: values.count) else { return false }
        scale = DecimalScale(exponent: best)
        DecimalForm.bring(&mantissas, exponents, to: scale, &exceptions)
        bounds = DecimalForm.bounds(of: mantissas)
        return true
    }

    /// The smallest and the largest of some mantissas, one at least.
    static func bounds(of mantissas: [Int64]) -> ClosedRange<Int64> {
        var (least, most) = (mantissas[0], mantissas[0])
        for mantissa in mantissas {
            least = min(least, mantissa)
            most = max(most, mantissa)
        }
        return least...most
    }

    /// Finds the mantissa without trailing zeros that stands for each value, and its exponent.
    ///
    /// The guess is what served the values before. Where it fails, two scales decide: the mantissa of a value of up to
    /// 15 digits is found by rounding at the finest one that keeps it below 2⁵³, or at the next.
    private static func shorten(
        _ values: [Double],
        _ first: DecimalScale,
        _ found: inout [Int64],
        _ scales: inout [Int8]
    ) {
        var mantissas = found.mutableSpan
        var exponents = scales.mutableSpan
        var guess = first
        for index in values.indices {
            let value = values[index]
            guard let (mantissa, exponent) = shortest(value, &guess) else {
                exponents[index] = DecimalGroups.none
                continue
            }
            mantissas[index] = mantissa
            exponents[index] = Int8(exponent)
        }
    }

    /// The mantissa without trailing zeros that stands for a value, and its exponent; the guess becomes what served it.
    @inline(__always)
    static func shortest(_ value: Double, _ guess: inout DecimalScale) -> (mantissa: Int64, exponent: Int)? {
        if var mantissa = guess.mantissa(of: value) {
            var exponent = guess.exponent
            cutZeros(&mantissa, &exponent)
            return (mantissa, exponent)
        }
        guard var (mantissa, exponent) = rounded(value) else { return nil }
        cutZeros(&mantissa, &exponent)
        guess = DecimalScale(exponent: exponent)
        return (mantissa, exponent)
    }

    /// Takes the zeros at the end of a mantissa into its exponent.
    @inline(__always)
    private static func cutZeros(_ mantissa: inout Int64, _ exponent: inout Int) {
        // 0 is a mantissa at every scale: it asks for no finer one than the others.
        if mantissa == 0 { exponent = DecimalScale.exponents.upperBound }
        while mantissa & 1 == 0, exponent < DecimalScale.exponents.upperBound {
            let (tenth, rest) = mantissa.quotientAndRemainder(dividingBy: 10)
            if rest != 0 { break }
            mantissa = tenth
            exponent += 1
        }
    }

    /// The mantissa of a value at the finest scale that keeps it below 2⁵³, or at the next.
    private static func rounded(_ value: Double) -> (mantissa: Int64, exponent: Int)? {
        guard value.isFinite, value != 0 else { return nil }
        let finest = DecimalScale.finest(for: value).exponent
        for exponent in finest...min(finest + 1, DecimalScale.exponents.upperBound) {
            if let mantissa = DecimalScale(exponent: exponent).mantissa(of: value) { return (mantissa, exponent) }
        }
        return nil
    }

    /// Brings all mantissas to one scale, and sets aside what has none there.
    private static func bring(
        _ found: inout [Int64],
        _ exponents: [Int8],
        to scale: DecimalScale,
        _ exceptions: inout [Int]
    ) {
        exceptions.removeAll(keepingCapacity: true)
        var mantissas = found.mutableSpan
        for index in mantissas.indices {
            if let mantissa = mantissa(mantissas[index], exponents[index], at: scale) {
                mantissas[index] = mantissa
            } else {
                mantissas[index] = index > 0 ? mantissas[index - 1] : 0
                exceptions.append(index)
            }
        }
        // Exceptions at the start have no neighbour before them.
        var first = 0
        while first < exceptions.count, exceptions[first] == first { first += 1 }
        guard first > 0, first < mantissas.count else { return }
        for index in 0..<first { mantissas[index] = mantissas[first] }
    }

    private static func mantissa(_ mantissa: Int64, _ exponent: Int8, at scale: DecimalScale) -> Int64? {
        guard exponent != DecimalGroups.none else { return nil }
        if mantissa == 0 { return 0 }
        let zeros = Int(exponent) - scale.exponent
        // 10¹⁶ is over 2⁵³.
        guard zeros >= 0, zeros < 16 else { return nil }
        let scaled = mantissa.multipliedReportingOverflow(by: powers[zeros])
        return scaled.overflow || scaled.partialValue.magnitude > DecimalScale.largestMantissa.magnitude
            ? nil : scaled.partialValue
    }

    private static let powers: [Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    ]
}

extension ClosedRange<Int64> {
    /// The bits that the largest distance from the lower bound takes; bounds are mantissas, so it is below 2⁶³.
    var width: Int { UInt64(upperBound - lowerBound).width }
}

extension [Double] {
    /// Whether it has a value, and no other to the bit.
    var isConstant: Bool {
        guard let first = first?.bitPattern else { return false }
        return allSatisfy { $0.bitPattern == first }
    }
}
