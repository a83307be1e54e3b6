public import CoinModel

/// The time that the name of a migration begins with: `2025-05-27T111520` of `2025-05-27T111520_mutations`.
public enum MigrationName {
    /// When a migration of this name took place, in UTC; nil when the name does not begin with a time that exists.
    public static func time(of name: String) -> Instant? {
        let bytes = Array(name.utf8.prefix(17))
        guard bytes.count == 17, bytes[4] == dash, bytes[7] == dash, bytes[10] == UInt8(ascii: "T"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[13..<15]), let second = number(bytes[15..<17]),
            hour < 24, minute < 60, second < 60, let date = Day(year: year, month: month, day: day)
        else { return nil }
        let midnight = Instant(startOf: date).milliseconds / 1000
        return Instant(seconds: midnight + Int64(hour * 3600 + minute * 60 + second))
    }

    private static let dash = UInt8(ascii: "-")

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0) { value, digit in
            guard let value, digit &- UInt8(ascii: "0") < 10 else { return nil }
            return value * 10 + Int(digit - UInt8(ascii: "0"))
        }
    }
}
