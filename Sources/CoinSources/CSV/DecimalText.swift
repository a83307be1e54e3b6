/// The number grammar of everything that is read here: `[+-] digits [. digits] [e [+-] digits]`, nothing else.
///
/// No `nan`, no `inf`, no hexadecimal, no `.5` or `5.`; leading zeros are fine. What would round to infinity, or to
/// zero without being zero, is no number either. −0 reads as 0.
enum DecimalText {
    /// The most bytes of a number: more than the exact decimal text of any double takes.
    static let lengthLimit = 1100

    /// The double nearest to a text, exactly; nil when the text is not of the grammar or out of range.
    ///
    /// Up to 2⁵³ the digits are an exact double, and so are powers of ten up to 10²²: one multiplication or division
    /// of the two rounds once. Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately" (1990).
    static func double(_ text: Span<UInt8>) -> Double? {
        var scan = DigitScan()
        var next = 0
        var isNegative = false
        if next < text.count, text[next] == UInt8(ascii: "-") || text[next] == UInt8(ascii: "+") {
            isNegative = text[next] == UInt8(ascii: "-")
            next += 1
        }
        guard scan.take(text, &next, behindPoint: false) else { return nil }
        if next < text.count, text[next] == UInt8(ascii: ".") {
            next += 1
            guard scan.take(text, &next, behindPoint: true) else { return nil }
        }
        var exponent = 0
        if next < text.count, text[next] | 0x20 == UInt8(ascii: "e") {
            next += 1
            guard let power = takeExponent(text, &next) else { return nil }
            exponent = power
        }
        guard next == text.count, text.count <= lengthLimit else { return nil }
        if scan.digits == 0 { return 0 }
        exponent += scan.exponent
        if scan.isExact, scan.digits <= 1 << 53, abs(exponent) < powersOfTen.count {
            let whole = Double(scan.digits)
            let value = exponent < 0 ? whole / powersOfTen[-exponent] : whole * powersOfTen[exponent]
            return isNegative ? -value : value
        }
        let characters = text.indices.map { text[$0] }
        guard let value = Double(String(decoding: characters, as: UTF8.self)), value.isFinite, value != 0 else {
            return nil
        }
        return value
    }

    /// The digits of an exponent with its sign, far beyond any double cut to ±99,999.
    private static func takeExponent(_ text: Span<UInt8>, _ next: inout Int) -> Int? {
        var isNegative = false
        if next < text.count, text[next] == UInt8(ascii: "-") || text[next] == UInt8(ascii: "+") {
            isNegative = text[next] == UInt8(ascii: "-")
            next += 1
        }
        let start = next
        var power = 0
        while next < text.count, text[next] &- 0x30 < 10 {
            power = min(power * 10 + Int(text[next] &- 0x30), 99_999)
            next += 1
        }
        return next > start ? (isNegative ? -power : power) : nil
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

private struct DigitScan {
    /// The first 19 digits that count.
    var digits: UInt64 = 0
    /// What power of ten `digits` is to be multiplied with.
    var exponent = 0
    /// Whether no digit was left out.
    var isExact = true

    /// Takes a run of digits; false when there is none.
    mutating func take(_ text: Span<UInt8>, _ next: inout Int, behindPoint: Bool) -> Bool {
        let start = next
        while next < text.count {
            let digit = text[next] &- 0x30
            guard digit < 10 else { break }
            if digits < 1_000_000_000_000_000_000 {
                digits = digits * 10 + UInt64(digit)
                if behindPoint { exponent -= 1 }
            } else {
                isExact = false
                if !behindPoint { exponent += 1 }
            }
            next += 1
        }
        return next > start
    }
}
