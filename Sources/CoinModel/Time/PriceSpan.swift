/// This is the only place that says where a span of prices begins and ends, and how old the prices at its ends may be.
///
/// A span ends at the moment E of the newest price: on the day of the ranking's moment T, or older than T by at most the
/// tolerance. It begins with the newest price at or before E − span that is older than that by at most the tolerance. So seven
/// days of daily prices have eight of them.
public enum PriceSpan: Int, CaseIterable, Sendable {
    case hour = 1
    case day = 24
    case week = 168
    case month = 720
    case quarter = 2160
    case halfYear = 4320
    case year = 8760

    /// What it is called in names of columns: `1h`, `24h`, `7d`, `30d`, `90d`, `180d`, `1y`.
    public var name: String {
        switch self {
        case .hour, .day: "\(rawValue)h"
        case .year: "1y"
        default: "\(rawValue / 24)d"
        }
    }

    /// Its length in milliseconds.
    public var milliseconds: Int64 { Int64(rawValue) * (Instant.millisecondsPerDay / 24) }

    /// How old, in milliseconds by `Instant.age(at:)`, the prices at its ends may be: a quarter of it, and at most three days.
    public var tolerance: Int64 { min(milliseconds / 4, PriceSpan.greatestTolerance) }

    /// The tolerance of the longest spans.
    public static let greatestTolerance = 3 * Instant.millisecondsPerDay

    /// Whether it may end with a price of a moment in a ranking as of another one.
    public func mayEnd(_ end: Instant, asOf limit: Instant) -> Bool {
        end <= limit && (end.day == limit.day || end.age(at: limit) <= tolerance)
    }

    /// The latest moment of the price that it begins with, where it ends with one of this moment.
    public func begin(before end: Instant) -> Instant { Instant(milliseconds: end.milliseconds - milliseconds) }

    /// Whether it may begin with a price of a moment where it ends with one of another.
    public func mayBegin(_ begin: Instant, before end: Instant) -> Bool {
        let latest = self.begin(before: end)
        return begin <= latest && begin.age(at: latest) <= tolerance
    }
}
