/// How far back a price is compared with an earlier one.
public enum PriceSpan: Int, CaseIterable, Sendable {
    case day = 1
    case week = 7
    case month = 30
    case quarter = 90
    case halfYear = 180
    case year = 365

    /// What it is called in names of columns: `24h`, `7d`, `30d`, `90d`, `180d`, `1y`.
    public var name: String {
        switch self {
        case .day: "24h"
        case .year: "1y"
        default: "\(rawValue)d"
        }
    }

    /// Its length in milliseconds.
    public var milliseconds: Int64 { Int64(rawValue) * Instant.millisecondsPerDay }

    /// How old, in milliseconds by `Instant.age(at:)`, the prices at its ends may be: a quarter of it, and at most three days.
    public var tolerance: Int64 { min(milliseconds / 4, 3 * Instant.millisecondsPerDay) }
}

/// The prices of a coin at both ends of a span, from one source.
public struct PricePair: Hashable, Sendable {
    /// The newest price at the moment of the cross-section.
    public let now: Double
    /// When that was.
    public let nowTime: Instant
    /// The newest price a span before that moment.
    public let then: Double
    /// When that was.
    public let thenTime: Instant
    /// Who says both.
    public let source: String

    /// Two prices.
    public init(now: Double, at nowTime: Instant, then: Double, at thenTime: Instant, source: String) {
        (self.now, self.nowTime, self.then, self.thenTime) = (now, nowTime, then, thenTime)
        self.source = source
    }
}
