/// A UTC calendar day, counted from 1970-01-01.
///
/// Proleptic Gregorian calendar over the years 0001 to 9999; arithmetic beyond traps like any integer overflow would,
/// so text from outside enters only through the failing initialisers.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before.
    public let index: Int32

    /// The day with this many days since 1970-01-01.
    public init(index: Int32) { self.index = index }

    /// The day of a civil date, or nil when there is no such date in the years 1 to 9999.
    ///
    /// Source: H. Hinnant, "chrono-compatible low-level date algorithms" (days_from_civil).
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Day.lengthOfMonth(month, year: year)
        else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        index = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// The civil date: year, month 1–12, day of the month.
    public var civil: (year: Int, month: Int, day: Int) {
        let shifted = Int(index) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }

    /// 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        let shifted = (Int(index) + 4) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }

    /// The day this many days later.
    public func advanced(by days: Int) -> Day { Day(index: index + Int32(days)) }

    /// Days from this day to another; negative when the other is earlier.
    public func distance(to other: Day) -> Int { Int(other.index) - Int(index) }

    /// Earlier days come first.
    public static func < (left: Day, right: Day) -> Bool { left.index < right.index }

    /// The months by their English names.
    ///
    /// This is the only place that names months.
    public static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    /// The same in three letters.
    public static let shortMonths = months.map { String($0.prefix(3)) }

    private static func lengthOfMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Day: CustomStringConvertible {
    /// `2024-03-25`.
    public var description: String {
        let date = civil
        return padded("\(date.year)", 4) + "-" + padded("\(date.month)", 2) + "-" + padded("\(date.day)", 2)
    }

    /// Reads exactly `YYYY-MM-DD`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }

    /// Reads the UTF-8 of `YYYY-MM-DD` in place; nil for anything else.
    public init?(_ text: Span<UInt8>) {
        guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let year = digits(text, 0..<4), let month = digits(text, 5..<7), let day = digits(text, 8..<10)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

/// The value of a few ASCII digits, or nil when another byte stands among them.
@inline(__always)
func digits(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var value = 0
    for place in range {
        let digit = text[place] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
    }
    return value
}
