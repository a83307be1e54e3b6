/// This is the only place that reads a number as people write it: `[+-] digits [. digits] [e [+-] digits]`, and the same with
/// groups, a decimal comma, a sign of currency or a unit (`plain`).
///
/// No `nan`, no `inf`, no hexadecimal, no `.5` or `5.`; leading zeros are fine.
public enum NumberGrammar {
    /// The most bytes of a number: more than the exact decimal text of any double takes.
    public static let lengthLimit = 1100

    /// Where the parts of a number stand in its bytes.
    public struct Parts {
        /// Whether a minus stands before it.
        public fileprivate(set) var isNegative = false
        /// The digits before the point.
        public fileprivate(set) var whole = 0..<0
        /// The digits behind it; none without a point.
        public fileprivate(set) var fraction = 0..<0
        /// The exponent, 0 without one; far beyond any double it is cut to ±99,999.
        public fileprivate(set) var exponent = 0
        fileprivate var scan = DigitScan()
    }

    /// The parts of a text; nil when it is not of the grammar.
    public static func parts(of text: Span<UInt8>) -> Parts? {
        var parts = Parts()
        var next = 0
        parts.isNegative = takeSign(text, &next)
        guard let whole = parts.scan.take(text, &next, behindPoint: false) else { return nil }
        parts.whole = whole
        if next < text.count, text[next] == UInt8(ascii: ".") {
            next += 1
            guard let fraction = parts.scan.take(text, &next, behindPoint: true) else { return nil }
            parts.fraction = fraction
        }
        if next < text.count, text[next] | 0x20 == UInt8(ascii: "e") {
            next += 1
            guard let power = takeExponent(text, &next) else { return nil }
            parts.exponent = power
        }
        return next == text.count && text.count <= lengthLimit ? parts : nil
    }

    /// The double nearest to a text, exactly; nil when the text is not of the grammar or out of range.
    ///
    /// Out of range is what would round to infinity, or to zero without being zero. −0 reads as 0. Up to 2⁵³ the digits are an exact double, and so are powers of ten up to 10²²: one multiplication or division
    /// of the two rounds once. Source: W. D. Clinger, "How to Read Floating Point Numbers Accurately" (1990).
    public static func double(_ text: Span<UInt8>) -> Double? {
        if let value = short(text) { return value }
        guard let parts = parts(of: text) else { return nil }
        if parts.scan.digits == 0 { return 0 }
        let exponent = parts.exponent + parts.scan.exponent
        if parts.scan.isExact, parts.scan.digits <= 1 << 53, abs(exponent) < powersOfTen.count {
            let whole = Double(parts.scan.digits)
            let value = exponent < 0 ? whole / powersOfTen[-exponent] : whole * powersOfTen[exponent]
            return parts.isNegative ? -value : value
        }
        let characters = text.indices.map { text[$0] }
        guard let value = Double(String(decoding: characters, as: UTF8.self)), value.isFinite, value != 0 else {
            return nil
        }
        return value
    }

    /// The same of the digits that nearly all numbers are, with a point between them or none; nil for any other text.
    private static func short(_ text: Span<UInt8>) -> Double? {
        guard text.count <= 17 else { return nil }
        var digits: UInt64 = 0
        var point = text.count
        for place in text.indices {
            let digit = text[place] &- 0x30
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
            } else if text[place] == UInt8(ascii: "."), point == text.count {
                point = place
            } else {
                return nil
            }
        }
        let fraction = text.count - 1 - point
        guard point > 0, fraction != 0, digits <= 1 << 53 else { return nil }
        return fraction < 0 ? Double(digits) : Double(digits) / powersOfTen[fraction]
    }

    /// The same of a text.
    public static func double(_ text: some StringProtocol) -> Double? { double(Array(text.utf8).span) }

    private static func takeSign(_ text: Span<UInt8>, _ next: inout Int) -> Bool {
        guard next < text.count, text[next] == UInt8(ascii: "-") || text[next] == UInt8(ascii: "+") else {
            return false
        }
        next += 1
        return text[next - 1] == UInt8(ascii: "-")
    }

    /// The digits of an exponent with its sign.
    private static func takeExponent(_ text: Span<UInt8>, _ next: inout Int) -> Int? {
        let isNegative = takeSign(text, &next)
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

    /// Takes a run of digits and says where it stands; nil when there is none.
    mutating func take(_ text: Span<UInt8>, _ next: inout Int, behindPoint: Bool) -> Range<Int>? {
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
        return next > start ? start..<next : nil
    }
}

