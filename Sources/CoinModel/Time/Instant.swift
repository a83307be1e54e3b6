/// A moment in UTC, to the millisecond.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    /// The moment this many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The moment this many seconds after 1970-01-01T00:00:00Z.
    public init(seconds: Int64) { milliseconds = seconds * 1000 }

    /// The moment that a number since 1970 means; nil from the year 10000 on.
    ///
    /// This is the only place that says what such a number counts, by its size alone, which decides for each number by itself:
    /// seconds below 10¹¹, milliseconds below 10¹⁴, microseconds below 10¹⁷, else nanoseconds. What is finer than
    /// milliseconds is cut.
    public init?(unix number: Double) {
        let size = abs(number)
        let perMillisecond = size < 1e11 ? 1e-3 : size < 1e14 ? 1 : size < 1e17 ? 1e3 : 1e6
        // A double of 19 digits is some hundred nanoseconds off.
        let milliseconds = (number / perMillisecond + 0.0005).rounded(.down)
        guard abs(milliseconds) < 253_402_300_800_000 else { return nil }
        self.milliseconds = Int64(milliseconds)
    }

    /// 00:00:00 of a day.
    public init(startOf day: Day) { milliseconds = Int64(day.index) * Instant.millisecondsPerDay }

    /// The last second of a day, 23:59:59: where a fact of the whole day stands.
    public init(lastSecondOf day: Day) {
        milliseconds = Int64(day.index) * Instant.millisecondsPerDay + 86_399_000
    }

    /// The day it lies in.
    public var day: Day {
        let days = milliseconds / Instant.millisecondsPerDay
        return Day(index: Int32(milliseconds % Instant.millisecondsPerDay < 0 ? days - 1 : days))
    }

    /// Earlier moments come first.
    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// How much older it is than a moment, in milliseconds, counted by whole seconds.
    ///
    /// A whole day's fact stands at the day's last second, and the day ends within it: a day later it is one day old.
    public func age(at moment: Instant) -> Int64 {
        let second = { (instant: Instant) in instant.milliseconds - (instant.milliseconds % 1000 + 1000) % 1000 }
        return second(moment) - second(self)
    }

    /// Milliseconds of a day; UTC here has no leap seconds.
    public static let millisecondsPerDay: Int64 = 86_400_000
}

extension Instant: CustomStringConvertible {
    /// `2024-03-25T23:59:59Z`, with `.250` before the `Z` where there are milliseconds.
    public var description: String {
        let day = day
        let inDay = Int(milliseconds - Int64(day.index) * Instant.millisecondsPerDay)
        let seconds = inDay / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded("\($0)", 2) }.joined(separator: ":")
        let fraction = inDay % 1000 == 0 ? "" : "." + padded("\(inDay % 1000)", 3)
        return "\(day)T\(clock)\(fraction)Z"
    }

    /// Reads `2024-03-25T10:00:00Z`, with seconds and a fraction optional, a blank for the `T`, ` UTC`, `+00:00` or
    /// `+0000 UTC` for the `Z`; nil for anything else, other zones included.
    ///
    /// A fraction beyond milliseconds is cut, not rounded, so that no fact moves into the next second.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }

    /// Reads the UTF-8 of the same forms in place.
    public init?(_ text: Span<UInt8>) {
        guard text.count >= 16, let day = Day(text.extracting(0..<10)),
            text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"),
            let hour = digits(text, 11..<13), let minute = digits(text, 14..<16), hour < 24, minute < 60
        else { return nil }
        var (seconds, milliseconds, next) = (0, 0, 16)
        if text.count > 16, text[16] == UInt8(ascii: ":") {
            guard text.count >= 19, let value = digits(text, 17..<19), value < 60 else { return nil }
            (seconds, next) = (value, 19)
            if text.count > 19, text[19] == UInt8(ascii: ".") {
                next = 20
                var unit = 100
                while next < text.count, let digit = digits(text, next..<next + 1) {
                    (milliseconds, unit) = (milliseconds + digit * unit, unit / 10)
                    next += 1
                }
                guard next > 20 else { return nil }
            }
        }
        if text.count != next + 1 || text[next] != UInt8(ascii: "Z") {
            let zone = String(decoding: (next..<text.count).map { text[$0] }, as: UTF8.self)
            guard [" UTC", "+00:00", "+0000", " +0000 UTC", " +0000"].contains(zone) else { return nil }
        }
        let clock = Int64((hour * 60 + minute) * 60 + seconds) * 1000 + Int64(milliseconds)
        self.init(milliseconds: Instant(startOf: day).milliseconds + clock)
    }
}
