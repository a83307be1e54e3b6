internal import CoinModel

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
        plain(text, decimal: decimal).flatMap { DecimalText.double(Array($0.utf8).span) }
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