/// Numbers as spreadsheets and web pages show them: `1.234,56`, `1,234.56`, `1'234.56`, `1 234,56`, `-$1,234.50`.
extension NumberGrammar {
    private static let groupers: Set<Character> = [".", ",", "'", "’", " ", "\u{a0}", "\u{202f}", "\u{2009}"]

    /// A number in plain digits with a point, all of them; nil when the text may be none.
    ///
    /// Digits may be grouped by three, by one mark throughout: point, comma, apostrophe or any blank. What stands before the
    /// decimals is a point or a comma; some texts can be read both ways: `62.345` is 62345 or 62.345.
    public static func plain(_ text: some StringProtocol, decimal: Character) -> String? {
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }
        let exponent = text.dropFirst(mantissa.count)
        let sign = mantissa.first == "-" || mantissa.first == "+" ? mantissa.prefix(1) : ""
        let parts = mantissa.dropFirst(sign.count).split(separator: decimal, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = ungrouped(parts[0], isPlain: !exponent.isEmpty) else { return nil }
        let fraction = parts.count == 2 ? "." + parts[1] : ""
        return "\(sign)\(whole)\(fraction)\(exponent)"
    }

    /// Digits without the marks between their groups; nil where these are not groups, as where the first is a 0.
    private static func ungrouped(_ text: some StringProtocol, isPlain: Bool) -> String? {
        guard let mark = text.first(where: { groupers.contains($0) }) else { return String(text) }
        let groups = text.split(separator: mark, omittingEmptySubsequences: false)
        guard !isPlain, groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }), (1...3).contains(groups[0].utf8.count),
            groups[0].first != "0"
        else { return nil }
        return groups.joined()
    }

    /// An amount as a page prints it, before its unit if it has one: `$1,375,690,608.12`, `661,477,364 NEAR *`; NaN for none or
    /// dashes, nil for anything else.
    public static func printed(_ text: String, unit: String = "") -> Double? {
        if text.allSatisfy({ $0 == "-" }) { return .nan }
        let plain = bare(text.hasSuffix("*") ? trimmed(text.dropLast()) : text, unit: unit)
        guard plain.first?.isNumber == true, plain.allSatisfy({ $0.isNumber || ",.".contains($0) }) else { return nil }
        return self.plain(plain, decimal: ".").flatMap { double($0) }
    }

    /// An amount without its sign of currency, before or behind the number, and without its unit behind it: `-$1.50`,
    /// `1,50 €`, `19,664BTC`.
    public static func bare(_ text: some StringProtocol, unit: String = "") -> String {
        var rest = Substring(text)
        if !unit.isEmpty, rest.lowercased().hasSuffix(unit.lowercased()) { rest = rest.dropLast(unit.count) }
        let sign = rest.first == "-" || rest.first == "+" ? rest.prefix(1) : ""
        rest = rest.dropFirst(sign.count)
        if rest.first?.isCurrencySymbol == true { rest = rest.dropFirst() }
        if rest.last?.isCurrencySymbol == true { rest = rest.dropLast() }
        return sign + trimmed(rest)
    }
}

/// What a number is with a decimal point, and with a decimal comma.
public struct NumberReadings {
    /// With a point; nil when it is not a number then.
    public let withPoint: Double?
    /// With a comma.
    public let withComma: Double?

    /// The readings of a text.
    public init(_ text: some StringProtocol) {
        withPoint = NumberGrammar.plain(text, decimal: ".").flatMap { NumberGrammar.double($0) }
        withComma = NumberGrammar.plain(text, decimal: ",").flatMap { NumberGrammar.double($0) }
    }

    /// Whether the two differ.
    public var isAmbiguous: Bool { withPoint != nil && withComma != nil && withPoint != withComma }
}
