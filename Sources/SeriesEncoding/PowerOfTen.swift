/// A power of ten that whole numbers are counted in, from 10⁻²² to 10⁶.
///
/// One correctly rounded operation turns a mantissa into its value, for powers up to 10²² are exact doubles.
struct PowerOfTen {
    private let divides: Bool
    private let factor: Double

    /// The finest exponent.
    static let finest = -22
    /// The coarsest exponent: volumes are published in millions at most.
    static let coarsest = 6

    /// The largest mantissa: beyond it doubles skip whole numbers.
    private static let limit = 9_007_199_254_740_992.0

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The power with an exponent from `finest` to `coarsest`.
    init(_ exponent: Int) {
        divides = exponent < 0
        factor = PowerOfTen.powers[abs(exponent)]
    }

    /// The value that a mantissa stands for.
    func value(_ mantissa: Int64) -> Double {
        divides ? Double(mantissa) / factor : Double(mantissa) * factor
    }

    /// The mantissa of a value, or nil when there is none to the bit.
    func mantissa(of value: Double) -> Int64? {
        let scaled = divides ? value * factor : value / factor
        guard scaled.magnitude < PowerOfTen.limit else { return nil }
        let mantissa = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
        return self.value(mantissa).bitPattern == value.bitPattern ? mantissa : nil
    }

    /// The coarsest exponent at which a value has a mantissa, or nil when it has none at any.
    static func exponent(of value: Double) -> Int? {
        guard value.isFinite else { return nil }
        return (finest...coarsest).reversed().first { PowerOfTen($0).mantissa(of: value) != nil }
    }
}
