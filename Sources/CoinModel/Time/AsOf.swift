/// The moment up to which facts enter a ranking: a whole day or an instant.
///
/// A day means all of it: its facts enter, and a week that ends with it is complete. An instant takes facts at or
/// before it and weeks that end at or before it. A fact of a whole day stands at that day's last second.
public enum AsOf: Hashable, Sendable {
    /// All of a day.
    case day(Day)
    /// Up to and with a moment.
    case instant(Instant)

    /// The newest moment whose facts enter.
    public var limit: Instant {
        switch self {
        case .day(let day): Instant(milliseconds: Instant(startOf: day.advanced(by: 1)).milliseconds - 1)
        case .instant(let instant): instant
        }
    }

    /// The day, or that of the moment.
    public var day: Day {
        switch self {
        case .day(let day): day
        case .instant(let instant): instant.day
        }
    }

    /// The moment, or the first one of the day.
    public var start: Instant {
        switch self {
        case .day(let day): Instant(startOf: day)
        case .instant(let instant): instant
        }
    }

    /// The moment, or the last second of the day.
    public var last: Instant {
        switch self {
        case .day(let day): Instant(lastSecondOf: day)
        case .instant(let instant): instant
        }
    }

    /// The newest week that is over, `w0`.
    public var lastCompleteWeek: Week {
        let endsBy =
            switch self {
            case .day(let day): day.advanced(by: 1)
            case .instant(let instant): instant.day
            }
        return Week(containing: endsBy).advanced(by: -1)
    }

    /// Whether the fact of a moment enters.
    public func includes(_ instant: Instant) -> Bool { instant <= limit }
}

extension AsOf: CustomStringConvertible {
    /// `2024-03-25` or `2024-03-25T10:00:00Z`.
    public var description: String {
        switch self {
        case .day(let day): day.description
        case .instant(let instant): instant.description
        }
    }

    /// Reads a date or an instant with `Z`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let asOf = Day(text).map(AsOf.day) ?? Instant(text).map(AsOf.instant) else { return nil }
        self = asOf
    }
}
