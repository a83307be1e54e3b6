internal import CoinModel

/// Amounts as web pages print them, for scraped tables only: `$1,375,690,608.12`, `19,664,293BTC`, `661,477,364 NEAR *`.
enum ScrapedMoney {
    /// The number that a printed amount names, before its unit if it has one: NaN for none or dashes, nil for others.
    ///
    /// Thousands must be grouped by three throughout or not at all: `1,5` is no number here.
    static func double(_ text: String, unit: String = "") -> Double? {
        var rest = Substring(text)
        if rest.hasSuffix("*") { rest = trimmed(rest.dropLast())[...] }
        if !unit.isEmpty, rest.hasSuffix(unit) { rest = trimmed(rest.dropLast(unit.count))[...] }
        if rest.isEmpty || rest.allSatisfy({ $0 == "-" }) { return .nan }
        if rest.hasPrefix("$") { rest = rest.dropFirst() }
        let whole = rest.prefix { $0 != "." }
        let groups = whole.split(separator: ",", omittingEmptySubsequences: false)
        guard rest.first?.isNumber == true,
            groups.count == 1 || groups.dropFirst().allSatisfy({ $0.count == 3 }) && (groups.first?.count ?? 0) <= 3
        else { return nil }
        let plain = Array((groups.joined() + rest.dropFirst(whole.count)).utf8)
        return DecimalText.double(plain.span)
    }
}
