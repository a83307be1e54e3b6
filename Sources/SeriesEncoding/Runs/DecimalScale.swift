/// The power of ten that the whole numbers of a run are multiplied by, 10⁻²² to 10²².
///
/// All these powers up to 10²² are doubles to the bit. So one multiplication or division of a whole number of up to
/// 2⁵³ by one of them is rounded once, and gives just the double that the decimal text reads as.
struct DecimalScale: Equatable {
    let exponent: Int
    /// 10 to the magnitude of the exponent: a divisor where the exponent is negative.
    let power: Double

    init(exponent: Int) {
        self.exponent = exponent
        power = DecimalScale.powers[abs(exponent)]
    }

    /// The largest mantissa in use: beyond it doubles skip whole numbers.
    static let largestMantissa: Int64 = 1 << 53

    static let exponents = -22...22

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    func value(of mantissa: Int64) -> Double { exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power }

    /// A value in units of the power: its mantissa, if it is whole.
    func quotient(_ value: Double) -> Double { exponent < 0 ? value * power : value / power }

    /// The mantissa of a value, or nil when it has none to the bit.
    func mantissa(of value: Double) -> Int64? {
        let scaled = quotient(value)
        guard scaled.magnitude <= Double(DecimalScale.largestMantissa) else { return nil }
        // Beyond 2⁵² every double is whole, and a half would be rounded away from it.
        let half = scaled.magnitude < 0x1p52 ? (scaled < 0 ? -0.5 : 0.5) : 0
        let mantissa = Int64(scaled + half)
        return self.value(of: mantissa).bitPattern == value.bitPattern ? mantissa : nil
    }

    /// Turns whole numbers in a row into the doubles that they stand for.
    func apply(to row: inout MutableSpan<Double>, at range: Range<Int>) {
        if exponent < 0 {
            for index in range { row[index] /= power }
        } else if exponent > 0 {
            for index in range { row[index] *= power }
        }
    }

    /// The finest scale at which a value's mantissa stays below 2⁵³, going by its power of two alone, so a scale ten
    /// times finer may do as well; the value is finite and not 0.
    static func finest(for value: Double) -> DecimalScale {
        // 1233 / 4096 is log₁₀ 2, rounded down.
        let digits = ((52 - Int(value.exponent)) * 1233) >> 12
        return DecimalScale(exponent: -min(max(digits, exponents.lowerBound), exponents.upperBound))
    }
}

/// The first byte of a run of decimals: the exponent + 22, and in the highest bit whether exceptions follow.
extension DecimalScale {
    func write(hasExceptions: Bool, to writer: inout ByteWriter) {
        writer.append(UInt8(exponent + 22) | (hasExceptions ? 0x80 : 0))
    }

    static func read(_ reader: inout ByteReader) throws(TileError) -> (scale: DecimalScale, hasExceptions: Bool) {
        let byte = try reader.byte()
        let exponent = Int(byte & 0x7f) - 22
        guard exponents.contains(exponent) else { throw TileError(.corrupt, "a power of ten of \(exponent)") }
        return (DecimalScale(exponent: exponent), byte & 0x80 != 0)
    }
}
