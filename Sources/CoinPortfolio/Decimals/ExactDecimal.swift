internal import CoinModel

/// A decimal number of any size with any number of digits behind the point: sums and products are exact.
///
/// A quotient is the only thing that is rounded, half to even, to `quotientDigits` behind the point.
public struct ExactDecimal: Hashable, Sendable {
    /// The digits as a whole number.
    private let magnitude: Magnitude
    /// How many of them stand behind the point; the last of those is none of zero.
    private let scale: Int
    /// Whether it is below zero.
    public let isNegative: Bool

    /// The digits behind the point of a quotient: 18 of an amount times 18 of a price.
    public static let quotientDigits = 36
    /// The most digits before or behind the point of a number that is read.
    public static let maximumDigits = 60

    /// 0.
    public static let zero = ExactDecimal(.zero, scale: 0, isNegative: false)

    /// Whether it is 0.
    public var isZero: Bool { magnitude.isZero }

    private init(_ magnitude: Magnitude, scale: Int, isNegative: Bool) {
        // One form for each number, so that equal numbers are equal and read the same.
        let zeros = min(scale, magnitude.trailingZeros)
        self.magnitude = zeros == 0 ? magnitude : Magnitude(digits: magnitude.digits.utf8.dropLast(zeros))
        self.scale = magnitude.isZero ? 0 : scale - zeros
        self.isNegative = isNegative && !magnitude.isZero
    }

    /// Reads plain digits with a point, a sign and an exponent at will, such as `-0.5`, `1000` or `1e-8`; nil for anything
    /// else, and for more than `maximumDigits` before or behind the point.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let parts = NumberGrammar.parts(of: bytes.span) else { return nil }
        let scale = parts.fraction.count - parts.exponent
        guard abs(scale) <= 1000 else { return nil }
        let digits = Magnitude(digits: bytes[parts.whole] + bytes[parts.fraction])
        self.init(
            scale < 0 ? digits * .power(ofTen: -scale) : digits,
            scale: max(0, scale),
            isNegative: parts.isNegative
        )
        let most = ExactDecimal.maximumDigits
        guard self.scale <= most, magnitude < .power(ofTen: most + self.scale) else { return nil }
    }

    /// The number that a Double's shortest decimal is, as a price is shown; nil for none that is finite.
    public init?(shortest number: Double) {
        guard number.isFinite else { return nil }
        self.init(number.description)
    }

    /// A whole number.
    public init(_ number: Int) {
        let text = number.magnitude.description
        self.init(Magnitude(digits: Array(text.utf8)), scale: 0, isNegative: number < 0)
    }

    /// Both with as many digits behind the point.
    private static func aligned(_ left: ExactDecimal, _ right: ExactDecimal) -> (Magnitude, Magnitude, scale: Int) {
        let scale = max(left.scale, right.scale)
        func whole(_ number: ExactDecimal) -> Magnitude {
            number.scale == scale ? number.magnitude : number.magnitude * .power(ofTen: scale - number.scale)
        }
        return (whole(left), whole(right), scale)
    }
}

extension ExactDecimal {
    /// The exact sum.
    public static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
        let (one, other, scale) = aligned(left, right)
        if left.isNegative == right.isNegative {
            return ExactDecimal(one + other, scale: scale, isNegative: left.isNegative)
        }
        return one < other
            ? ExactDecimal(other - one, scale: scale, isNegative: right.isNegative)
            : ExactDecimal(one - other, scale: scale, isNegative: left.isNegative)
    }

    /// The number with the other sign.
    public static prefix func - (number: ExactDecimal) -> ExactDecimal {
        ExactDecimal(number.magnitude, scale: number.scale, isNegative: !number.isNegative)
    }

    /// The exact difference.
    public static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal { left + -right }

    /// The exact product.
    public static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
        ExactDecimal(
            left.magnitude * right.magnitude,
            scale: left.scale + right.scale,
            isNegative: left.isNegative != right.isNegative
        )
    }

    /// The quotient to `quotientDigits` behind the point, half to even; nil by zero.
    public func divided(by divisor: ExactDecimal) -> ExactDecimal? {
        let scale = ExactDecimal.quotientDigits
        let dividend = magnitude * .power(ofTen: scale + divisor.scale)
        let by = divisor.magnitude * .power(ofTen: self.scale)
        guard let (quotient, rest) = dividend.divided(by: by) else { return nil }
        let twice = rest + rest
        let roundsUp = twice > by || twice == by && !quotient.isEven
        return ExactDecimal(
            roundsUp ? quotient + .power(ofTen: 0) : quotient,
            scale: scale,
            isNegative: isNegative != divisor.isNegative
        )
    }

    /// The nearest Double, for what is not an amount: rates of return, shares, what is drawn.
    public var double: Double { Double(description) ?? .nan }
}

extension ExactDecimal: Comparable {
    /// By value.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool { (left - right).isNegative }
}

extension ExactDecimal: CustomStringConvertible {
    /// Plain digits with a point where needed, without zeros at the end; never an exponent.
    public var description: String {
        var digits = magnitude.digits
        if scale > 0 {
            digits = String(repeating: "0", count: max(0, scale + 1 - digits.utf8.count)) + digits
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
        }
        return (isNegative ? "-" : "") + digits
    }
}
