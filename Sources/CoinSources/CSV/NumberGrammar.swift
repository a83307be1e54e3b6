internal import CoinModel

/// The number grammar of everything that is read here: `[+-] digits [. digits] [e [+-] digits]`, nothing else.
///
/// This is the only place that reads a number as people write it, in plain digits here, as spreadsheets and pages show it
/// below.
///
/// No `nan`, no `inf`, no hexadecimal, no `.5` or `5.`; leading zeros are fine. What would round to infinity, or to
/// zero without being zero, is no number either. −0 reads as 0.
enum NumberGrammar {
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

    /// The same of a text at hand.
    static func double(_ text: String) -> Double? { double(Array(text.utf8).span) }

    /// An amount as a page prints it, before its unit if it has one: `$1,375,690,608.12`, `19,664,293BTC`, `661,477,364 NEAR *`;
    /// NaN for none or dashes, nil for anything else.
    ///
    /// Thousands are grouped by commas throughout or not at all: `1,5` is no number here.
    static func printed(_ text: String, unit: String = "") -> Double? {
        var rest = Substring(text)
        if rest.hasSuffix("*") { rest = trimmed(rest.dropLast())[...] }
        if !unit.isEmpty, rest.hasSuffix(unit) { rest = trimmed(rest.dropLast(unit.count))[...] }
        if rest.allSatisfy({ $0 == "-" }) { return .nan }
        if rest.hasPrefix("$") { rest = rest.dropFirst() }
        guard rest.first?.isNumber == true, rest.allSatisfy({ $0.isNumber || ",.".contains($0) }) else { return nil }
        return GroupedNumber.plain(String(rest), decimal: ".").flatMap { double($0) }
    }

    /// A number that a person typed, in plain digits with a point; nil for none, and without a decimal mark in `notation` for
    /// one with marks that can be read in two ways.
    static func plain(_ text: String, _ notation: Notation) -> String? {
        guard let mark = notation.decimal else { return double(text) == nil ? nil : text }
        return GroupedNumber(text).value(mark) == nil
            ? nil : GroupedNumber.plain(text, decimal: mark == .comma ? "," : ".")
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

/// A number as spreadsheets show it: `1.234,56`, `1,234.56`, `1'234.56`, `1 234,56` or `1,23E+05`.
///
/// Digits may be grouped by three, by one mark throughout: point, comma, apostrophe or any blank. What stands before the
/// decimals is a point or a comma; some texts can be read both ways: `62.345` is 62345 or 62.345.
struct GroupedNumber {
    /// What it is with a decimal point; nil when it is no number then.
    let withPoint: Double?
    /// What it is with a decimal comma.
    let withComma: Double?

    init(_ text: String) {
        withPoint = GroupedNumber.value(text, decimal: ".")
        withComma = GroupedNumber.value(text, decimal: ",")
    }

    /// Whether the two readings differ.
    var isAmbiguous: Bool { withPoint != nil && withComma != nil && withPoint != withComma }

    func value(_ mark: Notation.DecimalMark) -> Double? { mark == .point ? withPoint : withComma }

    private static let groupers: Set<Character> = [".", ",", "'", "’", " ", "\u{a0}", "\u{202f}", "\u{2009}"]

    private static func value(_ text: String, decimal: Character) -> Double? {
        plain(text, decimal: decimal).flatMap { NumberGrammar.double($0) }
    }

    /// The same number in plain digits with a point, all of them; nil when the text may be no number then.
    static func plain(_ text: String, decimal: Character) -> String? {
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }
        let exponent = text.dropFirst(mantissa.count)
        let sign = mantissa.first == "-" || mantissa.first == "+" ? mantissa.prefix(1) : ""
        let parts = mantissa.dropFirst(sign.count).split(separator: decimal, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = ungrouped(parts[0], isPlain: !exponent.isEmpty) else { return nil }
        let fraction = parts.count == 2 ? "." + parts[1] : ""
        return "\(sign)\(whole)\(fraction)\(exponent)"
    }

    /// Digits without the marks between their groups; nil where these are no groups, as where the first is a 0.
    private static func ungrouped(_ text: Substring, isPlain: Bool) -> Substring? {
        guard let mark = text.first(where: { groupers.contains($0) }) else { return text }
        let groups = text.split(separator: mark, omittingEmptySubsequences: false)
        guard !isPlain, groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }), (1...3).contains(groups[0].utf8.count),
            groups[0].first != "0"
        else { return nil }
        return Substring(groups.joined())
    }
}
