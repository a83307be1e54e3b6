internal import CoinModel
internal import CoinTables

/// Numbers as pages write them for people: as many digits as matter, a typographic minus, `$` and `€` before amounts.
public enum PageNumber {
    /// What a missing value is written as.
    public static let missing = "–"

    /// With so many decimals; `signed` puts a plus before what is above zero.
    public static func fixed(_ value: Double, _ places: Int, signed: Bool = false) -> String {
        let display: Column.Display = signed ? .signed(places) : .fixed(places)
        return DisplayCell(number: .number(value), display)?.text.typographic ?? missing
    }

    /// A share or a change as a percentage: two digits below 10 %, whole above.
    public static func percent(_ share: Double, signed: Bool = false) -> String {
        let percent = 100 * share
        guard percent.isFinite else { return missing }
        let places =
            abs(percent) >= 9.95 || percent == 0 ? 0 : abs(percent) >= 0.995 ? 1 : abs(percent) >= 0.0995 ? 2 : 3
        return fixed(percent, places, signed: signed) + "\u{202F}%"
    }

    /// An amount in a currency (its code; some have signs of their own): whole or with a unit from a thousand on, with cents
    /// from one on, of three digits below.
    public static func money(_ value: Double, _ quote: String) -> String {
        guard value.isFinite else { return missing }
        let (text, sign) = (amount(abs(value)), value < 0 ? "\u{2212}" : "")
        guard let symbol = Currency(quote)?.sign else { return sign + text + "\u{202F}" + quote.uppercased() }
        return sign + symbol + text
    }

    /// The same of what is not money and not below zero, without a unit of its own.
    public static func amount(_ amount: Double) -> String {
        units.first { amount >= 0.9995 * $0.size }
            .map { unit in
                let scaled = amount / unit.size
                return fixed(scaled, scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2) + "\u{202F}" + unit.sign
            } ?? small(amount)
    }

    private static func small(_ amount: Double) -> String {
        if amount >= 1000 { return DisplayCell(number: .number(amount), .money)?.text ?? missing }
        if amount >= 0.9995 || amount == 0 { return fixed(amount, 2) }
        // Three digits behind the zeros; very small ones have an exponent.
        var places = 3
        var scaled = amount
        while scaled < 0.0995, places < 9 { (scaled, places) = (scaled * 10, places + 1) }
        return places < 9
            ? fixed(amount, places) : DisplayCell(number: .number(amount), .plain)?.text.typographic ?? missing
    }

    private static let units: [(size: Double, sign: String)] = [(1e12, "T"), (1e9, "B"), (1e6, "M")]

    /// A moment as `25 Mar 2024`; an instant with its time behind.
    public static func date(_ text: String) -> String {
        guard let (day, year) = dayAndYear(text) else { return text }
        return "\(day) \(year)" + text.dropFirst(10).map { $0 == "T" ? " " : $0 }
    }

    /// The day of a moment as `25 Mar`, with its year where that is not the year of another moment.
    static func day(_ text: String, beside other: String) -> String {
        guard let (day, year) = dayAndYear(text) else { return text }
        return other.hasPrefix(year + "-") ? day : "\(day) \(year)"
    }

    private static func dayAndYear(_ text: String) -> (day: String, year: String)? {
        let parts = text.prefix(10).split(separator: "-").map(String.init)
        guard parts.count == 3, let month = Int(parts[1]), (1...12).contains(month), let day = Int(parts[2]) else {
            return nil
        }
        return ("\(day) \(Day.shortMonths[month - 1])", parts[0])
    }
}

/// How pages write a measure, where they do not write it as tables do.
///
/// This is the only place where that is said of measures of coins.
enum PageForm {
    /// `1.25×`, and a share or change as a percentage.
    case times, share, signedShare
    /// A number of whole percent with its sign.
    case wholeChange
    /// An amount in the quote currency, or of coins.
    case money, coins
    /// A whole number, and one with its sign.
    case whole, signed

    /// A number in it; `–` where it is missing.
    func written(_ value: Double, _ quote: String) -> String {
        guard value.isFinite else { return PageNumber.missing }
        switch self {
        case .times: return PageNumber.fixed(value, 2) + "×"
        case .share: return PageNumber.percent(value)
        case .signedShare: return PageNumber.percent(value, signed: true)
        case .wholeChange: return PageNumber.fixed(value, 0, signed: true) + "\u{202F}%"
        case .money: return PageNumber.money(value, quote)
        case .coins: return PageNumber.amount(value) + " coins"
        case .whole: return PageNumber.fixed(value, 0)
        case .signed: return PageNumber.fixed(value, 2, signed: true)
        }
    }
}

extension String {
    /// With minus signs for hyphens, of which a written number has no others.
    fileprivate var typographic: String { replacingScalars { $0 == "-" ? "\u{2212}" : nil } }
}
